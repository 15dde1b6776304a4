//! A checksum for each event: CRC-32C, as in iSCSI and ext4. It finds every single flipped
//! bit and every burst of up to 32; it is no protection against who can write the file.

/// The polynomial of Castagnoli, the lowest power first.
const POLYNOMIAL: u32 = 0x82f6_3b78;

/// What each value of a byte adds.
const TABLE: [u32; 256] = table();

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < table.len() {
        let mut sum = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            sum = (sum >> 1) ^ (POLYNOMIAL * (sum & 1));
            bit += 1;
        }
        table[byte] = sum;
        byte += 1;
    }
    table
}

fn crc32c<'a>(bytes: impl Iterator<Item = &'a u8>) -> u32 {
    !bytes.fold(!0, |sum, byte| {
        (sum >> 8) ^ TABLE[usize::from(sum as u8 ^ byte)]
    })
}

/// The sum that is stored beside an event: of its room, number, moment and text. The room's
/// length comes first, so that nothing can move between the room and what follows.
pub(crate) fn event_sum(room: &str, seq: i64, at_ms: i64, event: &[u8]) -> i64 {
    let length = (room.len() as u64).to_be_bytes();
    let (seq, at_ms) = (seq.to_be_bytes(), at_ms.to_be_bytes());
    let parts = [&length[..], room.as_bytes(), &seq, &at_ms, event];
    crc32c(parts.into_iter().flatten()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check values of the catalogue of CRC algorithms and of RFC 3720, B.4.
    #[test]
    fn known_sums_come_out() {
        for (bytes, expected) in [
            (b"".to_vec(), 0),
            (b"123456789".to_vec(), 0xe306_9283),
            (vec![0; 32], 0x8a91_36aa),
            (vec![0xff; 32], 0x62a8_ab43),
            ((0..32).collect(), 0x46dd_794e),
        ] {
            assert_eq!(crc32c(bytes.iter()), expected, "{bytes:?}");
        }
    }

    #[test]
    fn every_part_of_an_event_counts() {
        let sums = [
            event_sum("a", 1, 2, b"b"),
            event_sum("b", 1, 2, b"b"),
            event_sum("a", 2, 2, b"b"),
            event_sum("a", 1, 3, b"b"),
            event_sum("a", 1, 2, b"c"),
            event_sum("ab", 1, 2, b""),
        ];
        for (idx, sum) in sums.iter().enumerate() {
            assert!(!sums[..idx].contains(sum), "{idx}");
        }
    }
}
