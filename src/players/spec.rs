//! A player's text form: read, checked, changed and printed in one canonical way.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};

use super::external;
use super::registry::{Algorithm, PlayerInfo, find};
use super::settings::{Settings, WEIGHT_PREFIX, difference, set_weight};
use crate::base::Limits;
use crate::base::text::{Named, nearest};
use crate::games::GameSpec;

/// A player: a registered name with its changes. Two specs that play alike by the registry print the same text.
#[derive(Clone, Debug)]
pub struct PlayerSpec {
    info: &'static PlayerInfo,
    settings: Settings,
    text: String,
}

impl PartialEq for PlayerSpec {
    fn eq(&self, other: &PlayerSpec) -> bool {
        self.text == other.text
    }
}

impl Eq for PlayerSpec {}

/// Cells up to which a search with cutoffs may be asked for without any limit: larger boards do not end within a lifetime.
pub const UNLIMITED_CELLS: usize = 20;

/// The same without cutoffs: 4x3 has half a billion sequences of moves.
pub const UNLIMITED_CELLS_WITHOUT_PRUNING: usize = 10;

impl PlayerSpec {
    /// Checks a name with its changes.
    ///
    /// # Errors
    ///
    /// An unknown player or key (with the nearest known one), or a value that the key does not take.
    pub fn from_named(named: &Named) -> Result<PlayerSpec> {
        let info = find(&named.name).map_err(|problem| anyhow!(problem))?;
        let program = named.name.strip_prefix(external::PREFIX).unwrap_or_default();
        let defaults = defaults(info, program)?;
        let settings = changed(info, defaults.clone(), &named.changes)?;
        Ok(PlayerSpec::new(info, &defaults, settings))
    }

    fn new(info: &'static PlayerInfo, defaults: &Settings, settings: Settings) -> PlayerSpec {
        let changes = difference(info.algorithm, defaults, &settings);
        let name = match info.algorithm {
            Algorithm::External => format!("{}{}", external::PREFIX, settings.external.program),
            _ => info.name.to_string(),
        };
        let text = Named { name, changes }.to_string();
        PlayerSpec { info, settings, text }
    }

    /// The same player with one more change; what a sweep does.
    ///
    /// # Errors
    ///
    /// As for [`PlayerSpec::from_named`].
    pub fn with(&self, key: &str, value: &str) -> Result<PlayerSpec> {
        let defaults = defaults(self.info, &self.settings.external.program)?;
        let changes = [(key.trim().to_string(), value.trim().to_string())];
        let settings = changed(self.info, self.settings.clone(), &changes)?;
        Ok(PlayerSpec::new(self.info, &defaults, settings))
    }

