#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ponnuki_testkit::laws::lifted_stones_had_no_liberty_and_the_rest_have(bytes));
