//! The terminal: taken when the program begins, given back whatever happens.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};

use ponnuki_words::TerminalCharset;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute, queue};
use ratatui::layout::{Position, Rect};

/// Whether the program has the terminal now: what was given back is not given back again.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// What draws into the terminal.
pub(crate) type Drawing = Terminal<CrosstermBackend<BufWriter<Encoded>>>;

/// The terminal while the program has it. It is given back when this goes away.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) drawing: Drawing,
}

impl Session {
    /// Takes the terminal.
    ///
    /// # Errors
    ///
    /// There is none.
    pub(crate) fn begin(charset: TerminalCharset) -> io::Result<Session> {
        let encoded = Encoded::new(output()?, charset);
        let backend = CrosstermBackend::new(BufWriter::new(encoded));
        let drawing = Terminal::new(backend)?;
        give_back_on_panic();
        take()?;
        Ok(Session { drawing })
    }

    /// Gives the terminal back, lets `meanwhile` happen, and takes it again.
    ///
    /// # Errors
    ///
    /// The terminal is gone.
    pub(crate) fn pause(&mut self, meanwhile: impl FnOnce()) -> io::Result<()> {
        give_back();
        meanwhile();
        take()?;
        self.redraw()
    }

    /// Has everything drawn anew, whatever is on the screen. To ask where the cursor is, as
    /// `clear` does, would need the answer that the thread with the keys reads.
    ///
    /// # Errors
    ///
    /// The terminal is gone.
    pub(crate) fn redraw(&mut self) -> io::Result<()> {
        let size = self.drawing.size()?;
        self.drawing.resize(Rect::from((Position::ORIGIN, size)))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        give_back();
    }
}

/// A terminal that is written to in its own charset.
#[derive(Debug)]
pub(crate) struct Encoded {
    to: File,
    charset: TerminalCharset,
    /// The beginning of a character whose rest has not come yet.
    begun: Vec<u8>,
}

impl Encoded {
    fn new(to: File, charset: TerminalCharset) -> Encoded {
        Encoded {
            to,
            charset,
            begun: Vec::new(),
        }
    }
}

impl Write for Encoded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.charset == TerminalCharset::Utf8 {
            return self.to.write(bytes);
        }
        self.begun.extend_from_slice(bytes);
        // What is drawn is text: the only bytes that are not UTF-8 are half a character at the end.
        let n_whole = match str::from_utf8(&self.begun) {
            Ok(text) => text.len(),
            Err(error) => error.valid_up_to(),
        };
        let whole: Vec<u8> = self.begun.drain(..n_whole).collect();
        let text = String::from_utf8_lossy(&whole);
        self.to.write_all(&self.charset.encode(&text))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Another handle of the standard output. The lock of the usual one belongs to the main
/// thread, and whoever panics elsewhere could not write.
fn output() -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let owned = io::stdout().as_fd().try_clone_to_owned()?;
        Ok(File::from(owned))
    }
    #[cfg(windows)]
    {
        use std::os::windows::io::AsHandle;
        let owned = io::stdout().as_handle().try_clone_to_owned()?;
        Ok(File::from(owned))
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    IS_TAKEN.store(true, Ordering::SeqCst);
    execute!(
        output()?,
        EnterAlternateScreen,
        EnableMouseCapture,
        cursor::Hide
    )
}

/// Gives the terminal back as it was, if the program has it. Where that fails there is no
/// terminal any more, and nobody to tell.
fn give_back() {
    if !IS_TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    if let Ok(mut output) = output() {
        let queued = queue!(
            output,
            DisableMouseCapture,
            LeaveAlternateScreen,
            cursor::Show
        );
        drop(queued.and_then(|()| output.flush()));
    }
    drop(disable_raw_mode());
}

/// Gives the terminal back before a panic is told, so that it can be read.
fn give_back_on_panic() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |panicked| {
        give_back();
        before(panicked);
    }));
}
