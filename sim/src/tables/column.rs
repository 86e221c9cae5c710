//! Columns. A figure is declared once: its source in [`Columns`], and its unit, meaning and direction under the same name in
//! `columns.txt`. The CSV, the objects of `--json`, their schema, the dictionary of columns, `list measures` and the tables
//! on the terminal and on a page are made of them.
//!
//! ```
//! use threehand_sim::tables::column::Columns;
//!
//! let squares = Columns::of("squares.csv")
//!     .column("n", |n: &u64| *n)
//!     .column("square", |n| n * n)
//!     .key("squared");
//! assert_eq!(squares.names(), ["n", "square"]);
//! assert_eq!(squares.cells(&3), [3, 9]);
//! assert_eq!(serde_json::to_string(&squares.object(&3)).unwrap(), r#"{"n":3,"squared":9}"#);
//! ```

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::{Map, Value};
use threehand_stats::Estimate;

use super::shape::{Key, Schema, Shaped, is_nullable, list, object, or_null};
use crate::terminal::grid::{self, Grid, GridCell};
use crate::terminal::listener::TableRows;

/// What a figure is called and means.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    /// What it is counted in; empty for a name or a pure number.
    pub unit: &'static str,
    /// What it means, in a line.
    pub meaning: &'static str,
    /// What else the dictionary says of it.
    pub note: &'static str,
    /// What more of it means; empty if it is not a measure.
    pub direction: &'static str,
}

/// What is said of each figure, by its table and name.
static HEADS: LazyLock<BTreeMap<(&str, &str), Head>> = LazyLock::new(|| {
    let (mut heads, mut table) = (BTreeMap::new(), "");
    for line in include_str!("columns.txt").lines() {
        if let Some(next) = line.strip_prefix("# ") {
            table = next;
        } else if let Some((name, rest)) = line.split_once(" | ") {
            let mut cells = rest.split('|').map(str::trim);
            let [unit, meaning, note, direction] =
                [(); 4].map(|()| cells.next().unwrap_or_default());
            heads.insert((table, name), Head { unit, meaning, note, direction });
        }
    }
    heads
});

impl Head {
    /// What is said of a figure of a table.
    fn find((table, name): &Name) -> Self {
        let head = HEADS.get(&(*table, name)).or_else(|| HEADS.get(&("every table", name)));
        *head.unwrap_or_else(|| panic!("columns.txt says nothing of {name} in {table}"))
    }

    /// The meaning, with the unit.
    fn about(&self) -> String {
        match self.unit {
            "" => self.meaning.to_owned(),
            unit => format!("{} ({unit})", self.meaning),
        }
    }
}

/// The table of a figure, and its name there.
type Name = (&'static str, Cow<'static, str>);

/// The columns of a table whose rows are made from `R`; the same figures are the keys of objects of `--json`.
pub struct Columns<'a, R> {
    table: &'static str,
    columns: Vec<Column<'a, R>>,
}

/// Makes a value from a row.
type Made<'a, R, V> = Box<dyn Fn(&R) -> V + 'a>;

/// A figure. One with an interval takes several columns.
struct Column<'a, R> {
    /// Each name with the number of cells in the CSV that it is about.
    names: Vec<(Name, usize)>,
    value: Made<'a, R, Value>,
    schema: Schema,
    /// The columns in the CSV, each with the JSON pointer to its cell in the value.
    cells: Vec<(String, String)>,
    key: JsonKey,
    shown: Option<Shown<'a, R>>,
}

/// How a reader sees a figure.
struct Shown<'a, R> {
    column: grid::Column,
    /// Its cell, where it is not the value.
    cell: Option<Made<'a, R, GridCell>>,
}

impl<R> Column<'_, R> {
    fn cell(&self, Shown { column, cell }: &Shown<'_, R>, row: &R) -> GridCell {
        let value = match cell {
            Some(cell) => return cell(row),
            None => (self.value)(row),
        };
        match (value, column.unit) {
            (Value::Number(number), Some(unit)) => unit.cell(number.as_f64()),
            (value @ Value::Object(_), Some(unit)) => {
                unit.cell(serde_json::from_value::<Estimate>(value).ok())
            }
            (Value::Null, _) => GridCell::Missing,
            (Value::String(text), _) => GridCell::Text(text),
            (value, _) => GridCell::Text(value.to_string()),
        }
    }
}

/// The keys of an object of this schema, with their schemas.
fn properties(schema: &Schema) -> impl Iterator<Item = (&String, &Value)> {
    schema.get("properties").and_then(Value::as_object).into_iter().flatten()
}

