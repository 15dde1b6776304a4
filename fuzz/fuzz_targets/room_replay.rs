#![no_main]

#[path = "../../crates/wire/tests/room_laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::every_law(bytes));
