//! The order in which a Java `HashMap` iterates.
//!
//! The AWS service builds some objects in one, and their text is compared and hashed by what comes
//! after, so dialect `aws` keeps that order. No order of a `HashMap` of Rust is involved.

/// The capacity of a new map.
const SMALLEST_TABLE: usize = 16;

/// The places of `names`, in the order in which a Java `HashMap` iterates that they were put into
/// one after the other. No name may occur twice.
pub fn java_hash_order<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<usize> {
    let hashes: Vec<u32> = names.into_iter().map(spread_hash).collect();
    let last_bucket = table_size(hashes.len()) - 1;
    let mut buckets: Vec<(usize, usize)> = hashes
        .into_iter()
        .enumerate()
        .map(|(place, hash)| (hash as usize & last_bucket, place))
        .collect();
    // Places are distinct: names that share a bucket stay in the order they came.
    buckets.sort_unstable();
    buckets.into_iter().map(|(_, place)| place).collect()
}

/// `String.hashCode`, spread as `HashMap.hash` does it.
fn spread_hash(name: &str) -> u32 {
    let hash = name.encode_utf16().fold(0_u32, |hash, unit| {
        hash.wrapping_mul(31).wrapping_add(u32::from(unit))
    });
    hash ^ (hash >> 16)
}

/// A table doubles when it is filled to more than three quarters.
fn table_size(entries: usize) -> usize {
    let mut size = SMALLEST_TABLE;
    while entries > size / 4 * 3 {
        size *= 2;
    }
    size
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ordered<'a>(names: &[&'a str]) -> Vec<&'a str> {
        let order = java_hash_order(names.iter().copied());
        order.into_iter().map(|place| names[place]).collect()
    }

    #[test]
    fn hashes_are_those_of_the_java_library() {
        // Worked by hand: "a" is 97, "ab" is 97 * 31 + 98, and so on, modulo 2^32.
        let cases = [
            ("", 0),
            ("a", 97),
            ("ab", 3105),
            // A well-known collision.
            ("Aa", 2112),
            ("BB", 2112),
            // Two UTF-16 units, D83D and DE00: 55357 * 31 + 56832, spread.
            ("\u{1F600}", 1_772_899 ^ (1_772_899 >> 16)),
        ];
        for (name, hash) in cases {
            assert_eq!(spread_hash(name), hash, "{name:?}");
        }
    }

    #[test]
    fn names_come_by_bucket_and_those_of_one_bucket_as_they_came() {
        // 'a' is 97, bucket 1 of 16; 'p' is 112, bucket 0; 'q' is 113, bucket 1 again.
        assert_eq!(ordered(&["a", "p"]), ["p", "a"]);
        assert_eq!(ordered(&["a", "q"]), ["a", "q"]);
        assert_eq!(ordered(&["q", "a"]), ["q", "a"]);
        assert_eq!(ordered(&["BB", "Aa"]), ["BB", "Aa"]);
        assert!(ordered(&[]).is_empty());
    }

    #[test]
    fn tables_double_beyond_three_quarters() {
        for (entries, size) in [(0, 16), (12, 16), (13, 32), (24, 32), (25, 64), (100, 256)] {
            assert_eq!(table_size(entries), size, "{entries}");
        }
        // In a table of 16, 'p' (112) comes before 'a' (97); in one of 32, 'a' is in bucket 1 and
        // 'p' in bucket 16.
        let few: Vec<&str> = "a b c d e f g h i j k p".split(' ').collect();
        let many: Vec<&str> = "a b c d e f g h i j k l p".split(' ').collect();
        assert_eq!(ordered(&few).first(), Some(&"p"));
        assert_eq!(ordered(&many).first(), Some(&"a"));
        assert_eq!(ordered(&many).last(), Some(&"p"));
    }

    /// As the service is recorded to order them.
    #[test]
    fn intr_33_recorded_order() {
        assert_eq!(
            ordered(&["constant_in_literal", "constant_input_field"]),
            ["constant_input_field", "constant_in_literal"]
        );
    }
}
