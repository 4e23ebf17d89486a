//! Moves held against exact values as figures need them: one small record each, by player.

use std::collections::{BTreeMap, HashMap};

use anyhow::Result;

use super::Skip;
use super::label::Label;
use super::phrases::{p_text, say, with_ends};
use super::source::{Sources, ambiguous_bases};
use super::statistic::Found;
use crate::analysis::holm::holm;
use crate::analysis::mcnemar::mcnemar;
use crate::analysis::wilson::wilson;
use crate::records::read::read;
use crate::records::rows::{Row, TruthRow};
use crate::report::number::Format;
use crate::report::words::Lang;

/// A position of a suite, or a move of a game, whoever is judged on it: folder, whether of a game, its number, ply.
type Unit = (usize, bool, u64, u32);

/// One judged move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub unit: Unit,
    /// The depth asked for, or reached where none was asked for; 0: the player does not search.
    pub depth_plies: u32,
    pub nodes: f64,
    pub kept: bool,
    /// Whether a won or drawn position got worse; none for a lost one.
    pub blunder: Option<bool>,
}

impl Move {
    pub fn ply(&self) -> u32 {
        self.unit.3
    }
}

/// A player with its moves.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub label: Label,
    base: String,
    pub moves: Vec<Move>,
}

impl Player {
    /// The label as charts show it, without some parameters.
    pub fn shown(&self, without: &[&str]) -> String {
        Label { base: self.base.clone(), ..self.label.without(without) }.text()
    }
}

/// All judged moves.
#[derive(Debug, Default)]
pub(super) struct Judged {
    /// In the order of their rows.
    pub players: Vec<Player>,
    /// Text forms of the games.
    pub games: Vec<String>,
    /// Moves whose value is not known.
    pub unknown: u64,
    /// Whether any of them was played in a game.
    pub of_games: bool,
}

impl Judged {
    /// Reads `truth.csv` of every folder that has one.
    pub fn read(sources: &Sources) -> Result<Judged> {
        let mut judged = Judged::default();
        let mut labels: Vec<(String, String, usize)> = Vec::new();
        for (place, folder) in sources.with_table(TruthRow::TABLE) {
            let mut known: HashMap<String, usize> = HashMap::new();
            for row in read::<TruthRow>(&folder.path)? {
                let row = row?;
                if !judged.games.contains(&row.game) {
                    judged.games.push(row.game.clone());
                }
                let player = *known.entry(row.player.clone()).or_insert_with(|| {
                    let label = Label::parse(&row.player);
                    labels.push((label.base.clone(), row.player.clone(), place));
                    judged.players.push(Player { base: label.base.clone(), label, moves: Vec::new() });
                    judged.players.len() - 1
                });
                let Some(kept) = row.kept else {
                    judged.unknown += 1;
                    continue;
                };
                judged.of_games |= row.game_id.is_some();
                let number = row.game_id.or(row.position_id).unwrap_or(row.job_id);
                judged.players[player].moves.push(Move {
                    unit: (place, row.game_id.is_some(), number, row.ply),
                    depth_plies: row.depth_limit_plies.or(row.completed_depth_plies).unwrap_or(0),
                    nodes: row.nodes.unwrap_or(0) as f64,
                    kept,
                    blunder: row.blunder,
                });
            }
        }
        let ambiguous = ambiguous_bases(&labels);
        for (player, (base, _, place)) in judged.players.iter_mut().zip(&labels) {
            if ambiguous.contains(base) {
                player.base = format!("{base} ({})", sources.folders[*place].name);
            }
        }
        judged.players.retain(|player| !player.moves.is_empty());
        Ok(judged)
    }

    /// The moves of all folders.
    ///
    /// # Errors
    /// The reason if there are none, or some of several games.
    pub fn of_one_game(sources: &Sources) -> Result<Judged, Skip> {
        let judged = Judged::read(sources)?;
        if judged.players.is_empty() {
            return Err(Skip::because("there are no moves held against exact values (truth.csv)"));
        }
        if judged.games.len() > 1 {
            return Err(Skip::because(format!("the rows are of several games ({})", judged.games.join(", "))));
        }
        Ok(judged)
    }

