//! A run's tables written where and as a reader wants them: Markdown, CSV, TSV or JSON.

use std::fmt::Write as _;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde_json::{Map, Value};
use threehand_engine::options::one_of;

use crate::files::locked_folder::MANIFEST;
use crate::io::atomic_write::{can_be_written, folder_of, write_whole};
use crate::io::bounded_read::plain_file;
use crate::terminal::failure::Failure;
use crate::terminal::listener::TableRows;
use crate::terminal::stream::print_bytes;

/// The setting.
pub(crate) const EXPORT: &str = "export";

/// A form that a table can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// The bytes of the run's own file; of a table without rows the header.
    Csv,
    /// The same with tabs between fields.
    Tsv,
    /// A list of objects, a row each; what is undefined is null.
    Json,
    /// A table for a page, its numbers to four digits.
    Markdown,
}

/// One table, and the file that it goes to.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Export {
    /// The name of the table's file.
    table: &'static str,
    to: PathBuf,
    form: Form,
}

/// The tables that are to be written besides the run's folder.
#[derive(Clone, Debug, Default)]
pub struct Exports(Vec<Export>);

impl Exports {
    /// Reads `[TABLE=]FILE` words. `tables` are the run's tables, with or without rows, and `headline` is the file of the
    /// one that is meant where none is named.
    ///
    /// # Errors
    /// A table that the run has not, a form that there is none of, or a file that can't be written or holds something else.
    pub fn read(
        words: &[String],
        tables: &[TableRows],
        headline: &'static str,
        out: Option<&Path>,
    ) -> Result<Self, Failure> {
        let names: Vec<_> = tables.iter().map(|table| table.file).collect();
        let mut exports: Vec<Export> = Vec::new();
        for word in words {
            let export = Export::read(word, &names, headline)?;
            export.can_be_written(out)?;
            let table = tables.iter().find(|table| table.file == export.table);
            table.map_or(Ok(()), |table| export.may_replace(table))?;
            if exports.iter().any(|other| place(&other.to) == place(&export.to)) {
                let where_to =
                    if is_stdout(&export.to) { "on standard output" } else { "in one file" };
                let message = format!("{}: two tables can't stand {where_to}", export.to.display());
                return Err(Failure::setting(EXPORT, message));
            }
            exports.push(export);
        }
        Ok(Self(exports))
    }

    /// Refuses a table on standard output where JSON is to stand there.
    ///
    /// # Errors
    /// That both were asked for.
    pub fn leave_stdout(&self, json: bool) -> Result<(), Failure> {
        match json && self.fill_stdout() {
            true => Err(Failure::setting(
                EXPORT,
                "- and --json both need standard output: leave one out",
            )),
            false => Ok(()),
        }
    }

    /// Whether a table goes to standard output, which then has nothing else.
    pub fn fill_stdout(&self) -> bool {
        self.0.iter().any(|export| is_stdout(&export.to))
    }

    /// Writes those of these tables that were asked for.
    ///
    /// # Errors
    /// If a file can't be written.
    pub fn write(&self, tables: &[TableRows]) -> Result<(), Failure> {
        for Export { table, to, form } in &self.0 {
            let Some(table) = tables.iter().find(|one| one.file == *table) else { continue };
            let bytes = match form {
                Form::Csv => table.csv_with_header(),
                Form::Tsv => table.separated_by(b'\t'),
                Form::Json => json(table),
                Form::Markdown => markdown(table).into_bytes(),
            };
            if is_stdout(to) {
                print_bytes(&bytes)?;
                continue;
            }
            write_whole(to, &bytes).with_context(|| to.display().to_string())?;
        }
        Ok(())
    }
}

