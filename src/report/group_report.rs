//! The report of a folder of several experiments that one command ran: the values that full searches of empty boards proved,
//! in one table, then a short section for each experiment.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::records::manifest::{self, Manifest};
use crate::records::read::read_with_timings;
use crate::records::rows::{Row, SearchRow};
use crate::report::document::{Document, Table};
use crate::report::experiment_report::{brief, commands, provenance};
use crate::report::figures::phrases::say;
use crate::report::number::count;
use crate::report::theme::Theme;
use crate::report::words::Lang;

/// The result folders in a folder that is none itself, in the order in which they were begun.
///
/// # Errors
/// If the folder cannot be read or a manifest is damaged.
pub fn members(folder: &Path) -> Result<Vec<PathBuf>> {
    if folder.join(manifest::FILE_NAME).is_file() {
        return Ok(Vec::new());
    }
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut found = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()) {
        if let Some(manifest) = Manifest::load(&path)? {
            found.push((manifest.start, path));
        }
    }
    found.sort();
    Ok(found.into_iter().map(|(_, path)| path).collect())
}

/// The whole report, figures of the members drawn.
pub(super) fn document(folder: &Path, members: &[PathBuf], theme: &Theme) -> Result<Document> {
    let lang = theme.lang;
    let mut document = Document::default();
    let name = folder.canonicalize().ok().and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
    document.heading(1, name.unwrap_or_else(|| folder.display().to_string()));
    let table = values(members, lang)?;
    if !table.rows.is_empty() {
        document.heading(2, say(lang, "Values from the empty board", "空棋盘的博弈值"));
        document.table(table);
        document.paragraph(say(
            lang,
            "Each technique's nodes and time until the value was proved. A technique that reached its limit gave up: nothing \
             is concluded from it.",
            "各技术证得博弈值所需的节点数与时间。达到限制的技术视为放弃，不据此作任何结论。",
        ));
    }
    document.heading(2, say(lang, "Experiments", "实验"));
    for member in members {
        let prefix = member.file_name().unwrap_or_default().to_string_lossy();
        brief(&mut document, member, &format!("{prefix}/"), theme)?;
    }
    if let Some(manifest) = members.first().map(|member| Manifest::load(member)).transpose()?.flatten() {
        document.heading(2, say(lang, "Machine and program", "机器与程序"));
        document.list(provenance(&manifest, lang));
        document.heading(2, say(lang, "To run it again", "重新运行"));
        document.code("sh", commands(&manifest));
    }
    Ok(document)
}

/// What the players found on one empty board.
struct Board {
    game: String,
    /// By player: its sentence.
    cells: Vec<(String, String)>,
    /// The proved values, each once, as signs for the first player.
    signs: Vec<i32>,
}

/// A row for each game whose empty board was searched without a limit of depth, a column for each player.
fn values(members: &[PathBuf], lang: Lang) -> Result<Table> {
    let mut boards: Vec<Board> = Vec::new();
    let mut players: Vec<String> = Vec::new();
    for member in members.iter().filter(|member| member.join(format!("{}.csv", SearchRow::TABLE)).is_file()) {
        for row in read_with_timings::<SearchRow>(member)? {
            let (row, timing) = row?;
            if row.ply != 0 || row.depth_limit_plies.is_some() || row.err.is_some() {
                continue;
            }
            let player = row.player.split('{').next().unwrap_or_default().to_owned();
            if !players.contains(&player) {
                players.push(player.clone());
            }
            if !boards.iter().any(|board| board.game == row.game) {
                boards.push(Board { game: row.game.clone(), cells: Vec::new(), signs: Vec::new() });
            }
            let Some(board) = boards.iter_mut().find(|board| board.game == row.game) else { continue };
            let proved = row.value.filter(|_| !row.stopped).map(i32::signum);
            board.signs.extend(proved.filter(|sign| !board.signs.contains(sign)));
            let Some(nodes) = row.nodes.map(count) else { continue };
            let seconds = timing.map(|timing| format!(", {:.2} s", timing.wall_ns as f64 / 1e9)).unwrap_or_default();
            let cell = match proved {
                Some(_) => format!("{nodes}{seconds}"),
                None => say(lang, format!("gave up at {nodes}{seconds}"), format!("在 {nodes} 处放弃{seconds}")),
            };
            board.cells.push((player, cell));
        }
    }
    let header = [say(lang, "Game", "棋"), say(lang, "Value", "博弈值")];
    let mut table = Table::new(header.into_iter().chain(players.iter().cloned()));
    for board in boards {
        let value = match board.signs[..] {
            [] => say(lang, "not proved", "未证得"),
            [0] => say(lang, "draw", "和"),
            [1] => say(lang, "first player wins", "先手胜"),
            [-1] => say(lang, "second player wins", "后手胜"),
            _ => say(lang, "the techniques disagree", "各技术结果矛盾"),
        };
        let of = |player: &String| {
            let own = board.cells.iter().filter(|(other, _)| other == player).map(|(_, cell)| cell.as_str());
            own.collect::<Vec<_>>().join("; ")
        };
        table.rows.push([board.game.clone(), value].into_iter().chain(players.iter().map(of)).collect());
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::rows::{JobRecord, TimingRow};
    use crate::report::markdown::group_report;
    use crate::report::test_folders::{Scratch, write_records};

    fn searched(job: u64, game: &str, player: &str, value: Option<i32>, depth: Option<u32>) -> JobRecord {
        let row = SearchRow {
            job_id: job,
            game: game.into(),
            position: "start".into(),
            player: player.into(),
            config: "dfpn".into(),
            depth_limit_plies: depth,
            value,
            stopped: value.is_none(),
            nodes: Some(1234 + job),
            ..SearchRow::default()
        };
        let timings = vec![TimingRow { job_id: job, wall_ns: 2_500_000_000, ..TimingRow::default() }];
        JobRecord { job, search: Some(row), timings, ..JobRecord::default() }
    }

    #[test]
    fn proved_values_of_all_members_stand_in_one_table() {
        let scratch = Scratch::new("group");
        let folder = |name: &str, rows: &[JobRecord]| write_records(&scratch.path().join(name), rows, "Example CPU");
        let game = "mnk:4,3,3";
        folder("a", &[searched(0, game, "dfpn{nodes=9}", Some(7), None), searched(1, game, "pn{nodes=9}", None, None)]);
        folder(
            "b",
            &[searched(0, "tictactoe", "dfpn", Some(0), None), searched(1, "tictactoe", "shallow", Some(5), Some(2))],
        );
        folder("c", &[searched(0, "mnk:5,5,5", "dfpn", Some(0), None), searched(1, "mnk:5,5,5", "pn", Some(-3), None)]);
        let members = members(scratch.path()).unwrap();
        assert_eq!(members.len(), 3);
        let report = |lang| {
            let path = group_report(scratch.path(), &members, &Theme::new(lang)).unwrap();
            std::fs::read_to_string(path).unwrap()
        };
        let english = report(Lang::En);
        for part in [
            "| Game | Value | dfpn | pn |",
            "| mnk:4,3,3 | first player wins | 1,234, 2.50 s | gave up at 1,235, 2.50 s |",
            "| tictactoe | draw | 1,234, 2.50 s |  |",
            "| mnk:5,5,5 | the techniques disagree |",
        ] {
            assert!(english.contains(part), "{part:?} is not in\n{english}");
        }
        assert!(report(Lang::Zh).contains("先手胜"));
        // A folder of one experiment is no group.
        assert!(super::members(&scratch.path().join("a")).unwrap().is_empty());
    }
}
