//! Near misses: what a misspelt name was probably meant to be.

/// For how many findings of one definition a near name is looked for: as many as are shown.
pub const SHOWN: usize = 100;

/// Longer words are not compared letter by letter: the work grows with the square, and no name is that long.
const LONGEST: usize = 256;

/// The candidate that `word` was probably meant to be.
///
/// A candidate that differs only in case always matches; else the nearest within about a third of the word's length,
/// counting letters inserted, removed, replaced and swapped. Of equally near ones the first is taken.
///
/// ```
/// use asl_codegen::diagnostic::suggest::nearest;
///
/// assert_eq!(nearest("Chekout", ["CheckStock", "Checkout"]), Some("Checkout"));
/// assert_eq!(nearest("Refund", ["CheckStock", "Checkout"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    ranked(word, candidates).into_iter().next()
}

/// Whether two words differ in the case of letters only, or by one letter inserted, removed,
/// replaced or swapped with its neighbour. Linear, so that it can be asked about every name.
pub(crate) fn is_one_slip(a: &str, b: &str) -> bool {
    if a.eq_ignore_ascii_case(b) {
        return a != b;
    }
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let rest = |word: &str, skipped: usize| word.chars().skip(same + skipped).collect::<String>();
    let swapped = |word: &str| {
        let mut rest = word.chars().skip(same);
        let first = rest.next();
        let second = rest.next();
        second
            .into_iter()
            .chain(first)
            .chain(rest)
            .collect::<String>()
    };
    let lengths = a.chars().count().abs_diff(b.chars().count());
    lengths <= 1
        && (rest(a, 1) == rest(b, 0)
            || rest(a, 0) == rest(b, 1)
            || rest(a, 1) == rest(b, 1)
            || swapped(a) == rest(b, 0))
}

/// All candidates near to `word`, nearest first.
pub(crate) fn ranked<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Vec<&'a str> {
    let mut near: Vec<(usize, &str)> = candidates
        .into_iter()
        .filter_map(|candidate| Some((distance(word, candidate)?, candidate)))
        .collect();
    near.sort_by_key(|(distance, _)| *distance);
    near.into_iter().map(|(_, candidate)| candidate).collect()
}

/// How far apart two words are, or `None` if too far.
fn distance(word: &str, candidate: &str) -> Option<usize> {
    if word.to_lowercase() == candidate.to_lowercase() {
        return Some(0);
    }
    if word.len().max(candidate.len()) > LONGEST {
        return None;
    }
    // Short words take one slip, but not all of their letters.
    let letters = word.chars().count();
    let limit = (letters.max(3) / 3).min(letters.saturating_sub(1));
    let distance = strsim::osa_distance(word, candidate);
    (distance <= limit).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_finds_the_usual_slips() {
        let names = ["Checkout", "CheckStock", "Charge Card", "Ship", "End"];
        let cases = [
            ("Chekout", Some("Checkout")),
            ("Chcekout", Some("Checkout")),
            ("Checkouts", Some("Checkout")),
            ("CHECKSTOCK", Some("CheckStock")),
            ("Charge card", Some("Charge Card")),
            ("ChargeCard", Some("Charge Card")),
            ("Shop", Some("Ship")),
            ("ship", Some("Ship")),
            ("Refund", None),
            ("X", None),
            ("", None),
        ];
        for (word, expected) in cases {
            assert_eq!(nearest(word, names), expected, "{word:?}");
        }
    }

    #[test]
    fn is_one_slip_is_one_edit() {
        let word = "States.ALL";
        for slip in [
            "State.ALL",
            "Statess.ALL",
            "States,ALL",
            "Sattes.ALL",
            "tSates.ALL",
            "STATES.all",
            "States.AL",
            "States.ALLL",
            "xStates.ALL",
        ] {
            assert!(is_one_slip(slip, word), "{slip}");
            assert!(is_one_slip(word, slip), "{slip}");
        }
        for other in ["States.ALL", "State.AL", "ALL", "", "Status.ALX"] {
            assert!(!is_one_slip(other, word), "{other}");
        }
    }

    #[test]
    fn nearest_prefers_the_same_letters_in_another_case() {
        assert_eq!(nearest("next", ["Nest", "Text", "NEXT"]), Some("NEXT"));
    }

    #[test]
    fn nearest_takes_the_first_of_equally_near_ones() {
        assert_eq!(nearest("Stat", ["Star", "State"]), Some("Star"));
        assert_eq!(nearest("Stat", ["State", "Star"]), Some("State"));
    }

    #[test]
    fn nearest_does_not_replace_all_letters() {
        assert_eq!(nearest("X", ["Y", "XY"]), None);
        assert_eq!(nearest("Ab", ["Ac"]), Some("Ac"));
    }

    #[test]
    fn nearest_compares_no_giants() {
        let giant = "x".repeat(LONGEST + 1);
        let other = format!("{giant}y");
        assert_eq!(nearest(&giant, [other.as_str()]), None);
        assert_eq!(
            nearest(&giant.to_uppercase(), [giant.as_str()]),
            Some(giant.as_str())
        );
    }
}
