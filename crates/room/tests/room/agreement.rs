//! Which stones are dead.

use ponnuki_game::{PointSet, Rules, Size};
use ponnuki_room::{
    Agreement, Company, Event, Proposal, Refusal, Seat, Stage, Terms, UndoTerms, Want,
};

use crate::play::{Play, check, terms};

/// Black has the left, White the right, and a dead stone at A3.
const STOPPED: &str = "host C3, guest D3, host C2, guest D2, host C4, guest D4, host C5, guest D5,
    host C1, guest D1, host B4, guest A3, host pass, guest pass";

const BOARD: &str = "
    . . X O .
    . X X O .
    O . X O .
    . . X O .
    . . X O .
";

fn agreement(play: &Play) -> &Agreement {
    match play.room.stage() {
        Stage::Stopped(agreement) => agreement,
        stage => panic!("not stopped but {stage:?}"),
    }
}

fn against_engine() -> Terms {
    Terms {
        company: Company::Engine { level: 1 },
        undo: UndoTerms::Free,
        ..terms(Rules::GOBAN)
    }
}

#[test]
fn the_sum_follows_the_marks() {
    let mut play = check(
        terms(Rules::GOBAN),
        STOPPED,
        &format!("{BOARD} stopped, dead: ; Black 0, White 5"),
    );
    // Nine vacant points, the one under the stone, and the stone.
    play.act("guest kills A3");
    play.expect(&format!("{BOARD} stopped, dead: A3; Black 10, White 5"));
    play.act("host saves A3");
    play.expect(&format!("{BOARD} stopped, dead: ; Black 0, White 5"));
}

#[test]
fn a_change_withdraws_what_was_accepted() {
    let mut play = Play::new(terms(Rules::GOBAN));
    play.acts(STOPPED);
    play.acts("guest accepts, host kills A3");
    assert_eq!(agreement(&play).accepted, Default::default());
    play.act("host accepts");
    assert!(agreement(&play).accepted.host && !agreement(&play).accepted.guest);
    play.act("host saves A3");
    assert!(!agreement(&play).accepted.host);
    play.acts("host kills A3, guest accepts, guest accepts, host accepts");
    play.expect(&format!(
        "{BOARD} guest accepts: that was already done\nB+5"
    ));
    let score = play.room.score().expect("it was counted");
    assert_eq!(score.outcome().to_string(), "B+5");
}

#[test]
fn who_accepts_other_marks_than_those_there_is_refused() {
    let mut play = Play::new(terms(Rules::GOBAN));
    play.acts(STOPPED);
    play.act("guest kills A3");
    let accepted = Event::Accepted {
        seat: Seat::Host,
        dead: PointSet::EMPTY,
    };
    assert_eq!(play.step(accepted), Err(Refusal::OtherMarks));
}

#[test]
fn only_stones_are_marked_and_only_once() {
    let mut play = Play::new(terms(Rules::GOBAN));
    play.acts("host kills A3");
    play.acts(STOPPED);
    play.acts("host kills A4, host saves A3, host kills A3, guest kills A3, host C3");
    play.expect(&format!(
        "{BOARD}
        host kills A3: this is not the time for it
        host kills A4: there is no stone to call dead
        host saves A3: that was already done
        guest kills A3: that was already done
        host C3: play has stopped and has to be resumed first
        stopped, dead: A3; Black 10, White 5"
    ));
}

#[test]
fn chains_in_one_pocket_die_together_and_are_saved_one_by_one() {
    let mut play = Play::new(Terms {
        size: Size::NINE,
        ..terms(Rules::GOBAN)
    });
    play.acts(
        "host A4, guest A2, host B4, guest C1, host C4, guest H8, host D4, guest H7, host D3,
         guest H6, host D2, guest H5, host D1, guest J2, host pass, guest pass, host kills A2",
    );
    assert_eq!(marked(&play), "C1 A2");
    play.act("guest saves C1");
    assert_eq!(marked(&play), "A2");
    // In the open, where the living stones are, a mark stays with its chain.
    play.act("guest kills J2");
    assert_eq!(marked(&play), "A2 J2");
}

