//! Bradley-Terry ratings of several players by maximum likelihood, with first-move advantage and draws as parameters.
//!
//! Model (Bradley and Terry 1952, draws after Rao and Kupper 1967, all figures in Elo, delta = rating of the first player
//! less that of the second): the first player wins with chance `1/(1+10^((-delta-advantage+draw)/400))` and loses with
//! chance `1/(1+10^((delta+advantage+draw)/400))`. Intervals come from the expected Fisher information.

use anyhow::{Result, bail};

use super::interval::{Interval, Z_95};
use super::matrix::SquareMatrix;
use super::normal;

/// Elo per natural unit of the model.
const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Deviation, in Elo, of the normal prior about 0 that is put on every parameter where the games alone have no finite
/// maximum of likelihood.
pub const PRIOR_DEVIATION_ELO: f64 = 800.0;

/// A parameter beyond this many Elo, without a prior, is taken as a sign that the likelihood has no finite maximum.
const RUNAWAY_ELO: f64 = 4000.0;

/// The games of one player moving first against another, from the view of the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Number of the player who moved first.
    pub first: usize,
    /// Number of the player who moved second; a player may meet itself, which tells of advantage and draws only.
    pub second: usize,
    /// Games that the first player won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that the first player lost.
    pub losses: u64,
}

/// An estimate with its 95 % interval, in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The estimate.
    pub elo: f64,
    /// Its interval.
    pub interval: Interval,
}

impl Rating {
    fn new(elo: f64, standard_error: f64) -> Option<Self> {
        // What is left of sums that cancel out is 0.
        let elo = if elo.abs() < 1e-9 { 0.0 } else { elo };
        Some(Self { elo, interval: Interval::new(elo - Z_95 * standard_error, elo + Z_95 * standard_error)? })
    }
}

/// Ratings of all players and what they rest on.
#[derive(Clone, Debug)]
pub struct BradleyTerry {
    /// Ratings by number of the player; their sum is 0.
    pub ratings: Vec<Rating>,
    /// First-move advantage.
    pub advantage: Rating,
    /// Draw parameter; absent, and 0 in the model, when no game was drawn.
    pub draw: Option<Rating>,
    /// Whether the prior was needed, so that all figures are drawn towards 0.
    pub regularised: bool,
    /// What a reader must know: players without games, all of whose games were won or lost, the prior, a search that
    /// stopped early.
    pub notes: Vec<String>,
    covariance: SquareMatrix,
}

impl BradleyTerry {
    /// Rating of one player less that of another with its 95 % interval; `None` for a number out of range.
    pub fn difference(&self, player: usize, other: usize) -> Option<Rating> {
        let elo = self.ratings.get(player)?.elo - self.ratings.get(other)?.elo;
        Rating::new(elo, self.difference_error(player, other))
    }

    /// Two-sided p-value of equal strength of two players (Wald test), to be corrected with [`super::holm`] when several
    /// are asked; `None` for a number out of range, 1 for a player against itself.
    pub fn equality_p(&self, player: usize, other: usize) -> Option<f64> {
        let elo = self.ratings.get(player)?.elo - self.ratings.get(other)?.elo;
        let error = self.difference_error(player, other);
        Some(if error > 0.0 { normal::two_sided_p(elo / error) } else { 1.0 })
    }

    /// Standard error of a difference, in Elo; both players exist.
    fn difference_error(&self, player: usize, other: usize) -> f64 {
        let at = |row, column| self.covariance.at(row, column);
        let variance = at(player, player) + at(other, other) - 2.0 * at(player, other);
        ELO_PER_UNIT * variance.max(0.0).sqrt()
    }
}

