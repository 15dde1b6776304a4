#![no_main]

#[path = "../../crates/gtp/tests/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::arguments_are_understood_or_refused(bytes));