    /// The registry's entry.
    pub fn info(&self) -> &'static PlayerInfo {
        self.info
    }

    /// The registered name; all external engines have one.
    pub fn name(&self) -> &'static str {
        self.info.name
    }

    /// Everything that the player is told.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The limits of each of its searches.
    pub fn limits(&self) -> Limits {
        let Settings { depth_plies, nodes, time_ms, ref difficulty, .. } = self.settings;
        Limits {
            depth_plies: depth_plies.map(|plies| difficulty.plies(plies)),
            nodes,
            time: time_ms.map(Duration::from_millis),
        }
    }

    /// Whether it plays alike on every machine.
    pub fn reproducible(&self) -> bool {
        self.limits().reproducible() && !self.is_external()
    }

    /// Whether it is a program of others.
    pub fn is_external(&self) -> bool {
        self.info.algorithm == Algorithm::External
    }

    /// Memory that each of its searchers takes: its table, or what a program is told to keep to.
    pub fn memory_bytes(&self) -> u64 {
        let Settings { search, external, .. } = &self.settings;
        if self.is_external() { external.memory_bytes } else { search.table.bytes }.unwrap_or(0)
    }

    /// Whether the same position may get different moves from it, with another seed.
    pub fn is_random(&self) -> bool {
        let Settings { search, greedy, .. } = &self.settings;
        match self.info.algorithm {
            Algorithm::Random | Algorithm::Rules | Algorithm::Mcts | Algorithm::External => true,
            Algorithm::Greedy => greedy.random_ties || greedy.epsilon > 0.0,
            Algorithm::Search => {
                // A random number below 1 is always 0.
                search.root_noise > 1
                    || search.order.noise > 1
                    || search.choice.is_on()
                    || search.width.choice == crate::search::width::Choice::Random
            }
            Algorithm::Proof | Algorithm::Solver | Algorithm::Estimate | Algorithm::Recursion => false,
        }
    }

    /// Whether it chooses moves to play; an estimator of trees does not.
    pub fn plays(&self) -> bool {
        self.info.algorithm != Algorithm::Estimate
    }

    /// Whether it has an evaluator that its moves depend on.
    pub fn uses_evaluator(&self) -> bool {
        matches!(self.info.algorithm, Algorithm::Search | Algorithm::Greedy)
    }

    /// Refuses a game that it cannot or must not play, naming both sides and the reason.
    ///
    /// # Errors
    ///
    /// The player belongs to a document about other games, its evaluator does not value the game, its switches have no
    /// meaning together or on this board, or it would search a large board without any limit.
    pub fn supports(&self, game: &GameSpec) -> Result<()> {
        self.check(game).with_context(|| format!("the player '{self}' cannot play '{game}'"))
    }

    fn check(&self, game: &GameSpec) -> Result<()> {
        if !self.info.games.contains(&game.kind) {
            let names: Vec<&str> = crate::games::GAMES
                .iter()
                .filter(|known| self.info.games.contains(&known.kind))
                .map(|known| known.name)
                .collect();
            let document =
                self.info.document.map_or(String::new(), |letter| format!("is a system of document {letter} and "));
            bail!("it {document}plays {} only", names.join(", "));
        }
        let shape = &game.shape;
        if self.uses_evaluator() {
            let eval = self.settings.eval.spec().map_err(|problem| anyhow!(problem))?;
            (eval.supports)(shape).map_err(|why| anyhow!("its evaluator '{}' does not fit: {why}", eval.name))?;
        }
        if self.info.algorithm == Algorithm::Search {
            self.settings.search.check(shape).map_err(|problem| anyhow!(problem))?;
            let own = self.info.defaults().map_err(|problem| anyhow!(problem))?.difficulty;
            self.settings.difficulty.check(&own, self.settings.depth_plies).map_err(|problem| anyhow!(problem))?;
        }
        if self.info.algorithm == Algorithm::Recursion {
            super::recursion::supports(shape).map_err(|problem| anyhow!(problem))?;
        }
        if self.is_external() {
            external::config::supports(shape).map_err(|problem| anyhow!(problem))?;
            self.settings.external.start()?;
        }
        if self.info.algorithm == Algorithm::Solver {
            super::solver::supports(shape).map_err(|problem| anyhow!(problem))?;
        }
        let exhaustive = matches!(self.info.algorithm, Algorithm::Search | Algorithm::Recursion);
        let prunes = match self.info.algorithm {
            Algorithm::Recursion => self.settings.recursion.pruning,
            _ => self.settings.search.pruning,
        };
        let unlimited = if prunes { UNLIMITED_CELLS } else { UNLIMITED_CELLS_WITHOUT_PRUNING };
        if exhaustive && self.limits() == Limits::default() && shape.cells() > unlimited {
            bail!(
                "it has no limit, and a search to the end of a game of {} cells does not end; set depth, nodes or \
                 time_ms (up to {unlimited} cells none is needed)",
                shape.cells()
            );
        }
        Ok(())
    }
}

/// What a player is told where nothing else is said; `program` is the path of an external one.
fn defaults(info: &PlayerInfo, program: &str) -> Result<Settings> {
    let mut settings = info.defaults().map_err(|problem| anyhow!(problem))?;
    settings.external.program = program.to_string();
    Ok(settings)
}