impl Export {
    fn read(word: &str, tables: &[&'static str], headline: &'static str) -> Result<Self, Failure> {
        let wrong = |message: String| Failure::setting(EXPORT, message);
        let names = || tables.iter().map(|file| file.trim_end_matches(".csv"));
        let (table, to) = match word.split_once('=') {
            None => (headline, word),
            Some((name, to)) => {
                let place = names().position(|table| table == name);
                let unknown = || wrong(format!("no table `{name}`{}", one_of(name, names())));
                (tables[place.ok_or_else(unknown)?], to)
            }
        };
        let to = PathBuf::from(to);
        let ending = to.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let form = match ending.as_deref() {
            Some("csv") => Form::Csv,
            Some("tsv") => Form::Tsv,
            Some("json") => Form::Json,
            Some("md") => Form::Markdown,
            _ if to == Path::new("-") => Form::Csv,
            _ => {
                let message = "the name of the file has to end in .md, .csv, .tsv or .json";
                return Err(wrong(format!("{}: {message}", to.display())));
            }
        };
        Ok(Self { table, to, form })
    }

    /// Sees to it, before anything is played, that the file has a folder to stand in, which is not
    /// that of the run.
    fn can_be_written(&self, out: Option<&Path>) -> Result<(), Failure> {
        if is_stdout(&self.to) {
            return Ok(());
        }
        let wrong =
            |message: &str| Failure::setting(EXPORT, format!("{}: {message}", self.to.display()));
        let folder = folder_of(&self.to);
        if !folder.is_dir() {
            return Err(wrong("there is no such folder to write into"));
        }
        if self.to.is_dir() {
            return Err(wrong("it is a folder"));
        }
        let same = |out: &Path| Some(out.canonicalize().ok()? == folder.canonicalize().ok()?);
        if out.and_then(same).unwrap_or(false) {
            return Err(wrong("this is the folder of the run, which has all its tables already"));
        }
        if folder.join(MANIFEST).exists() {
            return Err(wrong("this is the folder of another run, whose files are its own"));
        }
        can_be_written(&self.to).map_err(|error| wrong(&error.to_string()))
    }

    /// Sees to it that a file which is there already is this table, as it was exported before.
    fn may_replace(&self, table: &TableRows) -> Result<(), Failure> {
        if is_stdout(&self.to) || !self.to.exists() {
            return Ok(());
        }
        let start = match self.form {
            Form::Csv => format!("{}\n", table.columns.join(",")),
            Form::Tsv => format!("{}\n", table.columns.join("\t")),
            Form::Json => format!("[\n{{\"{}\":", table.columns[0]),
            Form::Markdown => {
                let columns: Vec<_> = table.columns.iter().map(|column| escaped(column)).collect();
                format!("| {} |", columns.join(" | "))
            }
        };
        let mut there = Vec::new();
        plain_file(&self.to)
            .and_then(|file| file.take(start.len() as u64).read_to_end(&mut there))
            .with_context(|| self.to.display().to_string())?;
        let is_own = match self.form {
            Form::Markdown => heads(&String::from_utf8_lossy(&there), table),
            Form::Json if there == NO_ROWS => true,
            _ => there == start.as_bytes(),
        };
        if there.is_empty() || is_own {
            return Ok(());
        }
        let message = format!("{}: it holds something else; choose a new file", self.to.display());
        Err(Failure::setting(EXPORT, message))
    }
}

/// Whether a text begins with the head of a table for a page, which has some of the columns.
fn heads(text: &str, table: &TableRows) -> bool {
    let line = text.lines().next().unwrap_or_default();
    let Some(head) = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |")) else {
        return false;
    };
    let mut columns = table.columns.iter();
    head.split(" | ").all(|cell| columns.any(|column| escaped(column) == cell))
}

/// Whether a table goes to standard output: `-`, or `-.md` for another form than CSV.
fn is_stdout(to: &Path) -> bool {
    to.file_stem() == Some("-".as_ref()) && folder_of(to) == Path::new(".") && !to.starts_with(".")
}

/// The one path of a file, however it is written.
fn place(file: &Path) -> Option<PathBuf> {
    if is_stdout(file) {
        return Some(PathBuf::from("-"));
    }
    let beside = || Some(folder_of(file).canonicalize().ok()?.join(file.file_name()?));
    file.canonicalize().ok().or_else(beside)
}

/// The list of a table without rows.
const NO_ROWS: &[u8] = b"[\n\n]\n";

/// A list of objects, one a line.
fn json(table: &TableRows) -> Vec<u8> {
    let rows = table.rows.iter().map(|row| {
        let row: Map<String, Value> =
            table.columns.iter().cloned().zip(row.iter().cloned()).collect();
        Value::Object(row).to_string()
    });
    let rows: Vec<_> = rows.collect();
    format!("[\n{}\n]\n", rows.join(",\n")).into_bytes()
}

/// A table for a page, without the columns in which all is undefined.
fn markdown(table: &TableRows) -> String {
    let rows = &table.rows;
    let first = |column: usize| rows.iter().map(|row| &row[column]).find(|value| !value.is_null());
    let is_shown = |column: &usize| rows.is_empty() || first(*column).is_some();
    let columns: Vec<usize> = (0..table.columns.len()).filter(is_shown).collect();
    let mut text = String::new();
    let mut line = |cells: &mut dyn Iterator<Item = String>| {
        let cells: Vec<_> = cells.collect();
        writeln!(text, "| {} |", cells.join(" | ")).expect("text can be written to memory");
    };
    line(&mut columns.iter().map(|&column| escaped(&table.columns[column])));
    let rule = |&column: &usize| match first(column) {
        Some(Value::Number(_)) => "---:".to_owned(),
        _ => "---".to_owned(),
    };
    line(&mut columns.iter().map(rule));
    for row in rows {
        line(&mut columns.iter().map(|&column| cell(&row[column])));
    }
    text
}

