//! Networks in files of users.

use std::fmt::Write as _;
use std::fs::{metadata, read};
use std::ops::Deref;
use std::sync::{Mutex, OnceLock, PoisonError};

use sha2::{Digest as _, Sha256};

use super::planes_network::PlanesNetwork;
use super::{BadNetwork, Learned, Network, Policy};
use crate::bot::Bot;
use crate::knowledge::Knowledge;

/// The longest file that is read, in bytes.
const LONGEST: u64 = 1 << 26;

/// A file that should hold a network.
pub struct NetworkFile {
    /// The SHA-256 of its bytes, in hexadecimal digits.
    pub sha256: String,
    bytes: Vec<u8>,
    /// The network, once it is read, with the name of the game that it plays.
    network: OnceLock<(&'static str, Network)>,
    /// The network over planes, if it is one and is read.
    planes: OnceLock<PlanesNetwork>,
}

/// All files so far.
static FILES: Mutex<Vec<&'static NetworkFile>> = Mutex::new(Vec::new());

impl NetworkFile {
    /// The file at this path as it is now.
    ///
    /// # Errors
    /// Why it can't be read, in a line.
    pub fn at(path: &str) -> Result<&'static Self, String> {
        let about = metadata(path).map_err(|error| error.to_string())?;
        if !about.is_file() || about.len() > LONGEST {
            return Err("it is no file of a network".to_owned());
        }
        let bytes = read(path).map_err(|error| error.to_string())?;
        let mut sha256 = String::new();
        for byte in Sha256::digest(&bytes) {
            write!(sha256, "{byte:02x}").expect("a text takes all");
        }
        Ok(Self::known(&sha256).unwrap_or_else(|| {
            let (network, planes) = (OnceLock::new(), OnceLock::new());
            let file = Box::leak(Box::new(Self { sha256, bytes, network, planes }));
            FILES.lock().unwrap_or_else(PoisonError::into_inner).push(file);
            file
        }))
    }

    /// A file of this SHA-256 that was read before.
    pub fn known(sha256: &str) -> Option<&'static Self> {
        let files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
        files.iter().find(|file| file.sha256 == sha256).copied()
    }

    /// The network, if it is one over planes.
    pub(super) fn planes(&'static self) -> Option<Result<&'static PlanesNetwork, BadNetwork>> {
        if !PlanesNetwork::is_in(&self.bytes) {
            return None;
        }
        Some(match self.planes.get() {
            Some(network) => Ok(network),
            None => PlanesNetwork::read(&self.bytes).map(|read| self.planes.get_or_init(|| read)),
        })
    }

    /// The bot that plays `G` by the network, whichever kind it is of.
    ///
    /// # Errors
    /// What is wrong with the network.
    pub fn bot<G: Knowledge>(&'static self) -> Result<Box<dyn Bot<G>>, BadNetwork> {
        match self.planes() {
            Some(network) => network.and_then(PlanesNetwork::policy),
            None => G::policy_of(self),
        }
    }

    /// Why the network can't play by these rules, in a line; `None` if it can.
    pub(super) fn refusal<G: Knowledge>(&'static self, game: &G) -> Option<String> {
        let expected = self.planes().map_or(Ok(()), |network| network?.expect(game));
        expected.and_then(|()| self.bot::<G>()).err().map(|why| why.to_string())
    }

    /// The bot that plays `G` by the network, which is none over planes.
    ///
    /// # Errors
    /// What is wrong with the network.
    pub fn policy<G: Learned>(&'static self) -> Result<Box<dyn Bot<G>>, BadNetwork> {
        if self.network.get().is_none_or(|(game, _)| *game != G::NAME) {
            let network = Network::read_whole::<G>(&self.bytes)?;
            self.network.get_or_init(|| (G::NAME, network));
        }
        Ok(Box::new(Policy::new(self)))
    }
}

impl Deref for NetworkFile {
    type Target = Network;

    fn deref(&self) -> &Network {
        &self.network.get().expect("a policy has read it").1
    }
}