fn changed(info: &'static PlayerInfo, mut settings: Settings, changes: &[(String, String)]) -> Result<Settings> {
    let keys = info.keys();
    let takes_weights = keys.iter().any(|key| key.name() == "eval");
    for (key, value) in changes {
        let is_weight = takes_weights && key.starts_with(WEIGHT_PREFIX);
        if !is_weight && !keys.iter().any(|known| known.name() == key) {
            bail!("player '{}': {}", info.name, unknown_key(&keys, takes_weights, key, value));
        }
    }
    let refuse = |key: &str, problem: String| anyhow!("player '{}', key '{key}': {problem}", info.name);
    // In registry order, weights after their evaluator, so that the order of writing does not matter.
    for known in &keys {
        if let Some((key, value)) = changes.iter().find(|(key, _)| key == known.name()) {
            known.set(&mut settings, value).map_err(|problem| refuse(key, problem))?;
        }
    }
    let bracketed = changes.iter().find(|(key, _)| key == "eval").and_then(|(_, value)| value.parse::<Named>().ok());
    for (key, value) in changes {
        if let Some(weight) = key.strip_prefix(WEIGHT_PREFIX) {
            if let Some((eval, twin)) = bracketed.as_ref().and_then(|eval| Some((eval, eval.change(weight)?)))
                && twin.trim().parse::<f64>() != value.trim().parse::<f64>()
            {
                let problem = format!("found {value}, but eval={eval} says {weight}={twin}; expected one of them");
                return Err(refuse(key, problem));
            }
            set_weight(&mut settings.eval, weight, value).map_err(|problem| refuse(key, problem))?;
        }
    }
    Ok(settings)
}

