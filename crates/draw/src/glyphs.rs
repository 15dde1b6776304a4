//! Letters and figures drawn with a round pen, so that a picture looks the
//! same wherever it is seen: no font is needed to show it.

use std::fmt::Write;

/// A letter's strokes. Each is a list of places in a box 4 wide and 6 high,
/// the first digit from the left and the second from the top; a stroke that
/// starts with `~` is drawn as a smooth curve.
struct Glyph {
    letter: char,
    strokes: &'static [&'static str],
}

/// How wide the box of a letter is, and how high, in its own units.
const WIDTH: f32 = 4.0;
const HEIGHT: f32 = 6.0;

/// The room between two letters.
const GAP: f32 = 1.3;

macro_rules! glyphs {
    ($($letter:literal: $($stroke:literal)*;)*) => {
        &[$(Glyph { letter: $letter, strokes: &[$($stroke),*] }),*]
    };
}

const GLYPHS: &[Glyph] = glyphs! {
    '0': "~20 40 43 46 26 06 03 00 20";
    '1': "11 20 26";
    '2': "~01 00 30 40 42 33 06" "06 46";
    '3': "~01 00 40 43 23" "~23 44 46 06 05";
    '4': "36 30 04 44";
    '5': "40 10 03" "~03 12 43 46 26 06 05";
    '6': "~40 10 03 04 06 26 46 43 23 03 04";
    '7': "00 40 16";
    '8': "~20 40 43 23 03 00 20" "~23 44 46 26 06 04 23";
    '9': "~42 43 23 03 00 20 40 42 43 36 06";
    'A': "06 20 46" "14 34";
    'B': "06 00" "~00 20 40 43 23 03" "~23 44 46 26 06";
    'C': "~41 40 20 00 03 06 26 46 45";
    'D': "06 00" "~00 20 40 43 46 26 06";
    'E': "40 00 06 46" "03 33";
    'F': "40 00 06" "03 33";
    'G': "~41 40 20 00 03 06 26 46 44" "44 24";
    'H': "00 06" "40 46" "03 43";
    'I': "20 26";
    'J': "~30 33 36 16 06 04";
    'K': "00 06" "40 03 46";
    'L': "00 06 46";
    'M': "06 00 24 40 46";
    'N': "06 00 46 40";
    'O': "~20 40 43 46 26 06 03 00 20";
    'P': "06 00" "~00 20 40 43 23 03";
    'Q': "~20 40 43 46 26 06 03 00 20" "24 46";
    'R': "06 00" "~00 20 40 43 23 03" "23 46";
    'S': "~41 40 20 00 03 23 43 46 26 06 05";
    'T': "00 40" "20 26";
    'U': "~00 03 06 26 46 43 40";
    'V': "00 26 40";
    'W': "00 16 22 36 40";
    'X': "00 46" "40 06";
    'Y': "00 23 40" "23 26";
    'Z': "00 40 06 46";
    'a': "42 46" "~44 42 02 06 46 44";
    'b': "00 06" "~04 02 42 46 06 04";
    'c': "~43 42 02 06 46 45";
    'd': "40 46" "~44 42 02 06 46 44";
    'e': "04 44" "~44 42 02 06 46 45";
    'f': "~40 20 22 26" "02 32";
    'g': "~44 42 02 06 46 44" "~42 46 47 27 07";
    'h': "00 06" "~04 02 42 46";
    'i': "22 26" "20 20";
    'j': "~32 36 37 17" "30 30";
    'k': "00 06" "42 04 46";
    'l': "20 26";
    'm': "02 06" "~04 02 12 22 24 26" "~24 22 32 42 44 46";
    'n': "02 06" "~04 02 42 46";
    'o': "~22 02 06 46 42 22";
    'p': "02 07" "~04 02 42 46 06 04";
    'q': "42 47" "~44 42 02 06 46 44";
    'r': "02 06" "~04 02 22 32";
    's': "~43 42 22 02 04 24 44 46 26 06 05";
    't': "~20 24 26 46" "02 42";
    'u': "~02 06 46 42" "42 46";
    'v': "02 26 42";
    'w': "02 16 23 36 42";
    'x': "02 46" "42 06";
    'y': "02 26" "42 26 17 07";
    'z': "02 42 06 46";
    '.': "26 26";
    ',': "26 17";
    ':': "23 23" "26 26";
    '-': "13 33";
    '+': "03 43" "21 25";
    '=': "02 42" "04 44";
    '(': "~30 10 16 36";
    ')': "~10 30 36 16";
    '?': "~01 00 20 40 42 23 24" "26 26";
};

