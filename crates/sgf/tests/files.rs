//! Files that were written for the purpose, files from the wild, and the example of the
//! standard. The latter are not part of this repository; where they are missing what needs them
//! is skipped.

use std::{
    fs,
    path::{Path, PathBuf},
};

use ponnuki_sgf::{Collection, Fault, Faults, Games, Node, SgfErrorKind, decode};
use ponnuki_testkit::outside;

/// The properties that the standard has for every game and for Go, those of version 3 last.
const PROPERTIES: &str = "
    B KO MN W AB AE AW PL C DM GB GW HO N UC V BM DO IT TE AR CR DD LB LN MA SL SQ TR AP CA FF GM
    ST SZ AN BR BT CP DT EV GN GC ON OT PB PC PW RE RO RU SO TM US WR WT BL OB OW WL FG PM VW
    HA KM TB TW BS CH EL EX ID L LT M OM OP OV RG SC SE SI TC WS";

/// How many kinds of faults there are.
const N_FAULTS: usize = 12;

/// Files of `data/sgf/charsets` with the charset that is found, and some of their text.
const CHARSETS: [(&str, &str, &str); 23] = [
    ("utf-8", "UTF-8", "本因坊の碁"),
    ("utf-8-undeclared", "UTF-8", "바둑은 두 사람이"),
    ("utf-8-mark", "UTF-8", "本因坊の碁"),
    ("utf-16le-mark", "UTF-16LE", "圍棋是兩個人"),
    ("utf-16be-mark", "UTF-16BE", "圍棋是兩個人"),
    ("utf-16le", "UTF-16LE", "围棋是一种"),
    ("utf-16be", "UTF-16BE", "바둑은 두 사람이"),
    ("shift-jis", "Shift_JIS", "表の能力とソの字"),
    ("shift-jis-undeclared", "Shift_JIS", "表の能力とソの字"),
    ("euc-jp", "EUC-JP", "表の能力とソの字"),
    ("iso-2022-jp", "ISO-2022-JP", "表の能力とソの字"),
    ("gbk", "GBK", "黑先白后"),
    ("gbk-undeclared", "GBK", "黑先白后"),
    ("gb18030", "gb18030", "黑先白后"),
    ("big5", "Big5", "許多功夫"),
    ("big5-undeclared", "Big5", "許多功夫"),
    ("euc-kr", "EUC-KR", "흑과 백의 돌을"),
    ("euc-kr-undeclared", "EUC-KR", "흑과 백의 돌을"),
    ("windows-1251", "windows-1251", "чёрные и белые"),
    ("koi8-r", "KOI8-R", "чёрные и белые"),
    ("iso-8859-1", "windows-1252", "à tour de rôle"),
    ("windows-1252", "windows-1252", "größere Flächen"),
    ("two-games", "Shift_JIS", "흑과 백의 돌을"),
];

/// Every file below a folder.
fn files(folder: PathBuf) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder that can be read") {
            let path = entry.expect("an entry that can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found
}

/// The files that were written for the purpose: each charset, each oddity, each property.
fn own() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/sgf")
}

#[test]
fn every_sgf_file_is_read_and_comes_out_as_it_went_in() {
    let (n_files, n_sound) = check_files(own());
    let n_faults = files(own().join("faults")).len();
    assert_eq!(n_files - n_sound, n_faults);
    assert!(n_files >= 70, "only {n_files} files");
}

#[test]
fn every_file_from_the_wild_comes_out_as_it_went_in() {
    let Some(folder) = outside::beside("data/sgf") else {
        return;
    };
    let (n_files, n_sound) = check_files(folder);
    assert!(
        n_sound * 10 > n_files * 8,
        "{n_sound} of {n_files} files are sound"
    );
}

/// Reads and writes every file below a folder; says how many there are, and how many of them
/// have no fault.
fn check_files(folder: PathBuf) -> (usize, usize) {
    let (mut n_files, mut n_sound) = (0, 0);
    for path in files(folder) {
        let bytes = fs::read(&path).expect("a file that can be read");
        let collection = Collection::from_bytes(&bytes, Faults::Repair);
        if path.extension().is_none_or(|extension| extension != "sgf") {
            let error = collection.expect_err("a file of another format");
            assert_eq!(error.kind, SgfErrorKind::NoGame, "{}", path.display());
            continue;
        }
        n_files += 1;
        n_sound += usize::from(check_file(&path, &bytes));
    }
    (n_files, n_sound)
}

