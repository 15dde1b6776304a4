//! Taking back.

use ponnuki_game::Rules;
use ponnuki_room::{
    Company, Event, Happened, MoveNodeId, Refusal, Seat, Stage, Terms, UndoTerms, Want,
};

use crate::play::{Play, check, terms};

fn with(undo: UndoTerms) -> Terms {
    Terms {
        undo,
        ..terms(Rules::GOBAN)
    }
}

#[test]
fn an_undo_leads_back_to_before_one_s_own_last_move() {
    let mut play = check(
        with(UndoTerms::Free),
        "host C3, guest C4, host D4, guest undoes",
        "
        . . . . .
        . . . . .
        . . X . .
        . . . . .
        . . . . .
        White to move
        ",
    );
    assert_eq!(play.room.node(), MoveNodeId(1));
    play.act("guest B2");
    assert_eq!(play.room.node(), MoveNodeId(4));
    let parents = play.room.tree().iter().map(|(_, node)| node.parent.0);
    assert_eq!(parents.collect::<Vec<_>>(), [0, 1, 2, 1]);
}

#[test]
fn the_other_is_asked_where_that_is_agreed() {
    let mut play = Play::new(with(UndoTerms::Ask));
    play.acts("host C3, guest C4, host undoes");
    assert_eq!(play.room.undo_asked_by(), Some(Seat::Host));
    play.acts("host agrees, host undoes, guest undoes, guest declines, guest declines");
    play.expect(
        "
        . . . . .
        . . O . .
        . . X . .
        . . . . .
        . . . . .
        host agrees: this seat is not yours
        host undoes: that was already done
        guest undoes: that was already done
        guest declines: nobody asked to take a move back
        Black to move
        ",
    );
    play.acts("host D4, host undoes, guest agrees");
    assert_eq!(play.room.node(), MoveNodeId(2));
    assert_eq!(play.room.undo_asked_by(), None);
}

#[test]
fn a_move_withdraws_the_question() {
    check(
        with(UndoTerms::Ask),
        "host C3, host undoes, guest C4, guest agrees",
        "
        . . . . .
        . . O . .
        . . X . .
        . . . . .
        . . . . .
        guest agrees: nobody asked to take a move back
        Black to move
        ",
    );
}

#[test]
fn nothing_is_taken_back_where_that_is_agreed() {
    let mut play = Play::new(with(UndoTerms::Never));
    play.acts("host C3, host undoes");
    assert!(
        play.report()
            .contains("host undoes: in this room no move is taken back")
    );
    assert_eq!(play.room.node(), MoveNodeId(1));
}

#[test]
fn there_has_to_be_a_move_of_one_s_own() {
    let mut play = Play::new(with(UndoTerms::Free));
    play.acts("host undoes, host C3, guest undoes");
    assert_eq!(
        play.report()
            .matches("there is no move of yours to take back")
            .count(),
        2
    );
}

#[test]
fn a_question_about_another_board_is_stale() {
    let mut play = Play::new(with(UndoTerms::Free));
    play.acts("host C3, guest C4");
    let stale = Event::UndoAsked {
        seat: Seat::Host,
        node: MoveNodeId(1),
    };
    let node = MoveNodeId(2);
    assert_eq!(play.step(stale), Err(Refusal::Stale { node }));
}

#[test]
fn against_an_engine_nobody_is_asked_and_one_step_is_enough() {
    for company in [Company::Engine { level: 1 }, Company::Link] {
        let mut play = Play::alone(Terms {
            company,
            ..with(UndoTerms::Ask)
        });
        if company == Company::Link {
            let name = "Bot".to_owned();
            let sitter = ponnuki_room::Occupant::Engine { level: 1, name };
            let seat = Seat::Guest;
            play.step(Event::Joined { seat, sitter }).unwrap();
        }
        play.acts("host C3, guest C4, host undoes");
        assert_eq!(play.room.node(), MoveNodeId::ROOT);
        // While the engine thinks, too; its answer then comes too late.
        play.act("host C2");
        let node = play.room.node();
        assert!(matches!(play.room.wants(), Some(Want::EngineMove { .. })));
        play.act("host undoes");
        let answer = Event::Moved {
            seat: Seat::Guest,
            node,
            mv: ponnuki_game::Move::Pass,
            lag: std::time::Duration::ZERO,
        };
        let node = MoveNodeId::ROOT;
        assert_eq!(play.step(answer), Err(Refusal::Stale { node }));
    }
}

