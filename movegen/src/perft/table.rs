//! The perft hash table: subtree counts by position and depth, shared by all threads without locks.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

use crate::board::PerftNode;
use crate::memory::zeroed_table;
use crate::types::ConstColor;
use crate::zobrist::split_mix;

/// A failed allocation of a perft table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("cannot allocate {mebibytes} MiB for the perft table")]
pub struct TableError {
    /// The requested size in MiB.
    pub mebibytes: usize,
}

/// Lockless hashing: the first word is the key's 64-bit check XORed with the second word, so two
/// threads that write at once leave a slot that matches nothing (Robert Hyatt and Timothy Mann,
/// 2002, <https://www.chessprogramming.org/Shared_Hash_Table#Lock-less>). The second word is the
/// count, with more key bits above it.
type Slot = [AtomicU64; 2];

/// Slots per bucket; a bucket fills a cache line.
const BUCKET: usize = 4;

/// The bits of a slot's second word that hold the count. The few larger counts are not stored.
const COUNT_BITS: u32 = 40;

/// A hash table of subtree counts by position and depth.
///
/// # Key width
/// Perft to depth 9 from a start position stores about 1.2e8 subtrees, some 7e15 pairs that could
/// collide. A 64-bit key would leave one chance in 2,600 of a wrong total. Here two positions in
/// one bucket must agree in 88 bits besides those that choose the bucket: a chance below 2^-36 for
/// the whole run, and less with every doubling of the table.
pub struct PerftTable {
    slots: Box<[Slot]>,
    /// The first slot that begins a cache line.
    first: usize,
    /// The number of buckets from `first` on.
    buckets: u64,
}

impl fmt::Debug for PerftTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = f.debug_struct("PerftTable");
        table
            .field("buckets", &self.buckets)
            .finish_non_exhaustive()
    }
}

/// The bucket of a subtree and the bits that identify it there.
#[derive(Clone, Copy)]
pub(super) struct TableKey {
    /// The index of the bucket's first slot.
    bucket: usize,
    /// The check word.
    check: u64,
    /// The key bits above the count, in place.
    high: u64,
}

impl PerftTable {
    /// Allocates an empty table of the largest size that fits into `mebibytes`; at least one
    /// bucket.
    ///
    /// # Errors
    /// [`TableError`] if the allocation fails.
    pub fn new(mebibytes: usize) -> Result<Self, TableError> {
        let error = TableError { mebibytes };
        let bytes = mebibytes.checked_mul(1 << 20).ok_or(error)?;
        // The allocator's zeroed memory is untouched but not aligned to cache lines: one extra
        // bucket leaves room to begin at the start of a line.
        let buckets = (bytes / size_of::<[Slot; BUCKET]>()).max(1);
        let count = (buckets + 1) * BUCKET;
        let slots = zeroed_table::<Slot>(count).ok_or(error)?;
        let line = size_of::<[Slot; BUCKET]>();
        let first = (slots.as_ptr() as usize).wrapping_neg() % line / size_of::<Slot>();
        Ok(Self {
            slots,
            first,
            buckets: buckets as u64,
        })
    }

    /// The key of the subtree of `depth` plies below a node.
    #[inline(always)]
    pub(super) fn key<S: ConstColor>(&self, node: &PerftNode, depth: u32) -> TableKey {
        let words = node.hash_words::<S>(depth);
        let [first, second] = [hash(&words, &SALTS[0]), hash(&words, &SALTS[1])];
        let fold = |hash: u128| hash as u64 ^ (hash >> 64) as u64;
        // The upper bits of a product depend little on the lower bits of its factors. One more
        // multiplication mixes all of them into the top bits, which choose the bucket.
        let place = fold(first).wrapping_mul(SPREAD);
        TableKey {
            // Multiply-shift: maps a hash evenly onto any number of buckets (Lemire 2016).
            bucket: self.first
                + ((u128::from(place) * u128::from(self.buckets)) >> 64) as usize * BUCKET,
            check: fold(second),
            high: first as u64 & !0 << COUNT_BITS,
        }
    }

    /// The stored count of a subtree.
    #[inline(always)]
    pub(super) fn get(&self, key: TableKey) -> Option<u64> {
        self.bucket(key).iter().find_map(|slot| {
            let (check, data) = read(slot);
            let matches = check == key.check && data & !0 << COUNT_BITS == key.high;
            (matches && data != 0).then_some(data & !(!0 << COUNT_BITS))
        })
    }

    #[inline(always)]
    fn bucket(&self, key: TableKey) -> &[Slot] {
        &self.slots[key.bucket..key.bucket + BUCKET]
    }

    /// Stores a count, replacing the smallest one in its bucket, the cheapest to recompute.
    #[inline(always)]
    pub(super) fn set(&self, key: TableKey, count: u64) {
        if count >> COUNT_BITS != 0 {
            return;
        }
        let size = |slot: &Slot| slot[1].load(Ordering::Relaxed) & !(!0 << COUNT_BITS);
        if let Some(slot) = self.bucket(key).iter().min_by_key(|&slot| size(slot)) {
            let data = key.high | count;
            slot[0].store(key.check ^ data, Ordering::Relaxed);
            slot[1].store(data, Ordering::Relaxed);
        }
    }
}

/// The check and the data word of a slot.
fn read([check, data]: &Slot) -> (u64, u64) {
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

/// NH, the hash of UMAC (Black, Halevi, Krawczyk, Krovetz, Rogaway 1999): a sum of products of
/// salted words. With random salts any two inputs collide with a probability of at most 2^-64. Keys
/// keep 88 bits of two such sums with different salts.
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