/// The columns of a figure of this name, and its key.
fn cells(name: &str, schema: &Schema) -> (Vec<(String, String)>, JsonKey) {
    let own = |(place, (key, _)): (usize, (&String, &Value))| {
        let column = if place == 0 { name } else { key };
        (column.to_owned(), format!("/{key}"))
    };
    let cells: Vec<_> = properties(schema).enumerate().map(own).collect();
    if cells.is_empty() {
        (vec![(name.to_owned(), String::new())], JsonKey::Named(name.to_owned()))
    } else {
        (cells, JsonKey::Cells)
    }
}

/// Where a value stands in the objects of `--json`.
enum JsonKey {
    Missing,
    Named(String),
    /// Its cells, under the names of their columns.
    Cells,
}

/// The figures of a table by name, each with the names of its columns.
pub type Documented = Vec<(Cow<'static, str>, Head, Vec<String>)>;

impl<'a, R: 'a> Columns<'a, R> {
    /// No columns, of the table or the summary of this name.
    pub fn of(table: &'static str) -> Self {
        Self { table, columns: Vec::new() }
    }

    /// Adds a column of this name, and says where its value comes from. An estimate becomes the columns `name`, `se`, `lo`
    /// and `hi`.
    pub fn column<V: Shaped + 'a>(
        self,
        name: impl Into<Cow<'static, str>>,
        value: impl Fn(&R) -> V + 'a,
    ) -> Self {
        let value =
            move |row: &R| serde_json::to_value(value(row)).expect("figures are plain values");
        self.shaped(name.into(), V::schema(), Box::new(value))
    }

    /// The part of [`Columns::column`] that is compiled once a row.
    fn shaped(self, name: Cow<'static, str>, schema: Schema, value: Made<'a, R, Value>) -> Self {
        let (cells, key) = cells(&name, &schema);
        self.add((name, cells.len()), value, schema, cells, key)
    }

    /// Adds a column that only readers see.
    pub fn seen(self, column: grid::Column, cell: impl Fn(&R) -> GridCell + 'a) -> Self {
        let none = (Cow::Borrowed(""), 0);
        let all =
            self.add(none, Box::new(|_| Value::Null), Schema::new(), Vec::new(), JsonKey::Missing);
        all.shown_as(column, cell)
    }

    fn add(
        mut self,
        (name, count): (Cow<'static, str>, usize),
        value: Made<'a, R, Value>,
        schema: Schema,
        cells: Vec<(String, String)>,
        key: JsonKey,
    ) -> Self {
        let names = vec![((self.table, name), count)];
        self.columns.push(Column { names, value, schema, cells, key, shown: None });
        self
    }

    /// Shows the last column to readers, under this heading.
    pub fn shown(mut self, column: grid::Column) -> Self {
        self.last().shown = Some(Shown { column, cell: None });
        self
    }

    /// Shows the last column to readers, under this heading and with this cell.
    pub fn shown_as(mut self, column: grid::Column, cell: impl Fn(&R) -> GridCell + 'a) -> Self {
        self.last().shown = Some(Shown { column, cell: Some(Box::new(cell)) });
        self
    }

    /// The table of these rows that readers see.
    pub fn grid(&self, rows: impl IntoIterator<Item = R>) -> Grid {
        let shown =
            || self.columns.iter().filter_map(|column| Some((column, column.shown.as_ref()?)));
        let mut grid = Grid::new(shown().map(|(_, shown)| shown.column.clone()));
        for row in rows {
            grid.row(shown().map(|(column, shown)| column.cell(shown, &row)));
        }
        grid
    }

    /// Adds an object of `--json` that is made of columns; its cells are columns of the CSV too.
    pub fn part<S: 'a>(
        self,
        name: &'static str,
        columns: Columns<'a, S>,
        part: impl Fn(&R) -> Option<S> + 'a,
    ) -> Self {
        let schema = or_null(object(&columns.keys()));
        let names: Vec<_> =
            columns.columns.iter().flat_map(|column| column.names.iter().cloned()).collect();
        let cells = columns.columns.iter().flat_map(|Column { cells, key, .. }| {
            cells.iter().map(move |(name, pointer)| match key {
                JsonKey::Named(key) => (name.clone(), format!("/{key}{pointer}")),
                _ => (name.clone(), format!("/{name}")),
            })
        });
        let cells = cells.collect();
        let value = move |row: &R| part(row).map(|part| columns.object(&part)).into();
        let mut all = self.add(
            (name.into(), 0),
            Box::new(value),
            schema,
            cells,
            JsonKey::Named(name.to_owned()),
        );
        all.last().names.extend(names);
        all
    }

    /// Adds a list of objects of `--json` that are made of columns; no column of the CSV.
    pub fn rows<S: 'a>(
        self,
        name: &'static str,
        columns: Columns<'a, S>,
        rows: impl Fn(&R) -> Vec<S> + 'a,
    ) -> Self {
        let schema = list(object(&columns.keys()));
        let value = move |row: &R| rows(row).iter().map(|row| columns.object(row)).collect();
        self.add(
            (name.into(), 0),
            Box::new(value),
            schema,
            Vec::new(),
            JsonKey::Named(name.to_owned()),
        )
    }

    /// Adds other columns.
    pub fn and(mut self, others: Self) -> Self {
        self.columns.extend(others.columns);
        self
    }

    fn last(&mut self) -> &mut Column<'a, R> {
        self.columns.last_mut().expect("a column was added")
    }

    /// Begins the names of the columns for the last estimate's error and interval with this.
    pub fn ends(mut self, start: &str) -> Self {
        for (name, _) in &mut self.last().cells[1..] {
            name.insert_str(0, start);
        }
        self
    }

    /// Puts the last column under this key of `--json`, an estimate as an object.
    pub fn key(mut self, key: &'static str) -> Self {
        self.last().key = JsonKey::Named(key.to_owned());
        self
    }

    /// Leaves the last column out of `--json`.
    pub fn only_csv(mut self) -> Self {
        self.last().key = JsonKey::Missing;
        self
    }

    /// Leaves the last column out of the CSV.
    pub fn only_json(mut self) -> Self {
        let last = self.last();
        last.cells.clear();
        last.names[0].1 = 0;
        self
    }

    /// The names of the columns in the CSV.
    pub fn names(&self) -> Vec<String> {
        self.columns.iter().flat_map(|column| &column.cells).map(|(name, _)| name.clone()).collect()
    }

    /// The table of these rows.
    pub fn table(&self, rows: impl IntoIterator<Item = R>) -> TableRows {
        let rows = rows.into_iter().map(|row| self.cells(&row)).collect();
        TableRows { file: self.table, columns: self.names(), rows }
    }

    /// The cells of a row. A list of words is one text.
    pub fn cells(&self, row: &R) -> Vec<Value> {
        let mut cells = Vec::new();
        for column in self.columns.iter().filter(|column| !column.cells.is_empty()) {
            let value = (column.value)(row);
            cells.extend(column.cells.iter().map(|(_, pointer)| match value.pointer(pointer) {
                Some(Value::Array(words)) => {
                    let words = words.iter().map(|word| word.as_str().unwrap_or_default());
                    Value::String(words.collect::<Vec<_>>().join(" "))
                }
                cell => cell.cloned().unwrap_or_default(),
            }));
        }
        cells
    }

    /// An object of `--json`.
    pub fn object(&self, row: &R) -> Map<String, Value> {
        let mut object = Map::new();
        for Column { value, cells, key, .. } in &self.columns {
            match key {
                JsonKey::Missing => {}
                JsonKey::Named(key) => {
                    object.insert(key.clone(), value(row));
                }
                JsonKey::Cells => {
                    let value = value(row);
                    object.extend(cells.iter().map(|(name, pointer)| {
                        (name.clone(), value.pointer(pointer).cloned().unwrap_or_default())
                    }));
                }
            }
        }
        object
    }

    /// The keys of such objects.
    pub fn keys(&self) -> Vec<Key> {
        let of_column = |Column { names, schema, cells, key, .. }: &Column<'_, R>| {
            let about = || Head::find(&names[0].0).about();
            match key {
                JsonKey::Missing => Vec::new(),
                JsonKey::Named(key) => vec![Key::new(key, about(), schema.clone())],
                JsonKey::Cells => {
                    let key = |((_, cell), (name, _)): ((&String, &Value), &(String, String))| {
                        let mut cell = cell.as_object().cloned().unwrap_or_default();
                        let own = cell.shift_remove("description");
                        let own = own.as_ref().and_then(Value::as_str).unwrap_or_default();
                        let cell = if is_nullable(schema) { or_null(cell) } else { cell };
                        Key::new(name, own, cell)
                    };
                    let mut keys: Vec<_> = properties(schema).zip(cells).map(key).collect();
                    keys[0].about = about();
                    keys
                }
            }
        };
        self.columns.iter().flat_map(of_column).collect()
    }

    /// The name of the table, and each figure of its CSV.
    pub fn documented(&self) -> (&'static str, Documented) {
        let mut columns = self.names().into_iter();
        let names = self.columns.iter().flat_map(|column| &column.names);
        let figure = |(name, cells): &(Name, usize)| {
            (name.1.clone(), Head::find(name), columns.by_ref().take(*cells).collect())
        };
        (self.table, names.filter(|(_, cells)| *cells > 0).map(figure).collect())
    }
}