/// Fits the model to the games of players numbered from 0 to `players - 1`.
///
/// Where the games alone have no finite maximum (a player or a group without a loss or draw against the rest, or the
/// other way round; all first players winning; draws only), a weak prior of [`PRIOR_DEVIATION_ELO`] is added to every
/// parameter, and the result says so.
///
/// # Errors
/// Without games, and for a player's number out of range.
pub fn fit(players: usize, meetings: &[Meeting]) -> Result<BradleyTerry> {
    if let Some(meeting) = meetings.iter().find(|meeting| meeting.first.max(meeting.second) >= players) {
        bail!("ratings: players {} and {} met, expected numbers below {players}", meeting.first, meeting.second);
    }
    let games: Vec<Games> = meetings.iter().map(Games::from).filter(|games| games.total() > 0.0).collect();
    if games.is_empty() {
        bail!("ratings: no games");
    }
    let mut notes = notes_on_players(players, &games);
    let mut model = Model { players, games: &games, draws: games.iter().any(|g| g.draws > 0.0), prior_precision: 0.0 };
    let runs_away = |at: &[f64]| at.iter().any(|value| value.abs() * ELO_PER_UNIT > RUNAWAY_ELO);
    let plain = if has_finite_maximum(players, &games) { model.maximise() } else { None };
    let plain = plain.filter(|(at, settled)| *settled && !runs_away(at));
    let regularised = plain.is_none();
    if regularised {
        // Beside a billion games doubles would no longer see the prior: it then counts a billionth of them.
        let total: f64 = games.iter().map(Games::total).sum();
        model.prior_precision = (ELO_PER_UNIT / PRIOR_DEVIATION_ELO).powi(2).max(1e-9 * total);
        notes.push(format!(
            "the games alone have no finite solution: a prior with a deviation of {PRIOR_DEVIATION_ELO} Elo was added, which \
             draws all figures towards 0"
        ));
    }
    let Some((at, settled)) = plain.or_else(|| model.maximise()) else {
        bail!("ratings: the likelihood of {} meetings cannot be maximised", games.len());
    };
    if !settled {
        notes.push("the search for the maximum stopped before it settled".to_string());
    }
    let Some(covariance) = model.covariance(&at) else {
        bail!("ratings: the information of {} meetings cannot be inverted", games.len());
    };
    let estimate = |index: usize| {
        Rating::new(at[index] * ELO_PER_UNIT, ELO_PER_UNIT * covariance.at(index, index).max(0.0).sqrt())
    };
    let ratings: Option<Vec<Rating>> = (0..players).map(estimate).collect();
    let (Some(ratings), Some(advantage)) = (ratings, estimate(players)) else {
        bail!("ratings: an interval of {} meetings is not finite", games.len());
    };
    let draw = if model.draws { estimate(players + 1) } else { None };
    Ok(BradleyTerry { ratings, advantage, draw, regularised, notes, covariance })
}

/// Whether every player is linked with every other by games, directly or through others: without that, ratings of
/// players that have nothing in common could not be compared.
pub fn is_connected(players: usize, meetings: &[Meeting]) -> bool {
    let mut reached = vec![false; players];
    let Some(first) = reached.first_mut() else { return false };
    *first = true;
    let mut open = vec![0];
    while let Some(player) = open.pop() {
        for meeting in meetings.iter().filter(|meeting| meeting.wins + meeting.draws + meeting.losses > 0) {
            for (from, to) in [(meeting.first, meeting.second), (meeting.second, meeting.first)] {
                if from == player && reached.get(to) == Some(&false) {
                    reached[to] = true;
                    open.push(to);
                }
            }
        }
    }
    reached.into_iter().all(|known| known)
}

/// A meeting in numbers.
struct Games {
    first: usize,
    second: usize,
    wins: f64,
    draws: f64,
    losses: f64,
}

impl From<&Meeting> for Games {
    fn from(meeting: &Meeting) -> Self {
        Self {
            first: meeting.first,
            second: meeting.second,
            wins: meeting.wins as f64,
            draws: meeting.draws as f64,
            losses: meeting.losses as f64,
        }
    }
}

impl Games {
    fn total(&self) -> f64 {
        self.wins + self.draws + self.losses
    }
}

/// Whether every player is reached from every other along "scored against" (Ford 1957), and advantage and draws are
/// bounded by results of both kinds. Rare separations that this misses show as a run-away parameter.
fn has_finite_maximum(players: usize, games: &[Games]) -> bool {
    let reaches_all = |forwards: bool| {
        let mut reached = vec![false; players];
        let mut open = vec![0];
        reached[0] = true;
        while let Some(player) = open.pop() {
            for meeting in games {
                let scored = meeting.wins + meeting.draws > 0.0;
                let conceded = meeting.losses + meeting.draws > 0.0;
                for (from, to, edge) in
                    [(meeting.first, meeting.second, scored), (meeting.second, meeting.first, conceded)]
                {
                    let (from, to) = if forwards { (from, to) } else { (to, from) };
                    if edge && from == player && !reached[to] {
                        reached[to] = true;
                        open.push(to);
                    }
                }
            }
        }
        reached.into_iter().all(|known| known)
    };
    let any = |kind: fn(&Games) -> f64| games.iter().any(|meeting| kind(meeting) > 0.0);
    reaches_all(true)
        && reaches_all(false)
        && any(|g| g.wins + g.draws)
        && any(|g| g.losses + g.draws)
        && any(|g| g.wins + g.losses)
}

