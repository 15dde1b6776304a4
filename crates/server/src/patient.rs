//! A connection whose other end has to read what is written to it.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep_until};

use crate::now;

/// Who reads at least so many bytes in a second is waited for to the end. Half of it is
/// enough for the first 300 kilobytes, which is more than a page needs.
const BYTES_PER_SECOND_MIN: u32 = 16 << 10;

/// A connection that fails when its other end reads too slowly: whatever waits to be
/// written is held in memory until then.
///
/// Waiting to write uses patience up, and what is written gives it back.
#[derive(Debug)]
pub(crate) struct Patient<S> {
    stream: S,
    patience_max: Duration,
    patience: Duration,
    /// Since when nothing could be written, and when that is too long.
    stuck: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl<S> Patient<S> {
    /// Waits for `patience` without any progress.
    pub(crate) fn new(stream: S, patience: Duration) -> Patient<S> {
        Patient {
            stream,
            patience_max: patience,
            patience,
            stuck: None,
        }
    }

    /// Takes down how an attempt to write ended, and fails if the other end did not read
    /// for too long.
    fn judge(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        let now = now::steady();
        if let Poll::Ready(written) = written {
            let waited = self.stuck.take().map(|(since, _)| now - since);
            let left = self.patience.saturating_sub(waited.unwrap_or_default());
            let n_bytes = *written.as_ref().unwrap_or(&0) as u32;
            let earned = Duration::from_secs(1) * n_bytes / BYTES_PER_SECOND_MIN;
            self.patience = (left + earned).min(self.patience_max);
            return Poll::Ready(written);
        }
        let until = now + self.patience;
        let begin = || (now, Box::pin(sleep_until(until.into())));
        let (_, alarm) = self.stuck.get_or_insert_with(begin);
        ready!(alarm.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.judge(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.judge(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};

    use super::*;

    #[tokio::test]
    async fn who_does_not_read_is_given_up() {
        let (one, _other) = duplex(64);
        let mut patient = Patient::new(one, Duration::from_millis(50));
        let written = patient.write_all(&[0; 65]).await;
        let kind = written.expect_err("nobody reads").kind();
        assert_eq!(kind, io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn who_reads_a_byte_now_and_then_is_given_up_too() {
        let (one, mut other) = duplex(64);
        let mut patient = Patient::new(one, Duration::from_millis(200));
        let reader = tokio::spawn(async move {
            while other.read_u8().await.is_ok() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        });
        let written = patient.write_all(&[0; 1 << 16]).await;
        let kind = written.expect_err("ten minutes are too long").kind();
        assert_eq!(kind, io::ErrorKind::TimedOut);
        drop(patient);
        reader.await.expect("the reader ends");
    }

    #[tokio::test]
    async fn who_reads_gets_everything() {
        let (one, mut other) = duplex(64);
        let mut patient = Patient::new(one, Duration::from_secs(60));
        let reader = tokio::spawn(async move {
            let mut bytes = Vec::new();
            other.read_to_end(&mut bytes).await.map(|_| bytes.len())
        });
        patient.write_all(&[0; 1 << 16]).await.expect("all is read");
        drop(patient);
        let n_read = reader.await.expect("the reader ends");
        assert_eq!(n_read.expect("bytes"), 1 << 16);
    }
}
