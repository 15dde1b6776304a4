#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ponnuki_testkit::laws::hash_is_a_function_of_stones(bytes));