#[test]
fn on_one_screen_each_undo_takes_back_one_move() {
    check(
        Terms {
            company: Company::SameScreen,
            ..with(UndoTerms::Ask)
        },
        "host C3, guest C4, host D4, guest undoes, guest undoes",
        "
        . . . . .
        . . . . .
        . . X . .
        . . . . .
        . . . . .
        White to move
        ",
    );
}

#[test]
fn at_the_stop_an_undo_takes_back_the_passes() {
    let mut play = Play::new(with(UndoTerms::Free));
    play.acts("host C3, guest C4, host pass, guest pass, host undoes");
    assert_eq!(*play.room.stage(), Stage::Playing);
    assert_eq!(play.room.node(), MoveNodeId(2));
    play.acts("host D4, guest pass, host pass");
    assert!(matches!(play.room.stage(), Stage::Stopped(_)));
    play.act("host undoes");
    play.expect(
        "
        . . . . .
        . . O X .
        . . X . .
        . . . . .
        . . . . .
        Black to move
        ",
    );
}

#[test]
fn an_undo_goes_back_over_a_dispute() {
    let mut play = Play::new(with(UndoTerms::Free));
    play.acts("host C3, guest C4, host pass, guest pass, guest resumes, host D4, host undoes");
    // The first move after the dispute is gone, the dispute is not.
    play.acts("host D3, guest undoes");
    // Now White's pass is gone, and with it the dispute.
    play.expect(
        "
        . . . . .
        . . O . .
        . . X . .
        . . . . .
        . . . . .
        White to move
        ",
    );
}

#[test]
fn a_pass_of_the_handicap_cannot_be_taken_back_by_white() {
    let mut play = Play::new(Terms {
        handicap: 3,
        undo: UndoTerms::Free,
        ..terms(Rules::CONCISE)
    });
    play.acts("host C3, guest undoes, host C2");
    assert!(
        play.report()
            .contains("guest undoes: there is no move of yours to take back")
    );
    // Black's move and the pass that followed it go together.
    play.act("host undoes");
    assert_eq!(play.room.node(), MoveNodeId(2));
    play.acts("host D4, host E5, guest B2, guest undoes");
    play.expect(
        "
        . . . . X
        . . . X .
        . . X . .
        . . . . .
        . . . . .
        guest undoes: there is no move of yours to take back
        White to move
        ",
    );
}

#[test]
fn what_is_over_is_not_taken_back() {
    let mut play = Play::new(with(UndoTerms::Free));
    play.acts("host C3, guest resigns, host undoes");
    assert!(
        play.report()
            .contains("host undoes: the game is over (B+R)")
    );
}

#[test]
fn everybody_is_told_where_an_undo_leads() {
    let mut play = Play::new(with(UndoTerms::Ask));
    play.acts("host C3, guest C4, host undoes, guest declines, host D4, host undoes, guest agrees");
    let told = play.room.happened(4).map(|told| told.what.clone());
    let told = told.filter(|what| !matches!(what, Happened::Moved { .. }));
    let (host, guest) = (Seat::Host, Seat::Guest);
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            Happened::UndoAsked { seat: host },
            Happened::UndoDeclined { seat: guest },
            Happened::UndoAsked { seat: host },
            Happened::Undone {
                seat: host,
                to: MoveNodeId(2)
            },
        ]
    );
}
