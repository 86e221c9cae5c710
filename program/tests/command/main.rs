//! The command `threehand` as a user runs it.

// What is only compared to some digits needs no `libm`.
#![expect(clippy::disallowed_methods)]

mod audit;
mod bad_inputs;
mod block_values;
mod browser;
mod calibration;
mod check;
mod command_line;
mod common;
mod contrast;
mod dictionary;
mod docs;
mod export;
mod external;
mod failing_calls;
mod failing_programs;
mod fewer_rows;
mod forfeits;
mod functions;
mod game_files;
mod games;
mod hands;
mod hosted;
mod intervals;
mod many_machines;
mod networks;
mod no_locks;
mod own_folder;
mod plan;
mod play;
mod processors;
mod rate;
mod records;
mod recount;
mod refusals;
mod report;
mod resume;
mod same_bytes;
mod schemas;
mod standings;
mod statistics;
mod stops;
mod studies;
mod study_pages;
mod table;
mod tampered;
mod terminal;
mod weight;
mod what_if;
mod widths;
mod words;
