//! Experiments out of flags: what `sweep` and `match` write.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};

use super::experiment::{DEFAULT_SEED, Experiment, MOST, Match, Places, Schedule, Search, Work};
use super::pairing::swap2_fault;
use super::positions::{Generated, Positions, file_positions, openings};
use super::vary::{Roster, Vary};
use crate::base::switch::{parse_number, parse_on_off};
use crate::base::text::{Named, nearest, split_outside_brackets, unquoted};
use crate::base::{MAX_SIDE, Position};
use crate::games::{GameSpec, GameVisitor, balanced};
use crate::players::PlayerSpec;
use crate::players::swap2::OPENING;

/// Games of a match where nobody says how many; fewer where there are not enough openings for deterministic players.
pub const DEFAULT_GAMES: u64 = 100;

/// Positions of a sweep where nobody says how many.
pub const DEFAULT_POSITIONS: u64 = 32;

/// Boards up to this size get shorter openings.
const SMALL_CELLS: usize = 16;

/// The flags of `match`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchFlags {
    /// The game.
    pub game: String,
    /// The first player.
    pub first: String,
    /// The second player.
    pub second: String,
    /// `--games`.
    pub games: Option<u64>,
    /// `--sprt ELO0,ELO1`.
    pub sprt: Option<String>,
    /// `--openings`: a number of plies, `plies=4,count=10,seed=1,win_in_one=on,near=2`, `list=POSITION+POSITION`, `file=PATH`, or
    /// the path alone.
    pub openings: Option<String>,
    /// `--seed`.
    pub seed: Option<u64>,
    /// Whether swap2 settles the colours.
    pub swap2: bool,
    /// Whether every move is recorded.
    pub record_moves: bool,
}

/// The flags of `sweep`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SweepFlags {
    /// The game.
    pub game: String,
    /// `--player`.
    pub player: String,
    /// `--against`.
    pub against: Option<String>,
    /// `--vary KEY=V,V..`, each.
    pub vary: Vec<String>,
    /// `--zip`.
    pub zip: bool,
    /// `--games`: matches.
    pub games: Option<u64>,
    /// `--positions`: searches.
    pub positions: Option<u64>,
    /// `--openings`, as for `match`.
    pub openings: Option<String>,
    /// `--seed`.
    pub seed: Option<u64>,
    /// Whether swap2 settles the colours of the games.
    pub swap2: bool,
}

/// The experiment that `match` runs.
///
/// # Errors
/// If a flag cannot be understood; the message names it.
pub fn match_experiment(flags: &MatchFlags) -> Result<Experiment> {
    let game: GameSpec = flags.game.parse()?;
    let seed = checked_seed(flags.seed)?;
    let (mut first, mut second) = (labelled_player(&flags.first, &game)?, labelled_player(&flags.second, &game)?);
    if first.0 == second.0 {
        // Named as the usage of the command names them.
        (first.0, second.0) = (format!("P: {}", first.0), format!("Q: {}", second.0));
    }
    let sprt = flags.sprt.as_deref().map(parse_sprt).transpose()?;
    let section = Match {
        schedule: Schedule::Pairs,
        games: flags.games.unwrap_or(DEFAULT_GAMES),
        openings: parse_openings(flags.openings.as_deref(), &game, seed, flags.swap2)?,
        swap2: flags.swap2,
        record_moves: flags.record_moves,
        truth_from_ply: None,
        sprt,
    };
    let mut experiment = Experiment {
        name: format!("match-{game}"),
        about: String::new(),
        about_zh: String::new(),
        game,
        seed,
        players: vec![first, second],
        vary: Vec::new(),
        zip: false,
        in_pairs: false,
        work: Work::Match(section),
        places: Places::default(),
    };
    if flags.games.is_none() {
        cut_to_openings(&mut experiment)?;
    }
    Ok(experiment)
}

