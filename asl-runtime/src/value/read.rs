//! JSON text straight into values.
//!
//! Reads what well-formed documents are made of, and gives up on everything else: the text is then
//! read again by `serde_json`, which knows the rare forms and the wording of errors.

use std::sync::Arc;

use super::depth::Depth;
use super::keys::KeyCache;
use super::parse::parse_number;
use super::shape::{Keys, Shape};
use super::shapes::Shapes;
use super::{Array, Key, Number, Object, Text, Value, scan};

/// The value, or `None` if another parser is to look at the text.
pub(super) fn read(text: &str) -> Option<Value> {
    Shapes::with(|shapes| {
        let mut reader = Reader {
            text,
            rest: text.as_bytes(),
            values: shapes.take_spare(),
            names: Vec::new(),
            keys: KeyCache::default(),
            shapes,
        };
        reader.skip_blanks();
        let value = reader.value(Depth::ROOT);
        reader.skip_blanks();
        let is_all = reader.rest.is_empty();
        let values = reader.values;
        shapes.put_spare(values);
        value.filter(|_| is_all)
    })
}

struct Reader<'t, 's> {
    text: &'t str,
    /// What has not been read.
    rest: &'t [u8],
    /// The values of the arrays and objects that are not closed, one after the other.
    values: Vec<Value>,
    /// The keys of the objects that are not closed, but for those that are as expected.
    names: Vec<Key>,
    keys: KeyCache,
    shapes: &'s mut Shapes,
}

/// The keys of an object that is not closed.
struct Names {
    /// What they will be if the object is like the last one that began with the same key, and how many
    /// of them have come.
    expected: Option<(Arc<Keys>, usize)>,
    /// Otherwise, where they begin among the reader's.
    start: usize,
}

