#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ponnuki_testkit::laws::an_effect_is_what_a_stone_then_does(bytes));