/// The experiment that `sweep` runs: searches of positions, or a gauntlet of the grid against one player.
///
/// # Errors
/// If a flag cannot be understood, or flags exclude each other; the message names them.
pub fn sweep_experiment(flags: &SweepFlags) -> Result<Experiment> {
    let game: GameSpec = flags.game.parse()?;
    let seed = checked_seed(flags.seed)?;
    if flags.vary.is_empty() {
        bail!("a sweep needs at least one --vary KEY=VALUE,VALUE..");
    }
    let plays = flags.games.is_some() || flags.against.is_some();
    if plays && flags.positions.is_some() {
        let other = if flags.games.is_some() { "--games" } else { "--against" };
        bail!("--positions (searches) and {other} (games) exclude each other");
    }
    if let (false, Some(flag)) =
        (plays, flags.openings.as_ref().map(|_| "--openings").or(flags.swap2.then_some("--swap2")))
    {
        bail!("{flag} belongs to games; add --games N");
    }
    // Before the grid the player may be incomplete (`alphabeta` without depth), so that only its text is read here.
    let player = (written(&flags.player)?, canonical_text(&flags.player).context("--player")?);
    let mut vary = flags.vary.iter().map(|text| parse_vary(text)).collect::<Result<Vec<Vary>>>()?;
    let mut players = vec![player.clone()];
    let work = if plays {
        let mut reference = match &flags.against {
            Some(text) => labelled_player(text, &game).context("--against")?,
            None => labelled_player(&flags.player, &game).context("--player as the opponent of the grid")?,
        };
        for grid in &mut vary {
            grid.players = vec![player.0.clone()];
        }
        if labels_of(&game, &player, &vary, flags.zip)?.find(&reference.0).is_some() {
            reference.0 = format!("reference: {}", reference.0);
        }
        let label = reference.0.clone();
        players.push(reference);
        Work::Match(Match {
            schedule: Schedule::Gauntlet { reference: label },
            games: flags.games.unwrap_or(DEFAULT_GAMES),
            openings: parse_openings(flags.openings.as_deref(), &game, seed, flags.swap2)?,
            swap2: flags.swap2,
            record_moves: false,
            truth_from_ply: None,
            sprt: None,
        })
    } else {
        let positions = sweep_positions(&game, flags.positions.unwrap_or(DEFAULT_POSITIONS), seed)?;
        Work::Search(Search { positions, balance: None })
    };
    let mut experiment = Experiment {
        name: format!("sweep-{game}"),
        about: String::new(),
        about_zh: String::new(),
        game,
        seed,
        players,
        vary,
        zip: flags.zip,
        in_pairs: false,
        work,
        places: Places::default(),
    };
    if plays && flags.games.is_none() {
        cut_to_openings(&mut experiment)?;
    }
    Ok(experiment)
}

fn checked_seed(seed: Option<u64>) -> Result<u64> {
    let seed = seed.unwrap_or(DEFAULT_SEED);
    if i64::try_from(seed).is_err() {
        bail!("--seed: expected a whole number from 0 to {}, found {seed}", i64::MAX);
    }
    Ok(seed)
}

fn canonical_text(text: &str) -> Result<String> {
    Ok(text.parse::<PlayerSpec>()?.to_string())
}

/// A player's label: the text as it was written, so that what somebody compares is there even where it is the default. What
/// stands in double quotes is put so that a label can hold it.
fn written(text: &str) -> Result<String> {
    let text = text.parse::<Named>().map_err(|problem| anyhow!(problem))?.to_string();
    let (mut label, mut chars, mut quoted) = (String::new(), text.chars(), false);
    while let Some(c) = chars.next() {
        label.push(match c {
            '"' => {
                quoted = !quoted;
                '\''
            }
            '\\' if quoted => chars.next().map_or('_', |_| '_'),
            '{' | '}' | '(' | ')' | '[' | ']' | ',' if quoted => '_',
            c => c,
        });
    }
    Ok(label)
}

type Labelled = (String, String);

/// Label and canonical text of a player that plays the game.
fn labelled_player(text: &str, game: &GameSpec) -> Result<Labelled> {
    let player: PlayerSpec = text.parse()?;
    player.supports(game)?;
    Ok((written(text)?, player.to_string()))
}