/// A value as a reader wants it.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => escaped(text),
        Value::Number(number) if number.is_f64() => short(number.as_f64().unwrap_or(f64::NAN)),
        other => other.to_string(),
    }
}

/// A number to four significant digits, with no more than four decimals but for very small ones.
fn short(number: f64) -> String {
    let size = number.abs();
    match size {
        0.0 => "0".to_owned(),
        ..1e-4 => format!("{number:.1e}"),
        _ => {
            let whole_digits = libm::log10(size).floor() as i32 + 1;
            let decimals = (4 - whole_digits).clamp(0, 4) as usize;
            format!("{number:.decimals$}")
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('|', "\\|").replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::column::Columns;

    type Row = (&'static str, u64, Option<f64>, Option<f64>);

    fn table(rows: Vec<Row>) -> TableRows {
        let columns = Columns::<Row>::of("one.csv")
            .column("bot", |row| row.0)
            .column("n", |row| row.1)
            .column("share", |row| row.2)
            .column("se", |row| row.3);
        columns.table(rows)
    }

    #[test]
    fn a_table_is_written_in_four_forms() {
        let two =
            table(vec![("a|b", 3, Some(0.123_456), Some(0.5)), ("7", 4, Some(-1_234.5), None)]);
        assert_eq!(two.csv(), b"bot,n,share,se\na|b,3,0.123456,0.5\n7,4,-1234.5,\n");
        assert_eq!(
            two.separated_by(b'\t'),
            b"bot\tn\tshare\tse\na|b\t3\t0.123456\t0.5\n7\t4\t-1234.5\t\n"
        );
        assert_eq!(
            String::from_utf8(json(&two)).unwrap(),
            "[\n{\"bot\":\"a|b\",\"n\":3,\"share\":0.123456,\"se\":0.5},\n\
             {\"bot\":\"7\",\"n\":4,\"share\":-1234.5,\"se\":null}\n]\n"
        );
        assert_eq!(
            markdown(&two),
            "| bot | n | share | se |\n| --- | ---: | ---: | ---: |\n\
             | a\\|b | 3 | 0.1235 | 0.5000 |\n| 7 | 4 | -1234 |  |\n"
        );
    }

    #[test]
    fn a_table_without_rows_has_its_columns_where_there_is_a_place_for_them() {
        let none = table(Vec::new());
        assert_eq!(none.csv_with_header(), b"bot,n,share,se\n");
        assert_eq!(json(&none), NO_ROWS);
        assert_eq!(markdown(&none), "| bot | n | share | se |\n| --- | --- | --- | --- |\n");
    }

    #[test]
    fn columns_without_a_value_are_left_out_of_a_page() {
        let one = table(vec![("a", 3, None, None)]);
        assert_eq!(markdown(&one), "| bot | n |\n| --- | ---: |\n| a | 3 |\n");
    }

    #[test]
    fn a_table_is_named_as_its_file_is() {
        let tables = ["summary.csv", "crosstable.csv"];
        let read = |word: &str| Export::read(word, &tables, "summary.csv");
        assert_eq!(read("a.md").unwrap().table, "summary.csv");
        assert_eq!(read("crosstable=a=b.json").unwrap().to, Path::new("a=b.json"));
        let message = |word: &str| read(word).unwrap_err().message();
        assert!(message("crosstabel=a.md").contains("did you mean `crosstable`?"));
        assert!(message("xyz=a.md").contains("it is one of summary, crosstable"));
        assert!(message("a.txt").contains(".md, .csv, .tsv or .json"));
        for (word, form) in
            [("-", Form::Csv), ("-.md", Form::Markdown), ("A.CSV", Form::Csv), ("a.Tsv", Form::Tsv)]
        {
            assert_eq!(read(word).unwrap().form, form, "{word}");
        }
        assert!(["-", "-.json"].into_iter().all(|name| is_stdout(Path::new(name))));
        assert!(
            !["./-", "./-.csv", "a/-", "--.csv"].into_iter().any(|name| is_stdout(Path::new(name)))
        );
    }
}
