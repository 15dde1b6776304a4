#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ponnuki_testkit::laws::a_fighter_is_told_what_one_sees(bytes));
