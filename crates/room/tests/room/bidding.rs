//! The komi settled between the players.

use ponnuki_game::{Color, Komi, Rules};
use ponnuki_room::{Event, Happened, KomiTerms, Refusal, Seat, Terms};

use crate::play::{Play, check, half_points, terms};

const EMPTY: &str = ". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n";

fn bid_for(komi: KomiTerms) -> Terms {
    Terms {
        komi,
        ..terms(Rules::CONCISE)
    }
}

#[test]
fn the_last_bid_of_an_auction_has_black() {
    let play = check(
        bid_for(KomiTerms::Auction),
        "host bids 3, guest bids 5.5, host bids 6, guest concedes",
        &format!("{EMPTY}Black to move"),
    );
    assert_eq!(play.game().setup().komi, half_points(12));
    assert_eq!(play.room.color_of(Seat::Host), Some(Color::Black));

    let play = check(
        bid_for(KomiTerms::Auction),
        "host bids 3, guest bids 3.5, host concedes",
        &format!("{EMPTY}Black to move"),
    );
    assert_eq!(play.game().setup().komi, half_points(7));
    assert_eq!(play.room.color_of(Seat::Host), Some(Color::White));
}

#[test]
fn bids_go_up_and_take_turns() {
    check(
        bid_for(KomiTerms::Auction),
        "guest bids 1, host concedes, host bids -3, host bids 2,
         guest bids -3, guest bids -2.5, host bids -2.5, host C3, host names 3",
        "
        guest bids 1: it is not your turn
        host concedes: nothing has been bid yet
        host bids 2: it is not your turn
        guest bids -3: bid at least -2.5
        host bids -2.5: bid at least -2
        host C3: this is not the time for it
        host names 3: this is not the time for it
        auction: Shusaku to speak, at least -2
        ",
    );
}

#[test]
fn the_highest_bid_of_all_can_only_be_conceded_to() {
    let play = check(
        bid_for(KomiTerms::Auction),
        "host bids 625, guest bids 625, guest concedes",
        &format!("{EMPTY}guest bids 625: bid at least 625.5\nBlack to move"),
    );
    assert_eq!(play.game().setup().komi, half_points(1250));
}

#[test]
fn one_names_a_komi_and_the_other_chooses() {
    for (color, black) in [("black", Seat::Guest), ("white", Seat::Host)] {
        let play = check(
            bid_for(KomiTerms::NameAndChoose),
            &format!(
                "guest chooses black, guest names 7, host names 6.5, host names 7, guest names 7,
                host chooses white, guest chooses {color}"
            ),
            &format!(
                "{EMPTY}
                guest chooses black: it is not your turn
                guest names 7: it is not your turn
                host names 7: it is not your turn
                guest names 7: that was already done
                host chooses white: it is not your turn
                Black to move"
            ),
        );
        assert_eq!(play.game().setup().komi, half_points(13));
        assert_eq!(play.room.seat_of(Color::Black), Some(black));
    }
}

#[test]
fn no_bid_is_beyond_all_boards() {
    for kind in [KomiTerms::Auction, KomiTerms::NameAndChoose] {
        let mut play = Play::new(bid_for(kind));
        let seat = Seat::Host;
        for n in [1251, -1251, i16::MAX, i16::MIN] {
            let komi = half_points(n);
            let max = Komi::MAX;
            let event = match kind {
                KomiTerms::Auction => Event::Bid { seat, komi },
                _ => Event::NameKomi { seat, komi },
            };
            assert_eq!(play.step(event), Err(Refusal::KomiTooLarge { max }));
        }
    }
}

#[test]
fn everybody_hears_the_bids() {
    let mut play = Play::new(bid_for(KomiTerms::Auction));
    play.acts("host bids 3, guest concedes");
    let told = play.room.happened(2).map(|told| told.what.clone());
    let komi = half_points(6);
    let black = Seat::Host;
    let game_number = 1;
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            Happened::BidMade { seat: black, komi },
            Happened::Colors { black },
            Happened::Began { game_number, komi },
        ]
    );
}
