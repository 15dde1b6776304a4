#![no_main]

#[path = "../../crates/record/tests/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::every_law(bytes));
