//! Finding the bytes that mean something in a JSON string.

use std::iter;

use super::text::INLINE;

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Where the first quote, backslash or control character stands; all else stands for itself.
pub(super) fn special(bytes: &[u8]) -> Option<usize> {
    let (words, rest) = bytes.as_chunks::<8>();
    for (number, word) in words.iter().enumerate() {
        let found = special_in(u64::from_le_bytes(*word));
        if found != 0 {
            return Some(number * 8 + found.trailing_zeros() as usize / 8);
        }
    }
    let at = rest.iter().position(|byte| is_special(*byte))?;
    Some(words.len() * 8 + at)
}

/// Whether both are the same. Without a call where they are short, as names are.
#[inline]
pub(super) fn are_equal(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    if a.len() > 16 {
        return a == b;
    }
    // Two pieces that overlap.
    match (a.first_chunk::<8>(), b.first_chunk::<8>()) {
        (Some(first), Some(other)) => first == other && a.last_chunk::<8>() == b.last_chunk::<8>(),
        _ => match (a.first_chunk::<4>(), b.first_chunk::<4>()) {
            (Some(first), Some(other)) => {
                first == other && a.last_chunk::<4>() == b.last_chunk::<4>()
            }
            _ => iter::zip(a, b).all(|(a, b)| a == b),
        },
    }
}

/// [`special`] in the first `length` of these bytes, but not where. Without a branch.
#[inline]
pub(super) fn is_any_special(bytes: &[u8; INLINE], length: usize) -> bool {
    let word = |from: usize| {
        let chunk = bytes.get(from..).and_then(<[u8]>::first_chunk::<8>);
        let found = chunk.map_or(0, |chunk| special_in(u64::from_le_bytes(*chunk)));
        let bits = 8 * length.saturating_sub(from).min(8) as u32;
        // What is found first is special, so that this is exact for any number of bytes.
        found & !u64::MAX.checked_shl(bits).unwrap_or(0)
    };
    word(0) | word(8) | word(INLINE - 8) != 0
}

const fn is_special(byte: u8) -> bool {
    matches!(byte, b'"' | b'\\' | 0..=0x1f)
}

/// The high bit of the first byte that is special; above it, bits may be set without reason.
const fn special_in(word: u64) -> u64 {
    let quotes = word ^ (ONES * b'"' as u64);
    let backslashes = word ^ (ONES * b'\\' as u64);
    let quotes = quotes.wrapping_sub(ONES) & !quotes;
    let backslashes = backslashes.wrapping_sub(ONES) & !backslashes;
    let controls = word.wrapping_sub(ONES * 0x20) & !word;
    (quotes | backslashes | controls) & HIGH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equality_is_that_of_slices() {
        for length in 0..40 {
            let text: Vec<u8> = (0..length).collect();
            assert!(are_equal(&text, &text.clone()));
            for changed in 0..text.len() {
                let mut other = text.clone();
                other[changed] ^= 0x80;
                assert!(!are_equal(&text, &other), "{changed} of {length}");
            }
            let longer: Vec<u8> = (0..=length).collect();
            assert!(!are_equal(&text, &longer) && !are_equal(&longer, &text));
        }
    }

    #[test]
    fn finds_what_a_look_at_every_byte_finds() {
        let mut random = fastrand::Rng::with_seed(7);
        for length in 0..40 {
            for _ in 0..500 {
                let alphabet = [
                    b'a', b'z', 0x7f, 0x80, 0x21, 0x23, 0x5b, 0x5d, b'"', b'\\', 0, 0x1f, 0x20,
                    0xff,
                ];
                // Mostly plain bytes, so that the first special one stands anywhere.
                let byte = |rng: &mut fastrand::Rng| match rng.u8(..16) {
                    0 => rng.choice(alphabet).unwrap_or(b'a'),
                    _ => rng.choice([b'a', 0x80, 0xff, b'!', b'#']).unwrap_or(b'a'),
                };
                let text: Vec<u8> = (0..length).map(|_| byte(&mut random)).collect();
                let expected = text.iter().position(|byte| is_special(*byte));
                assert_eq!(special(&text), expected, "{text:?}");
                if let Some(bytes) = text.first_chunk() {
                    for length in 0..=INLINE {
                        let is_any = expected.is_some_and(|at| at < length);
                        assert_eq!(
                            is_any_special(bytes, length),
                            is_any,
                            "{length} of {text:?}"
                        );
                    }
                }
            }
        }
    }
}
