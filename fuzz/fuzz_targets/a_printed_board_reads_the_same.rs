#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ponnuki_testkit::laws::a_printed_board_reads_the_same(bytes));
