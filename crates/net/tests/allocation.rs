//! After its first question an evaluator asks for no more memory.
#![allow(
    unsafe_code,
    reason = "memory is counted by an allocator, and writing one is unsafe"
)]

#[path = "synthetic/make.rs"]
#[allow(dead_code, reason = "this test needs only a part of it")]
mod make;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use make::{Kind, input, model};
use ponnuki_game::Size;
use ponnuki_net::{Input, Net};

thread_local! {
    static N_ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: everything is passed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        N_ALLOCATIONS.with(|n| n.set(n.get() + 1));
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
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
