//! After the first question nobody on the way to an answer asks for more memory, and no
//! file gets more of it than it is worth.
#![allow(
    unsafe_code,
    reason = "memory is counted by an allocator, and writing one is unsafe"
)]

#[path = "synthetic/make.rs"]
#[allow(dead_code, reason = "this test needs only a part of it")]
mod make;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::Write;

use make::{Kind, input, model};
use ponnuki_game::{Game, Move, Rules, Size, Symmetry};
use ponnuki_net::{Evaluation, Input, LoadErrorKind, Model, Net, Raw, Reading};

thread_local! {
    static N_ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
    /// Bytes that are in use, and the most that were.
    static N_BYTES: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
}

/// Takes down that so many bytes more are in use.
fn count_bytes(n: isize) {
    N_BYTES.with(|bytes| {
        let (now, most) = bytes.get();
        bytes.set((now + n, most.max(now + n)));
    });
}

struct Counting;

// SAFETY: everything is passed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        N_ALLOCATIONS.with(|n| n.set(n.get() + 1));
        count_bytes(layout.size() as isize);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count_bytes(-(layout.size() as isize));
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn an_evaluator_keeps_the_room_it_works_in() {
    for kind in Kind::ALL {
        let size = Size::NINE;
        let inputs: Vec<Input> = (0..3).map(|seed| input(size, seed)).collect();
        let mut evaluator = Net::new(model(15, kind, 1)).evaluator(size, 2);
        evaluator.run(&inputs).unwrap();
        let before = N_ALLOCATIONS.with(Cell::get);
        evaluator.run(&inputs).unwrap();
        evaluator.run(&inputs[..1]).unwrap();
        assert_eq!(N_ALLOCATIONS.with(Cell::get), before);
    }
}

#[test]
fn what_is_asked_and_said_is_turned_and_read_in_the_memory_that_is_there() {
    let size = Size::NINE;
    let game = Game::new(size, Rules::CHINESE).unwrap();
    let net = Net::new(model(15, Kind::ALL[0], 1));
    let asked = Input::of(&game, &net.view());
    let said = net.evaluator(size, 1).run(&[input(size, 1)]).unwrap()[0].clone();
    let (mut turned, mut back) = (Input::blank(size), Raw::default());
    let mut evaluation = Evaluation::blank(size);
    let mut read = |symmetry: Symmetry| {
        turned.become_turned(symmetry, &asked);
        back.become_turned_back(symmetry, size, &said);
        Reading::default().write_evaluation(net.model(), &back, &game, &mut evaluation);
        assert_eq!(turned.planes.len(), size.n_points());
        assert!(evaluation.policy.iter().all(|&share| share > 0.0));
    };
    read(Symmetry::IDENTITY);
    let before = N_ALLOCATIONS.with(Cell::get);
    Symmetry::all(size).for_each(&mut read);
    assert_eq!(N_ALLOCATIONS.with(Cell::get), before);
}

#[test]
fn a_game_becomes_another_in_the_memory_it_has() {
    let size = Size::NINE;
    let mut longer = Game::new(size, Rules::CHINESE).unwrap();
    let shorter = longer.clone();
    for point in size.points().take(9) {
        longer.play(Move::Play(point)).unwrap();
    }
    let mut game = longer.clone();
    let before = N_ALLOCATIONS.with(Cell::get);
    game.clone_from(&shorter);
    let is_short = game.board() == shorter.board() && game.events().is_empty();
    game.clone_from(&longer);
    assert_eq!(N_ALLOCATIONS.with(Cell::get), before);
    assert!(is_short && game.board() == longer.board());
    assert_eq!(game.events(), longer.events());
    // What it has lived through came along: the boards so far, and whose turn it is.
    assert_eq!(game.legal(), longer.legal());
    assert_eq!(game.turn(), longer.turn());
}

/// A zipped file that begins so and goes on with 256 megabytes of one byte.
fn bomb(head: &str, byte: u8) -> Vec<u8> {
    let mut zipped = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    zipped.write_all(head.as_bytes()).unwrap();
    let part = vec![byte; 1 << 20];
    for _ in 0..1 << 8 {
        zipped.write_all(&part).unwrap();
    }
    zipped.finish().unwrap()
}

#[test]
fn a_file_that_unzips_to_a_thousand_times_its_size_gets_little_memory() {
    // A trunk of so many channels, whose first layer has all its weights: they are zeros.
    let header = "bomb\n8\n22\n19\ntrunk\n100\n4096\n4096\n4096\n4096\n4096\n";
    let layer = "conv\n49\n49\n22\n4096\n1\n1\n@BIN@";
    let wanted = Some(49 * 49 * 22 * 4096);
    let too_few = LoadErrorKind::TooFewWeights { wanted };
    for (head, byte, kind) in [
        ("", 0, LoadErrorKind::NotAWord),
        ("", b' ', LoadErrorKind::TooLarge),
        (header, b'\n', LoadErrorKind::TooLarge),
        (&format!("{header}{layer}"), 0, too_few),
    ] {
        let zipped = bomb(head, byte);
        assert!(zipped.len() < 2 << 20, "{}", zipped.len());
        N_BYTES.with(|bytes| bytes.set((0, 0)));
        let error = Model::load(&zipped).unwrap_err();
        let (_, most) = N_BYTES.with(Cell::get);
        assert_eq!(error.kind, kind, "{error}");
        assert!(most < 1 << 20, "{most} bytes for {head:?}");
    }
}
