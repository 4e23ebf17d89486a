//! Labels of players as figures read them: a name and the varied parameters in brackets, `alphabeta{depth=4,topk=8}`.

use std::cmp::Ordering;

use crate::base::text::Named;

/// A label taken apart. A label that is no text form is a name as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Label {
    /// What stands before the bracket; may hold spaces and any letters.
    pub base: String,
    /// The parameters, in the order written.
    pub changes: Vec<(String, String)>,
}

impl Label {
    /// Takes a label apart.
    pub fn parse(text: &str) -> Label {
        let whole = Label { base: text.to_owned(), changes: Vec::new() };
        let Some(at) = text.find('{') else { return whole };
        let (base, bracket) = text.split_at(at);
        match format!("name{bracket}").parse::<Named>() {
            Ok(named) if !base.trim().is_empty() => Label { base: base.to_owned(), changes: named.changes },
            _ => whole,
        }
    }

    /// The value of a parameter.
    pub fn change(&self, key: &str) -> Option<&str> {
        self.changes.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// The value of a parameter as a number.
    pub fn number(&self, key: &str) -> Option<f64> {
        self.change(key)?.parse().ok().filter(|value: &f64| value.is_finite())
    }

    /// The same label without some of its parameters.
    pub fn without(&self, keys: &[&str]) -> Label {
        let kept = self.changes.iter().filter(|(key, _)| !keys.contains(&key.as_str()));
        Label { base: self.base.clone(), changes: kept.cloned().collect() }
    }

    /// The label as text.
    pub fn text(&self) -> String {
        if self.changes.is_empty() {
            return self.base.clone();
        }
        let changes: Vec<String> = self.changes.iter().map(|(key, value)| format!("{key}={value}")).collect();
        format!("{}{{{}}}", self.base, changes.join(","))
    }
}

/// The parameters that take more than one value among labels of the same base, in order of appearance.
pub(super) fn varied_keys<'a>(labels: impl Iterator<Item = &'a Label> + Clone) -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    for label in labels.clone() {
        for (key, value) in &label.changes {
            let differs = |other: &&Label| other.base == label.base && other.change(key) != Some(value);
            if !keys.contains(key) && labels.clone().any(|other| differs(&other)) {
                keys.push(key.clone());
            }
        }
    }
    keys
}

/// The order of parameter values on an axis: numbers by size, before texts by the alphabet.
pub(super) fn value_order(a: &str, b: &str) -> Ordering {
    match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(x), Ok(y)) => x.total_cmp(&y),
        (Ok(_), Err(_)) => Ordering::Less,
        (Err(_), Ok(_)) => Ordering::Greater,
        (Err(_), Err(_)) => a.cmp(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_come_apart_and_together_again() {
        for text in
            ["alphabeta", "alphabeta{depth=4,topk=8}", "文档 A{eval=doc-a{open_four=5000},depth=2}", "a{b", "{x=1}"]
        {
            assert_eq!(Label::parse(text).text(), text);
        }
        let label = Label::parse("my player{depth=4,topk=all}");
        assert_eq!(label.base, "my player");
        assert_eq!(label.number("depth"), Some(4.0));
        assert_eq!((label.number("topk"), label.change("topk")), (None, Some("all")));
        assert_eq!(label.without(&["depth"]).text(), "my player{topk=all}");
        assert_eq!(Label::parse("a{b").base, "a{b");
    }

    #[test]
    fn only_keys_with_several_values_vary() {
        let labels = ["a{x=1,y=2}", "a{x=3,y=2}", "b{y=7}", "c"].map(Label::parse);
        assert_eq!(varied_keys(labels.iter()), ["x"]);
        let mut values = vec!["all", "10", "9", "2.5"];
        values.sort_by(|a, b| value_order(a, b));
        assert_eq!(values, ["2.5", "9", "10", "all"]);
    }
}
