//! The report of a folder of claims: verdicts by document, the other conditions, every experiment, definitions, limits.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use rayon::prelude::*;

use crate::analysis::claims_csv::ClaimRow as Line;
use crate::analysis::verdict::Verdict;
use crate::records::folder::SPEC_NAME;
use crate::records::manifest::{self, Manifest};
use crate::report::claims_chart::verdict_word;
use crate::report::claims_table::{ClaimsTable, document as letter_of, name};
use crate::report::claims_text;
use crate::report::definitions::DEFINITIONS;
use crate::report::document::{Document, Table};
use crate::report::experiment_report::{brief, commands, provenance};
use crate::report::figures::claims::counts;
use crate::report::figures::phrases::say;
use crate::report::figures::{FOLDER_NAME, Outcome, draw_all};
use crate::report::number;
use crate::report::theme::Theme;
use crate::report::words::{Lang, Word};

/// The whole report of a folder, all figures drawn.
pub(super) fn document(folder: &Path, theme: &Theme) -> Result<Document> {
    let lang = theme.lang;
    let table = ClaimsTable::read(folder)?;
    let experiments = experiments(folder)?;
    let mut document = Document::default();
    document.heading(1, say(lang, "Published claims, run again", "文献论断的复现"));
    verdicts(&mut document, &table, lang);
    for outcome in draw_all(&[PathBuf::from(folder)], theme, Some("claims"))? {
        if let Outcome::Drawn(drawn) = outcome {
            let file = drawn.files.png.file_name().unwrap_or_default().to_string_lossy().into_owned();
            document.figure(format!("{FOLDER_NAME}/{file}"), drawn.title, drawn.sentence);
        }
    }
    limits(&mut document, &table, lang);
    // Drawing takes most of the time, and folders do not touch each other.
    let sections: Vec<Result<Document>> = experiments
        .par_iter()
        .map(|path| {
            let mut part = Document::default();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            brief(&mut part, path, &format!("{name}/"), theme)?;
            Ok(part)
        })
        .collect();
    if !sections.is_empty() {
        document.heading(2, say(lang, "The experiments", "各项实验"));
    }
    for part in sections {
        document.blocks.extend(part?.blocks);
    }
    other_conditions(&mut document, &table, lang);
    document.heading(2, say(lang, "Definitions", "定义"));
    document.list(DEFINITIONS.iter().map(|(english, chinese)| say(lang, *english, *chinese)).collect());
    let own = Manifest::load(folder)?;
    let made_by = match own {
        Some(manifest) => Some(manifest),
        None => experiments.iter().find_map(|path| Manifest::load(path).transpose()).transpose()?,
    };
    if let Some(manifest) = made_by {
        document.heading(2, say(lang, "Machine and program", "机器与程序"));
        document.list(provenance(&manifest, lang));
        document.heading(2, say(lang, "To run it again", "重新运行"));
        document.code("sh", commands(&manifest));
    }
    Ok(document)
}

/// The result folders below a folder, by name.
fn experiments(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| format!("cannot read {}", folder.display()))?.path();
        if path.is_dir() && [SPEC_NAME, manifest::FILE_NAME].iter().any(|name| path.join(name).is_file()) {
            found.push(path);
        }
    }
    // c2 before c10.
    let key = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        let number = name[letters.len()..].parse::<u64>().unwrap_or(0);
        (letters, number, name)
    };
    found.sort_by_key(key);
    Ok(found)
}

fn verdicts(document: &mut Document, claims: &ClaimsTable, lang: Lang) {
    let judged: Vec<&Line> = claims.rows.iter().filter(|line| line.verdict.is_some()).collect();
    document.heading(2, say(lang, "Verdicts", "判定"));
    let mut count = Table::new([
        Word::Verdict.text(lang).to_owned(),
        say(lang, "Parts", "分项数"),
        say(lang, "What it means", "含义"),
    ]);
    for (verdict, _) in Verdict::ALL {
        let number = judged.iter().filter(|line| line.verdict == Some(verdict)).count();
        if number > 0 {
            let (english, chinese) = meaning(verdict);
            let name = verdict_word(verdict).text(lang).to_owned();
            count.rows.push(vec![name, number.to_string(), say(lang, english, chinese)]);
        }
    }
    document.table(count);
    let mut documents: Vec<&str> = Vec::new();
    for line in &judged {
        if !documents.contains(&letter_of(line)) {
            documents.push(letter_of(line));
        }
    }
    for letter in documents {
        let own: Vec<&Line> = judged.iter().copied().filter(|line| letter_of(line) == letter).collect();
        document.heading(3, say(lang, format!("Document {letter}"), format!("文献 {letter}")));
        document.paragraph(counts(own.iter().copied(), lang));
        let mut table = Table::new([
            say(lang, "Part", "分项"),
            say(lang, "What it says", "内容"),
            Word::Verdict.text(lang).to_owned(),
            Word::Published.text(lang).to_owned(),
            Word::Measured.text(lang).to_owned(),
            "n".to_owned(),
            Word::Interval.text(lang).to_owned(),
            say(lang, "Condition", "条件"),
            say(lang, "Reason", "理由"),
        ]);
        // What was not run stands among the limits.
        for line in own.iter().filter(|line| line.verdict != Some(Verdict::NotRun)) {
            table.rows.push(vec![
                name(line).to_owned(),
                claims.says(line, lang).to_owned(),
                line.verdict.map_or_else(String::new, |verdict| verdict_word(verdict).text(lang).to_owned()),
                claims.published_text(line, lang),
                claims_text::measured(line, lang),
                line.n.map_or_else(String::new, number::count),
                claims_text::interval_name(&line.interval, lang),
                claims.condition(line, lang),
                claims.reason(line, lang),
            ]);
        }
        document.table(table);
    }
}

