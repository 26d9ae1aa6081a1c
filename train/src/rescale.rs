//! Another unit of scores for a network: the scale in its header, and nothing else.

use std::path::PathBuf;

use clap::Args;
use search::nnue::{NetworkError, NetworkFile};
use thiserror::Error;

use crate::console::say;
use crate::files::write_whole;

/// Which network to rescale, and to what.
#[derive(Args, Clone, Debug)]
pub struct Rescale {
    /// The network
    pub file: PathBuf,
    /// Internal units of score per network output of 1.0; training exports 400
    #[arg(long, value_name = "UNITS")]
    pub scale: u32,
    /// File for the rescaled network; may be the same
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

/// Why a network cannot be rescaled.
#[derive(Debug, Error)]
pub enum RescaleError {
    /// It cannot be read, or not with this scale.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// It cannot be written.
    #[error("{}: {source}", path.display())]
    Write {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
}

/// Writes a network with another scale.
///
/// # Errors
/// [`RescaleError`]; the file named by `--out` is then as it was.
pub fn run(settings: &Rescale) -> Result<(), RescaleError> {
    let mut network = NetworkFile::read(&settings.file)?;
    let before = std::mem::replace(&mut network.scale, settings.scale);
    let bytes = network.to_bytes()?;
    write_whole(&settings.out, &bytes).map_err(|source| RescaleError::Write {
        path: settings.out.clone(),
        source,
    })?;
    say(format_args!(
        "{}: scale {} instead of {before}",
        network.recipe, network.scale
    ));
    Ok(())
}
