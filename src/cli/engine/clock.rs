//! How long a move may take, from what the manager told.

use std::time::Duration;

/// A turn where the manager said nothing.
const UNTOLD_MS: i64 = 1_000;

/// What `time_left` says where the match has no limit.
const UNLIMITED_MS: i64 = 2_147_483_647;

/// A move that has to be made at once.
const AT_ONCE: Duration = Duration::from_millis(10);

/// The moves that the rest of the match time is meant for.
const MOVES_TO_GO: i64 = 20;

/// The clock of a match, all times in milliseconds as the protocol has them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clock {
    turn_ms: Option<i64>,
    match_ms: i64,
    left_ms: Option<i64>,
    used: Duration,
}

impl Clock {
    /// Takes an INFO; other keys and values that are no number are passed over.
    pub fn inform(&mut self, key: &str, value: &str) {
        let Ok(ms) = value.parse::<i64>() else { return };
        match key {
            "timeout_turn" => self.turn_ms = Some(ms),
            "timeout_match" => self.match_ms = ms,
            "time_left" => self.left_ms = Some(ms),
            _ => {}
        }
    }

    /// Notes the time that a turn took. What the manager told to be left was before it.
    pub fn spend(&mut self, time: Duration) {
        self.used += time;
        self.left_ms =
            self.left_ms.map(|left| if left == UNLIMITED_MS { left } else { left - time.as_millis() as i64 });
    }

    /// Another game begins: the manager will tell what is left.
    pub fn new_game(&mut self) {
        self.left_ms = None;
    }

    /// How long the next move may be thought about: the turn or a share of the rest of the match, whichever is less, less
    /// what it takes to stop and to answer.
    pub fn budget(&self) -> Duration {
        let left = match self.left_ms {
            Some(UNLIMITED_MS) => None,
            None if self.match_ms > 0 => Some(self.match_ms - self.used.as_millis() as i64),
            left => left,
        };
        let turn = self.turn_ms.unwrap_or(UNTOLD_MS);
        let whole = left.map_or(turn, |left| turn.min(left / MOVES_TO_GO)).clamp(0, UNLIMITED_MS);
        let margin = (30 + whole / 20).min(whole / 2);
        Duration::from_millis((whole - margin) as u64).max(AT_ONCE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(infos: &[(&str, &str)]) -> u128 {
        let mut clock = Clock::default();
        infos.iter().for_each(|(key, value)| clock.inform(key, value));
        clock.budget().as_millis()
    }

    #[test]
    fn a_turn_less_a_margin_or_a_share_of_the_match() {
        assert_eq!(budget(&[]), 920);
        assert_eq!(budget(&[("timeout_turn", "5000")]), 4720);
        assert_eq!(budget(&[("timeout_turn", "0")]), 10, "as fast as possible");
        assert_eq!(budget(&[("timeout_turn", "40")]), 20);
        assert_eq!(budget(&[("timeout_turn", "5000"), ("time_left", "2147483647")]), 4720);
        assert_eq!(budget(&[("timeout_turn", "5000"), ("time_left", "20000")]), 920);
        assert_eq!(budget(&[("timeout_turn", "5000"), ("time_left", "-300")]), 10);
        assert_eq!(budget(&[("timeout_turn", "5000"), ("timeout_match", "0")]), 4720, "no limit for the match");
        assert_eq!(budget(&[("timeout_turn", "99999999999999999999"), ("timeout_turn", "x")]), 920);
        assert!(budget(&[("timeout_turn", "9223372036854775807")]) < 1 << 31);
    }

    #[test]
    fn without_being_told_it_keeps_the_match_time_itself() {
        let mut clock = Clock::default();
        clock.inform("timeout_turn", "5000");
        clock.inform("timeout_match", "100000");
        clock.spend(Duration::from_secs(80));
        assert_eq!(clock.budget().as_millis(), 920);
        clock.inform("time_left", "60000");
        clock.spend(Duration::from_secs(40));
        assert_eq!(clock.budget().as_millis(), 920);
    }
}
