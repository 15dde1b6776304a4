//! A file out of a Python wheel, which is a zip archive. No more of that format is read
//! than wheels use: one disk, no comment, entries stored or deflated.

use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};

use flate2::read::DeflateDecoder;

/// The end of an archive: where its directory is.
const END_MARK: [u8; 4] = *b"PK\x05\x06";
const END_LEN: u64 = 22;

/// An entry of the directory.
const ENTRY_MARK: [u8; 4] = *b"PK\x01\x02";
const ENTRY_LEN: usize = 46;

/// What stands before an entry's bytes.
const LOCAL_MARK: [u8; 4] = *b"PK\x03\x04";
const LOCAL_LEN: usize = 30;

/// The ways to store an entry.
const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// The longest directory that is read: wheels have a hundredth of it.
const DIRECTORY_MAX: u64 = 1 << 24;

/// Why an entry cannot be had.
#[derive(Debug)]
pub enum WheelFault {
    /// It could not be read.
    Io(io::Error),
    /// It is not a zip archive, or one of a kind that wheels are not.
    NoArchive,
    /// Nothing in it is called so.
    NoEntry,
    /// The entry is longer than it should be.
    TooLong {
        /// The most bytes.
        max: u64,
    },
}

impl From<io::Error> for WheelFault {
    fn from(error: io::Error) -> WheelFault {
        WheelFault::Io(error)
    }
}

impl std::error::Error for WheelFault {}

impl fmt::Display for WheelFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WheelFault::Io(error) => error.fmt(f),
            WheelFault::NoArchive => f.write_str("it is not a wheel"),
            WheelFault::NoEntry => f.write_str("the network is not in it"),
            WheelFault::TooLong { max } => {
                write!(f, "the network in it has more than {max} bytes")
            }
        }
    }
}

/// The bytes of the entry `name`, which are no more than `n_bytes_max`.
///
/// # Errors
///
/// There is no such entry, or it cannot be read.
pub(crate) fn entry(
    mut wheel: impl Read + Seek,
    name: &str,
    n_bytes_max: u64,
) -> Result<Vec<u8>, WheelFault> {
    let directory = directory(&mut wheel)?;
    let place = place(&directory, name)?;
    wheel.seek(SeekFrom::Start(place.at))?;
    let local: [u8; LOCAL_LEN] = header(&mut wheel, LOCAL_MARK)?;
    let n_skipped = u64::from(number(&local, 26)) + u64::from(number(&local, 28));
    wheel.seek(SeekFrom::Current(n_skipped as i64))?;
    let packed = wheel.take(place.n_packed);
    let mut bytes = Vec::new();
    let n_read = match place.method {
        STORED => packed.take(n_bytes_max + 1).read_to_end(&mut bytes)?,
        DEFLATED => DeflateDecoder::new(packed)
            .take(n_bytes_max + 1)
            .read_to_end(&mut bytes)?,
        _ => return Err(WheelFault::NoArchive),
    };
    match n_read as u64 > n_bytes_max {
        true => Err(WheelFault::TooLong { max: n_bytes_max }),
        false => Ok(bytes),
    }
}

/// Where an entry is, and how it is stored.
struct EntryPlace {
    at: u64,
    n_packed: u64,
    method: u16,
}

/// The directory of all entries.
fn directory(wheel: &mut (impl Read + Seek)) -> Result<Vec<u8>, WheelFault> {
    let n_bytes = wheel.seek(SeekFrom::End(0))?;
    let at = n_bytes.checked_sub(END_LEN).ok_or(WheelFault::NoArchive)?;
    wheel.seek(SeekFrom::Start(at))?;
    let end: [u8; END_LEN as usize] = header(wheel, END_MARK)?;
    let n_directory = long_number(&end, 12);
    if n_directory > DIRECTORY_MAX {
        return Err(WheelFault::NoArchive);
    }
    wheel.seek(SeekFrom::Start(long_number(&end, 16)))?;
    let mut directory = Vec::new();
    wheel.take(n_directory).read_to_end(&mut directory)?;
    Ok(directory)
}

