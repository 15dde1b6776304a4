//! Networks on disk: a folder of them with one that is used by default, how one is chosen,
//! checked, fetched from its publisher and taken over from other programs.
//!
//! Nothing is printed here, and no option of a command line is known: an error has the facts,
//! and whoever shows it says what to do.
//!
//! ```
//! use ponnuki_nets::{ChosenNet, NetFolder};
//!
//! let folder = NetFolder::new("nets".into());
//! let chosen = ChosenNet::by(None, Some(&folder))?.expect("the built-in network");
//! let net = chosen.load()?;
//! assert_eq!(chosen.name, ponnuki_nets::BUILT_IN);
//! println!("{}: {}", chosen.name, ponnuki_nets::kind(net.model()));
//! # Ok::<(), ponnuki_nets::NetFault>(())
//! ```
//!
//! Modules, each using only those before it: `digest`, `published`, `kind`, `describe`, `card`; `address`,
//! `partial`, `download`, `wheel`, `import`, `file` and `fault` together; `folder`, `choice`,
//! `package`, `positions`, `check`.

mod address;
mod card;
mod check;
mod choice;
mod describe;
mod digest;
mod download;
mod fault;
mod file;
mod folder;
mod import;
mod kind;
mod package;
mod partial;
mod positions;
mod published;
mod wheel;

pub use address::{BadNetAddress, NetAddress};
pub use card::{NetCard, ParseNetCardError};
pub use check::{ChecksumState, NetCheck, OutputGaps};
pub use choice::{BUILT_IN, ChosenNet, NetSource};
pub use describe::describe_net;
pub use digest::{ParseDigestError, Sha256Digest};
pub use download::{DownloadFault, DownloadProgress, FetchLimits, HOPS_MAX, TIME_MAX, download};
pub use fault::NetFault;
pub use file::{NET_FILE_MAX, NetFileError, NetFileFault, read_bytes, read_net};
pub use folder::{DefaultNet, NONE, NetFolder, StoredNet, check_name, net_name};
pub use import::{ImportFault, Imported, import, named_like_nets, other_programs_folders};
pub use kind::{all_blocks, kind};
pub use package::fetch_published;
pub use positions::positions;
pub use published::{PublishedNet, PythonWheel};
pub use wheel::WheelFault;
