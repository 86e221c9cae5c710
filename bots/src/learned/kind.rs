//! The kind of bot `policy`.

use super::NetworkFile;
use crate::bot::Bot;
use crate::knowledge::Knowledge;
use crate::lab::{Bots, EPSILON, Kind, Parameter, Range, Settings, Spec};

/// The kind of bot `policy`, of the games that have [one](Knowledge::policy).
#[derive(Clone, Copy, Debug)]
pub struct ThePolicy;

const NETWORK: Parameter = Parameter::new(
    "network",
    OWN,
    Range::Text(
        |path| (!path.is_empty() && !path.contains(',')).then(|| path.to_owned()),
        "the path of a file, without commas and colons",
    ),
    "the file of its network; own: the one that comes along",
);

const OWN: &str = "own";

const SHA256: Parameter = Parameter::new(
    "sha256",
    ANY,
    Range::Text(
        |hash| {
            let is_hash = hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
            (is_hash || hash == ANY).then(|| hash.to_lowercase())
        },
        "any or 64 hexadecimal digits",
    ),
    "the SHA-256 that this file must have",
);

const ANY: &str = "any";

/// The file of these settings, which has the SHA-256 that they ask for; `None` for the game's own network.
fn file(settings: &Settings) -> Option<Result<&'static NetworkFile, String>> {
    let (path, sha256) = (NETWORK.of(settings), SHA256.of(settings));
    if path == OWN {
        return (sha256 != ANY).then(|| Err("sha256 is for a network=FILE".to_owned()));
    }
    let is_right = |file: &&NetworkFile| sha256 == ANY || file.sha256 == sha256;
    Some(NetworkFile::at(path).and_then(|file| {
        Some(file).filter(is_right).ok_or_else(|| format!("its SHA-256 is {}", file.sha256))
    }))
}

impl Kind for ThePolicy {
    const NAME: &'static str = "policy";
    const ABOUT: &'static str = "a small network that has learned from play, without looking ahead";
    const PARAMETERS: &'static [Parameter] = &[NETWORK, SHA256, EPSILON];

    fn make<G: Knowledge>(&self, settings: &Settings) -> Box<dyn Bot<G>> {
        let known = NetworkFile::known(SHA256.of(settings)).map(Ok);
        match known.or_else(|| file(settings)) {
            None => Box::new(G::policy().expect("the game has one")),
            Some(file) => file
                .and_then(|file| file.bot().map_err(|error| error.to_string()))
                .unwrap_or_else(|why| panic!("{}: {why}", NETWORK.of(settings))),
        }
    }

    fn plays<G: Knowledge>(&self, settings: &Settings) -> bool {
        G::policy().is_some() || NETWORK.of(settings) != OWN
    }

    fn refusal<G: Knowledge>(&self, game: &G, settings: &Settings) -> Option<String> {
        match file(settings) {
            None => game.without_policy(),
            Some(file) => file.map_or_else(Some, |file| file.refusal(game)),
        }
    }

    fn may_stand_for<G: Knowledge>(&self, settings: &Settings, noted: &Spec) -> bool {
        let (is_policy, noted) = (noted.bot() == Self::NAME, &noted.settings);
        let is_of_file = is_policy && NETWORK.of(noted) != OWN && SHA256.of(noted) != ANY;
        let is_alike = SHA256.of(settings) == ANY
            && NETWORK.of(settings) == NETWORK.of(noted)
            && EPSILON.of(noted) == EPSILON.default;
        is_of_file && (is_alike || settings == noted)
    }

    /// The same bot with the SHA-256 of its file, which results name so.
    fn stands_for<G: Knowledge>(&self, settings: &Settings, _: &Bots<G>) -> Option<String> {
        let (file, path) = (file(settings)?, NETWORK.of(settings));
        (SHA256.of(settings) == ANY).then(|| match file {
            Ok(file) => format!("policy:network={path}:sha256={}", file.sha256),
            // Reading this spec fails with the reason why the file can't be read.
            Err(_) => format!("policy:network={path}"),
        })
    }
}
