//! Numbers as a person reads them.

use indicatif::HumanCount;

/// A number with its sign, a true minus included.
pub fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let zero = text.bytes().all(|byte| byte == b'0' || byte == b'.');
    match (zero, value < 0.0) {
        (true, _) => format!(" {text}"),
        (_, true) => format!("−{text}"),
        (_, false) => format!("+{text}"),
    }
}

/// A share in percent, with a true minus and no minus before nothing.
pub fn percent(share: f64) -> String {
    let text = format!("{:.1}", 100.0 * share);
    if text == "-0.0" { "0.0".to_owned() } else { text.replace('-', "−") }
}

/// `1 match`, `2,000 matches`.
pub fn plural(count: u64, noun: &str) -> String {
    let noun = if count == 1 { noun } else { &many(noun) };
    format!("{} {noun}", HumanCount(count))
}

/// `blocks`, `matches`.
pub fn many(noun: &str) -> String {
    format!("{noun}{}", if noun.ends_with("ch") { "es" } else { "s" })
}

/// `a, b and c`.
pub fn list(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [some @ .., last] => format!("{} and {last}", some.join(", ")),
    }
}

/// A guess with the two digits that it is worth.
pub fn rounded(guess: f64) -> u64 {
    let unit = 10_f64.powi((libm::log10(guess.max(1.0)).floor() as i32 - 1).max(0));
    ((guess / unit).round() * unit) as u64
}

/// A time in the unit that suits it.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.1} s"),
        s if s < 5_400.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} h", s / 3_600.0),
        s => format!("{:.1} days", s / 86_400.0),
    }
}
