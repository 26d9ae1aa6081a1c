//! The transposition table: results of searched positions, shared by all threads.
//!
//! Lockless and safe: every word is atomic, and an entry's tag is folded with its data, so that an
//! entry torn by a race no longer matches its key. The legality check of every table move catches
//! the rest. After Hyatt and Mann, "A lock-less transposition table implementation for parallel
//! search" (2002), with the keys of a cluster packed into a separate word.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::thread::{self, Builder};

use movegen::Move;
use movegen::memory::{HUGE_PAGE, zeroed_table};
use parking_lot::Mutex;

use crate::params;
use crate::score::{Bound, NO_SCORE, Score, from_table, to_table};
use crate::tables::prefetch::prefetch;

/// A move that fits in an entry: any 16 bits except zero, which means no move.
pub trait TableMove: Copy {
    /// The bits; not zero.
    fn bits(self) -> u16;
    /// The inverse of [`bits`](Self::bits); need not be a legal move.
    fn from_bits(bits: u16) -> Option<Self>;
}

impl TableMove for Move {
    #[inline(always)]
    fn bits(self) -> u16 {
        self.bits()
    }

    #[inline(always)]
    fn from_bits(bits: u16) -> Option<Self> {
        Self::from_bits(bits)
    }
}

/// The stored result of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<M = Move> {
    /// The best move. It may be any 16 bits, so its legality must be checked.
    pub mv: Option<M>,
    /// The score. In the table, mates and tablebase wins are counted from the node; after
    /// [`from_table`](Self::from_table), from the root.
    pub score: Score,
    /// The uncorrected evaluation, or [`NO_SCORE`].
    pub eval: Score,
    /// Depth in plies; 0 for quiescence.
    pub depth: i32,
    /// `None` if only the evaluation is stored.
    pub bound: Option<Bound>,
    /// The node is or was on a principal variation.
    pub pv: bool,
}

impl Entry {
    /// An entry with the evaluation only.
    pub(crate) const fn only_eval(eval: Score, pv: bool) -> Self {
        Self {
            mv: None,
            score: 0,
            eval,
            depth: 0,
            bound: None,
            pv,
        }
    }

    /// An entry with a score that is known without search.
    pub(crate) fn known(score: Score, bound: Bound, depth: i32) -> Self {
        Self {
            score,
            depth,
            bound: Some(bound),
            ..Self::only_eval(NO_SCORE, false)
        }
    }
}

impl<M: TableMove> Entry<M> {
    /// An entry from the table with its score as seen from the root, `ply` plies before the node.
    #[inline(always)]
    pub fn from_table(self, ply: usize, halfmove_clock: u16) -> Self {
        Self {
            score: from_table(self.score, ply, halfmove_clock),
            ..self
        }
    }

    /// The inverse of [`from_table`](Self::from_table): an entry to store.
    #[inline(always)]
    pub fn to_table(self, ply: usize) -> Self {
        Self {
            score: to_table(self.score, ply),
            ..self
        }
    }

    /// True if the score decides a zero window that ends at `beta`.
    #[inline(always)]
    pub fn allows_cutoff(&self, beta: Score) -> bool {
        match self.bound {
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => self.score >= beta,
            Some(Bound::Upper) => self.score < beta,
            None => false,
        }
    }

    /// True if the score is a better estimate of the position than the evaluation `eval`.
    #[inline(always)]
    pub fn refines(&self, eval: Score) -> bool {
        match self.bound {
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => self.score > eval,
            Some(Bound::Upper) => self.score < eval,
            None => false,
        }
    }

    fn pack(&self, age: u8) -> u64 {
        u64::from(self.mv.map_or(0, M::bits))
            | u64::from(self.score as i16 as u16) << 16
            | u64::from(self.eval as i16 as u16) << 32
            | u64::from(self.depth.clamp(0, 255) as u8) << 48
            | self.bound.map_or(0, |bound| bound as u64) << 56
            | u64::from(self.pv) << 58
            | u64::from(age) << 59
    }

