//! TOML files of settings: refused with the line, or written back as the same settings.

use std::path::Path;

use threehand_sim::calibrate::CalibrateSettings;
use threehand_sim::compare::CompareSettings;
use threehand_sim::coverage::CoverageSettings;
use threehand_sim::settings::Settings;
use threehand_sim::settings::config::{ConfigFile, to_toml};
use threehand_sim::settings::fields::Fields;
use threehand_sim::settings::how::Asked;
use threehand_sim::sprt::SprtSettings;
use threehand_sim::tournament::TournamentSettings;

/// Reads a file as the settings of every kind of experiment.
pub(crate) fn target(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    if let Err(why) = ConfigFile::parse(Path::new("file"), text) {
        assert!(why.to_string().starts_with("file:"), "refused without a line: {why}");
        return;
    }
    is_read_back::<TournamentSettings>(text);
    is_read_back::<CompareSettings>(text);
    is_read_back::<SprtSettings>(text);
    is_read_back::<CalibrateSettings>(text);
    is_read_back::<CoverageSettings>(text);
}

fn is_read_back<S: Settings>(text: &str) {
    let Ok(settings) = read::<S>(text) else {
        return;
    };
    let map = settings.to_map();
    let written = String::from_utf8(to_toml(S::COMMAND, map)).expect("TOML is UTF-8");
    let again = read::<S>(&written);
    let again = again.unwrap_or_else(|why| panic!("{why}: {written}"));
    assert!(again == settings, "read back as others: {written}");
}

/// The settings of a file that gives all that has to be given.
fn read<S: Settings>(text: &str) -> Result<S, String> {
    let fields = Fields::of::<Asked<S>>(S::COMMAND);
    let told = |why: anyhow::Error| why.to_string();
    let mut file = ConfigFile::parse(Path::new("file"), text).map_err(told)?;
    let asked: Asked<S> = file.settings(S::COMMAND, &fields, |_| false).map_err(told)?;
    match fields.required().find(|name| !file.gives(name)) {
        Some(missing) => Err(format!("nothing gives {missing}")),
        None => Ok(asked.settings),
    }
}
