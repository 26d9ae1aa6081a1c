//! The data of a run: validation positions, and the training positions in shuffled windows.

use std::path::PathBuf;
use std::slice;

use crossbeam_channel::{Receiver, bounded};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;

use super::error::TrainError;
use super::{FEWEST, Learn, Recipe};
use crate::batches::{BatchError, Batches, count_records};
use crate::files::is_same_file;
use crate::format::record::Record;

/// The positions of the data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Split {
    /// All positions.
    total: u64,
    /// The training positions, at the beginning.
    pub(super) training: u64,
    /// CRC-32 of their number, the first of them and the batch size; other data have another.
    pub(super) checksum: u32,
}

/// Positions that the checksum of the data covers.
const CHECKED: usize = 4096;

/// Counts the positions of the data, and reads the validation positions.
pub(super) fn split(settings: &Learn, recipe: &Recipe) -> Result<(Split, Vec<Record>), TrainError> {
    for (index, path) in settings.data.iter().enumerate() {
        if settings.data[..index]
            .iter()
            .any(|other| is_same_file(other, path))
        {
            return Err(TrainError::Repeated(path.clone()));
        }
    }
    let counts = settings.data.iter().map(|path| count_records(path));
    let total = counts.sum::<Result<u64, _>>()?;
    if total < FEWEST {
        return Err(TrainError::TooFew(total));
    }
    let (files, skip, count, training) = match &settings.held_out {
        Some(path) => {
            if settings.data.iter().any(|data| is_same_file(data, path)) {
                return Err(TrainError::NotHeldOut(path.clone()));
            }
            let count = recipe.validation.min(count_records(path)?);
            if count == 0 {
                return Err(TrainError::NothingHeldOut(path.clone()));
            }
            (slice::from_ref(path), 0, count, total)
        }
        None => {
            let count = recipe.validation.min(total / 10);
            let training = total - count;
            (settings.data.as_slice(), training, count, training)
        }
    };
    let mut batches = Batches::open(files, count as usize, skip)?;
    let validation = batches.next().transpose()?.unwrap_or_default();
    let split = Split {
        total,
        training,
        checksum: checksum(&settings.data, training, recipe.batch)?,
    };
    Ok((split, validation))
}

/// The [checksum](Split::checksum) of data with `training` training positions.
fn checksum(data: &[PathBuf], training: u64, batch: usize) -> Result<u32, TrainError> {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&training.to_le_bytes());
    hasher.update(&(batch as u64).to_le_bytes());
    let first = Batches::open(data, CHECKED, 0)?.next().transpose()?;
    for record in first.unwrap_or_default() {
        hasher.update(&record.to_bytes());
    }
    Ok(hasher.finalize())
}

/// The number of steps of an epoch: an incomplete batch is skipped, unless it is the only one.
pub(super) fn steps(positions: u64, recipe: &Recipe) -> u64 {
    // Windows are whole batches.
    (positions / recipe.batch as u64).max(1)
}

/// The number of positions of a window: whole batches.
fn window(recipe: &Recipe) -> usize {
    recipe.window / recipe.batch * recipe.batch
}

/// The training positions in windows, each in a random order determined by seed and epoch, read ahead
/// by a separate thread.
///
/// # Errors
/// If the files cannot be read, or no longer have as many positions as when they were counted.
pub(super) fn windows(
    data: &[PathBuf],
    recipe: &Recipe,
    split: Split,
    epoch: u64,
) -> Result<Receiver<Result<Vec<Record>, BatchError>>, TrainError> {
    let batches = Batches::open(data, window(recipe), 0)?;
    let (before, now) = (split.total, batches.total());
    if now != before {
        return Err(TrainError::Changed { before, now });
    }
    let mut rng = SmallRng::seed_from_u64(recipe.seed ^ (epoch + 1).wrapping_mul(0x9E37_79B9));
    let (sender, receiver) = bounded(1);
    let read = move || {
        let mut left = split.training;
        for window in batches {
            let window = window.map(|mut records| {
                records.truncate(left.try_into().unwrap_or(usize::MAX));
                left -= records.len() as u64;
                records.shuffle(&mut rng);
                records
            });
            let failed = window.is_err();
            if sender.send(window).is_err() || failed || left == 0 {
                return;
            }
        }
    };
    std::thread::Builder::new()
        .name("reader".into())
        .spawn(read)
        .map_err(TrainError::Reader)?;
    Ok(receiver)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batches::tests::two_files;

    #[test]
    fn windows_hold_the_training_positions_in_another_order_each_epoch() {
        let folder = tempfile::tempdir().expect("a folder");
        let (data, mixture) = two_files(folder.path());
        let settings = Learn {
            data: data.into(),
            held_out: None,
            out: PathBuf::new(),
            recipe: None,
            begin_with: None,
            resume: false,
            threads: None,
        };
        let recipe = Recipe {
            batch: 100,
            window: 5000,
            validation: 700,
            ..Recipe::default()
        };
        let scores = |records: Vec<Record>| records.into_iter().map(|record| record.score);
        let (split, validation) = split(&settings, &recipe).expect("positions");
        let (training, held_out) = mixture.split_at(mixture.len() - 700);
        assert_eq!(split.training, training.len() as u64);
        assert!(scores(validation).eq(held_out.iter().copied()));
        let orders = [0, 1].map(|epoch| {
            let windows = windows(&settings.data, &recipe, split, epoch).expect("positions");
            let windows = windows.iter().map(|window| window.expect("positions"));
            windows.flat_map(scores).collect::<Vec<i16>>()
        });
        assert!(orders[0] != orders[1]);
        let mut expected = training.to_vec();
        expected.sort_unstable();
        for mut order in orders {
            assert!(order != training, "not shuffled");
            order.sort_unstable();
            assert!(order == expected);
        }
    }

    #[test]
    fn data_that_changed_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("training.rec");
        let record = Record::new(&movegen::Board::default(), 0, None).to_bytes();
        fs_err::write(&path, record.repeat(30)).expect("a file");
        let data = [path];
        let open = |total| {
            let split = Split {
                total,
                training: total,
                checksum: 0,
            };
            windows(&data, &Recipe::default(), split, 0)
        };
        assert_eq!(open(30).expect("positions").iter().count(), 1);
        assert!(matches!(
            open(31),
            Err(TrainError::Changed {
                before: 31,
                now: 30
            })
        ));
    }

    #[test]
    fn only_a_single_batch_may_be_incomplete() {
        let recipe = Recipe {
            batch: 100,
            window: 250,
            ..Recipe::default()
        };
        let steps = |positions| steps(positions, &recipe);
        assert_eq!([1, 99, 100, 199, 201, 999].map(steps), [1, 1, 1, 1, 2, 9]);
    }
}
