//! What becomes of records: trees within a budget, whatever the file says.

use ponnuki_server::{
    BadRecord, LARGE_RECORD, RECORD_LISTED_MAX, SMALL_RECORD, game_at, open_record,
};
use ponnuki_wire::{AnnotationKind, MarkKind, NodeAnnotation, OpenRecord, RecordTree, to_json};

fn read(sgf: String) -> Result<RecordTree, BadRecord> {
    read_game(sgf, None)
}

fn read_game(sgf: String, game: Option<u32>) -> Result<RecordTree, BadRecord> {
    let edit = None;
    open_record(&OpenRecord { sgf, game, edit }, SMALL_RECORD, &|| false)
}

/// A line of `n` nodes with another move at each.
fn comb(n: usize) -> String {
    let tooth = |i: usize| ["(;B[cc]", "(;W[]"][i % 2];
    let line: String = (0..n).map(tooth).collect();
    format!("(;SZ[19]{line}{})", ")(;AB[aa])".repeat(n))
}

#[test]
fn few_letters_do_not_become_many_points() {
    let marks = ["TR", "SQ", "CR", "MA", "SL", "DD", "VW", "TB", "TW"];
    let marks: String = marks.map(|mark| format!("{mark}[aa:yy]")).concat();
    let node = |color| format!(";A{color}[aa:yx]{marks}");
    let sgf = |n| format!("(;SZ[25]{})", (node("B") + &node("E")).repeat(n));
    assert!(read(sgf(20)).is_ok());
    assert_eq!(
        read(sgf(100)),
        Err(BadRecord::TooManyPoints(SMALL_RECORD.n_points))
    );
}

#[test]
fn few_letters_do_not_become_many_remarks() {
    let wide = "(;AB[aa:yx]AW[aa:yx]AE[aa:yx])".repeat(1_000);
    let told = read(format!("(;SZ[25]{wide})"));
    assert_eq!(told, Err(BadRecord::TooLong(SMALL_RECORD.n_bytes)));
}

#[test]
fn an_answer_stays_under_its_length() {
    // A control character takes six bytes of JSON, in the text and in the comment.
    let sgf = |n| format!("(;C[{}])", "\u{1}".repeat(n));
    let n_max = SMALL_RECORD.n_bytes / 12;
    let tree = read(sgf(n_max - 1_000)).expect("it fits");
    let n_bytes = to_json(&tree).len();
    assert!(n_bytes <= SMALL_RECORD.n_bytes, "{n_bytes}");
    let too_long = BadRecord::TooLong(SMALL_RECORD.n_bytes);
    assert_eq!(read(sgf(n_max)), Err(too_long));
}

#[test]
fn a_list_that_says_the_same_over_and_over_is_not_read() {
    // Every rectangle has 625 points, whether they change anything or not.
    for name in ["AB", "TB", "CR"] {
        let sgf = |n| format!("(;SZ[25]{name}{})", "[aa:yy]".repeat(n));
        assert!(read(sgf(RECORD_LISTED_MAX / 625)).is_ok(), "{name}");
        let refused = Err(BadRecord::TooManyPoints(RECORD_LISTED_MAX));
        assert_eq!(read(sgf(RECORD_LISTED_MAX / 625 + 1)), refused, "{name}");
    }
    // Outside the board they take as long.
    let outside = format!("(;SZ[9]AW{})", "[aa:ZZ]".repeat(1_000));
    let refused = game_at(&outside, 0).err();
    assert_eq!(refused, Some(BadRecord::TooManyPoints(RECORD_LISTED_MAX)));
    // The limits of large records would not help.
    assert!(refused.is_some_and(|why| !why.is_too_large()));
}

#[test]
fn a_deep_line_with_a_variation_at_each_node_is_told() {
    let tree = read(comb(8_000)).expect("a tree");
    assert_eq!(tree.nodes.len(), 16_001);
    let last = tree.nodes.last().expect("nodes");
    assert_eq!((last.parent, last.number), (Some(0), 0));
    let too_many = BadRecord::TooManyNodes(SMALL_RECORD.n_nodes);
    assert_eq!(read(comb(SMALL_RECORD.n_nodes / 2)), Err(too_many));
    let large = OpenRecord {
        sgf: format!("(;SZ[19]{})", "(;B[cc];W[dd])".repeat(20_000)),
        game: None,
        edit: None,
    };
    let tree = open_record(&large, LARGE_RECORD, &|| false).expect("a tree");
    assert_eq!(tree.nodes.len(), 40_001);
}

