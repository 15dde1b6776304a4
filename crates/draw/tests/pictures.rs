//! Pictures are right in what can be told of them without eyes.

use std::time::Duration;

use ponnuki_draw::{
    Coordinates, DrawError, Figure, FigureMark, Theme, numbered, position, to_gif, to_gif_while,
};
use ponnuki_game::{Board, Color, Dice, Game, Move, Odds, Point, Rules, Setup, Size};

fn small() -> Board {
    ". X O .\nX . X O\n. X O .\n".parse().unwrap()
}

#[test]
fn each_stone_is_one_circle() {
    let svg = Figure::new(&small()).to_svg();
    let of = |fill: &str| {
        svg.split("<g ")
            .find(|part| part.contains(fill))
            .unwrap()
            .to_owned()
    };
    let n_circles = |part: &str| {
        part.split("</g>")
            .next()
            .unwrap()
            .matches("<circle")
            .count()
    };
    assert_eq!(n_circles(&of("url(#b)")), 4);
    assert_eq!(n_circles(&of("url(#w)")), 3);
}

#[test]
fn a_picture_says_in_words_what_it_shows() {
    let svg = Figure::new(&small()).to_svg();
    assert!(svg.contains("<title>A 4x3 board with 4 black and 3 white stones</title>"));
}

#[test]
fn every_theme_is_a_picture_of_its_own() {
    let mut figure = Figure::new(&small());
    figure.caption = vec!["52 at 36".to_owned()];
    let pictures = Theme::ALL.map(|(theme, _)| {
        figure.theme = theme;
        figure.to_png(100).unwrap()
    });
    for (i, one) in pictures.iter().enumerate() {
        assert!(!pictures[i + 1..].contains(one), "{:?}", Theme::ALL[i]);
    }
}

#[test]
fn a_wider_picture_is_the_same_shown_larger() {
    let figure = Figure::new(&small());
    let (usual, wide) = (figure.to_svg(), figure.to_svg_wide(500));
    let after_size = |svg: &str| svg.split_once("viewBox").unwrap().1.to_owned();
    assert_eq!(after_size(&usual), after_size(&wide));
    assert!(wide.contains("width=\"500\" height=\"391\""), "{wide}");
    assert_eq!(figure.height(500), 391);
}

#[test]
fn a_picture_loads_nothing_and_runs_nothing() {
    let mut figure = Figure::new(&small());
    figure.caption = vec!["<script>alert(1)</script> & \"quotes\"".to_owned()];
    let svg = figure.to_svg();
    for banned in ["<script", "href", "<text", "<image", "<style", "&"] {
        assert!(!svg.contains(banned), "{banned}");
    }
}

#[test]
fn every_size_and_mark_becomes_pixels() {
    for (width, height) in [(1, 1), (1, 25), (25, 1), (7, 3), (25, 25)] {
        let size = Size::new(width, height).unwrap();
        let mut figure = Figure::new(&Board::empty(size));
        figure.coordinates = Coordinates::Shown;
        let corner = size.at(0, 0).unwrap();
        for mark in [
            FigureMark::Circle,
            FigureMark::Cross,
            FigureMark::Square,
            FigureMark::Triangle,
        ] {
            figure.mark(corner, mark);
        }
        let png = figure.to_png(120).unwrap();
        assert!(png.starts_with(b"\x89PNG"), "{size}");
    }
}

#[test]
fn a_picture_that_would_be_a_wall_is_refused() {
    let figure = Figure::new(&small());
    assert!(matches!(figure.to_png(5000), Err(DrawError::Size { .. })));
    assert!(matches!(figure.to_png(0), Err(DrawError::Size { .. })));
    let tower = Figure::new(&Board::empty(Size::new(1, 25).unwrap()));
    assert!(matches!(tower.to_png(4000), Err(DrawError::Size { .. })));
}