/// One sentence for each player whose games say less than a reader may think.
fn notes_on_players(players: usize, games: &[Games]) -> Vec<String> {
    let mut won = vec![0.0; players];
    let mut total = vec![0.0; players];
    let mut lost = vec![0.0; players];
    for meeting in games.iter().filter(|meeting| meeting.first != meeting.second) {
        let sides = [(meeting.first, meeting.wins, meeting.losses), (meeting.second, meeting.losses, meeting.wins)];
        for (player, wins, losses) in sides {
            won[player] += wins;
            lost[player] += losses;
            total[player] += meeting.total();
        }
    }
    let note = |player: usize| {
        if players > 1 && total[player] == 0.0 {
            Some(format!("player {player} has no games against others"))
        } else if total[player] > 0.0 && won[player] == total[player] {
            Some(format!("player {player} won all of its games: its rating has no upper end"))
        } else if total[player] > 0.0 && lost[player] == total[player] {
            Some(format!("player {player} lost all of its games: its rating has no lower end"))
        } else {
            None
        }
    };
    (0..players).filter_map(note).collect()
}

/// The likelihood in natural units. Parameters: the ratings, the advantage and, with draws, the draw parameter.
///
/// A draw has the chance `(e^(2 draw) - 1) P(win) P(loss)`, so that the logarithm of the likelihood is a sum of concave
/// terms: (wins + draws) ln P(win) + (losses + draws) ln P(loss) + draws ln(e^(2 draw) - 1).
struct Model<'a> {
    players: usize,
    games: &'a [Games],
    draws: bool,
    prior_precision: f64,
}

/// Chances of a meeting's results at some parameters.
struct Chances {
    win: f64,
    loss: f64,
    ln_win: f64,
    ln_loss: f64,
}

