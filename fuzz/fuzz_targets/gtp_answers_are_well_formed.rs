#![no_main]

#[path = "../../crates/gtp/tests/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::answers_are_well_formed(bytes));
