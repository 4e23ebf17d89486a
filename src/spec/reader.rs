//! Reading TOML so that every fault is told with file, line, key, what was found and what was expected.
//!
//! A table is read key by key; what is left over at its end is unknown and refused with the nearest known key. This is
//! done on the spanned tree of the `toml` crate and not by derived deserialisers: those stop with the kind of value they
//! expected, but know neither the nearest name nor the profile whose value counts.

use std::cell::RefCell;
use std::ops::Range;

use anyhow::{Result, anyhow};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::profile::Profile;
use crate::base::text::nearest;

/// The text that is read, to say where something stands.
#[derive(Clone, Copy, Debug)]
pub struct Source<'t> {
    /// What messages call it: the path of the file.
    pub name: &'t str,
    /// The whole text.
    pub text: &'t str,
    /// Which value of a table of profiles counts.
    pub profile: Profile,
}

impl<'t> Source<'t> {
    /// Parses the text.
    ///
    /// # Errors
    /// If it is no TOML, with line and column.
    pub fn parse(&self) -> Result<Spanned<DeTable<'t>>> {
        DeTable::parse(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start).min(self.text.len());
            let start = self.text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
            let line = self.excerpt(&(start..self.text.len()));
            let message = error.message().trim().to_string();
            anyhow!("{}: {message}, found {}", self.place(at), if line.is_empty() { "nothing" } else { &line })
        })
    }

    /// `file:line:column` of a byte.
    pub fn place(&self, at: usize) -> String {
        let before = self.text.get(..at.min(self.text.len())).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        format!("{}:{line}:{column}", self.name)
    }

    fn excerpt(&self, span: &Range<usize>) -> String {
        let whole = self.text.get(span.clone()).unwrap_or("");
        let line = whole.lines().next().unwrap_or("");
        let mut short: String = line.chars().take(60).collect();
        if short.len() < whole.len() {
            short.push_str("..");
        }
        short
    }
}

/// A table that is being read.
#[derive(Debug)]
pub struct Table<'s> {
    source: &'s Source<'s>,
    path: String,
    start: usize,
    table: &'s DeTable<'s>,
    known: RefCell<Vec<&'static str>>,
}

impl<'s> Table<'s> {
    /// The table at the top of a file.
    pub fn top(source: &'s Source<'s>, table: &'s DeTable<'s>) -> Table<'s> {
        Table { source, path: String::new(), start: 0, table, known: RefCell::new(Vec::new()) }
    }

    /// The same table with keys counted from here: one of several specifications in a file.
    pub fn as_top(mut self) -> Table<'s> {
        self.path = String::new();
        self
    }

    /// The value of a key, if it is there. The key counts as known from now on.
    pub fn get(&self, key: &'static str) -> Option<Value<'s>> {
        self.known.borrow_mut().push(key);
        let (name, value) = self.table.iter().find(|(name, _)| name.get_ref() == key)?;
        Some(self.value(name.get_ref(), value))
    }

    /// The value of a key that must be there.
    ///
    /// # Errors
    /// If it is not.
    pub fn require(&self, key: &'static str, expected: &str) -> Result<Value<'s>> {
        self.get(key).ok_or_else(|| {
            let known = self.known.borrow();
            let slip = self.table.keys().find(|name| {
                let written = name.get_ref().as_ref();
                !known.contains(&written) && !nearest(written, [key]).is_empty()
            });
            match slip {
                Some(slip) => anyhow!(
                    "{}: unknown key '{}'{}; it is required: {expected}",
                    self.source.place(slip.span().start),
                    self.join(slip.get_ref()),
                    nearest(slip.get_ref(), [key])
                ),
                None => anyhow!("{}: the key '{}' is missing; expected {expected}", self.place(), self.join(key)),
            }
        })
    }

    /// Says which keys the table may have, so that none of them is taken for a slip of another.
    pub fn may_have(&self, keys: &[&'static str]) {
        self.known.borrow_mut().extend_from_slice(keys);
    }

    /// All keys with their values, in the order of the file, whatever they are called.
    pub fn entries(&self) -> Vec<(&'s str, Value<'s>)> {
        let mut entries: Vec<_> = self.table.iter().collect();
        entries.sort_by_key(|(name, _)| name.span().start);
        entries.into_iter().map(|(name, value)| (name.get_ref().as_ref(), self.value(name.get_ref(), value))).collect()
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// If there is a key that was never asked for.
    pub fn finish(self) -> Result<()> {
        let known = self.known.borrow();
        let mut unknown: Vec<_> = self.table.keys().filter(|key| !known.contains(&key.get_ref().as_ref())).collect();
        unknown.sort_by_key(|key| key.span().start);
        let Some(key) = unknown.first() else { return Ok(()) };
        let mut names = known.clone();
        names.sort_unstable();
        names.dedup();
        Err(anyhow!(
            "{}: unknown key '{}'{}; expected one of {}",
            self.source.place(key.span().start),
            self.join(key.get_ref()),
            nearest(key.get_ref(), names.iter().copied()),
            names.join(", ")
        ))
    }

    /// Where the table begins.
    pub fn place(&self) -> String {
        self.source.place(self.start)
    }

    fn value(&self, name: &str, value: &'s Spanned<DeValue<'s>>) -> Value<'s> {
        Value { source: self.source, key: self.join(name), span: value.span(), value: value.get_ref() }
    }

    fn join(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_string() } else { format!("{}.{key}", self.path) }
    }
}

/// A value with its place.
#[derive(Clone, Debug)]
pub struct Value<'s> {
    source: &'s Source<'s>,
    key: String,
    span: Range<usize>,
    value: &'s DeValue<'s>,
}