fn meaning(verdict: Verdict) -> (&'static str, &'static str) {
    match verdict {
        Verdict::Reproduced => ("the measurement agrees with the published figure", "实测与文献值相符"),
        Verdict::DirectionOnly => ("an effect on the published side, of another size", "效应方向与文献一致，大小不同"),
        Verdict::Contradicted => ("the measurement excludes the published figure", "实测排除了文献值"),
        Verdict::Undecided => (
            "too little data, or a position that the text does not fix closely enough; the reason says which",
            "数据不足，或原文未足够明确局面，无法判定；理由中说明是哪一种",
        ),
        Verdict::NotTestable => {
            ("not to be tested by this program, for the reason given", "本程序无法检验，理由如所列")
        }
        Verdict::NotRun => ("not run yet, for the reason under Limits", "尚未运行，理由见“局限”"),
    }
}

fn other_conditions(document: &mut Document, claims: &ClaimsTable, lang: Lang) {
    let mut table = Table::new([
        say(lang, "Part", "分项"),
        say(lang, "Condition", "条件"),
        Word::Published.text(lang).to_owned(),
        Word::Measured.text(lang).to_owned(),
        "n".to_owned(),
        Word::Interval.text(lang).to_owned(),
    ]);
    for line in claims.rows.iter().filter(|line| line.verdict.is_none()) {
        table.rows.push(vec![
            name(line).to_owned(),
            claims.condition(line, lang),
            claims.published_text(line, lang),
            claims_text::measured(line, lang),
            line.n.map_or_else(String::new, number::count),
            claims_text::interval_name(&line.interval, lang),
        ]);
    }
    if table.rows.is_empty() {
        return;
    }
    document.heading(2, say(lang, "Other conditions", "其他条件"));
    document.paragraph(say(
        lang,
        "A document seldom names its position or setting. The other plausible conditions were declared and run too; they are reported without a verdict, so that nobody picks the one that fits.",
        "文献很少注明局面或设置。其他合理的条件也事先声明并运行；仅作报告，不作判定，以免挑选恰好相符者。",
    ));
    document.table(table);
}

