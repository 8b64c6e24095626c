//! `StringMatches` (CHOICE-32).

/// A part of a pattern. Two texts never stand side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// `*`: any run of characters, also none.
    Any,
    /// Exactly this text, escapes resolved.
    Text(&'static str),
}

/// Whether the whole of `text` matches. Linear: the leftmost place for a piece between two `*` is
/// always good enough, so that nothing is ever tried again.
pub(crate) fn matches(pieces: &[Piece], text: &str) -> bool {
    let mut rest = text;
    let mut anchored = true;
    for (index, piece) in pieces.iter().enumerate() {
        let Piece::Text(wanted) = *piece else {
            anchored = false;
            continue;
        };
        let is_last = index + 1 == pieces.len();
        let after = if anchored {
            rest.strip_prefix(wanted)
        } else if is_last {
            return rest.ends_with(wanted);
        } else {
            rest.split_once(wanted).map(|(_, after)| after)
        };
        let Some(after) = after else { return false };
        rest = after;
        anchored = true;
    }
    rest.is_empty() || !anchored
}

#[cfg(test)]
mod tests {
    use super::*;
    use Piece::{Any, Text};

    #[test]
    fn choice_32_table() {
        let cases: [(&[Piece], &[&str], &[&str]); 9] = [
            (&[], &[""], &["a"]),
            (&[Text("a*b")], &["a*b"], &["ab", "axb", "a*bc", "ca*b"]),
            (&[Any], &["", "anything"], &[]),
            (
                &[Text("foo"), Any, Text(".log")],
                &["foo23.log", "foo.log", "foo.log.log"],
                &["foo23.log2", "xfoo.log", "fo.log"],
            ),
            (
                &[Any, Text(".log")],
                &["zebra.log", ".log"],
                &["zebra.lo", "log"],
            ),
            (
                &[Text("foo"), Any, Text("."), Any],
                &["foobar.zebra", "foo."],
                &["foobar", "bar."],
            ),
            // What the prefix has used up is not there for the suffix.
            (&[Text("ab"), Any, Text("ba")], &["abba", "abxba"], &["aba"]),
            (
                &[Any, Text("a"), Any, Text("a")],
                &["aa", "xaxa"],
                &["a", "xa"],
            ),
            (&[Any, Any, Text("é"), Any], &["é", "caféine"], &["e"]),
        ];
        for (pieces, matching, other) in cases {
            for text in matching {
                assert!(matches(pieces, text), "{pieces:?} {text}");
            }
            for text in other {
                assert!(!matches(pieces, text), "{pieces:?} {text}");
            }
        }
    }

    #[test]
    fn choice_32_many_stars_are_linear() {
        let pieces: Vec<Piece> = [Any, Text("a")]
            .repeat(200)
            .into_iter()
            .chain([Text("b")])
            .collect();
        assert!(!matches(&pieces, &"a".repeat(100_000)));
    }
}
