//! How a program is told to stop.

use std::io;

/// Hears Ctrl-C, and the system asking the program to end, from the moment it is made.
#[derive(Debug)]
pub struct StopSignal {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl StopSignal {
    /// Begins to listen.
    ///
    /// # Errors
    ///
    /// The system does not let us.
    #[cfg(unix)]
    pub fn listen() -> io::Result<StopSignal> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(StopSignal {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Begins to listen.
    ///
    /// # Errors
    ///
    /// Never.
    #[cfg(not(unix))]
    pub fn listen() -> io::Result<StopSignal> {
        Ok(StopSignal {})
    }

    /// Returns when it was told to stop.
    #[cfg(unix)]
    pub async fn told(mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }

    /// Returns when it was told to stop.
    #[cfg(not(unix))]
    pub async fn told(self) {
        if tokio::signal::ctrl_c().await.is_err() {
            // Then only the system can end it.
            std::future::pending::<()>().await;
        }
    }
}
