#![no_main]

#[path = "../../crates/server/tests/laws.rs"]
#[allow(dead_code)]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::records(bytes));
