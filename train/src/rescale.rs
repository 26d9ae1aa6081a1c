//! `train rescale`: changes the scale in a network's header, and with it the unit of its scores.

use std::io;
use std::path::PathBuf;

use clap::Args;
use search::nnue::{NetworkError, NetworkFile};
use thiserror::Error;

use crate::console::print_line;
use crate::files::{create_parent, write_atomically};

/// Rescale settings.
#[derive(Args, Clone, Debug)]
pub struct Rescale {
    /// The network
    pub file: PathBuf,
    /// Internal units of score per network output of 1.0; training exports 400
    #[arg(long, value_name = "UNITS", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub scale: u32,
    /// File for the rescaled network; may be the same
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

/// A network that cannot be rescaled.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages describe them")]
pub enum RescaleError {
    #[error(transparent)]
    Network(#[from] NetworkError),
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes a network with another scale.
///
/// # Errors
/// [`RescaleError`]; the output file is then unchanged.
pub fn run(settings: &Rescale) -> Result<(), RescaleError> {
    let mut network = NetworkFile::read(&settings.file)?;
    let before = std::mem::replace(&mut network.scale, settings.scale);
    create_parent(&settings.out)?;
    write_atomically(&settings.out, &network.to_bytes()?)?;
    print_line(format_args!(
        "{}: scale {} instead of {before}",
        network.recipe, network.scale
    ));
    Ok(())
}

#[cfg(test)]
mod tests {
    use search::nnue::Network;
    use support::board;

    use super::*;

    #[test]
    fn rescaled_network_differs_by_its_scale_alone() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("network.nnue");
        std::fs::write(&file, Network::embedded_file()).expect("a writable temporary folder");
        let read = || NetworkFile::read(&file).expect("a network");
        let evaluate = |network: &NetworkFile| {
            let network = Network::try_from(network).expect("a valid network");
            network.evaluate(&board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"))
        };
        let rescale = |scale| {
            run(&Rescale {
                file: file.clone(),
                scale,
                out: file.clone(),
            })
        };
        let before = read();
        let scale = 7 * before.scale;
        rescale(scale).expect("a new scale");
        let after = read();
        let value = evaluate(&before);
        assert!(value > 0 && (evaluate(&after) - 7 * value).abs() < 7);
        assert!(after == NetworkFile { scale, ..before });
        for scale in [0, u32::MAX] {
            let error = rescale(scale).expect_err("an invalid scale");
            assert!(error.to_string().contains("scale is"), "{error}");
            assert!(read() == after);
        }
    }
}