impl Model<'_> {
    fn parameters(&self) -> usize {
        self.players + 1 + usize::from(self.draws)
    }

    fn draw_at(&self, at: &[f64]) -> f64 {
        if self.draws { at[self.players + 1] } else { 0.0 }
    }

    fn chances(&self, at: &[f64], meeting: &Games) -> Chances {
        let lead = at[meeting.first] - at[meeting.second] + at[self.players];
        let draw = self.draw_at(at);
        let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
        let ln_logistic = |x: f64| x.min(0.0) - (-x.abs()).exp().ln_1p();
        Chances {
            win: logistic(lead - draw),
            loss: logistic(-lead - draw),
            ln_win: ln_logistic(lead - draw),
            ln_loss: ln_logistic(-lead - draw),
        }
    }

    fn log_likelihood(&self, at: &[f64]) -> f64 {
        let draw = self.draw_at(at);
        let ln_draw = 2.0 * draw + (-(-2.0 * draw).exp_m1()).ln();
        let of_games: f64 = self
            .games
            .iter()
            .map(|meeting| {
                let chances = self.chances(at, meeting);
                let drawn = if meeting.draws > 0.0 { meeting.draws * ln_draw } else { 0.0 };
                (meeting.wins + meeting.draws) * chances.ln_win
                    + (meeting.losses + meeting.draws) * chances.ln_loss
                    + drawn
            })
            .sum();
        of_games - 0.5 * self.prior_precision * at.iter().map(|value| value * value).sum::<f64>()
    }

    /// How `lead - draw` (sign 1) and `-lead - draw` (sign -1) change with the parameters.
    fn direction(&self, meeting: &Games, sign: f64) -> Vec<(usize, f64)> {
        let mut direction = vec![(self.players, sign)];
        if meeting.first != meeting.second {
            direction.extend([(meeting.first, sign), (meeting.second, -sign)]);
        }
        if self.draws {
            direction.push((self.players + 1, -1.0));
        }
        direction
    }

    fn gradient(&self, at: &[f64]) -> Vec<f64> {
        let mut gradient: Vec<f64> = at.iter().map(|value| -self.prior_precision * value).collect();
        let draw = self.draw_at(at);
        for meeting in self.games {
            let chances = self.chances(at, meeting);
            let of_win = (meeting.wins + meeting.draws) * (1.0 - chances.win);
            let of_loss = (meeting.losses + meeting.draws) * (1.0 - chances.loss);
            for (slope, sign) in [(of_win, 1.0), (of_loss, -1.0)] {
                for (index, change) in self.direction(meeting, sign) {
                    gradient[index] += slope * change;
                }
            }
            if self.draws {
                gradient[self.players + 1] += meeting.draws * 2.0 / -(-2.0 * draw).exp_m1();
            }
        }
        gradient
    }

    /// Information at some parameters, the prior included: observed, or expected with `expected`.
    fn information(&self, at: &[f64], expected: bool) -> SquareMatrix {
        let mut information = SquareMatrix::zero(self.parameters());
        let draw = self.draw_at(at);
        for meeting in self.games {
            let chances = self.chances(at, meeting);
            let total = meeting.total();
            let (not_lost, not_won, drawn) = if expected {
                let drawn = total * (1.0 - chances.win - chances.loss).max(0.0);
                (total * (1.0 - chances.loss), total * (1.0 - chances.win), drawn)
            } else {
                (meeting.wins + meeting.draws, meeting.losses + meeting.draws, meeting.draws)
            };
            let of_win = not_lost * chances.win * (1.0 - chances.win);
            let of_loss = not_won * chances.loss * (1.0 - chances.loss);
            information.add_outer(of_win, &self.direction(meeting, 1.0));
            information.add_outer(of_loss, &self.direction(meeting, -1.0));
            if self.draws {
                let open = -(-2.0 * draw).exp_m1();
                let curvature = drawn * 4.0 * (-2.0 * draw).exp() / (open * open);
                information.add_outer(curvature, &[(self.players + 1, 1.0)]);
            }
        }
        for index in 0..self.parameters() {
            *information.at_mut(index, index) += self.prior_precision;
        }
        information
    }

    /// Adds information along "all ratings rise alike", which the games leave open, and returns how much lies there.
    ///
    /// The gradient has no part in that direction, so the sum of the ratings stays 0.
    fn close_sum(&self, information: &mut SquareMatrix) -> f64 {
        if self.prior_precision > 0.0 {
            return self.prior_precision;
        }
        let players = self.players as f64;
        let largest = (0..self.players).map(|player| information.at(player, player)).fold(0.0, f64::max);
        let weight = if largest > 0.0 { largest / players } else { 1.0 };
        let all: Vec<(usize, f64)> = (0..self.players).map(|player| (player, 1.0)).collect();
        information.add_outer(weight, &all);
        weight * players
    }

    /// Newton's method with halved steps; the parameters, and whether it settled.
    fn maximise(&self) -> Option<(Vec<f64>, bool)> {
        let mut at = vec![0.0; self.parameters()];
        if self.draws {
            at[self.players + 1] = 0.5;
        }
        let mut value = self.log_likelihood(&at);
        for _ in 0..500 {
            let mut information = self.information(&at, false);
            self.close_sum(&mut information);
            let step = information.inverse()?.times(&self.gradient(&at));
            let largest = step.iter().map(|change| change.abs()).fold(0.0, f64::max);
            if largest < 1e-9 {
                return Some((at, true));
            }
            // Far from the maximum the quadratic model overshoots: no step above 2 units (347 Elo).
            let mut share = (2.0 / largest).min(1.0);
            loop {
                let next: Vec<f64> = at.iter().zip(&step).map(|(old, change)| old + share * change).collect();
                let allowed = !self.draws || next[self.players + 1] > 0.0;
                let next_value = if allowed { self.log_likelihood(&next) } else { f64::NEG_INFINITY };
                if next_value > value {
                    at = next;
                    value = next_value;
                    break;
                }
                share *= 0.5;
                if share * largest < 1e-12 {
                    // No higher value within the rounding of the likelihood: this is the maximum.
                    return Some((at, largest < 1e-4));
                }
            }
        }
        Some((at, false))
    }

    /// Covariance of the parameters under a fixed sum of the ratings.
    fn covariance(&self, at: &[f64]) -> Option<SquareMatrix> {
        let mut information = self.information(at, true);
        let along = self.close_sum(&mut information);
        let mut covariance = information.inverse()?;
        // What was added along the direction of the sum is taken out of the inverse again.
        let excess = 1.0 / (along * self.players as f64);
        for row in 0..self.players {
            for column in 0..self.players {
                *covariance.at_mut(row, column) -= excess;
            }
        }
        Some(covariance)
    }
}

#[cfg(test)]
#[path = "bradley_terry_tests.rs"]
mod tests;
