//! The peers' libraries measured beside ours, in one run on one core.
//!
//! ```text
//! cargo run --release -p ponnuki-bench -- all
//! ```

#[cfg(target_os = "linux")]
mod cluster;
mod contest;
mod legal;
mod library;
mod load;
mod playouts;
mod random_game;
mod review;
mod sgf;

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ponnuki_game::Size;

use crate::contest::{Contest, Effort};

const HELP: &str = "\
The peers' libraries measured beside ours, on one core.

  cargo run --release -p ponnuki-bench -- playouts   random games
  cargo run --release -p ponnuki-bench -- legal      lists of legal moves
  cargo run --release -p ponnuki-bench -- sgf        reading game files
  cargo run --release -p ponnuki-bench -- all        all of these
  cargo run --release -p ponnuki-bench -- server     a thousand live games on the server
  cargo run --release -p ponnuki-bench -- server-busy
                                                     the same while a stranger has it think and draw
  cargo run --release -p ponnuki-bench -- weather FAULTS
                                                     three nodes that are killed and stopped
  cargo run --release -p ponnuki-bench -- review [NETWORK VISITS]
                                                     how far a review can be believed
  cargo run --release -p ponnuki-bench -- referee NETWORK
                                                     what a strong network says of its games (hours)

Times are CPU time, the best of several rounds in which the libraries take turns.
How fast networks run is told by 'ponnuki bench net'.";

/// The exit code for a command line that was not understood.
const EXIT_USAGE: u8 = 2;

const SIZES: [Size; 2] = [Size::NINE, Size::NINETEEN];

fn main() -> ExitCode {
    let args: Vec<String> = env::args_os()
        .skip(1)
        .map(|arg| arg.to_string_lossy().into_owned())
        .collect();
    if let [word, directory] = &args[..]
        && word == load::SERVE
    {
        return exit(load::serve(Path::new(directory), &mut io::stdout()));
    }
    #[cfg(target_os = "linux")]
    if let [word, database, address, port] = &args[..]
        && word == cluster::NODE
    {
        return exit(cluster::serve(database, address, port, &mut io::stdout()));
    }
    let Some(wanted) = Wanted::read(&args) else {
        drop(writeln!(io::stderr(), "{HELP}"));
        return ExitCode::from(EXIT_USAGE);
    };
    exit(run(&wanted, &mut io::stdout().lock()))
}

fn exit(done: io::Result<()>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            drop(writeln!(io::stderr(), "error: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// What a command line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Wanted {
    Playouts,
    Legal,
    Sgf,
    All,
    Server,
    ServerBusy,
    Weather { n_faults: usize },
    Review { other: Option<(PathBuf, u64)> },
    Referee { network: PathBuf },
}

impl Wanted {
    fn read(args: &[String]) -> Option<Wanted> {
        match args {
            [word] if word == "playouts" => Some(Wanted::Playouts),
            [word] if word == "legal" => Some(Wanted::Legal),
            [word] if word == "sgf" => Some(Wanted::Sgf),
            [word] if word == "all" => Some(Wanted::All),
            [word] if word == "server" => Some(Wanted::Server),
            [word] if word == "server-busy" => Some(Wanted::ServerBusy),
            [word, n_faults] if word == "weather" => Some(Wanted::Weather {
                n_faults: n_faults.parse().ok()?,
            }),
            [word] if word == "review" => Some(Wanted::Review { other: None }),
            [word, network, visits] if word == "review" => Some(Wanted::Review {
                other: Some((network.into(), visits.parse().ok()?)),
            }),
            [word, network] if word == "referee" => Some(Wanted::Referee {
                network: network.into(),
            }),
            _ => None,
        }
    }
}

fn run(wanted: &Wanted, out: &mut impl Write) -> io::Result<()> {
    if matches!(wanted, Wanted::Playouts | Wanted::All) {
        hold(SIZES.into_iter().flat_map(playouts::contests), out)?;
    }
    if matches!(wanted, Wanted::Legal | Wanted::All) {
        hold(SIZES.into_iter().flat_map(legal::contests), out)?;
    }
    if matches!(wanted, Wanted::Sgf | Wanted::All) {
        hold(sgf::contests(), out)?;
    }
    if *wanted == Wanted::Server {
        load::run(load::Load::FULL, out)?;
    }
    if *wanted == Wanted::ServerBusy {
        load::run(load::Load::BUSY, out)?;
    }
    #[cfg(target_os = "linux")]
    if let Wanted::Weather { n_faults } = wanted {
        cluster::run(*n_faults, out)?;
    }
    if let Wanted::Review { other } = wanted {
        let other = other.as_ref();
        review::run(other.map(|(path, visits)| (path.as_path(), *visits)), out)?;
    }
    if let Wanted::Referee { network } = wanted {
        review::referee(network, out)?;
    }
    Ok(())
}

fn hold(contests: impl Iterator<Item = Contest>, out: &mut impl Write) -> io::Result<()> {
    for mut contest in contests {
        let times = contest.hold(Effort::FULL);
        contest.report(&times, out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_word_says_what_is_wanted() {
        let read = |line: &str| {
            let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            Wanted::read(&args)
        };
        assert_eq!(read("playouts"), Some(Wanted::Playouts));
        assert_eq!(read("legal"), Some(Wanted::Legal));
        assert_eq!(read("sgf"), Some(Wanted::Sgf));
        assert_eq!(read("all"), Some(Wanted::All));
        assert_eq!(read("server"), Some(Wanted::Server));
        assert_eq!(read("server-busy"), Some(Wanted::ServerBusy));
        assert_eq!(read("weather 200"), Some(Wanted::Weather { n_faults: 200 }));
        assert_eq!(read("weather"), None);
        assert_eq!(read("review"), Some(Wanted::Review { other: None }));
        let other = Some((PathBuf::from("strong.bin.gz"), 100));
        let judged = Some(Wanted::Review { other });
        assert_eq!(read("review strong.bin.gz 100"), judged);
        assert_eq!(read("review strong.bin.gz"), None);
        for line in ["", "playout", "legal all", "net", "--help"] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
