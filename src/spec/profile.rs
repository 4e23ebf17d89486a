//! How much is to be run: the same experiment in three sizes.

use std::fmt;
use std::str::FromStr;

/// The size of a run. Any number, list or text of a specification may be a table `{quick=.., full=.., overnight=..}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Profile {
    /// Minutes: shows that everything works, and what it can.
    #[default]
    Quick,
    /// As many games and positions as a verdict needs.
    Full,
    /// With the real seconds of the documents.
    Overnight,
}

impl Profile {
    /// All profiles, smallest first.
    pub const ALL: [Profile; 3] = [Profile::Quick, Profile::Full, Profile::Overnight];

    /// The name, as specifications write it.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Quick => "quick",
            Profile::Full => "full",
            Profile::Overnight => "overnight",
        }
    }

    /// The profiles whose value is taken for this one, best first: its own, else that of the next smaller one.
    pub(super) fn fallbacks(self) -> impl Iterator<Item = &'static str> {
        Profile::ALL.into_iter().rev().filter(move |&profile| profile <= self).map(Profile::name)
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Profile {
    type Err = String;

    fn from_str(text: &str) -> Result<Profile, String> {
        Profile::ALL.into_iter().find(|profile| profile.name() == text).ok_or_else(|| {
            let hint = crate::base::text::nearest(text, Profile::ALL.map(Profile::name));
            format!("expected one of quick, full, overnight, found '{text}'{hint}")
        })
    }
}
