//! The registry of players: a name, an algorithm, and the settings that make the one out of the other.

use super::documents;
use super::external::{self, EXTERNAL};
use super::settings::{Key, Settings, keys};
use super::strong;
use crate::base::text::nearest;
use crate::games::GameKind;

/// How a player finds its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// [`super::random`].
    Random,
    /// [`super::rules`].
    Rules,
    /// [`super::greedy`].
    Greedy,
    /// The search body of [`crate::search`].
    Search,
    /// [`crate::search::mcts`].
    Mcts,
    /// [`crate::search::proof`].
    Proof,
    /// [`super::solver`].
    Solver,
    /// [`crate::search::estimate`].
    Estimate,
    /// [`super::recursion`].
    Recursion,
    /// [`super::external`].
    External,
}

/// One setting of a registered player, with its reason.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The key.
    pub key: &'static str,
    /// The value, as text.
    pub value: &'static str,
    /// The sentence of the document that sets it, or why it was chosen where the document is silent.
    pub why: &'static str,
}

/// One player of the registry.
#[derive(Debug)]
pub struct PlayerInfo {
    /// Its name in text forms.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub meaning: &'static str,
    /// The games that it plays.
    pub games: &'static [GameKind],
    /// The letter of the document that it comes from.
    pub document: Option<&'static str>,
    /// How it finds its moves.
    pub algorithm: Algorithm,
    /// The player whose settings it starts from.
    pub based_on: Option<&'static PlayerInfo>,
    /// What it changes.
    pub settings: &'static [Setting],
}

/// Every game.
pub const ALL_GAMES: &[GameKind] = &[GameKind::TicTacToe, GameKind::Connect4, GameKind::Gomoku, GameKind::Mnk];

/// Shorthand for the tables of settings.
pub(super) const fn setting(key: &'static str, value: &'static str, why: &'static str) -> Setting {
    Setting { key, value, why }
}

const fn general(name: &'static str, algorithm: Algorithm, meaning: &'static str) -> PlayerInfo {
    PlayerInfo { name, meaning, games: ALL_GAMES, document: None, algorithm, based_on: None, settings: &[] }
}

static RANDOM: PlayerInfo = general("random", Algorithm::Random, "a uniformly random legal move");
static RULES: PlayerInfo =
    general("rules", Algorithm::Rules, "win, block, centre, corner, edge: the first rule that applies");
static GREEDY: PlayerInfo = PlayerInfo {
    settings: &[setting("eval", "doc-g", "the one evaluator with a score of points of its own")],
    ..general(
        "greedy",
        Algorithm::Greedy,
        "the best-scored point near the last move, by any evaluator that fits the game",
    )
};
static MINIMAX: PlayerInfo = PlayerInfo {
    settings: &[setting("pruning", "off", "every child of every node is searched")],
    ..general("minimax", Algorithm::Search, "plain minimax over all moves; every switch of the search can be set")
};
static ALPHABETA: PlayerInfo =
    general("alphabeta", Algorithm::Search, "alpha-beta over all moves in generation order; every switch can be set");
static MCTS: PlayerInfo = general("mcts", Algorithm::Mcts, "Monte-Carlo tree search (UCT) with random play-outs");
static PN: PlayerInfo = PlayerInfo {
    settings: &[setting("proof", "best_first", "proof-number search as it was first described")],
    ..general("pn", Algorithm::Proof, "proof-number search: proves a win, a draw or a loss, with the tree in memory")
};
static DFPN: PlayerInfo =
    general("dfpn", Algorithm::Proof, "df-pn: proves a win, a draw or a loss, depth-first with a table");
static SOLVER: PlayerInfo = PlayerInfo {
    games: &[GameKind::Connect4, GameKind::Mnk],
    ..general(
        "solver",
        Algorithm::Solver,
        "the exact solver of Connect Four of any size: its value is the score of the position (a win with the next stone \
         scores half the empty cells, rounded up, a later one less)",
    )
};
static ESTIMATE: PlayerInfo =
    general("estimate", Algorithm::Estimate, "no player: estimates the size of the minimax tree by random descents");

/// All players.
pub static PLAYERS: &[&PlayerInfo] = &[
    &RANDOM,
    &RULES,
    &GREEDY,
    &MINIMAX,
    &ALPHABETA,
    &MCTS,
    &PN,
    &DFPN,
    &SOLVER,
    &ESTIMATE,
    &strong::STRONG,
    &documents::DOC_G_GREEDY,
    &documents::DOC_G_GREEDY_PRINTED,
    &documents::DOC_G_SEARCH,
    &documents::DOC_G_SEARCH_PRINTED,
    &documents::DOC_A_SEARCH,
    &documents::DOC_A_SEARCH_PRINTED,
    &documents::DOC_A_TUNED,
    &documents::DOC_A_TUNED_PRINTED,
    &documents::DOC_C_V1,
    &documents::DOC_C_V1_PRINTED,
    &documents::DOC_C_V2,
    &documents::DOC_C_V2_PRINTED,
    &documents::DOC_C_V3,
    &documents::DOC_C_V3_PRINTED,
    &documents::DOC_T_V0,
    &documents::DOC_T_V1,
    &documents::DOC_T_V2,
    &documents::DOC_T_V2_PRINTED,
    &documents::DOC_T_V3,
    &documents::DOC_T_V3_PRINTED,
];

/// The registered player of this name.
///
/// # Errors
///
/// There is none; the message lists all and names the nearest.
pub fn find(name: &str) -> Result<&'static PlayerInfo, String> {
    if name.starts_with(external::PREFIX) {
        return Ok(&EXTERNAL);
    }
    PLAYERS.iter().find(|player| player.name == name).copied().ok_or_else(|| {
        let names: Vec<&str> = PLAYERS.iter().map(|player| player.name).collect();
        let hint = nearest(name, names.iter().copied());
        format!("there is no player '{name}', only {} and {}{hint}", names.join(", "), EXTERNAL.name)
    })
}

impl PlayerInfo {
    /// Its keys, in the order of the canonical text.
    pub fn keys(&self) -> Vec<Key> {
        keys(self.algorithm)
    }

    /// All its settings: those of the player it is based on first.
    pub fn all_settings(&self) -> Vec<Setting> {
        let mut settings = self.based_on.map_or_else(Vec::new, PlayerInfo::all_settings);
        for setting in self.settings {
            settings.retain(|known| known.key != setting.key);
            settings.push(*setting);
        }
        settings
    }

    /// What it is told where nothing else is said.
    ///
    /// # Errors
    ///
    /// A setting of the registry is wrong; a test holds that none is.
    pub fn defaults(&self) -> Result<Settings, String> {
        let mut settings = Settings::default();
        let keys = self.keys();
        for Setting { key, value, .. } in self.all_settings() {
            let known = keys.iter().find(|known| known.name() == key);
            let known = known.ok_or_else(|| format!("the player '{}' has no key '{key}'", self.name))?;
            known.set(&mut settings, value).map_err(|problem| format!("player '{}', '{key}': {problem}", self.name))?;
        }
        Ok(settings)
    }
}