#[test]
fn an_animation_has_a_picture_for_each_move() {
    let size = Size::new(5, 5).unwrap();
    let mut game = Game::new(size, Rules::CHINESE).unwrap();
    for name in ["C3", "C4", "D3"] {
        game.play(Move::Play(size.point(name).unwrap())).unwrap();
    }
    let figures: Vec<Figure> = (0..=3).map(|n| position(&game, n)).collect();
    let bytes = to_gif(&figures, 80, Duration::from_millis(200)).unwrap();
    let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).unwrap();
    let (mut pauses, mut areas) = (Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        pauses.push(frame.delay);
        areas.push(usize::from(frame.width) * usize::from(frame.height));
    }
    assert_eq!(pauses, [20, 20, 20, 60]);
    let is_small = |area: &usize| 4 * area < areas[0];
    assert!(
        areas[1..].iter().all(is_small),
        "a move changes little: {areas:?}"
    );
    assert!(matches!(
        to_gif(&[], 80, Duration::ZERO),
        Err(DrawError::Frames { n: 0 })
    ));
}

#[test]
fn an_animation_that_is_not_wanted_any_more_is_stopped_at_the_next_picture() {
    let game = Game::new(Size::new(5, 5).unwrap(), Rules::CHINESE).unwrap();
    let figures = vec![position(&game, 0); 10];
    let mut n_asked = 0;
    let stopped = to_gif_while(&figures, 60, Duration::ZERO, &mut || {
        n_asked += 1;
        n_asked < 3
    });
    assert!(matches!(stopped, Err(DrawError::Stopped)));
    assert_eq!(n_asked, 3);
}

#[test]
fn an_animation_ends_with_the_last_picture() {
    let size = Size::new(5, 5).unwrap();
    let mut game = Game::new(size, Rules::CHINESE).unwrap();
    // White's stone is taken, so stones go as well as come.
    for name in ["B1", "A1", "A2", "C3"] {
        game.play(Move::Play(size.point(name).unwrap())).unwrap();
    }
    let figures: Vec<Figure> = (0..=4).map(|n| position(&game, n)).collect();
    let shown = |figures: &[Figure]| {
        let bytes = to_gif(figures, 60, Duration::from_millis(200)).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(&bytes[..]).unwrap();
        let width = usize::from(decoder.width());
        let mut screen = vec![0; 4 * width * usize::from(decoder.height())];
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            let (left, wide) = (usize::from(frame.left), usize::from(frame.width));
            for (y, row) in frame.buffer.chunks(4 * wide).enumerate() {
                let start = 4 * (width * (usize::from(frame.top) + y) + left);
                screen[start..start + 4 * wide].copy_from_slice(row);
            }
        }
        screen
    };
    let (film, picture) = (shown(&figures), shown(&figures[4..]));
    let furthest = film.iter().zip(&picture).map(|(a, b)| a.abs_diff(*b)).max();
    // Each frame has its own 256 colours, so they are not exactly those of the picture.
    assert!(furthest.unwrap() < 48, "{furthest:?}");
}

#[test]
fn every_move_of_a_diagram_is_shown_or_told() {
    let size = Size::new(6, 6).unwrap();
    for seed in 0..20 {
        let mut setup = Setup::new(size, Rules::CHINESE);
        setup.odds = Odds::Stones {
            to: Color::Black,
            points: size.at(2, 2).into_iter().collect(),
        };
        let mut game = setup.start().unwrap();
        let mut dice = Dice::new(seed);
        for _ in 0..80 {
            let legal: Vec<Point> = game.legal().into_iter().collect();
            let Some(&point) = legal.get(dice.below(legal.len())) else {
                break;
            };
            game.play(Move::Play(point)).unwrap();
        }
        let figure = numbered(&game, 11, 60);
        let n_told: usize = figure
            .caption
            .iter()
            .map(|line| line.split(", ").count())
            .sum();
        let n_shown = figure.marks.len();
        let n_moves = game.n_moves().min(60).saturating_sub(10);
        assert_eq!(n_shown + n_told, n_moves, "seed {seed}");
    }
}
