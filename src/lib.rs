//! `mnklab`: a laboratory for search algorithms on line games (tic-tac-toe, Connect Four, Gomoku, any m,n,k).
//!
//! # One pipe
//!
//! ```text
//! TOML or flags -> spec -> jobs -> arena -> ledger of rows -> CSV -> analysis -> charts and report
//!                  spec/           arena/   records/          records/ analysis/ report/
//! ```
//!
//! `run` is the only thing that executes; `match`, `sweep` and `repro` only write specifications for it. The ledger of a
//! result folder is the only state, and whoever reads results reads the CSV derived from it.
//!
//! # One family
//!
//! Every game here is a grid with lines of k, with or without gravity. So there is one search body, one row schema and one
//! meaning of each counter for all games. What is compared are settings of one thing.
//!
//! # Rooms, lowest first
//!
//! A room is a folder of `src/`. What stands behind its name is what it may use; [`base`] is open to all. `tests/layers.rs`
//! reads the sources and this table, and fails on an import that the table does not allow. Test code is exempt.
//!
//! | room     | may use                                  | what it is |
//! |----------|------------------------------------------|------------|
//! | base     | -                                        | positions, evaluators, searchers, limits, scores, counters, random numbers |
//! | games    | -                                        | the games' storages, notations, symmetries, suites, counts |
//! | eval     | -                                        | static evaluators: named weight vectors |
//! | search   | -                                        | minimax, alpha-beta and all their techniques; Monte-Carlo tree search |
//! | players  | games, eval, search                      | a player's text form made into a searcher; the documents' players |
//! | records  | -                                        | rows, metrics, the ledger, CSV, provenance |
//! | spec     | games, players, records                  | TOML to a checked specification to jobs; pure and hashable |
//! | analysis | records                                  | intervals, Elo, sequential tests, bootstrap, verdict rules |
//! | arena    | games, players, records, spec, analysis  | jobs to rows: searches, games, the pool, resuming |
//! | report   | records, analysis                        | charts and the report, in two languages |
//! | cli      | everything                               | one file per verb |
//!
//! # Where to add what
//!
//! * A game: its parameters in [`games::spec`], and a storage only where the present ones are too slow or too small.
//! * A technique: a file in [`search`] that registers its switches; keys, help, columns and the agreement tests follow.
//! * An evaluator: a file in [`eval`] and a line in its registry.
//! * A metric: a line in [`records::metrics`].
//! * An experiment, a claim among them: a TOML file below `experiments/`, no code.
//! * A verb: a file in [`cli`].

pub mod analysis;
pub mod arena;
pub mod base;
pub mod cli;
pub mod eval;
pub mod games;
pub mod players;
pub mod records;
pub mod report;
pub mod search;
pub mod spec;
