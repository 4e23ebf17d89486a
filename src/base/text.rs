//! The text form of players and evaluators: a name with changes in brackets, `doc-a-search{depth=4,topk=8}`.

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
        f.write_str(&self.name)?;
        if self.changes.is_empty() {
            return Ok(());
        }
        let changes: Vec<String> = self.changes.iter().map(|(key, value)| format!("{key}={value}")).collect();
        write!(f, "{{{}}}", changes.join(","))
    }
}

impl FromStr for Named {
    type Err = String;

    /// Reads `name` or `name{key=value,key=value}`. A value may itself hold brackets, whose commas do not split.
    fn from_str(text: &str) -> Result<Named, String> {
        let text = text.trim();
        let (name, inside) = match text.split_once('{') {
            None => (text, ""),
            Some((name, rest)) => {
                let inside = rest
                    .strip_suffix('}')
                    .ok_or_else(|| format!("'{text}': the bracket '{{' is not closed by '}}' at the end"))?;
                (name.trim(), inside)
            }
        };
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)) {
            return Err(format!("'{text}': expected a name of letters, digits, '-', '_' or '.', found '{name}'"));
        }
        let mut changes: Vec<(String, String)> = Vec::new();
        for part in split_outside_brackets(inside).map_err(|problem| format!("'{text}': {problem}"))? {
            let Some((key, value)) = part.split_once('=') else {
                let found = if part.trim().is_empty() { "nothing (a stray comma?)" } else { part };
                return Err(format!("'{text}': expected KEY=VALUE, found {found}"));
            };
            let (key, value) = (key.trim().to_string(), value.trim().to_string());
            if changes.iter().any(|(known, _)| *known == key) {
                return Err(format!("'{text}': the key '{key}' stands twice"));
            }
            changes.push((key, value));
        }
        Ok(Named { name: name.to_string(), changes })
    }
}

fn split_outside_brackets(text: &str) -> Result<Vec<&str>, String> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let (mut parts, mut depth, mut start) = (Vec::new(), 0usize, 0);
    for (at, c) in text.char_indices() {
        match c {
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
    }

    #[test]
    fn faults_are_named() {
        for (text, part) in [
            ("a{b=1", "not closed"),
            ("a{b}", "KEY=VALUE"),
            ("a{b=1,}", "stray comma"),
            ("{b=1}", "name"),
            ("a{b=1,b=2}", "twice"),
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
