//! Weights as bytes: as differences of states, of fixed width or packed as LEB128 numbers, and
//! compressed with LZMA.

use std::io::{self, Error, ErrorKind, Read, Write};
use std::iter;

use lzma_rust2::{LzmaOptions, LzmaReader, LzmaWriter};

/// The stream's properties, which it does not contain. Two bits of the previous weight are the best
/// context for a weight; its position does not help. Weights hardly repeat; the dictionary was chosen
/// for files of versions 5 and 6 that hold a copy of the weights for each state.
const LITERAL_CONTEXT_BITS: u32 = 2;
const LITERAL_POSITION_BITS: u32 = 0;
const POSITION_BITS: u32 = 0;
const DICTIONARY: u32 = 2 << 20;

/// Takes a weight of two bytes from the front.
pub(super) fn take_fixed(bytes: &mut &[u8]) -> Option<i16> {
    let (&weight, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(i16::from_le_bytes(weight))
}

/// Takes a weight of one or two bytes from the front: seven bits in each; the high
/// bit is set if another byte follows.
pub fn take_packed(bytes: &mut &[u8]) -> Option<i16> {
    // The seven bits of the last byte are signed.
    let last = |byte: u8| i16::from((byte << 1) as i8 >> 1);
    let (&low, rest) = bytes.split_first()?;
    if low < 0x80 {
        *bytes = rest;
        return Some(last(low));
    }
    let (&high, rest) = rest.split_first()?;
    *bytes = rest;
    (high < 0x80).then(|| last(high) << 7 | i16::from(low & 0x7F))
}

/// Appends a weight in one or two bytes: the limits of all layers fit in two.
pub fn push_packed(bytes: &mut Vec<u8>, weight: i16) {
    let low = weight as u8 & 0x7F;
    if (-64..64).contains(&weight) {
        bytes.push(low);
    } else {
        bytes.extend([low | 0x80, (weight >> 7) as u8 & 0x7F]);
    }
}

/// The weights of the first state, then those of each further state as differences from the state
/// before, which are smaller and take fewer bytes. `length` is the number of weights of a state.
/// Differences must fit in 14 bits to be packed.
pub fn differences(weights: &[i16], length: usize) -> Vec<i16> {
    let before = iter::repeat_n(&0, length).chain(weights);
    let pairs = weights.iter().zip(before);
    pairs.map(|(weight, before)| weight - before).collect()
}

/// The inverse of [`differences`], in place.
pub fn add_differences(weights: &mut [i16], length: usize) {
    for index in length..weights.len() {
        weights[index] = weights[index].saturating_add(weights[index - length]);
    }
}

/// Compresses to a raw LZMA stream with an end marker.
pub fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let options = LzmaOptions {
        dict_size: DICTIONARY,
        lc: LITERAL_CONTEXT_BITS,
        lp: LITERAL_POSITION_BITS,
        pb: POSITION_BITS,
        ..LzmaOptions::default()
    };
    let mut writer = LzmaWriter::new_no_header(Vec::new(), &options, true)?;
    writer.write_all(bytes)?;
    writer.finish()
}

/// The inverse of [`compress`]. Streams that expand to more than `most` bytes, or are followed by
/// other bytes, are errors.
pub fn decompress(stream: &[u8], most: usize) -> io::Result<Vec<u8>> {
    let mut reader = LzmaReader::new(
        stream,
        u64::MAX,
        LITERAL_CONTEXT_BITS,
        LITERAL_POSITION_BITS,
        POSITION_BITS,
        DICTIONARY,
        None,
    )?;
    // The last bytes of a stream have no effect on the weights, but damage to them is an error, too.
    reader.set_relaxed_end_condition(false);
    let mut bytes = Vec::new();
    let mut limited = reader.by_ref().take(most as u64 + 1);
    limited.read_to_end(&mut bytes)?;
    let (unread, unused) = reader.into_parts();
    let invalid = |message| Err(Error::new(ErrorKind::InvalidData, message));
    if bytes.len() > most {
        return invalid("more weights than any network has");
    }
    if !unread.is_empty() || !unused.is_empty() {
        return invalid("bytes after the end of the weights");
    }
    Ok(bytes)
}
