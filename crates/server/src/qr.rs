//! Links as pictures that a phone can read.

use qrcode::render::{svg, unicode};
use qrcode::{EcLevel, QrCode};

/// How wide the picture is drawn; it scales.
const SIDE_PIXELS_MIN: u32 = 200;

/// `link` as an SVG picture; nothing if it is too long for one.
pub(crate) fn svg(link: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(link, EcLevel::M).ok()?;
    let picture = code
        .render::<svg::Color<'_>>()
        .min_dimensions(SIDE_PIXELS_MIN, SIDE_PIXELS_MIN)
        .build();
    // The picture goes into a page, where a declaration has no place.
    let start = picture.find("<svg")?;
    Some(picture[start..].to_owned())
}

/// `link` in half-block characters, for a dark terminal; nothing if it is too long.
pub fn half_blocks(link: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(link, EcLevel::L).ok()?;
    let text = code
        .render::<unicode::Dense1x2>()
        .dark_color(unicode::Dense1x2::Light)
        .light_color(unicode::Dense1x2::Dark)
        .build();
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_becomes_a_picture_and_a_book_does_not() {
        let picture = svg("http://192.168.1.7:8361/r/k7m2wq9xhd#seat=abc").expect("a picture");
        assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
        assert_eq!(svg(&"x".repeat(10_000)), None);
        assert!(half_blocks("http://192.168.1.7:8361/").is_some());
    }
}