impl<'t> Reader<'t, '_> {
    #[inline]
    fn skip_blanks(&mut self) {
        while let [b' ' | b'\n' | b'\r' | b'\t', rest @ ..] = self.rest {
            self.rest = rest;
        }
    }

    /// Reads `byte`, if it comes next.
    #[inline]
    fn take(&mut self, byte: u8) -> bool {
        match self.rest {
            [first, rest @ ..] if *first == byte => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// Recursive: no deeper than [`Depth`] allows.
    fn value(&mut self, depth: Depth) -> Option<Value> {
        match self.rest {
            [b'"', rest @ ..] => {
                self.rest = rest;
                self.string().map(Value::String)
            }
            [b'{', rest @ ..] => {
                self.rest = rest;
                self.object(depth.enter().ok()?).map(Value::Object)
            }
            [b'[', rest @ ..] => {
                self.rest = rest;
                self.array(depth.enter().ok()?).map(Value::Array)
            }
            [b't', b'r', b'u', b'e', rest @ ..] => {
                self.rest = rest;
                Some(Value::Bool(true))
            }
            [b'f', b'a', b'l', b's', b'e', rest @ ..] => {
                self.rest = rest;
                Some(Value::Bool(false))
            }
            [b'n', b'u', b'l', b'l', rest @ ..] => {
                self.rest = rest;
                Some(Value::Null)
            }
            _ => self.number().map(Value::Number),
        }
    }

    fn array(&mut self, depth: Depth) -> Option<Array> {
        self.skip_blanks();
        if self.take(b']') {
            return Some(Array::new());
        }
        let start = self.values.len();
        loop {
            self.skip_blanks();
            let item = self.value(depth)?;
            self.values.push(item);
            self.skip_blanks();
            if !self.take(b',') {
                break;
            }
        }
        let items: Vec<Value> = self.values.drain(start..).collect();
        self.take(b']').then(|| Array::from(items))
    }

    fn object(&mut self, depth: Depth) -> Option<Object> {
        self.skip_blanks();
        if self.take(b'}') {
            return Some(Object::new());
        }
        let start = self.values.len();
        let mut names = self.first_name()?;
        loop {
            self.skip_blanks();
            if !self.take(b':') {
                return None;
            }
            self.skip_blanks();
            let value = self.value(depth)?;
            self.values.push(value);
            self.skip_blanks();
            if !self.take(b',') {
                break;
            }
            self.skip_blanks();
            self.next_name(&mut names)?;
        }
        self.take(b'}').then(|| self.close(names, start))
    }

    /// The first key of an object, and what can be expected after it.
    #[inline]
    fn first_name(&mut self) -> Option<Names> {
        let start = self.names.len();
        if !self.take(b'"') {
            return None;
        }
        let name = match self.plain_string() {
            Some(text) => match self.shapes.beginning_with(text.as_bytes()) {
                Some(keys) => {
                    let expected = Some((Arc::clone(keys), 1));
                    return Some(Names { expected, start });
                }
                None => self.keys.intern(text),
            },
            None => self.string()?,
        };
        self.names.push(name);
        Some(Names {
            expected: None,
            start,
        })
    }

    #[inline]
    fn next_name(&mut self, names: &mut Names) -> Option<()> {
        if let Some((keys, come)) = &mut names.expected
            && let Some(key) = keys.names().get(*come)
            && let Some([b'"', rest @ ..]) =
                (self.rest.strip_prefix(b"\"")).and_then(|rest| rest.strip_prefix(key.as_bytes()))
        {
            self.rest = rest;
            *come += 1;
            return Some(());
        }
        self.give_up(names);
        let name = self.key()?;
        self.names.push(name);
        Some(())
    }

    /// Expects nothing any more.
    fn give_up(&mut self, names: &mut Names) {
        if let Some((keys, come)) = names.expected.take() {
            self.names.extend(keys.names().iter().take(come).cloned());
        }
    }

    /// The object of these keys, and of the values from `start` on.
    fn close(&mut self, mut names: Names, start: usize) -> Object {
        if let Some((keys, _)) = names
            .expected
            .take_if(|(keys, come)| keys.names().len() == *come)
        {
            return Object::of_last(Shape::Shared(keys), &mut self.values);
        }
        self.give_up(&mut names);
        let own = self.names.get(names.start..).unwrap_or_default();
        match self.shapes.of(own.iter()) {
            Some(keys) => {
                self.shapes.expect(&keys);
                self.names.truncate(names.start);
                Object::of_last(Shape::Shared(keys), &mut self.values)
            }
            None => {
                let names = self.names.drain(names.start..);
                names.zip(self.values.drain(start..)).collect()
            }
        }
    }

    fn key(&mut self) -> Option<Key> {
        if !self.take(b'"') {
            return None;
        }
        match self.plain_string() {
            Some(text) => Some(self.keys.intern(text)),
            None => self.string(),
        }
    }

    /// A string behind its first quote.
    fn string(&mut self) -> Option<Text> {
        match self.plain_length() {
            Some((start, length)) => Text::within(self.text, start, length),
            None => self.escaped_string(),
        }
    }

    /// A string without escapes, which is part of the text. Otherwise, nothing has been read.
    #[inline]
    fn plain_string(&mut self) -> Option<&'t str> {
        let (start, length) = self.plain_length()?;
        self.text.get(start..start + length)
    }

    /// The same as its place and length.
    #[inline]
    fn plain_length(&mut self) -> Option<(usize, usize)> {
        let length = scan::special(self.rest)?;
        let (_, [b'"', rest @ ..]) = self.rest.split_at_checked(length)? else {
            return None;
        };
        let start = self.text.len() - self.rest.len();
        self.rest = rest;
        Some((start, length))
    }

    #[cold]
    fn escaped_string(&mut self) -> Option<Text> {
        let mut text = String::new();
        loop {
            let start = self.text.len() - self.rest.len();
            let length = scan::special(self.rest)?;
            text.push_str(self.text.get(start..start + length)?);
            let (_, special) = self.rest.split_at_checked(length)?;
            let (escaped, rest) = match special {
                [b'"', rest @ ..] => {
                    self.rest = rest;
                    return Some(Text::from(text));
                }
                [b'\\', b'"', rest @ ..] => ('"', rest),
                [b'\\', b'\\', rest @ ..] => ('\\', rest),
                [b'\\', b'/', rest @ ..] => ('/', rest),
                [b'\\', b'n', rest @ ..] => ('\n', rest),
                [b'\\', b't', rest @ ..] => ('\t', rest),
                [b'\\', b'r', rest @ ..] => ('\r', rest),
                [b'\\', b'b', rest @ ..] => ('\x08', rest),
                [b'\\', b'f', rest @ ..] => ('\x0c', rest),
                [b'\\', b'u', rest @ ..] => code_point(rest)?,
                _ => return None,
            };
            text.push(escaped);
            self.rest = rest;
        }
    }

    /// RFC 8259, section 6.
    fn number(&mut self) -> Option<Number> {
        let start = self.text.len() - self.rest.len();
        let is_negative = self.take(b'-');
        let mut value = 0_u64;
        let digits = self.digits(|digit| {
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
        });
        let before = self.rest;
        let has_leading_zero =
            digits > 1 && self.text.as_bytes().get(start + usize::from(is_negative)) == Some(&b'0');
        if digits == 0 || has_leading_zero {
            return None;
        }
        if !matches!(before, [b'.' | b'e' | b'E', ..]) {
            // 18 digits fit any integer type.
            if digits <= 18 {
                let value = i64::try_from(value).ok()?;
                return Some(Number::from(if is_negative { -value } else { value }));
            }
        } else {
            if self.take(b'.') && self.digits(|_| {}) == 0 {
                return None;
            }
            if self.take(b'e') || self.take(b'E') {
                let _ = self.take(b'+') || self.take(b'-');
                if self.digits(|_| {}) == 0 {
                    return None;
                }
            }
        }
        let end = self.text.len() - self.rest.len();
        parse_number(self.text.get(start..end)?).ok()
    }

    /// How many digits come next.
    #[inline]
    fn digits(&mut self, mut digit: impl FnMut(u8)) -> usize {
        let before = self.rest.len();
        while let [byte @ b'0'..=b'9', rest @ ..] = self.rest {
            digit(byte - b'0');
            self.rest = rest;
        }
        before - self.rest.len()
    }
}

