//! The program from outside: exit codes, messages, streams, files.

mod convert;
mod damage;
mod engine;
mod forbidden;
mod hostile;
mod json;
mod runs;
mod shows;
#[cfg(unix)]
mod signals;
mod solve;
mod streams;
mod support;
mod threats;
mod usage;