/// A text drawn.
#[derive(Debug, PartialEq)]
pub(crate) struct Drawn {
    /// The data of an SVG path to be stroked.
    pub(crate) path: String,
    /// How wide the pen is.
    pub(crate) pen: f32,
}

/// The pen's width in the units of a letter's box.
const PEN: f32 = 0.8;

/// Draws `text` with its middle at (`x`, `y`), `height` high, and no wider
/// than `width_max`. Letters that are not known are drawn as `?`.
pub(crate) fn draw(text: &str, (x, y): (f32, f32), height: f32, width_max: f32) -> Drawn {
    let width = width(text);
    let scale = (height / HEIGHT).min(width_max / width);
    let mut path = String::new();
    let mut left = x - width * scale / 2.0;
    for letter in text.chars() {
        for stroke in strokes(letter) {
            add_stroke(&mut path, stroke, |column, row| {
                (left + column * scale, y + (row - HEIGHT / 2.0) * scale)
            });
        }
        left += (WIDTH + GAP) * scale;
    }
    Drawn {
        path,
        pen: PEN * scale,
    }
}

/// How wide `text` is if it is `HEIGHT` high.
fn width(text: &str) -> f32 {
    let n = text.chars().count().max(1) as f32;
    n * WIDTH + (n - 1.0) * GAP
}

fn strokes(letter: char) -> &'static [&'static str] {
    if letter == ' ' {
        return &[];
    }
    let find = |wanted| GLYPHS.iter().find(|glyph| glyph.letter == wanted);
    find(letter)
        .or_else(|| find('?'))
        .map_or(&[], |glyph| glyph.strokes)
}

fn add_stroke(data: &mut String, stroke: &str, place: impl Fn(f32, f32) -> (f32, f32)) {
    let is_smooth = stroke.starts_with('~');
    let places: Vec<(f32, f32)> = stroke
        .trim_start_matches('~')
        .split(' ')
        .map(|digits| {
            let digit = |i: usize| f32::from(digits.as_bytes()[i] - b'0');
            place(digit(0), digit(1))
        })
        .collect();
    let middle = |a: (f32, f32), b: (f32, f32)| ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
    let Some((&first, rest)) = places.split_first() else {
        return;
    };
    add(data, "M", &[first]);
    for (i, &next) in rest.iter().enumerate() {
        match rest.get(i + 1) {
            Some(&after) if is_smooth && i + 2 < rest.len() => {
                add(data, "Q", &[next, middle(next, after)]);
            }
            Some(&last) if is_smooth => {
                add(data, "Q", &[next, last]);
                return;
            }
            _ => add(data, "L", &[next]),
        }
    }
}

fn add(data: &mut String, command: &str, places: &[(f32, f32)]) {
    data.push_str(command);
    for (i, (x, y)) in places.iter().enumerate() {
        let space = if i > 0 { " " } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(data, "{space}{x:.1} {y:.1}");
    }
}

#[cfg(test)]
mod tests {
    use super::{GLYPHS, draw};

    #[test]
    fn every_stroke_stays_near_its_box() {
        for glyph in GLYPHS {
            for stroke in glyph.strokes {
                for digits in stroke.trim_start_matches('~').split(' ') {
                    let (x, y) = (digits.as_bytes()[0], digits.as_bytes()[1]);
                    assert!((b'0'..=b'4').contains(&x), "{}: {stroke}", glyph.letter);
                    assert!((b'0'..=b'7').contains(&y), "{}: {stroke}", glyph.letter);
                }
            }
        }
    }

    #[test]
    fn a_long_number_is_made_to_fit() {
        let places = |data: &str| -> Vec<f32> {
            let numbers = data.split(|c: char| c.is_ascii_uppercase() || c == ' ');
            numbers.filter_map(|text| text.parse().ok()).collect()
        };
        let data = draw("361", (50.0, 50.0), 10.0, 12.0).path;
        let xs = places(&data).into_iter().step_by(2);
        let (least, most) = xs.fold((f32::MAX, f32::MIN), |(a, b), x| (a.min(x), b.max(x)));
        assert!(least >= 44.0 && most <= 56.0, "{least}..{most}");
    }

    #[test]
    fn an_unknown_letter_is_a_question_mark() {
        assert_eq!(
            draw("碁", (0.0, 0.0), 6.0, 9.0),
            draw("?", (0.0, 0.0), 6.0, 9.0)
        );
    }
}