    /// Unpacks an entry; any 64 bits are valid.
    pub(crate) fn unpack(data: u64) -> Self {
        Self {
            mv: M::from_bits(data as u16),
            score: Score::from((data >> 16) as u16 as i16),
            eval: Score::from((data >> 32) as u16 as i16),
            depth: depth_of(data),
            bound: match data >> 56 & 3 {
                1 => Some(Bound::Upper),
                2 => Some(Bound::Lower),
                3 => Some(Bound::Exact),
                _ => None,
            },
            pv: data >> 58 & 1 != 0,
        }
    }
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

const AGES: u8 = 32;
const ENTRIES: usize = 3;
/// Words per cluster.
const CLUSTER: usize = 1 + ENTRIES;
/// Words that a thread clears at a time: 4 MiB, less than a millisecond of work.
const CLEAR_CHUNK: usize = (4 << 20) / size_of::<u64>();
const TAG_BITS: usize = 21;
const TAG: u64 = (1 << TAG_BITS) - 1;

/// The tag of an entry for `key` that holds `data`. The key's high bits choose the cluster, so the
/// tag uses its low bits.
#[inline(always)]
fn tag(key: u64, data: u64) -> u64 {
    (key ^ data ^ data >> TAG_BITS ^ data >> (2 * TAG_BITS)) & TAG
}

/// Three entries in half a cache line: one word of 21-bit tags, three words of data.
#[derive(Clone, Copy)]
struct Cluster<'a>(&'a [AtomicU64; CLUSTER]);

impl<'a> Cluster<'a> {
    fn data(self) -> &'a [AtomicU64; ENTRIES] {
        self.0.last_chunk().expect("a cluster has more words")
    }

    #[inline(always)]
    fn tag(self, slot: usize) -> u64 {
        self.0[0].load(Relaxed) >> (slot * TAG_BITS) & TAG
    }

    #[inline(always)]
    fn set_tag(self, slot: usize, tag: u64) {
        let shift = slot * TAG_BITS;
        let tags = self.0[0].load(Relaxed) & !(TAG << shift) | tag << shift;
        self.0[0].store(tags, Relaxed);
    }
}

/// A transposition table. Chess and the river games have different moves, but only reading and
/// writing an entry depends on them.
#[derive(Debug)]
pub struct TranspositionTable {
    words: Box<[AtomicU64]>,
    /// The first word that begins a huge page.
    first: usize,
    /// The number of clusters from `first` on.
    clusters: usize,
    age: AtomicU8,
}

impl TranspositionTable {
    /// An empty table of this many mebibytes, at least 1; `None` if it cannot be allocated. The
    /// memory comes zeroed from the system and is not touched until it is used.
    pub(crate) fn new(mebibytes: usize) -> Option<Self> {
        let words = mebibytes.max(1).checked_mul((1 << 20) / size_of::<u64>())?;
        // The allocator's zeroed memory is untouched but not aligned. Room for one more huge page,
        // never touched, lets the clusters begin at the start of one. Otherwise a table of 2 MiB,
        // as in self-play, would contain no whole huge page, which costs 2% of the time (medians
        // of 12 and 20 pairs of runs).
        let table = zeroed_table(words.checked_add(HUGE_PAGE / size_of::<u64>())?)?;
        let first = (table.as_ptr() as usize).wrapping_neg() % HUGE_PAGE / size_of::<u64>();
        Some(Self {
            words: table,
            first,
            clusters: words / CLUSTER,
            age: AtomicU8::new(0),
        })
    }

    /// Commits the table's memory, on all processors, until `cancel` is set. Faulting in huge pages
    /// is too slow for a search on the clock.
    pub(crate) fn touch(&self, cancel: &AtomicBool) {
        const PAGE: usize = 4096 / size_of::<u64>();
        let words = &self.words[self.used()];
        let chunks = Mutex::new(words.chunks(CLEAR_CHUNK));
        let next = || chunks.lock().next().filter(|_| !cancel.load(Relaxed));
        on_all_processors(words.len().div_ceil(CLEAR_CHUNK), || {
            while let Some(words) = next() {
                for word in words.iter().step_by(PAGE) {
                    // Writes without changing anything, even while other threads write.
                    let _ = word.compare_exchange(0, 0, Relaxed, Relaxed);
                }
            }
        });
    }