/// All players of a grid over one player.
fn labels_of(game: &GameSpec, player: &Labelled, vary: &[Vary], zip: bool) -> Result<Roster> {
    Roster::new(&Experiment {
        name: String::new(),
        about: String::new(),
        about_zh: String::new(),
        game: *game,
        seed: DEFAULT_SEED,
        players: vec![player.clone()],
        vary: vary.to_vec(),
        zip,
        in_pairs: false,
        work: Work::Exhaust { players: Vec::new() },
        places: Places::default(),
    })
}

/// Reads `KEY=V,V..`; commas inside brackets or double quotes do not split.
fn parse_vary(text: &str) -> Result<Vary> {
    let fault = |problem: &str| anyhow!("--vary '{text}': {problem}; expected KEY=VALUE,VALUE..");
    let (key, values) = text.split_once('=').ok_or_else(|| fault("there is no '='"))?;
    if key.trim().is_empty() {
        return Err(fault("the key is empty"));
    }
    let parts = split_outside_brackets(values).map_err(|problem| fault(&problem))?;
    if parts.is_empty() || parts.iter().any(|part| part.trim().is_empty()) {
        return Err(fault("a value is empty (a stray comma?)"));
    }
    let list =
        parts.into_iter().map(unquoted).collect::<Result<Vec<String>, _>>().map_err(|problem| fault(&problem))?;
    Ok(Vary { key: key.trim().to_string(), values: list, players: Vec::new(), permutations: None })
}

fn parse_sprt(text: &str) -> Result<[f64; 2]> {
    let numbers: Vec<f64> = text
        .split(',')
        .map(|part| part.trim().parse::<f64>().ok().filter(|number| number.is_finite()))
        .collect::<Option<_>>()
        .ok_or_else(|| anyhow!("--sprt: expected ELO0,ELO1, found '{text}'"))?;
    <[f64; 2]>::try_from(numbers).map_err(|_| anyhow!("--sprt: expected ELO0,ELO1, found '{text}'"))
}

/// The openings of a match. Whether swap2 can be played comes first, since it decides what its openings are.
fn parse_openings(text: Option<&str>, game: &GameSpec, seed: u64, swap2: bool) -> Result<Positions> {
    if let Some(problem) = swap2_fault(game).filter(|_| swap2) {
        bail!("--swap2: {problem}");
    }
    match text.map(str::trim) {
        None if swap2 => Ok(swap2_openings(game, seed)),
        None => Ok(default_openings(game, seed)),
        Some(text) => read_openings(text, seed).with_context(|| format!("--openings '{text}'")),
    }
}

/// The openings of a match where nobody says which: balanced ones on the boards of Gomoku that they were made for, or on
/// larger ones; else random ones.
fn default_openings(game: &GameSpec, seed: u64) -> Positions {
    let plies = if game.shape.cells() <= SMALL_CELLS { 2 } else { 4 };
    let random = || Positions::Generated(generated(vec![plies], seed));
    balanced::openings(&game.shape).map_or_else(random, Positions::Listed)
}

/// Random positions over the whole board, nobody with a win in one.
fn generated(plies: Vec<u32>, seed: u64) -> Generated {
    Generated { plies, count: None, seed, win_in_one: false, near: None }
}

/// Three stones from which swap2 goes on, balanced ones where there are such, else random ones that lie together: several
/// openings, where deterministic players have two games only if they place the stones themselves.
fn swap2_openings(game: &GameSpec, seed: u64) -> Positions {
    let random = || Positions::Generated(Generated { near: Some(2), ..generated(vec![OPENING as u32], seed) });
    balanced::swap2_openings(&game.shape).map_or_else(random, Positions::Listed)
}