impl<'s> Value<'s> {
    /// The value's key with those of the tables around it.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// `file:line:column`.
    pub fn place(&self) -> String {
        self.source.place(self.span.start)
    }

    /// Whether a list stands here, or a table of profiles with lists.
    pub fn is_list(&self) -> bool {
        self.resolved().is_ok_and(|value| value.value.is_array())
    }

    /// Whether a table with this key stands here.
    pub fn has(&self, key: &str) -> bool {
        self.value.as_table().is_some_and(|table| table.keys().any(|known| known.get_ref() == key))
    }

    /// Whether a text stands here, or a table of profiles with texts.
    pub fn is_text(&self) -> bool {
        self.resolved().is_ok_and(|value| value.value.is_str())
    }

    /// An error at this place.
    pub fn fault(&self, message: impl std::fmt::Display) -> anyhow::Error {
        anyhow!("{}: key '{}': {message}", self.place(), self.key)
    }

    fn unexpected(&self, expected: &str) -> anyhow::Error {
        self.fault(format_args!("expected {expected}, found {}", self.source.excerpt(&self.span)))
    }

    /// The value for the profile where there is one for each.
    fn resolved(&self) -> Result<Value<'s>> {
        let Some(table) = self.value.as_table() else { return Ok(self.clone()) };
        let is_profile = |name: &str| Profile::ALL.iter().any(|profile| profile.name() == name);
        if let Some(other) = table.keys().find(|key| !is_profile(key.get_ref())) {
            let hint = nearest(other.get_ref(), Profile::ALL.map(Profile::name));
            return Err(self.fault(format_args!(
                "expected a plain value or one for each of quick, full, overnight, found a table with the key '{}'{hint}",
                other.get_ref()
            )));
        }
        let find = |name: &str| table.iter().find(|(key, _)| key.get_ref() == name);
        let found = self.source.profile.fallbacks().find_map(find);
        let (name, value) = found.ok_or_else(|| {
            self.fault(format_args!("the profile {} has no value; give at least 'quick'", self.source.profile))
        })?;
        let key = format!("{}.{}", self.key, name.get_ref());
        Ok(Value { source: self.source, key, span: value.span(), value: value.get_ref() })
    }

    /// A text.
    ///
    /// # Errors
    /// If it is something else.
    pub fn text(&self) -> Result<&'s str> {
        let value = self.resolved()?;
        value.value.as_str().ok_or_else(|| value.unexpected("a text in quotes"))
    }

    /// `true` or `false`.
    ///
    /// # Errors
    /// If it is something else.
    pub fn boolean(&self) -> Result<bool> {
        let value = self.resolved()?;
        value.value.as_bool().ok_or_else(|| value.unexpected("true or false"))
    }

    /// A whole number within bounds.
    ///
    /// # Errors
    /// If it is something else.
    pub fn whole(&self, low: u64, high: u64) -> Result<u64> {
        let value = self.resolved()?;
        let number = value.value.as_integer().and_then(|n| u64::from_str_radix(n.as_str(), n.radix()).ok());
        number.filter(|number| (low..=high).contains(number)).ok_or_else(|| {
            let range = if high == u64::MAX { format!("of at least {low}") } else { format!("from {low} to {high}") };
            value.unexpected(&format!("a whole number {range}"))
        })
    }

    /// A finite number.
    ///
    /// # Errors
    /// If it is something else.
    pub fn decimal(&self) -> Result<f64> {
        let value = self.resolved()?;
        let text = match value.value {
            DeValue::Float(number) => Some(number.as_str()),
            DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str()),
            _ => None,
        };
        let number = text.and_then(|text| text.parse::<f64>().ok()).filter(|number| number.is_finite());
        number.ok_or_else(|| value.unexpected("a number"))
    }

    /// A number, a text or a truth value as text, as switches read it.
    ///
    /// # Errors
    /// If it is something else.
    pub fn scalar(&self) -> Result<String> {
        let value = self.resolved()?;
        match value.value {
            DeValue::String(text) => Ok(text.to_string()),
            DeValue::Boolean(true) => Ok("on".to_string()),
            DeValue::Boolean(false) => Ok("off".to_string()),
            DeValue::Integer(number) if number.radix() == 10 => Ok(number.as_str().to_string()),
            DeValue::Float(number) => Ok(number.as_str().to_string()),
            _ => Err(value.unexpected("a number, a text, true or false")),
        }
    }

    /// A list; a single value stands for a list of one.
    ///
    /// # Errors
    /// If the list is empty, or the table of profiles is faulty.
    pub fn list(&self) -> Result<Vec<Value<'s>>> {
        let value = self.resolved()?;
        let Some(array) = value.value.as_array() else { return Ok(vec![value]) };
        if array.is_empty() {
            return Err(value.fault("the list is empty; expected at least one value"));
        }
        Ok(array
            .iter()
            .map(|item| Value { source: self.source, key: value.key.clone(), span: item.span(), value: item.get_ref() })
            .collect())
    }

    /// A list of texts.
    ///
    /// # Errors
    /// If it is empty or holds something else.
    pub fn texts(&self) -> Result<Vec<String>> {
        self.list()?.iter().map(|value| value.text().map(str::to_string)).collect()
    }

    /// A table.
    ///
    /// # Errors
    /// If it is something else.
    pub fn table(&self) -> Result<Table<'s>> {
        let table = self.value.as_table().ok_or_else(|| self.unexpected("a table"))?;
        Ok(Table {
            source: self.source,
            path: self.key.clone(),
            start: self.span.start,
            table,
            known: RefCell::new(Vec::new()),
        })
    }
}
