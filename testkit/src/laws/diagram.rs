//! A printed board reads the same.

use ponnuki_game::{Board, Diagram};

use crate::Script;

/// What is printed, plain or with its coordinates, reads as the same board;
/// and no text at all makes the reader panic.
pub fn a_printed_board_reads_the_same(bytes: &[u8]) {
    let mut script = Script::new(bytes);
    let size = script.size();
    let stones = script.stones(size);
    let plain = stones.to_string();
    let board = read(&plain);
    assert_eq!(board.to_string(), plain);
    assert_eq!(board.size(), size);
    assert_eq!(read(&format!("{board:#}")), board, "{board:#}");

    if let Ok(diagram) = String::from_utf8_lossy(bytes).parse::<Diagram>()
        && let Ok(board) = diagram.board()
    {
        assert_eq!(read(&board.to_string()), board);
    }
}

fn read(text: &str) -> Board {
    match text.parse() {
        Ok(board) => board,
        Err(error) => panic!("{error}:\n{text}"),
    }
}
