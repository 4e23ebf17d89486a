//! The text form of players and evaluators: a name with changes in brackets, `doc-a-search{depth=4,topk=8}`.
//!
//! A name may be a word, a colon and any other text: `ext:/opt/brain`. Such a text, and every value, may stand in double
//! quotes, and has to where it would be misread: with brackets or commas of its own, or blanks at its ends. In quotes `\"`
//! stands for a quote and `\\` for a backslash; outside a backslash is a backslash.

use std::fmt;
use std::str::FromStr;

/// A name with its changes, in the order written. Knows nothing of what the names mean.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Named {
    /// What stands before the bracket.
    pub name: String,
    /// The changes, `key=value`.
    pub changes: Vec<(String, String)>,
}

impl Named {
    /// A name without changes.
    pub fn plain(name: &str) -> Named {
        Named { name: name.to_string(), changes: Vec::new() }
    }

    /// The value of a change, if it is there.
    pub fn change(&self, key: &str) -> Option<&str> {
        self.changes.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name.split_once(':') {
            Some((word, rest)) if reads_as_it_is(rest) => write!(f, "{word}:{rest}")?,
            Some((word, rest)) => write!(f, "{word}:{}", quoted(rest))?,
            None => f.write_str(&self.name)?,
        }
        if self.changes.is_empty() {
            return Ok(());
        }
        let written = |value: &str| if stands_alone(value) { value.to_string() } else { quoted(value) };
        let changes: Vec<String> =
            self.changes.iter().map(|(key, value)| format!("{key}={}", written(value))).collect();
        write!(f, "{{{}}}", changes.join(","))
    }
}

impl FromStr for Named {
    type Err = String;

    /// Reads `name` or `name{key=value,key=value}`. A value may itself hold brackets, whose commas do not split.
    fn from_str(text: &str) -> Result<Named, String> {
        let text = text.trim();
        let (name, rest) = split_name(text).map_err(|problem| format!("'{text}': {problem}"))?;
        let inside = match rest.strip_prefix('{') {
            None if rest.is_empty() => "",
            None => return Err(format!("'{text}': expected '{{' or the end after the name, found '{rest}'")),
            Some(rest) => rest
                .strip_suffix('}')
                .ok_or_else(|| format!("'{text}': the bracket '{{' is not closed by '}}' at the end"))?,
        };
        let mut changes: Vec<(String, String)> = Vec::new();
        for part in split_outside_brackets(inside).map_err(|problem| format!("'{text}': {problem}"))? {
            let Some((key, value)) = part.split_once('=') else {
                let found = if part.trim().is_empty() { "nothing (a stray comma?)" } else { part };
                return Err(format!("'{text}': expected KEY=VALUE, found {found}"));
            };
            let value = unquoted(value).map_err(|problem| format!("'{text}', key '{}': {problem}", key.trim()))?;
            let key = key.trim().to_string();
            if changes.iter().any(|(known, _)| *known == key) {
                return Err(format!("'{text}': the key '{key}' stands twice"));
            }
            changes.push((key, value));
        }
        Ok(Named { name, changes })
    }
}

/// The name that a text begins with, without quotes, and what follows it.
fn split_name(text: &str) -> Result<(String, &str), String> {
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    let before_bracket = text.split_once('{').map_or(text, |(before, _)| before);
    let Some((word, rest)) = text.split_once(':').filter(|(word, _)| is_word(word)) else {
        let name = before_bracket.trim();
        if !is_word(name) {
            return Err(format!("expected a name of letters, digits, '-', '_' or '.', found '{name}'"));
        }
        return Ok((name.to_string(), &text[before_bracket.len()..]));
    };
    let rest = rest.trim_start();
    let (other, after) = match rest.starts_with('"') {
        true => {
            let end = end_of_quote(rest).ok_or("a quote is not closed")?;
            (unquoted(&rest[..end])?, rest[end..].trim_start())
        }
        false => {
            let end = rest.find('{').unwrap_or(rest.len());
            (rest[..end].trim_end().to_string(), &rest[end..])
        }
    };
    if other.is_empty() {
        return Err(format!("expected something behind '{word}:', found nothing"));
    }
    Ok((format!("{word}:{other}"), after))
}