/// Reads and writes a file, and says whether it has no fault.
fn check_file(path: &Path, bytes: &[u8]) -> bool {
    let collection = match Collection::from_bytes(bytes, Faults::Repair) {
        Ok(collection) => collection,
        Err(error) => panic!("{}: {error}", path.display()),
    };
    let text = decode(bytes).text;
    let printed = collection.to_string();
    let is_sound = collection.repairs().is_empty();
    if is_sound {
        assert_eq!(printed, text, "{}", path.display());
    }
    let refused = Collection::from_bytes(bytes, Faults::Refuse).is_err();
    assert_eq!(refused, !is_sound, "{}", path.display());
    let again = Collection::parse(&printed, Faults::Repair).expect("a game");
    assert_eq!(again.to_string(), printed, "{}", path.display());
    // The one fault that survives its repair: a name is kept, whatever it is.
    let mut faults = again.repairs().iter().map(|repair| repair.fault);
    assert!(faults.all(|fault| fault == Fault::OddName));
    let streamed: Vec<_> = Games::new(bytes, Faults::Repair)
        .map(|game| {
            game.expect("what is read whole")
                .games()
                .map(shape)
                .collect::<Vec<_>>()
        })
        .collect();
    let whole: Vec<_> = collection.games().map(shape).collect();
    assert_eq!(streamed.concat(), whole, "{}", path.display());
    is_sound
}

#[test]
fn every_fault_has_a_file_that_is_repaired() {
    let mut found = Vec::new();
    for path in files(own().join("faults")) {
        let bytes = fs::read(&path).expect("a file that can be read");
        let collection = Collection::from_bytes(&bytes, Faults::Repair).expect("a game");
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .replace('-', "");
        let faults: Vec<String> = collection
            .repairs()
            .iter()
            .map(|repair| format!("{:?}", repair.fault).to_lowercase())
            .collect();
        assert!(faults.contains(&name), "{}: {faults:?}", path.display());
        found.push(name);
    }
    assert_eq!(found.len(), N_FAULTS);
}

#[test]
fn every_property_has_a_file_that_keeps_it() {
    let mut names = Vec::new();
    for path in files(own().join("properties")) {
        let bytes = fs::read(&path).expect("a file that can be read");
        let collection = Collection::from_bytes(&bytes, Faults::Refuse).expect("sound SGF");
        let nodes = collection.games().flat_map(Node::subtree);
        names.extend(
            nodes
                .flat_map(Node::properties)
                .map(|p| p.name().to_owned()),
        );
    }
    let standard = PROPERTIES.split_whitespace();
    let missing: Vec<&str> = standard
        .filter(|name| !names.contains(&(*name).to_owned()))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_charset_has_a_file_that_is_understood() {
    for (name, encoding, text) in CHARSETS {
        let path = own().join(format!("charsets/{name}.sgf"));
        let bytes = fs::read(&path).expect("a file that can be read");
        let decoded = decode(&bytes);
        let charset = &decoded.stretches[0].charset;
        assert_eq!(charset.encoding.name(), encoding, "{name}");
        assert!(decoded.text.contains(text), "{name}: {}", decoded.text);
        assert!(!charset.has_losses, "{name}");
    }
    assert_eq!(files(own().join("charsets")).len(), CHARSETS.len());
}

/// All nodes of a game, without the spaces around them.
fn shape(game: Node<'_>) -> Vec<String> {
    game.subtree()
        .map(|node| format!("{node} {}", node.children().count()))
        .collect()
}

#[test]
fn the_charsets_of_files_are_found() {
    let Some(folder) = outside::beside("data/sgf") else {
        return;
    };
    for (path, name, text) in [
        (
            "libsgfcplusplus/encoding-chinese-gbk.sgf",
            "GBK",
            "围棋是一种古老的游戏",
        ),
        (
            "libsgfcplusplus/encoding-cyrillic-windows.sgf",
            "windows-1251",
            "древняя игра",
        ),
        (
            "libsgfcplusplus/encoding-japanese-iso2022jp.sgf",
            "ISO-2022-JP",
            "古代のゲーム",
        ),
        (
            "libsgfcplusplus/encoding-japanese-shiftjis.sgf",
            "Shift_JIS",
            "古代のゲーム",
        ),
        (
            "libsgfcplusplus/encoding-korean-macos.sgf",
            "EUC-KR",
            "바둑은 중국에서",
        ),
        (
            "libsgfcplusplus/encoding-simplifiedchinese-macos.sgf",
            "GBK",
            "围棋",
        ),
        (
            "libsgfcplusplus/encoding-traditionalchinese-big5.sgf",
            "Big5",
            "圍棋是一種古老",
        ),
        (
            "libsgfcplusplus/encoding-utf16-nobom.sgf",
            "UTF-16BE",
            "圍棋",
        ),
        ("libsgfcplusplus/encoding-utf8-withbom.sgf", "UTF-8", "圍棋"),
        ("sabaki_sgf/encoding/nihon-kiin.sgf", "Shift_JIS", "申眞ソ"),
        ("sabaki_sgf/korean.sgf", "EUC-KR", "바둑 is fun"),
        ("sabaki_sgf/no-ca.sgf", "GBK", "黑先"),
        ("sabaki_sgf/utf16le.sgf", "UTF-16LE", "Go Seigen"),
    ] {
        let bytes = fs::read(folder.join(path)).expect("a file that can be read");
        let decoded = decode(&bytes);
        let charset = &decoded.stretches[0].charset;
        assert_eq!(charset.encoding.name(), name, "{path}");
        assert!(decoded.text.contains(text), "{path}: {}", decoded.text);
    }
}

/// The children of the nodes of a game, as far as there is not just one.
fn branching(game: Node<'_>) -> Vec<(usize, usize)> {
    let counts = game
        .subtree()
        .map(|node| node.children().count())
        .enumerate();
    counts.filter(|&(_, n_children)| n_children > 1).collect()
}

/// The texts of a property in all nodes of a game that have it.
fn texts(game: Node<'_>, name: &str) -> Vec<String> {
    let values = game.subtree().filter_map(|node| node.value(name));
    values.map(|value| value.text().into_owned()).collect()
}

#[test]
fn the_example_of_the_standard_is_understood() {
    let Some(folder) = outside::beside("data/sgf") else {
        return;
    };
    let bytes = fs::read(folder.join("sgf_elixir/ff4_ex.sgf")).expect("a file that can be read");
    let collection = Collection::from_bytes(&bytes, Faults::Refuse).expect("sound SGF");
    let games: Vec<Node<'_>> = collection.games().collect();
    assert_eq!(games.len(), 2);

    let n_nodes: Vec<usize> = games.iter().map(|game| game.subtree().count()).collect();
    assert_eq!(n_nodes, [54, 8]);
    assert_eq!(branching(games[0]), [(0, 5), (22, 6), (23, 4)]);
    assert_eq!(branching(games[1]), [(1, 3), (5, 2)]);
    let n_values = |game: Node<'_>| -> usize {
        let properties = game.subtree().flat_map(Node::properties);
        properties.map(|property| property.values().count()).sum()
    };
    assert_eq!(n_values(games[0]) + n_values(games[1]), 339);

    let root = games[0];
    let names: Vec<&str> = root.properties().map(|property| property.name()).collect();
    assert_eq!(names, ["FF", "AP", "GM", "SZ", "GN", "US"]);
    let (name, version) = root.value("AP").expect("AP").composed().expect("two sides");
    assert_eq!(
        (&*name.simple_text(), version.real()),
        ("Primiview", Ok(3.1))
    );
    assert_eq!(root.value("SZ").expect("SZ").number(), Ok(19));
    assert_eq!(
        texts(root, "N"),
        [
            "Moves, comments, annotations",
            "Setup",
            "Markup",
            "Style & text type",
            "W d16",
            "B q4",
            "B d4",
            "B q3",
            "B p3",
            "W d4",
            "W q4",
            "W c17",
            "W c3",
            "W r3",
            "Time limits, captures & move numbers",
        ]
    );
}

