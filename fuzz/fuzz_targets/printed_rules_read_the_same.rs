#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ponnuki_testkit::laws::printed_rules_read_the_same(bytes));
