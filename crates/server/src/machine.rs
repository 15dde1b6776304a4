//! What the machine says of itself, and how much of it we may use.

/// What this machine is called in its network: in small letters, up to the first dot.
#[cfg(unix)]
pub(crate) fn name() -> Option<String> {
    short(rustix::system::uname().nodename().to_str().ok()?)
}

/// What this machine is called in its network: in small letters, up to the first dot.
#[cfg(not(unix))]
pub(crate) fn name() -> Option<String> {
    short(&std::env::var("COMPUTERNAME").ok()?)
}

fn short(name: &str) -> Option<String> {
    let short = name.split('.').next().filter(|name| !name.is_empty())?;
    Some(short.to_ascii_lowercase())
}

/// How many threads of a server think: half of the machine thinks, the other half answers.
pub fn n_thinkers() -> usize {
    let n_cores = std::thread::available_parallelism().map_or(1, usize::from);
    (n_cores / 2).max(1)
}

/// Raises the number of files and connections that this process may have open to the most
/// that the system allows it; returns that number, if there is one.
#[cfg(unix)]
pub fn raise_open_files() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        maximum: limit.maximum,
    };
    match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(error) => {
            tracing::warn!(%error, "the limit of open files could not be raised");
            limit.current
        }
    }
}

/// Here the system sets no such limit.
#[cfg(not(unix))]
pub fn raise_open_files() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_is_known_by_the_first_part_of_its_name() {
        for (name, expected) in [
            ("PC", Some("pc")),
            ("pc.home.example", Some("pc")),
            ("", None),
            (".example", None),
        ] {
            assert_eq!(short(name).as_deref(), expected, "{name}");
        }
    }
}
