//! The table of a hashed perft: subtree counts by position, shared by all threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

use crate::board::Node;
use crate::memory::zeroed_table;
use crate::types::Side;
use crate::zobrist::split_mix;

/// The table did not fit into memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{mebibytes} MiB of memory for the perft table are not to be had")]
pub struct TableError {
    /// The size asked for.
    pub mebibytes: usize,
}

/// The first word of an entry is the 64-bit check of the key, combined by exclusive or with the
/// second: two threads writing at once leave an entry that matches nothing (Robert Hyatt and
/// Timothy Mann, 2002). The second is the count, with more of the key above it.
type Entry = [AtomicU64; 2];

/// Four entries fill a cache line.
const BUCKET: usize = 4;

/// Bits of an entry's second word that hold the count; larger counts, of which there are few, are
/// not kept.
const COUNT_BITS: u32 = 40;

/// Counts of subtrees by position and depth.
///
/// # Key width
/// A start position's perft of depth 9 keeps about 1.2e8 subtrees, some 2^52 pairs that could be
/// mistaken for each other. A 64-bit key would leave one chance in 4,000 of a wrong total. Here
/// two positions in one bucket must agree in 88 bits, besides the bits that chose the bucket: a
/// chance below 2^-36 for the whole run, and less with every doubling of the table.
pub struct PerftTable {
    entries: Box<[Entry]>,
    /// The first entry that begins a cache line.
    first: usize,
    /// The number of buckets from there.
    buckets: u64,
}

/// Where a subtree's count is looked for, and what it is recognised by.
#[derive(Clone, Copy)]
pub(super) struct TableKey {
    /// The index of the first of four entries.
    bucket: usize,
    check: u64,
    /// The bits above the count, in place.
    high: u64,
}

impl PerftTable {
    /// An empty table of the largest size that fits into `mebibytes`; at least one bucket.
    ///
    /// # Errors
    /// [`TableError`] when there is not that much memory.
    pub fn new(mebibytes: usize) -> Result<Self, TableError> {
        let error = TableError { mebibytes };
        let bytes = mebibytes.checked_mul(1 << 20).ok_or(error)?;
        // Memory from the allocator is zero without being touched, but not aligned to cache lines:
        // one bucket more than needed leaves room to begin where a line begins.
        let buckets = (bytes / size_of::<[Entry; BUCKET]>()).max(1);
        let count = (buckets + 1) * BUCKET;
        let entries = zeroed_table::<Entry>(count).ok_or(error)?;
        let line = size_of::<[Entry; BUCKET]>();
        let first = (entries.as_ptr() as usize).wrapping_neg() % line / size_of::<Entry>();
        Ok(Self {
            entries,
            first,
            buckets: buckets as u64,
        })
    }

    /// The key of a subtree.
    #[inline(always)]
    pub(super) fn key<S: Side>(&self, node: &Node, depth: u32) -> TableKey {
        let words = node.words::<S>(depth);
        let [first, second] = [hash(&words, &SALTS[0]), hash(&words, &SALTS[1])];
        let fold = |hash: u128| hash as u64 ^ (hash >> 64) as u64;
        // A product's upper bits hardly change with its factors' lower ones; one more product
        // brings all of them to the top, where the bucket is chosen.
        let place = fold(first).wrapping_mul(SPREAD);
        TableKey {
            // The high half of a product maps a hash evenly onto any number of buckets.
            bucket: self.first
                + ((u128::from(place) * u128::from(self.buckets)) >> 64) as usize * BUCKET,
            check: fold(second),
            high: first as u64 & !0 << COUNT_BITS,
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, key: TableKey) -> Option<u64> {
        self.bucket(key).iter().find_map(|entry| {
            let (check, data) = read(entry);
            let matches = check == key.check && data & !0 << COUNT_BITS == key.high;
            (matches && data != 0).then_some(data & !(!0 << COUNT_BITS))
        })
    }

    #[inline(always)]
    fn bucket(&self, key: TableKey) -> &[Entry] {
        &self.entries[key.bucket..key.bucket + BUCKET]
    }

    /// Keeps a count in place of the smallest one in its bucket: that is the least work to repeat.
    #[inline(always)]
    pub(super) fn set(&self, key: TableKey, count: u64) {
        if count >> COUNT_BITS != 0 {
            return;
        }
        let size = |entry: &Entry| entry[1].load(Ordering::Relaxed) & !(!0 << COUNT_BITS);
        if let Some(entry) = self.bucket(key).iter().min_by_key(|&entry| size(entry)) {
            let data = key.high | count;
            entry[0].store(key.check ^ data, Ordering::Relaxed);
            entry[1].store(data, Ordering::Relaxed);
        }
    }
}

fn read([check, data]: &Entry) -> (u64, u64) {
    let data = data.load(Ordering::Relaxed);
    (check.load(Ordering::Relaxed) ^ data, data)
}

/// 2^64 divided by the golden ratio, made odd (Knuth's multiplicative hashing).
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

static SALTS: [[u64; 8]; 2] = {
    let mut state = 0x0070_6572_6674; // "perft"
    let mut salts = [[0; 8]; 2];
    let mut i = 0;
    while i < 16 {
        salts[i / 8][i % 8] = split_mix(&mut state);
        i += 1;
    }
    salts
};

/// NH, the hash of UMAC (Black, Halevi, Krawczyk, Krovetz, Rogaway 1999): sums of products of
/// salted words. For random salts no two inputs collide with more than a chance of 2^-64, and the
/// two salts used side by side square that.
#[inline(always)]
fn hash(words: &[u64; 8], salts: &[u64; 8]) -> u128 {
    let mut sum = 0_u128;
    for i in (0..8).step_by(2) {
        let a = words[i].wrapping_add(salts[i]);
        let b = words[i + 1].wrapping_add(salts[i + 1]);
        sum = sum.wrapping_add(u128::from(a) * u128::from(b));
    }
    sum
}
