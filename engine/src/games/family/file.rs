//! A file as it is read: the value of each key, and the variants.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{FileError, Refused};
use super::keys::{CARD_POINTS, KEYS, Kind, POINTS_OR_NONE};
use super::rules::Rules;
use super::written::{short, shown, text_of, unknown};
use crate::card::{Card, Suit};
use crate::options::{RuleOption, Variant, did_you_mean};

/// The largest file, in bytes.
const MOST_BYTES: usize = 64 * 1024;
/// Tables whose keys stand in [`KEYS`], and those that only a file has.
pub(super) const HEAD: &[&str] = &["format", "name", "title", "about"];

/// What a file says: once read, it stays for as long as the program runs.
#[derive(Debug)]
pub(super) struct File {
    pub(super) text: &'static str,
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) about: &'static str,
    /// The keys of `score.cards` that the file names.
    pub(super) cards: &'static [String],
    pub(super) options: &'static [RuleOption],
    pub(super) variants: &'static [Variant],
}

/// The texts of all values, in the order of a file's options.
pub(super) type Values = Vec<String>;

/// A file before it is kept: the options with their defaults, and what each variant changes.
pub(super) struct Draft {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) about: String,
    /// The keys of `score.cards` that the file names.
    pub(super) cards: Vec<String>,
    pub(super) values: Values,
    pub(super) variants: Vec<(String, Vec<(usize, String)>)>,
}

/// A value of a file with its place.
struct Entry<'a> {
    path: Vec<&'a str>,
    key: Range<usize>,
    value: &'a Spanned<DeValue<'a>>,
}

impl Entry<'_> {
    fn name(&self) -> String {
        self.path.join(".")
    }
}

/// Reads a file.
///
/// # Errors
/// The first thing that is wrong, with its place.
pub(super) fn read(text: &str) -> Result<Draft, FileError> {
    if text.len() > MOST_BYTES {
        return Err(FileError {
            line: 1,
            column: 1,
            key: String::new(),
            reason: format!("the file has {} bytes, and {MOST_BYTES} are the most", text.len()),
        });
    }
    let table = DeTable::parse(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        let reason = error.message().split('\n').next().unwrap_or_default();
        let is_bare = reason.starts_with("invalid");
        let hint = if is_bare { "; words stand in quotation marks, lists in brackets" } else { "" };
        FileError::at(text, start, "", format!("this is no TOML: {reason}{hint}"))
    })?;
    let mut entries = Vec::new();
    flatten(table.get_ref(), &mut Vec::new(), &mut entries);
    entries.sort_by_key(|entry| entry.key.start);
    let heads = table.get_ref().iter().map(|(key, _)| (&**key.get_ref(), key.span().start));
    Reader { text, entries, heads: heads.collect() }.draft()
}

/// Lists the values of a table and of the tables in it.
fn flatten<'a>(table: &'a DeTable<'a>, path: &mut Vec<&'a str>, entries: &mut Vec<Entry<'a>>) {
    for (key, value) in table {
        path.push(key.get_ref());
        match value.get_ref() {
            DeValue::Table(inner) if !inner.is_empty() => flatten(inner, path, entries),
            // Tables that may be empty.
            DeValue::Table(_) if path.len() == 1 && is_table(path[0]) => {}
            _ => entries.push(Entry { path: path.clone(), key: key.span(), value }),
        }
        path.pop();
    }
}

/// Whether keys have this word before their first dot.
pub(super) fn is_table(word: &str) -> bool {
    word == "variant"
        || KEYS.iter().any(|key| key.name.split_once('.').is_some_and(|(table, _)| table == word))
}

struct Reader<'a> {
    text: &'a str,
    entries: Vec<Entry<'a>>,
    /// The words before the first dots of all keys, with where they stand.
    heads: Vec<(&'a str, usize)>,
}

