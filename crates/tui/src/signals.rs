//! What the system tells the program: to end, or to stop for a while.

use std::io;
use std::sync::mpsc::Sender;

use crate::run::Incoming;

/// Hears from now on what the system wants, and passes it on.
///
/// # Errors
///
/// The system does not let the program hear it.
#[cfg(unix)]
pub(crate) fn listen(sender: Sender<Incoming>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;
    use std::thread;

    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP])?;
    let listen = move || {
        for signal in signals.forever() {
            let incoming = match signal {
                SIGTSTP => Incoming::Suspend,
                _ => Incoming::End,
            };
            if sender.send(incoming).is_err() {
                break;
            }
        }
    };
    let thread = thread::Builder::new().name("signals".to_owned());
    thread.spawn(listen).map(drop)
}

/// Stops the program as Ctrl+Z does elsewhere; returns when it is let go on.
#[cfg(unix)]
pub(crate) fn stop_here() {
    use signal_hook::consts::SIGTSTP;
    // It fails only for signals that there are not.
    drop(signal_hook::low_level::emulate_default_handler(SIGTSTP));
}

/// Elsewhere Ctrl+C is a key, and nothing is suspended.
#[cfg(not(unix))]
pub(crate) fn listen(_: Sender<Incoming>) -> io::Result<()> {
    Ok(())
}

/// Elsewhere nothing is suspended.
#[cfg(not(unix))]
pub(crate) fn stop_here() {}
