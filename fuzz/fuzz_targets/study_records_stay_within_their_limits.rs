#![no_main]

#[path = "../../crates/wire/tests/laws.rs"]
#[allow(dead_code)]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::records(bytes));
