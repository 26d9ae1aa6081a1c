//! Reading files of training positions in batches.

use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use fs_err::File;
use thiserror::Error;

use crate::format::record::{RECORD_BYTES, Record, RecordError};

/// Unreadable training positions.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages describe them")]
pub enum BatchError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(
        "{}: {bytes} bytes are not a whole number of {RECORD_BYTES}-byte records; \
         was it written by 'train shuffle'?",
        path.display()
    )]
    Length { path: PathBuf, bytes: u64 },
    #[error("{}: cannot read record {index}: {source}", path.display())]
    Read {
        path: PathBuf,
        /// From 0.
        index: u64,
        source: io::Error,
    },
    #[error("{}: record {index}: {source}", path.display())]
    Record {
        path: PathBuf,
        /// From 0.
        index: u64,
        source: RecordError,
    },
}

/// The number of positions in a file.
///
/// # Errors
/// The file cannot be read, or its length is not a multiple of [`RECORD_BYTES`].
pub fn count_records(path: &Path) -> Result<u64, BatchError> {
    let bytes = File::open(path)?.metadata()?.len();
    if bytes % RECORD_BYTES as u64 != 0 {
        let path = path.to_owned();
        return Err(BatchError::Length { path, bytes });
    }
    Ok(bytes / RECORD_BYTES as u64)
}

/// An iterator over the positions of several files, in batches. Files are mixed: blocks of
/// positions are taken from each file in proportion to its size.
///
/// All batches but the last have the given size. An error is the last item.
///
/// ```no_run
/// # fn train(batch: &[train::format::record::Record]) {}
/// # fn main() -> Result<(), train::batches::BatchError> {
/// let files = ["a.rec".into(), "b.rec".into()];
/// for batch in train::batches::Batches::open(&files, 16_384, 0)? {
///     train(&batch?);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Batches {
    sources: Vec<Source>,
    /// Blocks to be read, the next one last.
    blocks: Vec<Block>,
    batch_size: usize,
    /// Positions in all files, skipped ones included.
    total: u64,
}

#[derive(Debug)]
struct Source {
    path: PathBuf,
    reader: BufReader<File>,
    /// The next position, counted from the beginning of the file.
    index: u64,
}

/// Adjacent positions of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    source: usize,
    start: u64,
    count: u64,
}

/// Positions per block.
const BLOCK: u64 = 4096;

/// The blocks of files with these position counts, ordered by their relative place in the file.
fn blocks(counts: &[u64]) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (source, &total) in counts.iter().enumerate() {
        let starts = (0..total).step_by(BLOCK as usize);
        blocks.extend(starts.map(|start| Block {
            source,
            start,
            count: BLOCK.min(total - start),
        }));
    }
    let place = |block: &Block| {
        let middle = 2 * block.start + block.count;
        middle as f64 / counts[block.source] as f64
    };
    blocks.sort_by(|a, b| place(a).total_cmp(&place(b)));
    blocks
}

impl Batches {
    /// Opens files, skipping the first `skip` positions of their mixture.
    ///
    /// # Errors
    /// A file cannot be read, or its length is not a multiple of [`RECORD_BYTES`].
    pub fn open(paths: &[PathBuf], batch_size: usize, mut skip: u64) -> Result<Self, BatchError> {
        let counts = paths
            .iter()
            .map(|path| count_records(path))
            .collect::<Result<Vec<_>, _>>()?;
        let mut blocks = blocks(&counts);
        blocks.reverse();
        while let Some(block) = blocks.last_mut() {
            let skipped = skip.min(block.count);
            block.start += skipped;
            block.count -= skipped;
            skip -= skipped;
            if block.count > 0 {
                break;
            }
            blocks.pop();
        }
        let mut sources = Vec::new();
        for (source, path) in paths.iter().enumerate() {
            let first = blocks.iter().rev().find(|block| block.source == source);
            sources.push(Source::open(path, first.map_or(0, |block| block.start))?);
        }
        Ok(Self {
            sources,
            blocks,
            batch_size: batch_size.max(1),
            total: counts.iter().sum(),
        })
    }

