//! Which program made the rows, and on which machine.

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// The program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// Version of the package.
    pub version: String,
    /// Commit of the sources, `+dirty.HASH` if they differed from it; `unknown` where no git was at hand.
    pub revision: String,
    /// Whether the sources differed from the commit.
    pub dirty: bool,
    /// The compiler.
    pub rustc: String,
    /// Profile, optimisation level, target, extra flags.
    pub flags: String,
}

impl Program {
    /// The running program.
    pub fn this() -> Program {
        let revision = env!("MNKLAB_REVISION").to_string();
        let checks = if cfg!(debug_assertions) { " debug-assertions=on" } else { "" };
        Program {
            version: env!("CARGO_PKG_VERSION").to_string(),
            dirty: revision.contains("+dirty"),
            revision,
            rustc: env!("MNKLAB_RUSTC").to_string(),
            flags: format!("{}{checks}", env!("MNKLAB_FLAGS")),
        }
    }
}

/// The machine. What cannot be found out is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// Name of the host.
    pub hostname: Option<String>,
    /// Operating system with the kernel's release.
    pub os: String,
    /// Model of the processor. Timings of different models are never pooled.
    pub cpu_model: Option<String>,
    /// Logical processors that are online.
    pub cores: Option<u64>,
    /// Processors that this process may use, as the kernel lists them (`0-3,8`).
    pub affinity: Option<String>,
    /// Threads that can run at once here: affinity and quota respected.
    pub available_parallelism: Option<u64>,
}

impl Machine {
    /// This machine.
    pub fn this() -> Machine {
        let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let release = line_of("/proc/sys/kernel/osrelease");
        let processors = cpu.lines().filter(|line| line.starts_with("processor")).count() as u64;
        Machine {
            hostname: line_of("/proc/sys/kernel/hostname").or_else(|| std::env::var("HOSTNAME").ok()),
            os: [Some(std::env::consts::OS.to_string()), release].into_iter().flatten().collect::<Vec<_>>().join(" "),
            cpu_model: value_of(&cpu, "model name").or_else(|| value_of(&cpu, "Model")),
            cores: Some(processors).filter(|&count| count > 0),
            affinity: value_of(&status, "Cpus_allowed_list"),
            available_parallelism: std::thread::available_parallelism().ok().map(|count| count.get() as u64),
        }
    }
}

fn line_of(path: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    Some(text.trim().to_string()).filter(|text| !text.is_empty())
}

/// The value after `key ... :` in the kernel's lists.
fn value_of(text: &str, key: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        (name.trim() == key).then(|| value.trim().to_string()).filter(|value| !value.is_empty())
    })
}

/// The time now in UTC, ISO 8601 to the second.
pub fn utc_now() -> String {
    utc(SystemTime::now())
}

/// A time in UTC, ISO 8601 to the second; times before 1970 are shown as 1970.
pub fn utc(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, of_day) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil(days);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", of_day / 3600, of_day / 60 % 60, of_day % 60)
}

/// Year, month and day of a number of days since 1970-01-01, counted in eras of 400 years that begin on 1 March.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn dates() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (1_709_251_200, "2024-03-01T00:00:00Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(utc(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
    }

    #[test]
    fn the_kernels_lists() {
        let text = "processor\t: 0\nmodel name\t: Some CPU @ 2.0: fast\nflags :\n";
        assert_eq!(value_of(text, "model name").as_deref(), Some("Some CPU @ 2.0: fast"));
        assert_eq!(value_of(text, "flags"), None);
        assert_eq!(value_of(text, "model"), None);
    }

    #[test]
    fn this_program_and_machine_are_known() {
        let program = Program::this();
        assert!(!program.revision.is_empty() && program.rustc.starts_with("rustc"));
        assert_eq!(program.dirty, program.revision.contains("dirty"));
        assert!(Machine::this().os.starts_with(std::env::consts::OS));
    }
}
