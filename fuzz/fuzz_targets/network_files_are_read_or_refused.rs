#![no_main]

#[path = "../../crates/net/tests/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::every_law(bytes));
