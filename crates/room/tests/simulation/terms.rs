//! What the rooms of the simulation are opened with: a bit of everything.

use std::time::Duration;

use ponnuki_clock::Control;
use ponnuki_game::{ByColor, Color, Dice, Komi, Move, PRESETS, Point, Size, Sizes};
use ponnuki_room::{ColorTerms, Company, KomiTerms, Room, Stage, Terms, UndoTerms};

/// Some terms, without fault.
pub(crate) fn any(dice: &mut Dice) -> Terms {
    loop {
        let terms = roll(dice);
        if terms.check().is_ok() {
            return terms;
        }
    }
}

/// Some moves that a room with these terms can be opened with; often none.
pub(crate) fn opening(dice: &mut Dice, terms: Terms) -> Vec<Move> {
    let mut moves = Vec::new();
    for _ in 0..[0, 0, 2, 6][dice.below(4)] {
        let points: Vec<Point> = terms.size.points().collect();
        moves.push(match dice.below(6) {
            0 => Move::Pass,
            _ => Move::Play(points[dice.below(points.len())]),
        });
        let (host, stones) = (String::new(), ByColor::default());
        let opened = Room::open_after(Duration::ZERO, terms, host, stones, moves.clone());
        if !opened.is_ok_and(|room| room.stage() != &Stage::Over) {
            moves.pop();
        }
    }
    moves
}

fn roll(dice: &mut Dice) -> Terms {
    let rules = PRESETS[dice.below(PRESETS.len())].rules;
    let side = |dice: &mut Dice| 2 + dice.below(3) as u8;
    let size = match rules.sizes {
        Sizes::Any => Size::new(side(dice), side(dice)).unwrap_or(Size::NINE),
        Sizes::Squares(_) => Size::NINE,
    };
    let komi = Komi::from_half_points(dice.below(15) as i16);
    let pick = dice.below(3);
    Terms {
        size,
        rules,
        handicap: [0, 0, 2, 3][dice.below(4)],
        handicap_to: Color::BOTH[dice.below(2)],
        komi: [
            KomiTerms::Fixed(komi),
            KomiTerms::Auction,
            KomiTerms::NameAndChoose,
        ][pick],
        colors: [
            ColorTerms::Nigiri,
            ColorTerms::HostBlack,
            ColorTerms::HostWhite,
        ][dice.below(3)],
        control: control(dice),
        undo: [UndoTerms::Never, UndoTerms::Ask, UndoTerms::Free][dice.below(3)],
        company: [
            Company::Link,
            Company::Link,
            Company::SameScreen,
            Company::Engine { level: 1 },
        ][dice.below(4)],
    }
}

fn control(dice: &mut Dice) -> Control {
    let seconds = |n: u64| Duration::from_secs(n);
    let main = seconds(20 + dice.below(200) as u64);
    match dice.below(6) {
        0 => Control::None,
        1 => Control::Absolute { main },
        2 => Control::Fischer {
            main,
            increment: seconds(5),
            max: Some(seconds(100)),
        },
        3 => Control::Byoyomi {
            main,
            n_periods: 3,
            period: seconds(10),
        },
        4 => Control::Canadian {
            main,
            n_stones: 4,
            period: seconds(40),
        },
        _ => Control::PerMove { time: seconds(30) },
    }
}