    /// The number of positions in all files.
    pub const fn total(&self) -> u64 {
        self.total
    }

    fn read(&mut self) -> Result<Vec<Record>, BatchError> {
        let left: u64 = self.blocks.iter().map(|block| block.count).sum();
        let size = self.batch_size.min(left.try_into().unwrap_or(usize::MAX));
        let mut batch = Vec::with_capacity(size);
        while batch.len() < size
            && let Some(block) = self.blocks.last_mut()
        {
            let wanted = block.count.min((size - batch.len()) as u64);
            let source = &mut self.sources[block.source];
            for _ in 0..wanted {
                batch.push(source.next()?);
            }
            block.start += wanted;
            block.count -= wanted;
            if block.count == 0 {
                self.blocks.pop();
            }
        }
        Ok(batch)
    }
}

impl Iterator for Batches {
    type Item = Result<Vec<Record>, BatchError>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = self.read();
        if batch.is_err() {
            self.blocks.clear();
        }
        Some(batch).filter(|batch| batch.as_ref().map_or(true, |batch| !batch.is_empty()))
    }
}

impl Source {
    /// Opens a file at position `index`.
    fn open(path: &Path, index: u64) -> Result<Self, BatchError> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(index * RECORD_BYTES as u64))?;
        Ok(Self {
            path: path.to_owned(),
            reader: BufReader::with_capacity(1 << 20, file),
            index,
        })
    }

    fn next(&mut self) -> Result<Record, BatchError> {
        let mut bytes = [0; RECORD_BYTES];
        self.reader
            .read_exact(&mut bytes)
            .map_err(|source| BatchError::Read {
                path: self.path.clone(),
                index: self.index,
                source,
            })?;
        let record = Record::from_bytes(&bytes).map_err(|source| BatchError::Record {
            path: self.path.clone(),
            index: self.index,
            source,
        })?;
        self.index += 1;
        Ok(record)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Writes two files of several blocks, whose positions are numbered by their scores; returns the
    /// files, and the scores in the order of the mixture.
    pub(crate) fn two_files(folder: &Path) -> ([PathBuf; 2], Vec<i16>) {
        const COUNT: i16 = BLOCK as i16;
        const LAST: i16 = 4 * COUNT + 5;
        let board = movegen::Board::default();
        let files = [("a.rec", 0..3 * COUNT), ("b.rec", 3 * COUNT..LAST)].map(|(name, scores)| {
            let record = |score| Record::new(&board, score, None).to_bytes();
            let path = folder.join(name);
            std::fs::write(&path, scores.flat_map(record).collect::<Vec<u8>>()).expect("a file");
            path
        });
        let blocks = [
            0..COUNT,
            3 * COUNT..4 * COUNT,
            COUNT..3 * COUNT,
            4 * COUNT..LAST,
        ];
        (files, blocks.into_iter().flatten().collect())
    }

    #[test]
    fn batches_start_anywhere_in_the_mixture() {
        let folder = tempfile::tempdir().expect("a folder");
        let (files, mixture) = two_files(folder.path());
        // In the first block of either file, between blocks, in a later one, and in the last.
        for skip in [0, 1, 4096, 4103, 9000, mixture.len() - 1] {
            let batches = Batches::open(&files, 1000, skip as u64).expect("files of positions");
            let records = batches.flat_map(|batch| batch.expect("positions"));
            let scores: Vec<i16> = records.map(|record| record.score).collect();
            assert!(scores == mixture[skip..], "{skip} skipped");
        }
    }

    #[test]
    fn blocks_mix_files_in_proportion() {
        let counts = [10 * BLOCK, 2 * BLOCK + 5, 0, 7];
        let blocks = blocks(&counts);
        for (source, &count) in counts.iter().enumerate() {
            let mut next = 0;
            for block in blocks.iter().filter(|block| block.source == source) {
                assert_eq!(block.start, next);
                next += block.count;
            }
            assert_eq!(next, count);
        }
        let sources: Vec<_> = blocks.iter().map(|block| block.source).collect();
        assert_eq!(sources, [0, 0, 1, 0, 0, 0, 3, 0, 0, 1, 0, 0, 0, 1]);
    }
}