/// The dead stones, the columns from the left.
fn marked(play: &Play) -> String {
    let mut names: Vec<String> = agreement(play)
        .dead
        .iter()
        .map(|point| Size::NINE.name(point))
        .collect();
    names.sort_by_key(|name| name.chars().rev().collect::<String>());
    names.join(" ")
}

#[test]
fn an_engine_is_asked_once_which_stones_are_dead() {
    let mut play = Play::new(terms(Rules::GOBAN));
    play.acts("engine proposes");
    play.acts(STOPPED);
    assert_eq!(play.room.wants(), Some(Want::DeadStones));
    play.acts("guest accepts, engine proposes A4, engine proposes A3, engine proposes");
    play.expect(&format!(
        "{BOARD}
        engine proposes: this is not the time for it
        engine proposes A4: there is no stone to call dead
        engine proposes: that was already done
        stopped, dead: A3; Black 10, White 5"
    ));
    assert_eq!(play.room.wants(), None);
    assert_eq!(agreement(&play).accepted, Default::default());
    // After a dispute the question is a new one.
    play.acts("host resumes, host A2, guest pass, host pass");
    assert_eq!(play.room.wants(), Some(Want::DeadStones));
}

#[test]
fn a_proposal_leaves_alone_what_players_have_marked() {
    let mut play = Play::new(terms(Rules::GOBAN));
    play.acts(STOPPED);
    play.acts("guest kills D3, guest accepts, engine proposes A3");
    play.expect(&format!(
        "{BOARD} stopped, dead: D5 D4 D3 D2 D1; Black 15, White 0"
    ));
    assert!(agreement(&play).accepted.guest);
    assert!(!agreement(&play).engine_disagrees());
}

#[test]
fn an_engine_that_plays_accepts_its_own_proposal() {
    let mut play = Play::new(against_engine());
    play.acts(STOPPED);
    play.act("engine proposes A3");
    let [Proposal { stones, .. }] = agreement(&play).proposal.as_deref().unwrap() else {
        panic!("one proposal");
    };
    let (seat, dead) = (Seat::Guest, *stones);
    assert_eq!(play.room.wants(), Some(Want::EngineAnswer { seat, dead }));
    play.step(Event::Accepted { seat, dead }).unwrap();
    assert_eq!(play.room.wants(), None);
    play.act("host accepts");
    play.expect(&format!("{BOARD} B+5"));
}

#[test]
fn an_engine_that_plays_does_not_accept_other_marks() {
    let mut play = Play::new(against_engine());
    play.acts(STOPPED);
    play.acts("engine proposes A3, guest accepts, host kills D3, host accepts");
    assert!(agreement(&play).engine_disagrees());
    assert_eq!(play.room.wants(), None);
    // Back to what it proposed, and it is asked again.
    play.act("host saves D3");
    assert!(!agreement(&play).engine_disagrees());
    assert!(matches!(play.room.wants(), Some(Want::EngineAnswer { .. })));
    // Or playing on shows it.
    play.acts("host kills D3, host resumes");
    let seat = Seat::Host;
    assert_eq!(play.room.seat_of(play.game().turn()), Some(seat));
}

#[test]
fn on_one_screen_one_acceptance_is_enough() {
    let mut play = Play::new(Terms {
        company: Company::SameScreen,
        ..terms(Rules::GOBAN)
    });
    play.acts(STOPPED);
    play.acts("host kills A3, host accepts");
    play.expect(&format!("{BOARD} B+5"));
}

#[test]
fn a_group_in_dispute_is_played_out() {
    let mut play = Play::new(terms(Rules::GOBAN));
    play.acts(STOPPED);
    play.acts("host kills A3, guest saves A3, guest resumes");
    play.acts("host A2, guest pass, host B3, guest pass, host A4, guest A3, guest pass, host pass, guest accepts, host accepts");
    // Six vacant points and a prisoner against five.
    play.expect(
        "
        . . X O .
        X X X O .
        . X X O .
        X . X O .
        . . X O .
        guest A3: the stone would have no liberty
        B+2
        ",
    );
}
