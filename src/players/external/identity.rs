//! Which program played: what tells two builds of one engine apart.

use anyhow::Result;

use super::ExternalConfig;
use crate::base::rng::hash_bytes;

/// A program by its file. Data that it reads beside that, as weights, are not part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The file, absolute.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// A hash of its content, 16 hexadecimal digits: [`hash_bytes`].
    pub content_hash: String,
}

impl Identity {
    /// Reads the program of a player.
    ///
    /// # Errors
    /// If it is not there or cannot be read.
    pub fn read(config: &ExternalConfig) -> Result<Identity> {
        let path = config.start()?.program;
        let content =
            std::fs::read(&path).map_err(|error| anyhow::anyhow!("cannot read '{}': {error}", config.program))?;
        let content_hash = format!("{:016x}", hash_bytes(&content));
        Ok(Identity { path: path.display().to_string(), bytes: content.len() as u64, content_hash })
    }
}
