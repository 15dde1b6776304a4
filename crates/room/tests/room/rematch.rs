//! Another game in the same room.

use ponnuki_game::{Color, Rules, Size};
use ponnuki_room::{Company, Happened, KomiTerms, MoveNodeId, Seat, Stage, Terms};

use crate::play::{Play, terms};

#[test]
fn both_have_to_want_another_game_and_the_colours_change() {
    let mut play = Play::new(terms(Rules::GOBAN));
    play.acts("host rematches, host C3, guest resigns, host rematches, host rematches");
    play.expect(
        "
        . . . . .
        . . . . .
        . . X . .
        . . . . .
        . . . . .
        host rematches: this is not the time for it
        host rematches: that was already done
        B+R
        ",
    );
    assert_eq!(play.room.rematch_offered_by(), Some(Seat::Host));
    play.act("guest rematches");
    assert_eq!(play.room.game_number(), 2);
    assert_eq!(play.room.rematch_offered_by(), None);
    assert_eq!(play.room.seat_of(Color::Black), Some(Seat::Guest));
    assert_eq!(play.room.node(), MoveNodeId::ROOT);
    play.act("guest D4");
    assert_eq!(play.game().n_moves(), 1);
    assert_eq!(play.room.node(), MoveNodeId(1));
}

#[test]
fn only_the_new_game_is_told_of_to_who_comes_back() {
    let mut play = Play::new(terms(Rules::GOBAN));
    play.acts("host C3, guest resigns, host rematches, guest rematches, guest D4");
    let told: Vec<_> = play.room.happened(0).collect();
    let seat = Seat::Guest;
    assert_eq!(told[0].what, Happened::RematchOffered { seat });
    assert_eq!(told[0].seq, 6);
    assert_eq!(told.last().unwrap().seq, play.room.seq());
    assert_eq!(play.room.happened(6).count(), 1);
    assert_eq!(play.room.happened(7).count(), 0);
}

#[test]
fn nobody_is_asked_on_one_screen_or_by_an_engine() {
    for company in [Company::SameScreen, Company::Engine { level: 1 }] {
        let mut play = Play::new(Terms {
            company,
            ..terms(Rules::GOBAN)
        });
        play.acts("host C3, host resigns, host rematches");
        assert_eq!(play.room.game_number(), 2);
        assert_eq!(play.room.seat_of(Color::Black), Some(Seat::Guest));
    }
}

#[test]
fn after_a_bidding_there_is_another_and_the_guest_opens_it() {
    let mut play = Play::new(Terms {
        komi: KomiTerms::Auction,
        ..terms(Rules::CONCISE)
    });
    play.acts("host bids 3, guest concedes, host resigns, host rematches, guest rematches");
    assert_eq!(play.room.game_number(), 2);
    assert!(play.room.game().is_none() && play.room.color_of(Seat::Host).is_none());
    let Stage::Bidding(bidding) = play.room.stage() else {
        panic!("a bidding");
    };
    assert_eq!((bidding.turn, bidding.last), (Seat::Guest, None));
    assert!(play.room.record(1).is_some() && play.room.record(2).is_none());
    play.acts("guest bids 2, host concedes");
    assert_eq!(play.room.seat_of(Color::Black), Some(Seat::Guest));
    assert!(play.room.record(2).is_some() && play.room.record(3).is_none());
}

#[test]
fn a_handicap_stays_with_whom_it_was_given_to() {
    let mut play = Play::new(Terms {
        size: Size::NINE,
        handicap: 2,
        ..terms(Rules::GOBAN)
    });
    play.acts("host resigns, host rematches, guest rematches");
    assert_eq!(play.room.seat_of(Color::Black), Some(Seat::Host));
    // A handicap of one is none.
    let mut play = Play::new(Terms {
        handicap: 1,
        ..terms(Rules::GOBAN)
    });
    play.acts("host resigns, host rematches, guest rematches");
    assert_eq!(play.room.seat_of(Color::Black), Some(Seat::Guest));
}