/// The entry `name` in a directory.
fn place(directory: &[u8], name: &str) -> Result<EntryPlace, WheelFault> {
    let mut rest = directory;
    while let Some((entry, after)) = rest.split_at_checked(ENTRY_LEN) {
        if !entry.starts_with(&ENTRY_MARK) {
            return Err(WheelFault::NoArchive);
        }
        let n_name = usize::from(number(entry, 28));
        let n_more = usize::from(number(entry, 30)) + usize::from(number(entry, 32));
        let (own_name, after) = after
            .split_at_checked(n_name)
            .ok_or(WheelFault::NoArchive)?;
        if own_name == name.as_bytes() {
            return Ok(EntryPlace {
                at: long_number(entry, 42),
                n_packed: long_number(entry, 20),
                method: number(entry, 10),
            });
        }
        rest = after.get(n_more..).ok_or(WheelFault::NoArchive)?;
    }
    Err(WheelFault::NoEntry)
}

/// A header of fixed length that begins with `mark`.
fn header<const N: usize>(wheel: &mut impl Read, mark: [u8; 4]) -> Result<[u8; N], WheelFault> {
    let mut header = [0; N];
    wheel
        .read_exact(&mut header)
        .map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => WheelFault::NoArchive,
            _ => WheelFault::Io(error),
        })?;
    match header.starts_with(&mark) {
        true => Ok(header),
        false => Err(WheelFault::NoArchive),
    }
}

/// The two bytes at `at` as a number.
fn number(header: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([header[at], header[at + 1]])
}

/// The four bytes at `at` as a number.
fn long_number(header: &[u8], at: usize) -> u64 {
    u64::from(number(header, at)) | u64::from(number(header, at + 2)) << 16
}

#[cfg(test)]
pub(crate) mod tests {
    use std::io::Cursor;

    use super::*;

    /// Two entries, `a/stored.txt` and `a/deflated.txt`, as Python's zipfile writes them.
    const WHEEL: &str = "\
        504b030414000000000000004250b3244e9608000000080000000c000000612f73746f7265642e747874\
        6173206974206973504b0304140000000800000042504e407bb60b000000780000000e000000612f6465\
        666c617465642e7478744b4c4fcccc5348a43b0900504b0102140314000000000000004250b3244e9608\
        000000080000000c0000000000000000000000800100000000612f73746f7265642e747874504b010214\
        03140000000800000042504e407bb60b000000780000000e0000000000000000000000800132000000\
        612f6465666c617465642e747874504b0506000000000200020076000000690000000000";

    /// Its bytes.
    pub(crate) fn wheel() -> Vec<u8> {
        let digits: Vec<u8> = WHEEL.bytes().collect();
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16);
        digits.chunks(2).map(|pair| byte(pair).unwrap()).collect()
    }

    fn told(wheel: &[u8], name: &str, n_bytes_max: u64) -> Result<String, String> {
        let found = entry(Cursor::new(wheel), name, n_bytes_max);
        found
            .map(|bytes| String::from_utf8(bytes).unwrap())
            .map_err(|fault| fault.to_string())
    }

    #[test]
    fn an_entry_comes_out_as_it_went_in() {
        let wheel = wheel();
        assert_eq!(told(&wheel, "a/stored.txt", 8), Ok("as it is".to_owned()));
        assert_eq!(told(&wheel, "a/deflated.txt", 120), Ok("again ".repeat(20)));
    }

    #[test]
    fn what_is_not_there_or_too_long_is_refused() {
        let wheel = wheel();
        let refused = |name, max| told(&wheel, name, max).unwrap_err();
        assert_eq!(refused("stored.txt", 8), "the network is not in it");
        for (name, max) in [("a/stored.txt", 7), ("a/deflated.txt", 119)] {
            let line = format!("the network in it has more than {max} bytes");
            assert_eq!(refused(name, max), line);
        }
    }

    #[test]
    fn a_broken_wheel_is_refused_wherever_it_breaks() {
        let whole = wheel();
        for n in 0..whole.len() {
            assert!(told(&whole[..n], "a/stored.txt", 8).is_err(), "{n} bytes");
        }
        for i in 0..whole.len() {
            let mut wheel = whole.clone();
            wheel[i] ^= 0xff;
            // What it says then is no matter, as long as it says something.
            drop(entry(Cursor::new(wheel), "a/deflated.txt", 120));
        }
    }
}