/// The character behind a `\u`, which may be two surrogates (RFC 8259, section 7), and what follows.
fn code_point(text: &[u8]) -> Option<(char, &[u8])> {
    let (unit, rest) = code_unit(text)?;
    if let Some(character) = char::from_u32(unit.into()) {
        return Some((character, rest));
    }
    let (low, rest) = code_unit(rest.strip_prefix(b"\\u")?)?;
    let character = char::decode_utf16([unit, low]).next()?.ok()?;
    Some((character, rest))
}

/// Four hexadecimal digits, and what follows.
fn code_unit(text: &[u8]) -> Option<(u16, &[u8])> {
    let (digits, rest) = text.split_at_checked(4)?;
    if !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let digits = str::from_utf8(digits).ok()?;
    Some((u16::from_str_radix(digits, 16).ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_serde_json(text: &str) -> Option<Value> {
        serde_json::from_str(text).ok()
    }

    #[test]
    fn reads_as_serde_json_does() {
        let texts = [
            "null",
            " true ",
            "false",
            "0",
            "-0",
            "-1",
            "12",
            "1.5",
            "-0.0",
            "1e3",
            "1E+2",
            "1e-2",
            "9223372036854775807",
            "-9223372036854775808",
            "18446744073709551615",
            "18446744073709551616",
            "999999999999999999",
            "1234567890123456789",
            "\"\"",
            "\"a\"",
            r#""\"\\\/\b\f\n\r\t\u00e9""#,
            r#""\ud83d\ude00, \uD83D\uDE00""#,
            "[]",
            "[ ]",
            "[1 , 2]",
            "{}",
            "{ }",
            r#"{"a":1}"#,
            r#"{"a":1,"b":{"c":[1,"x",null]},"a":2}"#,
            "\"é\u{1f600} long enough to be shared\"",
        ];
        for text in texts {
            let read = read(text);
            assert!(read.is_some(), "{text}");
            let (read, expected) = (read.unwrap(), by_serde_json(text).unwrap());
            assert_eq!(read.to_string(), expected.to_string(), "{text}");
        }
    }

    #[test]
    fn leaves_everything_else_to_serde_json() {
        let texts = [
            "",
            "nul",
            "01",
            "-",
            "-01",
            "1.",
            ".5",
            "1e",
            "+1",
            "[1,]",
            "[1",
            "{\"a\"}",
            "{\"a\":}",
            "{a:1}",
            "{\"a\":1,}",
            "\"",
            "\"\t\"",
            r#""\x""#,
            r#""\u12""#,
            r#""\ud800""#,
            r#""\ud83d\u0041""#,
            r#""\ud83d\ud83d""#,
            r#""\ude00\ud83d""#,
            r#""\ud83d\n""#,
            r#""\ud83d\ude0""#,
            r#""\u+123""#,
            "1 2",
            "NaN",
            "1e400",
            "[1}",
            "\u{feff}1",
            "truefalse",
        ];
        for text in texts {
            assert!(read(text).is_none(), "{text}");
        }
        assert!(read(&"[".repeat(200)).is_none());
        let deepest = "[".repeat(127) + &"]".repeat(127);
        assert_eq!(read(&deepest), by_serde_json(&deepest));
        let too_deep = "[".repeat(128) + &"]".repeat(128);
        assert_eq!((read(&too_deep), by_serde_json(&too_deep)), (None, None));
    }
}
