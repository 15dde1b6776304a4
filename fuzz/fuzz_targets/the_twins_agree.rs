#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ponnuki_testkit::laws::the_twins_agree(bytes));
