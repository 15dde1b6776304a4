//! Options of a command line that a file gives values to.
//!
//! A [`UserConfig`] is what `ponnuki.toml` says: a table for each command, a line for each option.
//! It becomes the default of that option before the command line is read, so an option that is
//! typed is stronger; a variable of the environment is stronger than the file, too. Which options a
//! file may hold, [`OptionLaws`] say.
//!
//! ```
//! use std::ffi::OsString;
//!
//! use clap::{Arg, Command};
//! use ponnuki_config::{OptionLaws, UserConfig};
//!
//! const LAWS: OptionLaws = OptionLaws {
//!     variables: &[("data", "PONNUKI_DATA")],
//!     is_for_once: |_, option| option == "help",
//! };
//! let path = std::env::temp_dir().join(format!("ponnuki-{}.toml", std::process::id()));
//! std::fs::write(&path, "[serve]\nlisten = \"0.0.0.0:80\"\n")?;
//!
//! let serve = Command::new("serve").arg(Arg::new("listen").long("listen"));
//! let cli = Command::new("go").arg(Arg::new("config").long("config")).subcommand(serve);
//! let args = ["go".into(), "--config".into(), OsString::from(&path), "serve".into()];
//! let config = UserConfig::find(&args, &cli, LAWS)?;
//! let matches = config.apply(cli).get_matches_from(args);
//! let (_, serve) = matches.subcommand().expect("the command is named");
//! assert_eq!(serve.get_one::<String>("listen").unwrap(), "0.0.0.0:80");
//! # std::fs::remove_file(path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Modules, each using only those before it: `places`, `file`, `error_line`, `config`.

mod config;
mod error_line;
mod file;
mod places;

pub use config::{ConfiguredOption, LedCommand, OptionLaws, UserConfig, commands, relaxed};
pub use error_line::error_line;
pub use places::{CONFIG_VARIABLE, usual_places};
