//! Rooms that anything may come to: bytes choose the terms and the events.

use ponnuki_clock::Control;
use ponnuki_game::{Color, Game, Move};
use ponnuki_record::Records;
use ponnuki_room::{Happened, MoveNodeId, Room};
use ponnuki_testkit::for_seeds;

use crate::walk::Walk;

/// How many walks a test makes, and as many times more in the slow run.
fn n_walks(n: u64) -> u64 {
    if ponnuki_testkit::is_slow_run() {
        20 * n
    } else {
        n
    }
}

#[test]
fn a_room_is_what_its_events_make_of_it() {
    for_seeds(n_walks(60), |bytes| {
        let mut walk = Walk::new(bytes, Some);
        while walk.step().is_some() {
            let replayed = Room::replay(walk.events.iter().cloned());
            let replayed = replayed.unwrap_or_else(|fault| panic!("{fault}"));
            assert_eq!(format!("{replayed:?}"), format!("{:?}", walk.room));
        }
    });
}

#[test]
fn a_refused_event_changes_nothing() {
    for_seeds(n_walks(200), |bytes| {
        let mut walk = Walk::new(bytes, Some);
        let mut before = format!("{:?}", walk.room);
        while let Some(outcome) = walk.step() {
            let after = format!("{:?}", walk.room);
            if let Err(refusal) = outcome {
                assert_eq!(before, after, "{refusal}");
            }
            before = after;
        }
    });
}

#[test]
fn the_tree_s_line_is_the_game() {
    for_seeds(n_walks(200), |bytes| {
        let mut walk = Walk::new(bytes, Some);
        while walk.step().is_some() {
            let room = &walk.room;
            let Some(game) = room.game() else {
                assert_eq!(room.node(), MoveNodeId::ROOT);
                continue;
            };
            let line = room.tree().line(room.node());
            let nodes = line.iter().filter_map(|&id| room.tree().node(id));
            let moves: Vec<_> = nodes.clone().map(|node| (node.by, node.mv)).collect();
            assert_eq!(moves, game.moves().collect::<Vec<_>>());
            let mut stones = game.setup().all_stones();
            for node in nodes {
                if let Move::Play(point) = node.mv {
                    stones[node.by].insert(point);
                }
                for color in Color::BOTH {
                    stones[color] = stones[color] - node.lifted;
                }
            }
            for color in Color::BOTH {
                assert_eq!(stones[color], game.board().stones(color));
            }
        }
    });
}

#[test]
fn time_is_gained_by_moves_alone() {
    for_seeds(n_walks(200), |bytes| {
        let mut walk = Walk::new(bytes, Some);
        loop {
            let (control, now) = (walk.room.terms().control, walk.room.last_at());
            let before = walk.room.clocks(now);
            let Some(outcome) = walk.step() else { break };
            let after = walk.room.clocks(walk.room.last_at());
            let happened = outcome.unwrap_or_default();
            for color in Color::BOTH {
                let may_gain = happened.iter().any(|what| match what {
                    Happened::Moved { by, .. } => *by == color,
                    Happened::Began { .. } | Happened::RematchOffered { .. } => true,
                    _ => false,
                });
                // A period or a move's own time begins anew with the turn.
                let is_anew = matches!(control, Control::Byoyomi { .. } | Control::PerMove { .. });
                let (had, has) = (
                    control.until_flag(before[color]),
                    control.until_flag(after[color]),
                );
                assert!(
                    may_gain || is_anew || has <= had,
                    "{color} had {had:?} and has {has:?} after {happened:?}"
                );
            }
        }
    });
}

#[test]
fn who_comes_back_hears_what_others_heard() {
    for_seeds(n_walks(200), |bytes| {
        let mut walk = Walk::new(bytes, Some);
        let mut heard = Vec::new();
        heard.extend(walk.room.happened(0).cloned());
        loop {
            let (seq, game_number) = (walk.room.seq(), walk.room.game_number());
            let Some(outcome) = walk.step() else { break };
            let happened: Vec<_> = walk.room.happened(seq).cloned().collect();
            if let Ok(told) = outcome {
                assert!(happened.iter().all(|told| told.seq == seq + 1));
                let whats: Vec<_> = happened.iter().map(|told| told.what.clone()).collect();
                assert_eq!(told, whats);
                assert!(!told.is_empty(), "something happens at each event");
            }
            if walk.room.game_number() != game_number {
                heard.clear();
            }
            heard.extend(happened);
            assert_eq!(walk.room.happened(0).cloned().collect::<Vec<_>>(), heard);
        }
    });
}

#[test]
fn every_record_reads_back_as_the_game() {
    for_seeds(n_walks(300), |bytes| {
        let mut walk = Walk::new(bytes, Some);
        while walk.step().is_some() {}
        let Some(game) = walk.room.game() else { return };
        let sgf = walk.room.record(walk.room.game_number()).unwrap();
        let records = Records::from_bytes(sgf.as_bytes()).unwrap();
        let record = records.iter().next().unwrap().unwrap();
        let (read, _) = record.under(*game.rules()).game();
        assert_eq!(read.board(), game.board(), "{sgf}");
        let moves = |game: &Game| game.moves().collect::<Vec<_>>();
        assert_eq!(moves(&read), moves(game), "{sgf}");
    });
}
