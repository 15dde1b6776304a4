#![no_main]

#[path = "../../crates/gtp/tests/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::a_command_reads_as_it_prints(bytes));
