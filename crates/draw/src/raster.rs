//! Figures as pixels: PNG, and animated GIF.

use std::fmt;
use std::time::Duration;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

use crate::figure::Figure;

/// The widest and highest picture made, in pixels: a poster, and 64 MB of memory.
pub const SIDE_PIXELS_MAX: u32 = 4096;

/// The most pictures in one animation: longer than any game.
pub const FRAMES_MAX: usize = 2000;

/// How wide a picture is if nothing is said: a board to be read on a screen.
pub const PNG_WIDTH: u32 = 800;

/// How wide an animation is if nothing is said: its pictures are many.
pub const GIF_WIDTH: u32 = 480;

/// How long an animation shows each picture if nothing is said.
pub const PAUSE: Duration = Duration::from_millis(500);

/// Why a picture cannot be made.
#[derive(Debug)]
pub enum DrawError {
    /// It would be larger than [`SIDE_PIXELS_MAX`], or have no pixel at all.
    Size {
        /// The width asked for.
        width: u32,
    },
    /// It would have more than [`FRAMES_MAX`] frames, or none.
    Frames {
        /// The number of them.
        n: usize,
    },
    /// The frames are not all of one size.
    FrameSizes,
    /// It is not wanted any more.
    Stopped,
    /// The drawing could not be read back or encoded: a fault of ours.
    Encoding(String),
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DrawError::Size { width } => write!(
                f,
                "a picture {width} pixels wide cannot be made: its sides are 1 to {SIDE_PIXELS_MAX}"
            ),
            DrawError::Frames { n } => {
                write!(f, "an animation has 1 to {FRAMES_MAX} pictures, not {n}")
            }
            DrawError::FrameSizes => f.write_str("the pictures of an animation are of one size"),
            DrawError::Stopped => f.write_str("the animation is not wanted any more"),
            DrawError::Encoding(what) => write!(f, "the picture could not be made: {what}"),
        }
    }
}

impl std::error::Error for DrawError {}

impl Figure {
    /// The picture as PNG, `width` pixels wide.
    ///
    /// # Errors
    ///
    /// If it would be too large.
    pub fn to_png(&self, width: u32) -> Result<Vec<u8>, DrawError> {
        let pixels = self.pixels(width)?;
        pixels
            .encode_png()
            .map_err(|error| DrawError::Encoding(error.to_string()))
    }

    fn pixels(&self, width: u32) -> Result<Pixmap, DrawError> {
        let tree = usvg::Tree::from_str(&self.to_svg(), &usvg::Options::default())
            .map_err(|error| DrawError::Encoding(error.to_string()))?;
        let scale = width as f32 / tree.size().width();
        let height = self.height(width);
        if width > SIDE_PIXELS_MAX || height > SIDE_PIXELS_MAX {
            return Err(DrawError::Size {
                width: width.max(height),
            });
        }
        let mut pixels = Pixmap::new(width, height).ok_or(DrawError::Size { width })?;
        resvg::render(
            &tree,
            Transform::from_scale(scale, scale),
            &mut pixels.as_mut(),
        );
        Ok(pixels)
    }
}

/// Figures of one size as an animation that repeats, each shown for `pause`
/// and the last one three times as long.
///
/// Only what changes is kept of each picture after the first.
///
/// # Errors
///
/// If there are none or too many, or they are too large or differ in size.
pub fn to_gif(figures: &[Figure], width: u32, pause: Duration) -> Result<Vec<u8>, DrawError> {
    to_gif_while(figures, width, pause, &mut || true)
}

/// The same, as long as it is wanted, which is asked before each picture: an animation can
/// take seconds.
///
/// # Errors
///
/// The same, and [`DrawError::Stopped`] if it is not wanted any more.
pub fn to_gif_while(
    figures: &[Figure],
    width: u32,
    pause: Duration,
    is_wanted: &mut dyn FnMut() -> bool,
) -> Result<Vec<u8>, DrawError> {
    let n = figures.len();
    let Some(first) = figures.first().filter(|_| n <= FRAMES_MAX) else {
        return Err(DrawError::Frames { n });
    };
    let mut shown = first.pixels(width)?;
    let (wide, high) = (shown.width(), shown.height());
    let fault = |error: gif::EncodingError| DrawError::Encoding(error.to_string());
    let mut bytes = Vec::new();
    let mut encoder =
        gif::Encoder::new(&mut bytes, wide as u16, high as u16, &[]).map_err(fault)?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(fault)?;
    let hundredths = (pause.as_millis() / 10).min(u128::from(u16::MAX) / 3) as u16;
    for (i, figure) in figures.iter().enumerate() {
        if !is_wanted() {
            return Err(DrawError::Stopped);
        }
        let mut part = Part {
            left: 0,
            top: 0,
            right: wide,
            bottom: high,
        };
        if i > 0 {
            let pixels = figure.pixels(width)?;
            if (pixels.width(), pixels.height()) != (wide, high) {
                return Err(DrawError::FrameSizes);
            }
            part = Part::changed(&shown, &pixels);
            shown = pixels;
        }
        let mut frame = part.frame(&shown);
        frame.delay = match i + 1 == n {
            true => 3 * hundredths,
            false => hundredths,
        };
        encoder.write_frame(&frame).map_err(fault)?;
    }
    drop(encoder);
    Ok(bytes)
}

/// A part of a picture: columns from `left` to before `right`, rows likewise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
}

impl Part {
    /// The smallest part that holds all pixels in which two pictures of one
    /// size differ; one pixel if they do not.
    fn changed(before: &Pixmap, after: &Pixmap) -> Part {
        let width = before.width();
        let mut part: Option<Part> = None;
        let pairs = before.pixels().iter().zip(after.pixels());
        for (i, _) in pairs
            .enumerate()
            .filter(|(_, (before, after))| before != after)
        {
            let (x, y) = (i as u32 % width, i as u32 / width);
            let one = Part {
                left: x,
                top: y,
                right: x + 1,
                bottom: y + 1,
            };
            let all = part.get_or_insert(one);
            all.left = all.left.min(x);
            all.right = all.right.max(x + 1);
            all.bottom = y + 1;
        }
        part.unwrap_or(Part {
            left: 0,
            top: 0,
            right: 1,
            bottom: 1,
        })
    }

    /// This part of a picture as a frame that is laid over those before it.
    fn frame(self, pixels: &Pixmap) -> gif::Frame<'static> {
        let (wide, high) = (self.right - self.left, self.bottom - self.top);
        let rows = pixels.data().chunks_exact(4 * pixels.width() as usize);
        let rows = rows.skip(self.top as usize).take(high as usize);
        let mut data: Vec<u8> = rows
            .flat_map(|row| &row[4 * self.left as usize..4 * self.right as usize])
            .copied()
            .collect();
        let mut frame = gif::Frame::from_rgba_speed(wide as u16, high as u16, &mut data, 10);
        (frame.left, frame.top) = (self.left as u16, self.top as u16);
        frame.dispose = gif::DisposalMethod::Keep;
        frame
    }
}