/// The claims that were not run or cannot be tested, and what the whole cannot say.
fn limits(document: &mut Document, claims: &ClaimsTable, lang: Lang) {
    document.heading(2, say(lang, "Limits", "局限"));
    document.list(vec![
        say(
            lang,
            "Verdicts hold for the declared conditions only; where a document leaves them open, they are our choice.",
            "判定仅对所声明的条件成立；文献未注明之处由我们选定。",
        ),
        say(
            lang,
            "Node counts depend on what a node is; see the definitions. Times depend on the machine and are compared as ratios only.",
            "节点数取决于节点的定义（见定义一节）；用时取决于机器，仅比较比值。",
        ),
        say(
            lang,
            "Many parts are judged at the 5% level each; about one interval in twenty misses its value by chance.",
            "各分项分别在 5% 水平上判定；约二十分之一的区间会因偶然而偏离真值。",
        ),
    ]);
    let mut table = Table::new([
        say(lang, "Claim", "论断"),
        say(lang, "What it says", "内容"),
        Word::Verdict.text(lang).to_owned(),
        say(lang, "Reason", "理由"),
    ]);
    for line in &claims.rows {
        let Some(verdict @ (Verdict::NotRun | Verdict::NotTestable)) = line.verdict else { continue };
        table.rows.push(vec![
            name(line).to_owned(),
            claims.says(line, lang).to_owned(),
            verdict_word(verdict).text(lang).to_owned(),
            claims.reason(line, lang),
        ]);
    }
    document.table(table);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::claim::Claim;
    use crate::report::markdown::{experiment_report, repro_report};
    use crate::report::test_folders::{CLAIMS, Scratch, round_robin, searches, write_records};

    #[test]
    fn a_folder_of_claims_becomes_a_report_in_both_languages() {
        let scratch = Scratch::new("repro");
        std::fs::write(scratch.path().join("claims.csv"), CLAIMS).unwrap();
        let rows = searches(
            "tictactoe",
            2,
            4,
            &[
                ("minimax{depth=2}", "minimax{depth=2}"),
                ("ab{depth=2}", "alphabeta{depth=2}"),
                ("centre{depth=2}", "alphabeta{depth=2,order=centre}"),
            ],
        );
        write_records(&scratch.path().join("a10"), &rows, "Example CPU");
        write_records(&scratch.path().join("a2"), &round_robin(2), "Example CPU");
        let report = |lang| std::fs::read_to_string(repro_report(scratch.path(), &Theme::new(lang)).unwrap()).unwrap();
        let english = report(Lang::En);
        for part in [
            "# Published claims, run again",
            "| Reproduced | 3 |",
            "| Reproduced | 93.1% | 94.2% \\[92.8%, 95.1%\\] | 32 | 95% confidence interval |",
            "| A2.rate | radius 2 |",
            "| Not run | needs threat search |",
            "](<figures/claims.png>)",
            "](<a10/figures/ablation-ladder.png>)",
            "](<a2/figures/win-heat-map.png>)",
            "mnklab run experiment.toml",
        ] {
            assert!(english.contains(part), "{part:?} is not in\n{english}");
        }
        assert!(english.find("a2/figures") < english.find("a10/figures"));
        for line in english.lines().filter(|line| line.starts_with("![")) {
            let path = line.rsplit_once("](<").unwrap().1.trim_end_matches(">)");
            assert!(scratch.path().join(path).is_file(), "{path}");
        }
        let chinese = report(Lang::Zh);
        assert!(
            chinese.contains("# 文献论断的复现") && chinese.contains("| 已复现 | 3 |") && chinese.contains("文献 A")
        );
        // One reason for all: the file of claims is missing.
        let error = repro_report(&scratch.path().join("a2"), &Theme::new(Lang::En)).unwrap_err();
        assert!(format!("{error:#}").contains("claims.csv"));
    }

    #[test]
    fn a_chinese_report_gives_its_reasons_in_chinese() {
        let scratch = Scratch::new("chinese");
        let reference = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/reference/claims.csv");
        std::fs::copy(reference, scratch.path().join("claims.csv")).unwrap();
        let table = ClaimsTable::read(scratch.path()).unwrap();
        // A claim that was not run then and is judged now tells its old reason to nobody.
        let judged_now = |line: &&Line| {
            let of_claim = |claim: &&Claim| claim.id == line.id;
            line.verdict == Some(Verdict::NotRun)
                && Claim::all().unwrap().iter().find(of_claim).is_some_and(|claim| claim.reason.is_empty())
        };
        for line in table.rows.iter().filter(|line| !line.reason.is_empty() && !judged_now(line)) {
            let reason = table.reason(line, Lang::Zh);
            assert!(reason.chars().any(claims_text::is_chinese), "{}: {reason}", name(line));
            assert_eq!(table.reason(line, Lang::En).is_empty(), reason.is_empty());
        }
        // Of another version of the claim, and of a claim that the program does not know, the file's own words stand.
        let foreign =
            Line { id: "G5".into(), verdict: Some(Verdict::NotRun), reason: "Other words.".into(), ..Line::default() };
        assert_eq!(table.reason(&foreign, Lang::Zh), "Other words.");
    }

    #[test]
    fn an_experiment_becomes_a_report_with_what_was_run_and_how_to_run_it_again() {
        let scratch = Scratch::new("experiment");
        write_records(scratch.path(), &round_robin(2), "Example CPU");
        let spec = "name = \"ladder\"\nabout = \"Who is strongest?\"\nabout_zh = \"谁最强?\"\nkind = \"match\"\ngame = \"connect4\"\nseed = 9\n\
                    [players]\n\"depth 1\" = \"alphabeta{depth=1}\"\n[match]\ngames = 4\n[[vary]]\nkey = \"topk\"\nvalues = [1, 2]\n";
        std::fs::write(scratch.path().join("spec.toml"), spec).unwrap();
        let summary = "subject,opponent,quantity,value,low,high,unit,n,sample,interval\n\
                       depth 1,random,games,4,,,games,4,games,\ndepth 1,random,win_rate,0.75,0.3,0.95,ratio,4,games,Wilson\n";
        std::fs::write(scratch.path().join("summary.csv"), summary).unwrap();
        let report =
            |lang| std::fs::read_to_string(experiment_report(scratch.path(), &Theme::new(lang)).unwrap()).unwrap();
        let english = report(Lang::En);
        for part in [
            "# ladder",
            "Who is strongest?",
            "Connect Four; games, each opening played twice with colours swapped",
            "master seed 9",
            "| depth 1 | alphabeta{depth=1} |",
            "Varied: topk over 1, 2",
            "| depth 1 | random | 4 | 75.0% \\[30.0%, 95.0%\\] |",
            "](<figures/win-rates.png>)",
            "Machine: Example CPU",
            "```sh\nmnklab run experiment.toml\n```",
        ] {
            assert!(english.contains(part), "{part:?} is not in\n{english}");
        }
        let chinese = report(Lang::Zh);
        assert!(
            chinese.contains("四子棋") && chinese.contains("谁最强") && !chinese.contains("Who is strongest"),
            "{chinese}"
        );
        std::fs::write(scratch.path().join("spec.toml"), "name = ").unwrap();
        assert!(
            format!("{:#}", experiment_report(scratch.path(), &Theme::new(Lang::En)).unwrap_err())
                .contains("spec.toml is damaged")
        );
    }
}
