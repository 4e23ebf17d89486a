//! The ledger of printed faults against the players: every fault shows, and printed players have those that are printed.

use super::*;
use crate::base::rng::Rng;
use crate::base::{Answer, Move, Position, Root};
use crate::games::{GameSpec, GameVisitor};
use crate::players::registry::find;
use crate::players::settings::{WEIGHT_PREFIX, difference};
use crate::players::{PLAYERS, PlayerInfo, PlayerSpec, build};

/// What a player answers along random games, a new game for each but one searcher throughout.
struct Watch<'a>(&'a PlayerSpec, &'a GameSpec);

impl GameVisitor for Watch<'_> {
    type Output = Vec<(Option<Move>, u64)>;
    fn visit<P: Position>(self, start: P) -> Self::Output {
        let Watch(player, game) = self;
        let mut searcher = build(player, game, &start).unwrap();
        let mut seen = Vec::new();
        // Small boards are looked at as a whole and until they are half full: six in a row need some room and time.
        let cells = game.shape.cells() as u32;
        let is_small = cells < 50;
        let last_ply = if is_small { 14.max(cells / 2) } else { 14 };
        for seed in 0..12 {
            let mut rng = Rng::new(seed);
            searcher.new_game(seed);
            let (mut position, mut last) = (start.clone(), None);
            while position.outcome().is_none() && position.ply() < last_ply {
                if position.ply() > 5 || position.ply() == 0 && seed == 0 {
                    let answer: Answer = searcher.search(&Root { position: position.clone(), last }, &player.limits());
                    seen.push((answer.best, answer.counters.nodes));
                }
                let near = |mv: &Move| is_small || game.shape.centre_distance(mv.0).0 <= 4;
                let moves: Vec<Move> = position.moves().filter(near).collect();
                let mv = moves[rng.below(moves.len() as u32) as usize];
                position.play(mv);
                last = Some(mv);
            }
        }
        seen
    }
}

#[test]
fn every_fault_shows() {
    let mut unseen = Vec::new();
    for fault in FAULTS {
        let game: GameSpec = fault.game.parse().unwrap();
        let watch = |text: &str| {
            let player: PlayerSpec = text.parse().unwrap_or_else(|e| panic!("{}: {e:#}", fault.id));
            assert_eq!(player.to_string(), text, "{}: not in canonical form", fault.id);
            game.visit(Watch(&player, &game))
        };
        let (faulty, corrected) = (watch(fault.faulty), watch(fault.corrected));
        assert_eq!(faulty.len(), corrected.len());
        if faulty == corrected {
            unseen.push(fault.id);
        }
    }
    assert!(unseen.is_empty(), "nothing is different: {unseen:?}");
}

#[test]
fn the_ledger_covers_every_switch_of_a_fault() {
    let text = format!("{FAULTS:?}");
    for switch in crate::search::faults::SWITCHES {
        assert!(text.contains(&format!("{}=on", switch.key)), "{} stands in no entry", switch.key);
    }
    for (place, fault) in FAULTS.iter().enumerate() {
        assert!(fault.id.starts_with(fault.document), "{}", fault.id);
        assert!(FAULTS[..place].iter().all(|other| other.id != fault.id), "{} stands twice", fault.id);
    }
}

/// What a fault changes in the corrected player, as keys with values; nothing where it is another algorithm altogether.
fn changes(fault: &PrintedFault) -> Option<Vec<(String, String)>> {
    let [faulty, corrected] = [fault.faulty, fault.corrected].map(|text| text.parse::<PlayerSpec>().unwrap());
    let algorithm = faulty.info().algorithm;
    let same = algorithm == corrected.info().algorithm;
    same.then(|| difference(algorithm, corrected.settings(), faulty.settings()))
}

/// Whether a player has a setting, a weight of its evaluator too.
fn has(info: &PlayerInfo, key: &str, value: &str) -> bool {
    let settings = info.defaults().unwrap();
    if let Some(weight) = key.strip_prefix(WEIGHT_PREFIX) {
        let known = settings.eval.spec().unwrap().weights.iter().any(|known| known.key == weight);
        return known && settings.eval.weight(weight) == value.parse::<f64>().unwrap();
    }
    info.keys().iter().any(|known| known.name() == key && known.get(&settings) == value)
}

fn is_in(fault: &PrintedFault, info: &PlayerInfo) -> bool {
    let algorithm = fault.faulty.parse::<PlayerSpec>().unwrap().info().algorithm;
    let changes = changes(fault).unwrap_or_default();
    info.algorithm == algorithm && changes.iter().all(|(key, value)| has(info, key, value))
}

fn printed_players() -> impl Iterator<Item = (&'static PlayerInfo, &'static PlayerInfo)> {
    PLAYERS.iter().filter_map(|&printed| Some((printed, find(printed.name.strip_suffix("-printed")?).unwrap())))
}

#[test]
fn printed_players_have_the_faults_of_their_program_and_no_others() {
    for fault in FAULTS {
        let having: Vec<&str> = printed_players()
            .filter(|(printed, _)| printed.document == Some(fault.document) && is_in(fault, printed))
            .map(|(printed, _)| printed.name)
            .collect();
        match fault.beside {
            None => {
                assert!(!having.is_empty(), "{}: no printed player of document {} has it", fault.id, fault.document)
            }
            Some(why) => assert!(having.is_empty(), "{}: {having:?} have it, but {why}", fault.id),
        }
    }
}

#[test]
fn a_printed_player_differs_from_the_intended_one_in_faults_alone() {
    let mut compared = 0;
    for (printed, intended) in printed_players().filter(|(printed, intended)| printed.algorithm == intended.algorithm) {
        let settings = [intended, printed].map(|info| info.defaults().unwrap());
        for (key, value) in difference(printed.algorithm, &settings[0], &settings[1]) {
            // A printed evaluator is made of faults that are weights.
            let is_fault = |fault: &&PrintedFault| {
                let changes = changes(fault).unwrap_or_default();
                let of_weights = key == "eval" && changes.iter().any(|(key, _)| key.starts_with(WEIGHT_PREFIX));
                of_weights || changes.contains(&(key.clone(), value.clone()))
            };
            let found = FAULTS.iter().filter(|fault| Some(fault.document) == printed.document).find(is_fault);
            assert!(found.is_some_and(|fault| fault.beside.is_none()), "{}: {key}={value}, {found:?}", printed.name);
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}