#[test]
fn the_values_of_the_example_mean_what_they_should() {
    let Some(folder) = outside::beside("data/sgf") else {
        return;
    };
    let bytes = fs::read(folder.join("sgf_elixir/ff4_ex.sgf")).expect("a file that can be read");
    let collection = Collection::from_bytes(&bytes, Faults::Refuse).expect("sound SGF");
    let games: Vec<Node<'_>> = collection.games().collect();
    let nodes: Vec<Node<'_>> = games[0].subtree().collect();

    let last_moves = [nodes[12].value("W"), nodes[13].value("B")];
    assert_eq!(
        last_moves.map(|value| value.map(|value| value.raw())),
        [Some(""), Some("tt")]
    );

    let setup = nodes[14];
    let points = |node: Node<'_>, name| {
        let property = node.property(name).expect("the property is there");
        property
            .points()
            .collect::<Result<Vec<_>, _>>()
            .expect("points")
    };
    let black = points(setup, "AB");
    assert_eq!(black[..5], [(3, 3), (3, 4), (3, 5), (3, 6), (3, 14)]);
    assert_eq!(
        (black.len(), points(setup, "AW").len()),
        (4 + 12, 4 + 8 + 4)
    );
    let comment = nodes[15].value("C").expect("a comment").text();
    assert!(
        comment.contains("group are erased in FF[3] way.\n\nWhite"),
        "{comment}"
    );

    let style = nodes[22].value("C").expect("a comment").text();
    assert!(
        style.contains("by '\\' like this one >ok<. Hard"),
        "{style}"
    );
    assert_eq!(style.matches(">ok<").count(), 6);
    assert!(style.contains("linebreak 1 \"\\n\": >ok<\n"), "{style}");

    let labels = nodes[20].property("LB").expect("labels");
    let (point, text) = labels
        .values()
        .nth(8)
        .expect("a label")
        .composed()
        .expect("two sides");
    assert_eq!(
        (point.point(), &*text.simple_text()),
        (Ok((6, 18)), "ABCDEFGH")
    );

    let times: Vec<f64> = games[0]
        .subtree()
        .filter_map(|node| node.value("BL")?.real().ok())
        .collect();
    assert_eq!(times, [120.0, 105.6, 87.0]);

    let results = texts(games[1], "RE");
    assert_eq!(results, ["W+3.5", "W+Resign", "B+63.5", "B+R"]);
    let komi: Vec<_> = games[1]
        .subtree()
        .filter_map(|node| node.value("KM"))
        .collect();
    assert_eq!(
        komi.iter().map(|value| value.real()).collect::<Vec<_>>(),
        [Ok(-59.5)]
    );
    let comment = games[1].value("C").expect("a comment").text();
    assert!(
        comment.contains("in the node where the game first"),
        "{comment}"
    );
}
