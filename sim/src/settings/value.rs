//! Values of settings as a command line, a TOML file and a manifest have them: words, numbers, lists
//! and tables, all of which can be written as text.

use std::convert::Infallible;
use std::fmt::Display;

use serde::Serializer;
use serde_json::Value;

/// A value as on a command line: what is inside a list is written with dashes.
pub fn text(value: &Value, between: &str) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            items.iter().map(|item| text(item, "-")).collect::<Vec<_>>().join(between)
        }
        Value::Object(entries) => {
            let pairs = entries.iter().map(|(key, value)| format!("{key}={}", text(value, "-")));
            let mut pairs: Vec<_> = pairs.collect();
            pairs.sort_unstable();
            pairs.join(",")
        }
        other => other.to_string(),
    }
}

/// Whether a value sets nothing.
pub fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(entries) => entries.is_empty(),
        _ => false,
    }
}

/// The most blocks of a run, so that matches and hands can be counted.
pub const MOST_BLOCKS: u64 = 1_000_000_000_000;

/// A whole number from `LEAST` to `MOST`, as [`count`] reads it.
///
/// # Errors
/// Why the text is no such number.
pub fn whole<const LEAST: u64, const MOST: u64>(text: &str) -> Result<u64, String> {
    let (is_negative, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let number = count(unsigned).ok_or_else(|| format!("{text} is no whole number"))?;
    let is_less = is_negative || number < u128::from(LEAST);
    match u64::try_from(number) {
        Ok(number) if !is_less && number <= MOST => Ok(number),
        _ if is_less && MOST == u64::MAX => Err(format!("{text} is less than {LEAST}")),
        _ => Err(format!("{text} is not in {LEAST}..={MOST}")),
    }
}

/// A count as people write it: `10000`, `10_000`, `1e4` or `10k`; `k` is a thousand and `M` a million. A fraction may
/// stand before these, as in `1.5k`, if what it makes is whole. A count that is too great for the type is its greatest.
pub fn count(text: &str) -> Option<u128> {
    let (figures, power) = match text.strip_suffix(['k', 'K']) {
        Some(figures) => (figures, "e3"),
        None => text.strip_suffix('M').map_or((text, ""), |figures| (figures, "e6")),
    };
    let is_digit = |c: char| c.is_ascii_digit();
    if !figures.split('_').all(|group| group.starts_with(is_digit) && group.ends_with(is_digit)) {
        return None;
    }
    let figures = figures.replace('_', "") + power;
    figures.parse().ok().or_else(|| {
        let number: f64 = figures.parse().ok()?;
        (number.is_infinite() || number.fract() == 0.0).then_some(number as u128)
    })
}

/// Why a name is none that a table can hold: pandas, R or DuckDB read the word as a value that is missing.
///
/// # Errors
/// If it is such a word.
pub fn is_present(name: &str) -> Result<(), String> {
    const MISSING: [&str; 5] = ["na", "n/a", "nan", "null", "none"];
    match MISSING.contains(&name.to_lowercase().as_str()) {
        true => Err(format!("`{name}` is no label: readers of tables take it for a missing value")),
        false => Ok(()),
    }
}

/// A word of a list without the blanks around it.
///
/// # Errors
/// None.
pub fn item(text: &str) -> Result<String, Infallible> {
    Ok(text.trim().to_owned())
}

/// A word of a list of counts: the digits of the count, or the word if it is none or too great.
///
/// # Errors
/// None.
pub fn counted(text: &str) -> Result<String, Infallible> {
    let text = text.trim();
    let number = count(text).and_then(|number| u64::try_from(number).ok());
    Ok(number.map_or_else(|| text.to_owned(), |number| number.to_string()))
}

/// Writes a value as the word that stands for the value on the command line.
pub fn as_word<S: Serializer>(value: &impl Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

/// Writes such a value, or nothing.
pub fn as_optional_word<S: Serializer, T: Display>(
    value: &Option<T>,
    to: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => to.collect_str(value),
        None => to.serialize_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_as_people_write_them() {
        for (text, number) in [
            ("10000", 10_000),
            ("10_000", 10_000),
            ("1e4", 10_000),
            ("1E+4", 10_000),
            ("10k", 10_000),
            ("10K", 10_000),
            ("1.5k", 1_500),
            ("2M", 2_000_000),
            ("1.25e2", 125),
            ("1000.0", 1_000),
            ("0e999", 0),
            ("18446744073709551615", u128::from(u64::MAX)),
            ("1e40", u128::MAX),
            ("1e99999999999999999999999999999999999999999", u128::MAX),
        ] {
            assert_eq!(count(text), Some(number), "{text}");
        }
        for text in [
            "", "k", "e4", "1e", "1e-4", "1e4k", "1.2345k", "0.5", "1.", ".5k", "_1", "1_", "1__0",
            "1 000", "10m", "x", "1.5", "--3", "++3",
        ] {
            assert_eq!(count(text), None, "{text}");
        }
    }

    #[test]
    fn a_count_out_of_bounds_is_told_with_the_bound() {
        assert_eq!(whole::<1, { u64::MAX }>("+1.5k"), Ok(1_500));
        let reason = |text| whole::<1, { u64::MAX }>(text).unwrap_err();
        assert_eq!(reason("-3"), "-3 is less than 1");
        assert_eq!(reason("1.2345k"), "1.2345k is no whole number");
        assert_eq!(reason("0"), "0 is less than 1");
        assert_eq!(reason("1e20"), "1e20 is not in 1..=18446744073709551615");
        assert_eq!(whole::<1, 1024>("2k"), Err("2k is not in 1..=1024".to_owned()));
        assert_eq!(whole::<0, 9>("-0"), Err("-0 is not in 0..=9".to_owned()));
    }
}
