//! Each of the five rulebooks to its end, by what is peculiar to it.

use ponnuki_game::{Color, Move, Rules, Size};
use ponnuki_room::{Happened, MoveNodeId, Seat, Terms};

use crate::play::{Play, check, terms};

#[test]
fn concise_makes_the_passes_of_the_handicap_by_itself() {
    let terms = Terms {
        handicap: 3,
        ..terms(Rules::CONCISE)
    };
    let play = check(
        terms,
        "host C3, host C2, host B4, guest D2",
        "
        . . . . .
        . X . . .
        . . X . .
        . . X O .
        . . . . .
        Black to move
        ",
    );
    let forced = play.room.tree().iter().filter(|(_, node)| node.is_forced);
    let forced: Vec<_> = forced.map(|(id, node)| (id, node.by, node.mv)).collect();
    let pass = |n| (MoveNodeId(n), Color::White, Move::Pass);
    assert_eq!(forced, [pass(2), pass(4)]);
}

#[test]
fn everybody_is_told_of_the_handicap_s_passes() {
    let mut play = Play::new(Terms {
        handicap: 2,
        ..terms(Rules::CONCISE)
    });
    play.act("host C3");
    let told: Vec<_> = play.room.happened(2).map(|told| &told.what).collect();
    let [
        Happened::Moved { by: first, .. },
        Happened::Moved { by: second, mv, .. },
    ] = told[..]
    else {
        panic!("two moves, not {told:?}");
    };
    assert_eq!((*first, *second), (Color::Black, Color::White));
    assert_eq!(*mv, Move::Pass);
}

#[test]
fn a_pass_of_the_handicap_is_a_pass_like_others_for_the_end() {
    let terms = Terms {
        handicap: 3,
        ..terms(Rules::CONCISE)
    };
    // White's pass comes right after Black's.
    let empty = ". . . . .\n".repeat(5);
    check(terms, "host pass", &format!("{empty}Draw"));
    // Black's comes right after White's.
    check(
        terms,
        "host C3, host pass",
        "
        . . . . .
        . . . . .
        . . X . .
        . . . . .
        . . . . .
        B+25
        ",
    );
}

#[test]
fn concise_takes_off_one_s_own_stones_and_nothing_at_the_end() {
    check(
        terms(Rules::CONCISE),
        "host E5, guest A2, host E4, guest B2, host E3, guest C1, host A1, guest D5, host B1,
         guest pass, host pass",
        "
        . . . O X
        . . . . X
        . . . . X
        O O . . .
        . . O . .
        W+3
        ",
    );
}

#[test]
fn white_first_lets_white_begin_whoever_opened_the_room() {
    let terms = Terms {
        size: Size::NINE,
        ..terms(Rules::WHITE_FIRST)
    };
    let play = check(
        terms,
        "host E5, guest D5, host C5, guest pass, host pass, guest accepts",
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X O . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        host E5: it is not your turn
        guest accepts: this is not the time for it
        Draw
        ",
    );
    let told: Vec<_> = play.room.happened(0).map(|told| &told.what).collect();
    assert!(!told.contains(&&Happened::Stopped), "{told:?}");
}

#[test]
fn white_first_gives_a_handicap_to_either() {
    let nine = Terms {
        size: Size::NINE,
        handicap: 2,
        ..terms(Rules::WHITE_FIRST)
    };
    for to in Color::BOTH {
        let handicap_to = to;
        let play = Play::new(Terms {
            handicap_to,
            ..nine
        });
        assert_eq!(play.game().board().stones(to).len(), 2);
        assert_eq!(play.game().board().stones(!to).len(), 0);
        assert_eq!(play.game().turn(), Color::White);
    }
}

#[test]
fn oldest_ends_with_white_s_pass_and_every_pass_costs() {
    let mut play = check(
        terms(Rules::OLDEST),
        "host C3, guest pass, host pass",
        "
        . . . . .
        . . . . .
        . . X . .
        . . . . .
        . . . . .
        White to move
        ",
    );
    play.act("guest pass");
    // 24 points less the pass handed over; 7.5 komi less two passes.
    play.expect(
        "
        . . . . .
        . . . . .
        . . X . .
        . . . . .
        . . . . .
        stopped, dead: ; Black 23, White 5.5
        ",
    );
    play.acts("host accepts, guest accepts");
    assert_eq!(play.game().outcome().unwrap().to_string(), "B+17.5");
}

#[test]
fn oldest_disputed_is_black_s_turn_whoever_asks() {
    for asker in ["host", "guest"] {
        let mut play = Play::new(terms(Rules::OLDEST));
        play.acts("host C3, guest C4, host pass, guest pass");
        for seat in Seat::BOTH {
            assert_eq!(play.room.next_if_resumed(seat), Some(Color::Black));
        }
        play.act(&format!("{asker} resumes"));
        // The stones stay, and Black passing before White ends it again.
        play.acts("host B4, guest pass, host pass, guest pass");
        play.expect(
            "
            . . . . .
            . X O . .
            . . X . .
            . . . . .
            . . . . .
            stopped, dead: ; Black -2, White 4.5
            ",
        );
    }
}

#[test]
fn quick_reference_counts_a_third_pass() {
    check(
        terms(Rules::QUICK_REFERENCE),
        "host C3, guest pass, host pass, guest pass, guest accepts, host accepts",
        "
        . . . . .
        . . . . .
        . . X . .
        . . . . .
        . . . . .
        B+18
        ",
    );
}

#[test]
fn goban_refuses_suicide_and_takes_dead_stones_off() {
    check(
        terms(Rules::GOBAN),
        "host C3, guest D3, host C2, guest D2, host C4, guest D4, host C5, guest D5, host C1,
         guest D1, host B4, guest B2, host A4, guest E4, host B5, guest A2, host pass,
         guest A5, guest pass, host kills B2, host accepts, guest accepts",
        "
        . X X O .
        X X X O O
        . . X O .
        O O X O .
        . . X O .
        guest A5: the stone would have no liberty
        B+5
        ",
    );
}

#[test]
fn goban_puts_the_handicap_on_the_stars_and_lets_white_begin() {
    let terms = Terms {
        size: Size::NINE,
        handicap: 4,
        ..terms(Rules::GOBAN)
    };
    check(
        terms,
        "host E5, guest E5",
        "
        . . . . . . . . .
        . . . . . . . . .
        . . X . . . X . .
        . . . . . . . . .
        . . . . O . . . .
        . . . . . . . . .
        . . X . . . X . .
        . . . . . . . . .
        . . . . . . . . .
        host E5: it is not your turn
        Black to move
        ",
    );
}

#[test]
fn where_the_asker_s_opponent_moves_after_a_dispute_it_is_so() {
    for (asker, seat, next) in [
        ("host", Seat::Host, Color::White),
        ("guest", Seat::Guest, Color::Black),
    ] {
        let mut play = Play::new(terms(Rules::JAPANESE));
        play.acts("host C3, guest C4, host pass, guest pass");
        assert_eq!(play.room.next_if_resumed(seat), Some(next));
        play.act(&format!("{asker} resumes"));
        assert_eq!(play.game().turn(), next);
        assert_eq!(play.room.next_if_resumed(seat), None);
    }
}
