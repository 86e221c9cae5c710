//! TOML files of settings: refused with the line, or settings that are read back.

use std::path::Path;

use serde_json::{Map, Value};
use threehand_sim::experiment::contract::Kind;
use threehand_sim::runs::kinds::KINDS;
use threehand_sim::settings::config::{ConfigFile, to_toml};

/// Reads a file as the settings of every kind of experiment.
pub(crate) fn target(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    if let Err(why) = ConfigFile::parse(Path::new("file"), text) {
        assert!(why.to_string().starts_with("file:"), "refused without a line: {why}");
        return;
    }
    for kind in KINDS {
        let Ok(settings) = read(kind, text) else { continue };
        let written = to_toml(kind.command, settings.clone());
        let written = String::from_utf8(written).expect("TOML is UTF-8");
        let again = read(kind, &written);
        let again = again.unwrap_or_else(|why| panic!("{why}: {written}"));
        assert!(again == settings, "read back as others: {written}");
    }
}

/// The settings of a file that gives all that has to be given.
fn read(kind: &Kind, text: &str) -> Result<Map<String, Value>, String> {
    let mut file = ConfigFile::parse(Path::new("file"), text).map_err(|why| why.to_string())?;
    let words = file.words(kind.command, &kind.fields(), |_| false);
    let settings = kind.settings(words.map_err(|why| why.to_string())?);
    settings.map(|settings| settings.to_map()).map_err(|wrong| wrong.reason)
}