    /// Clears the table on all processors, until `cancel` is set.
    pub fn clear(&mut self, cancel: &AtomicBool) {
        let used = self.used();
        let chunks = used.len().div_ceil(CLEAR_CHUNK);
        let parts = Mutex::new(self.words[used].chunks_mut(CLEAR_CHUNK));
        let next = || parts.lock().next().filter(|_| !cancel.load(Relaxed));
        on_all_processors(chunks, || {
            while let Some(words) = next() {
                // Plain stores, which compile to `memset`: four times as fast as atomic ones.
                words.iter_mut().for_each(|word| *word.get_mut() = 0);
            }
        });
        *self.age.get_mut() = 0;
    }

    /// The words of the clusters.
    const fn used(&self) -> Range<usize> {
        self.first..self.first + self.clusters * CLUSTER
    }

    /// Marks all entries as older than those of the next search.
    pub fn next_age(&self) {
        self.age.store((self.age() + 1) % AGES, Relaxed);
    }

    fn age(&self) -> u8 {
        self.age.load(Relaxed)
    }

    /// Multiply-shift: no division, and works for any number of clusters (Lemire 2016).
    #[inline(always)]
    fn cluster(&self, key: u64) -> Cluster<'_> {
        let index = ((u128::from(key) * self.clusters as u128) >> 64) as usize;
        let words = &self.words[self.first + index * CLUSTER..];
        Cluster(words.first_chunk().expect("a whole cluster"))
    }

    /// The entry for the position with this key.
    #[inline]
    pub fn probe<M: TableMove>(&self, key: u64) -> Option<Entry<M>> {
        let cluster = self.cluster(key);
        (0..ENTRIES).find_map(|slot| {
            let data = cluster.data()[slot].load(Relaxed);
            (data != 0 && cluster.tag(slot) == tag(key, data)).then(|| Entry::unpack(data))
        })
    }

    /// Stores a node. A clearly deeper entry of the same position and search is kept unless the new
    /// score is exact, and a node without a best move keeps the stored one.
    pub fn store<M: TableMove>(&self, key: u64, mut entry: Entry<M>) {
        let cluster = self.cluster(key);
        let (slot, old) = self.choose(cluster, key);
        if let Some(old) = old {
            let known = Entry::<M>::unpack(old);
            let stale = age_of(old) != self.age();
            let bonus = params::tt_replace() + params::tt_replace_pv() * i32::from(entry.pv);
            if entry.bound != Some(Bound::Exact) && !stale && entry.depth + bonus <= known.depth {
                return;
            }
            entry.mv = entry.mv.or(known.mv);
        }
        let data = entry.pack(self.age());
        cluster.data()[slot].store(data, Relaxed);
        cluster.set_tag(slot, tag(key, data));
    }

    /// The slot for a key in its cluster, and its old data: its own slot, a free one, or the least
    /// valuable one by depth and age.
    fn choose(&self, cluster: Cluster, key: u64) -> (usize, Option<u64>) {
        let mut chosen = (0, i32::MAX);
        for slot in 0..ENTRIES {
            let data = cluster.data()[slot].load(Relaxed);
            if data == 0 {
                return (slot, None);
            }
            if cluster.tag(slot) == tag(key, data) {
                return (slot, Some(data));
            }
            let age = (AGES + self.age() - age_of(data)) % AGES;
            let value = depth_of(data) - params::tt_age() * i32::from(age);
            if value < chosen.1 {
                chosen = (slot, value);
            }
        }
        (chosen.0, None)
    }

    /// Prefetches the cluster that [`probe`](Self::probe) will read.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key).0);
    }

    /// Share of entries written since the last [`next_age`](Self::next_age), in permille of the
    /// first thousand.
    pub fn hashfull(&self) -> u32 {
        let clusters = self.words[self.used()].as_chunks().0.iter().map(Cluster);
        let sample = || clusters.clone().flat_map(Cluster::data).take(1000);
        let used = sample()
            .map(|data| data.load(Relaxed))
            .filter(|&data| data != 0 && age_of(data) == self.age())
            .count();
        (used * 1000 / sample().count()) as u32
    }
}

/// Runs `work` on this thread and on one for each other processor, at most `most` in total.
fn on_all_processors(most: usize, work: impl Fn() + Sync) {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 1..processors.min(most) {
            // If a thread cannot be started, the others share its work.
            let _ = Builder::new().spawn_scoped(scope, &work);
        }
        work();
    });
}

#[cfg(test)]
mod tests;