/// Where the text in quotes that `text` begins with ends, the closing quote included.
fn end_of_quote(text: &str) -> Option<usize> {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|&(_, c)| {
        let closes = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        closes
    });
    end.map(|(at, _)| at + 1)
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A text without blanks around it, and without its quotes if it has any.
///
/// # Errors
/// The quotes are not closed, something follows them, or there is an unknown escape in them.
pub fn unquoted(text: &str) -> Result<String, String> {
    let text = text.trim();
    if !text.starts_with('"') {
        return Ok(text.to_string());
    }
    let end = end_of_quote(text).ok_or("a quote is not closed")?;
    if end < text.len() {
        return Err(format!("expected nothing behind the closing quote, found '{}'", &text[end..]));
    }
    let (mut plain, mut inside) = (String::new(), text[1..end - 1].chars());
    while let Some(c) = inside.next() {
        match (c, (c == '\\').then(|| inside.next()).flatten()) {
            ('\\', Some(escaped @ ('\\' | '"'))) => plain.push(escaped),
            ('\\', found) => {
                let found = found.map_or(String::new(), String::from);
                return Err(format!("expected \\\\ or \\\" in quotes, found '\\{found}'"));
            }
            _ => plain.push(c),
        }
    }
    Ok(plain)
}

/// Whether a text behind a colon is read back without quotes.
fn reads_as_it_is(text: &str) -> bool {
    !text.is_empty() && text.trim() == text && !text.contains(['{', '}', ',', '"'])
}

/// Whether a value is read back without quotes.
fn stands_alone(value: &str) -> bool {
    value.is_empty()
        || !value.contains('"')
            && split_outside_brackets(value).is_ok_and(|parts| parts == [value.trim()])
            && value.trim() == value
}

/// Splits at the commas that stand in no bracket and in no quotes; nothing out of nothing.
///
/// # Errors
/// A bracket or a quote is not closed, or closes what was not opened.
pub fn split_outside_brackets(text: &str) -> Result<Vec<&str>, String> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let (mut parts, mut depth, mut start, mut quoted_until) = (Vec::new(), 0usize, 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            _ if at < quoted_until => {}
            '"' => quoted_until = at + end_of_quote(&text[at..]).ok_or("a quote is not closed")?,
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth = depth.checked_sub(1).ok_or("a bracket closes that was not opened")?,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if depth > 0 {
        return Err("a bracket is not closed".to_string());
    }
    parts.push(&text[start..]);
    Ok(parts)
}

/// The known name nearest to what was written, as a ready-made hint (`; did you mean 'x'?`), or nothing.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(written, name), name))
        .filter(|&(distance, name)| distance <= 1 + name.len() / 3)
        .min()
        .map(|(_, name)| format!("; did you mean '{name}'?"))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trip() {
        for text in ["random", "doc-a-search{depth=4,topk=8}", "x{eval=windows{two=3,three=4},depth=2}"] {
            assert_eq!(text.parse::<Named>().unwrap().to_string(), text);
        }
        assert_eq!("a{}".parse::<Named>().unwrap().to_string(), "a");
        assert_eq!("ext: /a b {}".parse::<Named>().unwrap().to_string(), "ext:/a b");
        assert_eq!("ext:\"/a\" {x = \"y\" }".parse::<Named>().unwrap().to_string(), "ext:/a{x=y}");
    }

    proptest::proptest! {
        #[test]
        fn any_text_behind_a_colon_or_as_a_value_round_trips(
            rest in "[^\\p{C}]+", values in proptest::collection::vec("[ -~五]*", 0..3), is_plain in proptest::bool::ANY,
        ) {
            let changes = values.into_iter().enumerate().map(|(place, value)| (format!("k{place}"), value)).collect();
            let named = Named { name: if is_plain { "a".to_string() } else { format!("ext:{rest}") }, changes };
            proptest::prop_assert_eq!(named.to_string().parse::<Named>(), Ok(named));
        }
    }

    #[test]
    fn faults_are_named() {
        for (text, part) in [
            ("a{b=1", "not closed"),
            ("a{b}", "KEY=VALUE"),
            ("a{b=1,}", "stray comma"),
            ("{b=1}", "name"),
            ("a{b=1,b=2}", "twice"),
            ("ext:", "behind 'ext:'"),
            ("ext:{a=1}", "behind 'ext:'"),
            ("ext:\"/a", "quote is not closed"),
            ("ext:\"/a\"b", "found 'b'"),
            ("ext:/a{dir=\"b}", "quote is not closed"),
            ("ext:/a{dir=\"b\"c}", "behind the closing quote, found 'c'"),
            ("ext:/a{dir=\"b\\n\"}", "found '\\n'"),
        ] {
            assert!(text.parse::<Named>().unwrap_err().contains(part), "{text}");
        }
    }

    #[test]
    fn nearest_name() {
        assert_eq!(nearest("minmax", ["minimax", "random"]), "; did you mean 'minimax'?");
        assert_eq!(nearest("xyzzy", ["minimax"]), "");
    }
}
