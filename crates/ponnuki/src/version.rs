//! Which program this is: its version, its commit, and what of the processor it uses.

use std::sync::LazyLock;

use ponnuki_net::Isa;

/// What it was built from, as the build found out.
pub(crate) const BUILT_FROM: &str = env!("PONNUKI_BUILT_FROM");

/// The version, for those who write a report: with the commit and the instructions.
pub(crate) fn long() -> &'static str {
    static LONG: LazyLock<String> = LazyLock::new(|| {
        let version = env!("CARGO_PKG_VERSION");
        format!("{version} ({BUILT_FROM})\ninstructions: {}", instructions())
    });
    &LONG
}

/// The instructions that networks are computed with, the best of this processor.
pub(crate) fn instructions() -> String {
    format!("{:?}", Isa::best()).to_lowercase()
}