impl Reader<'_> {
    fn error(&self, entry: &Entry<'_>, reason: String) -> FileError {
        FileError::at(self.text, entry.key.start, &entry.name(), reason)
    }

    fn draft(&self) -> Result<Draft, FileError> {
        let head = |name: &str| self.entries.iter().find(|entry| entry.path == [name]);
        self.check_format(head("format"))?;
        let name = self.name(head("name"))?;
        let title = self.words(head("title"))?.unwrap_or_default();
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        let title = if title.is_empty() { name.clone() } else { title };
        let about = self.words(head("about"))?.unwrap_or_default();
        let mut draft = Draft {
            name,
            title,
            about,
            cards: Vec::new(),
            values: Vec::new(),
            variants: Vec::new(),
        };
        let rest = self.entries.iter().filter(|e| e.path.len() != 1 || !HEAD.contains(&e.path[0]));
        let (in_variants, base): (Vec<_>, Vec<_>) =
            rest.partition(|entry| entry.path[0] == "variant");
        draft.values = KEYS.iter().map(|key| key.default.to_owned()).collect();
        let mut places = vec![None; KEYS.len()];
        for entry in &base {
            self.note_cards(entry, &entry.path, &mut draft.cards)?;
        }
        for entry in &in_variants {
            self.note_cards(entry, entry.path.get(2..).unwrap_or(&[]), &mut draft.cards)?;
        }
        draft.values.resize(KEYS.len() + draft.cards.len(), "none".to_owned());
        places.resize(draft.values.len(), None);
        for entry in base {
            let (option, value) = self.value(entry, &entry.path, &draft)?;
            draft.values[option] = value;
            places[option] = Some(entry);
        }
        self.check(&draft.values, &places, &draft)?;
        for entry in in_variants {
            self.add_to_variant(entry, &mut draft)?;
        }
        for (variant, changes) in &draft.variants {
            self.check_variant(variant, changes, &draft)?;
        }
        Ok(draft)
    }

    fn check_format(&self, entry: Option<&Entry<'_>>) -> Result<(), FileError> {
        let Some(entry) = entry else {
            return Err(FileError::at(
                self.text,
                0,
                "format",
                "`format = 1` is missing".to_owned(),
            ));
        };
        match entry.value.get_ref() {
            DeValue::Integer(number) if number.as_str() == "1" => Ok(()),
            other => Err(self.error(entry, format!("`format` is {}: it is 1", shown(other)))),
        }
    }

    fn name(&self, entry: Option<&Entry<'_>>) -> Result<String, FileError> {
        let Some(entry) = entry else {
            let reason = "the game has no name: add `name = \"my-game\"`".to_owned();
            return Err(FileError::at(self.text, 0, "name", reason));
        };
        let text = self.words(Some(entry))?.unwrap_or_default();
        self.check_name(entry, "name", &text)?;
        Ok(text)
    }

    fn check_name(&self, entry: &Entry<'_>, key: &str, text: &str) -> Result<(), FileError> {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !(1..=32).contains(&text.len()) || !text.chars().all(fits) {
            let reason = format!(
                "`{key}` is \"{}\": it is 1 to 32 of the letters a to z, digits and hyphens",
                short(text)
            );
            return Err(self.error(entry, reason));
        }
        if super::BUILT_IN.contains(&text) {
            let reason = format!("`{key}` is \"{text}\", which is the name of a built-in game");
            return Err(self.error(entry, reason));
        }
        Ok(())
    }

    /// A text for people.
    fn words(&self, entry: Option<&Entry<'_>>) -> Result<Option<String>, FileError> {
        let Some(entry) = entry else { return Ok(None) };
        match entry.value.get_ref() {
            DeValue::String(text) => Ok(Some(text.to_string())),
            other => {
                let (name, shown) = (entry.name(), shown(other));
                Err(self
                    .error(entry, format!("`{name}` is {shown}: it is a text in quotation marks")))
            }
        }
    }

    /// Notes the cards and suits that have points in the base or in a variant.
    fn note_cards(
        &self,
        entry: &Entry<'_>,
        path: &[&str],
        cards: &mut Vec<String>,
    ) -> Result<(), FileError> {
        let ["score", "cards", of] = path else { return Ok(()) };
        let is_suit = Suit::ALL.iter().any(|suit| suit.to_string() == *of);
        if !is_suit && of.parse::<Card>().is_err() {
            let of = short(of);
            let reason = format!("`{of}` is neither a card such as `QS` nor a suit such as `H`");
            return Err(self.error(entry, reason));
        }
        if !cards.iter().any(|card| card == of) {
            cards.push((*of).to_owned());
        }
        Ok(())
    }

    /// The option that an entry sets, and the text of its value.
    fn value(
        &self,
        entry: &Entry<'_>,
        path: &[&str],
        draft: &Draft,
    ) -> Result<(usize, String), FileError> {
        let name = path.join(".");
        if let Some(place) = KEYS.iter().position(|key| key.name == name) {
            return Ok((place, self.text(entry, &name, KEYS[place].kind)?));
        }
        let card = name.strip_prefix(CARD_POINTS);
        if let Some(place) = card.and_then(|of| draft.cards.iter().position(|card| card == of)) {
            return Ok((KEYS.len() + place, self.text(entry, &name, POINTS_OR_NONE)?));
        }
        Err(self.error(entry, unknown(&name)))
    }

    fn text(&self, entry: &Entry<'_>, name: &str, kind: Kind) -> Result<String, FileError> {
        let value = entry.value.get_ref();
        let text = text_of(value, kind).filter(|text| kind.takes(text)).ok_or_else(|| {
            let meant = match value {
                DeValue::String(text) => kind.nearest(text),
                DeValue::Array(items) => {
                    let texts = items.iter().filter_map(|item| item.get_ref().as_str());
                    kind.nearest(&texts.collect::<Vec<_>>().join("-"))
                }
                _ => None,
            };
            let reason = format!(
                "`{name}` is {}: it is {}{}",
                shown(value),
                kind.allowed(),
                did_you_mean(&meant)
            );
            FileError::at(self.text, entry.value.span().start, name, reason)
        })?;
        Ok(text)
    }

    fn add_to_variant(&self, entry: &Entry<'_>, draft: &mut Draft) -> Result<(), FileError> {
        let [_, variant, path @ ..] = &entry.path[..] else {
            let reason = "a variant has a name and keys: `[variant.NAME]`".to_owned();
            return Err(self.error(entry, reason));
        };
        self.check_name(entry, "variant", variant)?;
        if *variant == draft.name {
            let reason = format!("the variant `{variant}` has the name of the game itself");
            return Err(self.error(entry, reason));
        }
        if path.is_empty() {
            let reason = format!("the variant `{variant}` changes nothing");
            return Err(self.error(entry, reason));
        }
        let change = self.value(entry, path, draft)?;
        match draft.variants.iter_mut().find(|(name, _)| name == variant) {
            Some((_, changes)) => changes.push(change),
            None => draft.variants.push(((*variant).to_owned(), vec![change])),
        }
        Ok(())
    }

    fn check_variant(
        &self,
        variant: &str,
        changes: &[(usize, String)],
        draft: &Draft,
    ) -> Result<(), FileError> {
        let with = |changes: &[(usize, String)]| {
            let mut values = draft.values.clone();
            changes.iter().for_each(|(option, value)| values[*option].clone_from(value));
            values
        };
        let values = with(changes);
        let mine =
            |entry: &&Entry<'_>| entry.path.get(1) == Some(&variant) && entry.path[0] == "variant";
        let first = self.entries.iter().find(mine).expect("it was read from one");
        if values == draft.values {
            return Err(self.error(first, format!("the variant `{variant}` changes nothing")));
        }
        let same =
            |(other, changes): &&(String, Vec<_>)| other != variant && with(changes) == values;
        if let Some((other, _)) = draft.variants.iter().find(same) {
            let reason = format!("the variants `{other}` and `{variant}` are the same");
            return Err(self.error(first, reason));
        }
        let places: Vec<_> = (0..values.len())
            .map(|option| {
                let name = draft.option_name(option);
                let sets = |entry: &&Entry<'_>| mine(entry) && entry.path[2..].join(".") == name;
                self.entries.iter().find(sets).or(Some(first))
            })
            .collect();
        self.check(&values, &places, draft)
    }

    /// Checks what values have to do with each other.
    fn check(
        &self,
        values: &Values,
        places: &[Option<&Entry<'_>>],
        draft: &Draft,
    ) -> Result<(), FileError> {
        Rules::check(values, &draft.cards).map_err(|Refused { key, reason }| {
            let option = (0..values.len()).find(|&option| draft.option_name(option) == key);
            let start = match option.and_then(|option| places[option]) {
                Some(entry) => entry.key.start,
                None => self.start_of_table(&key),
            };
            FileError::at(self.text, start, &key, reason)
        })
    }

    /// Where the table of a key begins, for a key that is missing.
    fn start_of_table(&self, key: &str) -> usize {
        let of = |head: Option<&str>| self.heads.iter().find(|(word, _)| Some(*word) == head);
        of(key.split('.').next()).or_else(|| of(Some("steps"))).map_or(0, |head| head.1)
    }
}

impl Draft {
    /// The name of an option: a key, or one of `score.cards`.
    pub(super) fn option_name(&self, option: usize) -> String {
        match KEYS.get(option) {
            Some(key) => key.name.to_owned(),
            None => format!("{CARD_POINTS}{}", self.cards[option - KEYS.len()]),
        }
    }
}