fn read_openings(text: &str, seed: u64) -> Result<Positions> {
    if let Some(list) = text.strip_prefix("list=") {
        let positions: Vec<String> = list.split('+').map(|position| position.trim().to_string()).collect();
        if positions.iter().any(String::is_empty) {
            bail!("a position is empty (a stray '+'?); expected list=POSITION+POSITION");
        }
        return Ok(Positions::Listed(positions));
    }
    if let Some(path) = text.strip_prefix("file=") {
        return Ok(Positions::Listed(file_positions(Path::new(path))?));
    }
    // A number of plies is not looked up in the folder.
    if !text.contains('=') && !text.starts_with(|c: char| c.is_ascii_digit()) && is_path(text) {
        return Ok(Positions::Listed(file_positions(Path::new(text))?));
    }
    let mut asked = generated(Vec::new(), seed);
    let text = if text.contains('=') { text.to_string() } else { format!("plies={text}") };
    const KEYS: [&str; 7] = ["plies", "count", "seed", "win_in_one", "near", "list", "file"];
    for part in text.split(',') {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let (key, value) = (key.trim(), value.trim());
        let number =
            |low: u64, high: u64| parse_number(value, low, high).map_err(|problem| anyhow!("{key}: {problem}"));
        match key {
            "plies" => {
                let list = value.split('+').map(|ply| parse_number(ply.trim(), 0, 1000).map(|ply| ply as u32));
                asked.plies = list.collect::<Result<_, _>>().map_err(|problem| anyhow!("plies: {problem}"))?;
            }
            "count" => asked.count = Some(number(1, MOST)?),
            "seed" => asked.seed = number(0, i64::MAX as u64)?,
            "win_in_one" => {
                asked.win_in_one = parse_on_off(value).map_err(|problem| anyhow!("win_in_one: {problem}"))?;
            }
            "near" => asked.near = Some(number(1, MAX_SIDE as u64)? as u32),
            _ => bail!("expected one of {}, found '{key}'{}", KEYS.join(", "), nearest(key, KEYS)),
        }
    }
    if asked.plies.is_empty() {
        bail!("'plies' is missing; expected plies=N, or just N");
    }
    Ok(Positions::Generated(asked))
}

/// Whether a text is the name of a file, there or not.
fn is_path(text: &str) -> bool {
    text.contains(['/', '\\', '.']) || Path::new(text).exists()
}

/// Makes a match as long as its openings allow where nobody asked for a number of games.
fn cut_to_openings(experiment: &mut Experiment) -> Result<()> {
    let roster = Roster::new(experiment)?;
    let fixed = |index: u64| {
        !PlayerSpec::from_named(&roster.player(index)).is_ok_and(|player| player.is_random() || !player.reproducible())
    };
    // One pairing of two deterministic players is enough to be short of openings.
    let random = !(roster.variants_of(0).any(fixed) && roster.variants_of(1).any(fixed));
    let game = experiment.game;
    if let (false, Work::Match(section)) = (random, &mut experiment.work) {
        // Asked for as if games differed by chance, so that fewer are no error.
        let found = game.visit(Available { positions: &section.openings, wanted: section.games / 2 })?;
        section.games = 2 * found.clamp(1, section.games / 2);
    }
    Ok(())
}

struct Available<'a> {
    positions: &'a Positions,
    wanted: u64,
}

impl GameVisitor for Available<'_> {
    type Output = Result<u64>;

    fn visit<P: Position>(self, start: P) -> Result<u64> {
        Ok(openings(&start, self.positions, self.wanted, true, None)?.len() as u64)
    }
}

/// Positions of a sweep: of 4 and 8 plies, of 3 and 4 on small boards, or fewer where there are not so many.
fn sweep_positions(game: &GameSpec, count: u64, seed: u64) -> Result<Positions> {
    if count == 0 {
        bail!("--positions: expected at least 1, found 0");
    }
    let plies: Vec<u32> = if game.shape.cells() <= SMALL_CELLS { vec![3, 4] } else { vec![4, 8] };
    let share = count.div_ceil(plies.len() as u64);
    let mut kept = Vec::new();
    let mut least = share;
    for ply in plies {
        let positions = Positions::Generated(Generated { win_in_one: true, ..generated(vec![ply], seed) });
        if let Ok(found) = game.visit(Available { positions: &positions, wanted: share }) {
            kept.push(ply);
            least = least.min(found);
        }
    }
    if kept.is_empty() {
        return Ok(Positions::Listed(vec![crate::games::notation::START.to_string()]));
    }
    let count = Some(least.max(1));
    Ok(Positions::Generated(Generated { count, win_in_one: true, ..generated(kept, seed) }))
}