    /// What a share is and rests on.
    pub fn basis(&self, n: &str, what: (&str, &str), lang: Lang) -> String {
        let mut text = say(
            lang,
            format!("{} ({n} per point), 95% Wilson interval.", what.0),
            format!("{}（每点 {n}），95% Wilson 区间。", what.1),
        );
        if self.of_games {
            text += &say(
                lang,
                " Moves of one game depend on each other, which the interval does not know.",
                "同一局中的着法彼此相关，区间未计入此点。",
            );
        }
        if self.unknown > 0 {
            text += &say(
                lang,
                format!(" Moves of unknown value left out: {}.", self.unknown),
                format!("略去值未知的着法 {} 着。", self.unknown),
            );
        }
        text
    }
}

/// A share of moves with Wilson's interval; none without any.
pub(super) fn share(flags: impl Iterator<Item = bool>) -> Option<Found> {
    let (mut yes, mut all) = (0u64, 0u64);
    for flag in flags {
        (yes, all) = (yes + u64::from(flag), all + 1);
    }
    let interval = wilson(yes, all)?;
    Some(Found { value: yes as f64 / all as f64, ends: Some((interval.low, interval.high)), n: all as usize })
}

/// The best and the worst of several named lists of moves, compared on the positions that both were judged on.
pub(super) fn best_and_worst(groups: &[(String, Vec<Move>)], at: (&str, &str), lang: Lang) -> String {
    let rate = |moves: &[Move]| share(moves.iter().map(|one| one.kept));
    let mut ranked: Vec<(Found, &(String, Vec<Move>))> =
        groups.iter().filter_map(|group| Some((rate(&group.1)?, group))).collect();
    ranked.sort_by(|one, other| one.0.value.total_cmp(&other.0.value));
    let (Some((least, worst)), Some((most, best))) = (ranked.first(), ranked.last()) else { return String::new() };
    if ranked.len() < 2 {
        return String::new();
    }
    let text = say(
        lang,
        format!(
            " {}{} keeps the value most often, {}, {} least often, {}",
            at.0,
            best.0,
            with_ends(*most, Format::Percent),
            worst.0,
            with_ends(*least, Format::Percent)
        ),
        format!(
            "{}{} 保值最多：{}；{} 最少：{}",
            at.1,
            best.0,
            with_ends(*most, Format::Percent),
            worst.0,
            with_ends(*least, Format::Percent)
        ),
    );
    let Some((first, discordant)) = compared(&best.1, &worst.1) else { return text + &say(lang, ".", "。") };
    // The two were chosen by what they turned out to be: every pair counts as tested.
    let mut all = vec![first];
    for (place, (_, one)) in ranked.iter().enumerate() {
        for (_, other) in &ranked[place + 1..] {
            let is_chosen = std::ptr::eq(*one, *worst) && std::ptr::eq(*other, *best);
            all.extend(compared(&one.1, &other.1).filter(|_| !is_chosen).map(|(p, _)| p));
        }
    }
    let p = p_text(holm(&all).first().copied().unwrap_or(1.0));
    let corrected = match all.len() {
        1 => String::new(),
        count => say(lang, format!(", Holm-corrected over {count} pairs"), format!("，{count} 对，Holm 校正")),
    };
    text + &say(
        lang,
        format!(" (McNemar's exact test on the same positions, {discordant} discordant{corrected}: {p})."),
        format!("（相同局面上的 McNemar 精确检验，不一致 {discordant} 个{corrected}：{p}）。"),
    )
}

/// p of McNemar's exact test on the positions that both were judged on, and how many of these tell them apart.
fn compared(one: &[Move], other: &[Move]) -> Option<(f64, u64)> {
    let theirs: BTreeMap<Unit, bool> = other.iter().map(|one| (one.unit, one.kept)).collect();
    let pairs: Vec<(bool, bool)> = one.iter().filter_map(|one| Some((one.kept, *theirs.get(&one.unit)?))).collect();
    let alone = |first: bool| pairs.iter().filter(|pair| **pair == (first, !first)).count() as u64;
    (!pairs.is_empty()).then(|| (mcnemar(alone(true), alone(false)).exact_p, alone(true) + alone(false)))
}
