#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ponnuki_testkit::laws::area_and_dame_are_all_points(bytes));