#[test]
fn a_record_that_is_not_wanted_any_more_is_given_up() {
    let n_asked = std::cell::Cell::new(0);
    let is_stopped = || {
        n_asked.set(n_asked.get() + 1);
        n_asked.get() > 10
    };
    let (sgf, game, edit) = (comb(1_000), None, None);
    let given_up = open_record(&OpenRecord { sgf, game, edit }, SMALL_RECORD, &is_stopped);
    assert_eq!(given_up, Err(BadRecord::Stopped));
    assert_eq!(n_asked.get(), 11);
}

#[test]
fn a_game_at_a_node_is_found_in_any_tree() {
    let game = game_at(&comb(8_000), 2).expect("a node");
    assert_eq!(game.n_moves(), 2);
    assert!(game_at(&comb(8_000), 16_000).is_ok());
    assert!(game_at(&comb(10), 21).is_err());
}

#[test]
fn what_an_annotator_says_and_draws_at_a_node_is_told() {
    let sgf = "(;SZ[9]GC[One\nTwo];B[cc]N[Start]TE[2]GB[1]IT[]C[a\\]b\nc]\
        LN[aa:cc]AR[cc:dd][ee:ee]DD[ab:bb];W[dd]DD[]VW[aa:ei])";
    let tree = read(sgf.to_owned()).expect("a tree");
    assert_eq!(tree.about.last().expect("GC").text, "One\nTwo");
    let node = &tree.nodes[1];
    assert_eq!(node.name.as_deref(), Some("Start"));
    assert_eq!(node.comment.as_deref(), Some("a]b\nc"));
    let very = |kind, is_very| NodeAnnotation { kind, is_very };
    assert_eq!(
        node.annotations,
        [
            very(AnnotationKind::Tesuji, true),
            very(AnnotationKind::Interesting, false),
            very(AnnotationKind::GoodForBlack, false),
        ]
    );
    let strokes = node.strokes.iter();
    let strokes = strokes.map(|one| (one.from.0.as_str(), one.to.0.as_str(), one.is_arrow));
    let strokes: Vec<_> = strokes.collect();
    assert_eq!(strokes, [("A9", "C7", false), ("C7", "D6", true)]);
    let marks = |i: usize| {
        tree.nodes[i]
            .marks
            .iter()
            .map(|one| (one.mark, one.at.len()))
    };
    let first: Vec<_> = marks(1).collect();
    assert_eq!(first, [(MarkKind::Dimmed, 2)]);
    // What holds until it is said otherwise is also said to hold no more.
    let second: Vec<_> = marks(2).collect();
    assert_eq!(second, [(MarkKind::Dimmed, 0), (MarkKind::Visible, 45)]);
}

#[test]
fn a_game_of_a_file_is_chosen_and_goes_on_alone() {
    let sgf = "(;GM[2])(;SZ[9]PB[Ann]BR[3k]RE[B+R]DT[2020-01-02];B[ee];W[cc])\n\
        (;SZ[13:9]GN[Second];B[aa](;W[bb];B[cc])(;W[dd]))";
    let tree = read(sgf.to_owned()).expect("the first of Go");
    assert_eq!((tree.game, tree.n_games), (1, 3));
    assert_eq!(
        tree.sgf.trim(),
        "(;SZ[9]PB[Ann]BR[3k]RE[B+R]DT[2020-01-02];B[ee];W[cc])"
    );
    let [one, other] = &tree.games[..] else {
        panic!("{:?}", tree.games);
    };
    assert_eq!((one.game, one.n_moves, one.width), (1, 2, 9));
    assert_eq!(one.players.black.as_deref(), Some("Ann 3k"));
    assert_eq!(one.date.as_deref(), Some("2020-01-02"));
    assert_eq!(one.result.as_deref(), Some("B+R"));
    assert_eq!(other.name.as_deref(), Some("Second"));
    assert_eq!((other.width, other.height, other.n_moves), (13, 9, 3));

    let tree = read_game(sgf.to_owned(), Some(2)).expect("the other");
    assert_eq!(tree.nodes.len(), 5);
    assert!(!tree.sgf.contains("PB[Ann]"), "{}", tree.sgf);
    let again = read(tree.sgf).expect("the same");
    assert_eq!((again.games.len(), again.n_games), (0, 1));
    assert!(read_game(sgf.to_owned(), Some(0)).is_err(), "it is not Go");
    assert!(read_game(sgf.to_owned(), Some(3)).is_err());
}

#[test]
fn the_list_of_very_many_games_ends_somewhere() {
    let name = "x".repeat(300);
    let sgf = format!("(;SZ[9]GN[{name}];B[ee])\n").repeat(20_000);
    let tree = read(sgf).expect("the first");
    assert_eq!(tree.n_games, 20_000);
    assert!((1_000..20_000).contains(&tree.games.len()));
    assert_eq!(
        tree.games[0].name.as_ref().map(|name| name.chars().count()),
        Some(121)
    );
    assert!(to_json(&tree).len() <= SMALL_RECORD.n_bytes);
}
