//! The one place where the server rolls dice.

use ponnuki_game::Color;

/// Bytes that nobody can guess.
///
/// # Errors
///
/// The machine has no source of chance.
pub(crate) fn bytes<const N: usize>() -> Result<[u8; N], NoChance> {
    let mut bytes = [0; N];
    match getrandom::fill(&mut bytes) {
        Ok(()) => Ok(bytes),
        Err(_) => Err(NoChance),
    }
}

/// The machine gave no random bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoChance;

impl std::fmt::Display for NoChance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the machine gave no random bytes")
    }
}

impl std::error::Error for NoChance {}

/// Black or White, each as likely.
pub(crate) fn color() -> Color {
    match bytes::<1>() {
        Ok([byte]) if byte % 2 == 1 => Color::White,
        Ok(_) | Err(NoChance) => Color::Black,
    }
}