fn unknown_key(keys: &[super::settings::Key], takes_weights: bool, key: &str, value: &str) -> String {
    if keys.is_empty() {
        return format!("it takes no keys, found '{key}={value}'");
    }
    let mut names: Vec<&str> = keys.iter().map(|key| key.name()).collect();
    if takes_weights {
        names.push("weight.NAME");
    }
    let hint = nearest(key, names.iter().copied());
    format!("there is no key '{key}' (found '{key}={value}'), expected one of {}{hint}", names.join(", "))
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for PlayerSpec {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<PlayerSpec> {
        let named: Named = text.parse().map_err(|problem: String| anyhow!("player {problem}"))?;
        PlayerSpec::from_named(&named)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base::switch::Values;
    use crate::players::PLAYERS;

    fn spec(text: &str) -> PlayerSpec {
        text.parse().unwrap_or_else(|problem| panic!("{text}: {problem:#}"))
    }

    #[test]
    fn canonical_text() {
        for (text, canonical) in [
            ("doc-a-search", "doc-a-search"),
            ("doc-a-search{}", "doc-a-search"),
            ("doc-a-search{ topk = 8, depth=4 }", "doc-a-search{depth=4}"),
            ("doc-a-search{topk=none,depth=2}", "doc-a-search{depth=2,topk=none}"),
            ("doc-a-search{eval=doc-a{open_four=5000}}", "doc-a-search{weight.open_four=5000}"),
            ("doc-a-search{weight.open_four=5000,eval=zero}", ""),
            ("alphabeta{weight.open_four=5000,eval=doc-a}", "alphabeta{eval=doc-a,weight.open_four=5000}"),
            ("alphabeta{eval=doc-a{five=7,one=5}}", "alphabeta{eval=doc-a,weight.five=7}"),
            ("alphabeta{order=hash+centre,nodes=1_000,depth=none}", "alphabeta{nodes=1000,order=hash+centre}"),
            ("minimax{pruning=off}", "minimax"),
            ("minimax{pruning=true}", "minimax{pruning=on}"),
            ("alphabeta{eval=doc-c{three=5},weight.three=5}", "alphabeta{eval=doc-c,weight.three=5}"),
            ("mcts{exploration=1.50}", "mcts{exploration=1.5}"),
            ("doc-t-v1{rules=block-win}", "doc-t-v1{rules=block-win}"),
            ("doc-g-greedy{epsilon=0.020}", "doc-g-greedy{epsilon=0.02}"),
            ("doc-t-v2-printed{recursion=corrected}", "doc-t-v2-printed{recursion=corrected}"),
            ("ext:/a b{time_ms=1000,dir=none}", "ext:/a b"),
            ("ext: \"/a,b\" {dir=\"/x,y\"}", "ext:\"/a,b\"{dir=\"/x,y\"}"),
            ("ext:C:\\a{log=d:\\b}", "ext:C:\\a{log=d:\\b}"),
            (
                "ext:/a{time_ms=0,args=engine alphabeta{depth=2,topk=3}}",
                "ext:/a{args=engine alphabeta{depth=2,topk=3},time_ms=0}",
            ),
        ] {
            if canonical.is_empty() {
                assert!(text.parse::<PlayerSpec>().is_err(), "{text}");
                continue;
            }
            assert_eq!(spec(text).to_string(), canonical);
            assert_eq!(spec(canonical), spec(text));
        }
    }

    #[test]
    fn faults_are_named() {
        for (text, parts) in [
            ("doc-a-serch", &["no player 'doc-a-serch'", "did you mean 'doc-a-search'?"][..]),
            ("doc-a-search{topkk=3}", &["'doc-a-search'", "no key 'topkk'", "'topkk=3'", "did you mean 'topk'?"]),
            ("doc-a-search{topk=0}", &["'doc-a-search'", "'topk'", "from 1 to 484", "'0'"]),
            ("doc-a-search{depth=-1}", &["'doc-a-search'", "'depth'", "'-1'"]),
            ("doc-a-search{topk_at=rot}", &["'topk_at'", "did you mean 'root'?"]),
            ("doc-a-search{weight.open_fuor=3}", &["'weight.open_fuor'", "did you mean 'open_four'?"]),
            ("alphabeta{eval=doc-b}", &["'alphabeta'", "'eval'", "no evaluator 'doc-b'"]),
            ("random{depth=3}", &["'random'", "takes no keys", "'depth=3'"]),
            ("mcts{topk=3}", &["'mcts'", "no key 'topk'"]),
            ("mcts{weight.x=3}", &["'mcts'", "no key 'weight.x'"]),
            ("estimate{fallback=3}", &["'estimate'", "no key 'fallback'"]),
            ("alphabeta{eval=doc-c{three=5},weight.three=1}", &["'weight.three'", "found 1", "eval=doc-c{three=5}"]),
            ("doc-t-v1{rules=win-blok}", &["'rules'", "did you mean 'block'?"]),
            ("doc-g-greedy{epsilon=1.5}", &["'epsilon'", "'1.5'"]),
            ("alphabeta{depth=3,}", &["stray comma"]),
            ("alphabeta{depth}", &["KEY=VALUE"]),
            ("alphabeta{depth=3", &["not closed"]),
            ("", &["expected a name"]),
        ] {
            let found = format!("{:#}", text.parse::<PlayerSpec>().unwrap_err());
            assert!(parts.iter().all(|part| found.contains(part)), "{text}: {found}");
        }
    }

    #[test]
    fn a_player_is_refused_on_a_game_that_it_does_not_play() {
        for (player, game, parts) in [
            ("doc-a-search", "connect4", &["'doc-a-search'", "'connect4'", "document A", "gomoku only"][..]),
            ("doc-c-v1", "gomoku", &["document C", "connect4 only"]),
            ("doc-c-v1", "mnk:7,6,4,gravity", &["connect4 only"]),
            ("solver", "mnk:7,6,5,gravity", &["'solver'", "four in a row", "7x6 with 5"]),
            ("solver", "mnk:7,6,4", &["gravity"]),
            ("doc-t-v1", "connect4", &["tictactoe, mnk only"]),
            ("doc-g-greedy", "mnk:15,15,5", &["gomoku only"]),
            ("alphabeta{eval=doc-a,depth=2}", "connect4", &["'doc-a'", "five"]),
            ("alphabeta{depth=2,pvs=on,pruning=off}", "gomoku", &["pvs=on", "pruning=off"]),
            ("alphabeta{order=static:0-1-2}", "tictactoe", &["static", "9 moves"]),
            ("alphabeta", "gomoku", &["no limit", "225 cells", "depth"]),
            ("doc-t-v2", "mnk:15,15,5", &["no limit"]),
            ("doc-t-v2-printed{nodes=10}", "mnk:15,15,5", &["64 cells"]),
        ] {
            let found = format!("{:#}", spec(player).supports(&game.parse().unwrap()).unwrap_err());
            assert!(parts.iter().all(|part| found.contains(part)), "{player} on {game}: {found}");
        }
        for (player, game) in [
            ("alphabeta", "tictactoe"),
            ("alphabeta", "mnk:5,4,4"),
            ("alphabeta{depth=225}", "gomoku"),
            ("mcts", "gomoku"),
            ("estimate", "gomoku"),
            ("doc-t-v3{depth=2}", "mnk:15,15,5"),
        ] {
            spec(player).supports(&game.parse().unwrap()).unwrap();
        }
    }

    #[test]
    fn changes_are_made_one_by_one() {
        let player = spec("doc-a-search").with("depth", "2").unwrap().with("weight.open_four", "7").unwrap();
        assert_eq!(player.to_string(), "doc-a-search{depth=2,weight.open_four=7}");
        assert_eq!(player.with("depth", "3").unwrap().to_string(), "doc-a-search{weight.open_four=7}");
        assert_eq!(player.with("eval", "doc-a").unwrap().to_string(), "doc-a-search{depth=2}");
        // A change replaces what the brackets of the evaluator said before.
        let weighted = spec("alphabeta{eval=doc-c{three=5}}").with("weight.three", "1").unwrap();
        assert_eq!(weighted.to_string(), "alphabeta{eval=doc-c,weight.three=1}");
        assert!(player.with("depht", "3").unwrap_err().to_string().contains("did you mean 'depth'?"));
        assert_eq!(player.limits().depth_plies, Some(2));
        assert!(player.reproducible() && !player.with("time_ms", "5").unwrap().reproducible());
        let external = spec("ext:/a").with("time_ms", "5").unwrap();
        assert_eq!(external.to_string(), "ext:/a{time_ms=5}");
        assert_eq!(external.with("time_ms", "1000").unwrap(), spec("ext:/a"));
        assert!(!external.reproducible() && external.is_random());
    }

    #[test]
    fn whether_a_player_is_random() {
        for (text, random) in [
            ("random", true),
            ("doc-a-search", true),
            ("doc-a-search{order_noise=0}", false),
            ("alphabeta", false),
            ("alphabeta{choice_of=2}", true),
            ("doc-g-greedy", true),
            ("doc-g-greedy{random_ties=off}", false),
            ("doc-t-v2-printed", false),
        ] {
            assert_eq!(spec(text).is_random(), random, "{text}");
        }
    }

    /// Some value that a key takes, chosen by a number.
    fn value(values: Values, exact: &[&str], choice: u64) -> String {
        match values {
            Values::OnOff => ["on", "off"][choice as usize % 2].to_string(),
            Values::Number(_, _, true) if choice.is_multiple_of(4) => "none".to_string(),
            Values::Number(low, high, _) => (low + choice % (high - low).saturating_add(1).max(1)).to_string(),
            Values::Decimal(low, high) => (low + (high - low) * (choice % 1000) as f64 / 1000.0).to_string(),
            Values::Words(words) => words[choice as usize % words.len()].to_string(),
            Values::Text(_) if exact.is_empty() => "zero".to_string(),
            Values::Text(_) => exact[choice as usize % exact.len()].to_string(),
        }
    }

    proptest! {
        #[test]
        fn any_text_of_valid_changes_round_trips(
            player in 0..PLAYERS.len(),
            choices in proptest::collection::vec((any::<prop::sample::Index>(), any::<u64>()), 0..8),
            weight in any::<Option<(prop::sample::Index, i16)>>(),
        ) {
            let info = PLAYERS[player];
            let keys = info.keys();
            let mut player = spec(info.name);
            for (key, choice) in choices.iter().filter(|_| !keys.is_empty()) {
                let key = key.get(&keys);
                let exact: &[&str] = match key {
                    crate::players::settings::Key::Own(switch) if switch.key == "history" => &["none", "LLWD"],
                    crate::players::settings::Key::Eval => &["zero", "doc-a", "doc-c{two=4}", "doc-t", "hash-random{seed=3}"],
                    key => key.exact(),
                };
                let value = value(key.values(), exact, *choice);
                player = player.with(key.name(), &value).unwrap_or_else(|e| panic!("{}={value}: {e:#}", key.name()));
            }
            let weights = player.settings().eval.spec().unwrap().weights;
            if let Some((index, value)) = weight && player.uses_evaluator() && !weights.is_empty() {
                let weight = index.get(weights);
                let value = f64::from(value).clamp(weight.low, weight.high);
                player = player.with(&format!("weight.{}", weight.key), &value.to_string()).unwrap();
            }
            let text = player.to_string();
            let read = spec(&text);
            prop_assert_eq!(read.to_string(), text);
            prop_assert_eq!(read.settings(), player.settings());
        }

        #[test]
        fn arbitrary_text_never_panics(text in "\\PC*", inside in "[a-z_=.,{}0-9-]{0,30}") {
            let _ = text.parse::<PlayerSpec>();
            let _ = format!("doc-a-search{{{inside}}}").parse::<PlayerSpec>();
        }
    }
}
