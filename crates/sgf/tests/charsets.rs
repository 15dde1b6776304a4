//! Which charset a file is in, and what its text then is.

use ponnuki_sgf::{
    CharsetSource, Collection, Fault, Faults, Games, SgfErrorKind, StreamError, decode, encode,
};

/// Decodes bytes and compares the text, the charset and the reason for it.
fn check(bytes: &[u8], text: &str, encoding: &str, reason: CharsetSource) {
    let decoded = decode(bytes);
    assert_eq!(decoded.text, text);
    let [stretch] = &decoded.stretches[..] else {
        panic!("{text} is in one charset: {:?}", decoded.stretches);
    };
    assert_eq!(
        (stretch.start, stretch.charset.has_losses),
        (0, false),
        "{text}"
    );
    assert_eq!(
        (stretch.charset.encoding.name(), stretch.charset.reason),
        (encoding, reason)
    );
}

/// The bytes of a text in a charset that this crate may write.
fn bytes_in(label: &str, text: &str) -> Vec<u8> {
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect("a known label");
    encode(text, encoding)
        .expect("a text for this charset")
        .into_owned()
}

const JAPANESE: &str = "本因坊秀策は江戸時代の囲碁棋士である。ソ連の表にも能力がある。";
const CHINESE: &str =
    "围棋是一种古老的游戏，从被遗忘的中国起源先传到东亚其他地区，然后传到整个世界。";
const TAIWANESE: &str = "圍棋是一種古老的遊戲，從其被遺忘的中國起源開始，首先傳播到東亞，許功蓋。";
const KOREAN: &str = "바둑은 중국에서 잊혀진 기원에서 처음에는 동아시아의 나머지 지역으로 퍼진 후";
const GERMAN: &str = "Das Brettspiel für zwei Spieler heißt in Österreich natürlich auch Go.";

#[test]
fn a_mark_is_believed() {
    let text = "(;C[囲碁])";
    let utf_8 = [b"\xEF\xBB\xBF", text.as_bytes()].concat();
    check(&utf_8, text, "UTF-8", CharsetSource::ByteOrderMark);
    check(
        &bytes_in("utf-16le", text),
        text,
        "UTF-16LE",
        CharsetSource::ByteOrderMark,
    );
    check(
        &bytes_in("utf-16be", text),
        text,
        "UTF-16BE",
        CharsetSource::ByteOrderMark,
    );
}

#[test]
fn utf_16_is_known_without_a_mark() {
    let text = "(;CA[UTF-16]C[囲碁])";
    check(
        &bytes_in("utf-16le", text)[2..],
        text,
        "UTF-16LE",
        CharsetSource::ZeroBytes,
    );
    check(
        &bytes_in("utf-16be", text)[2..],
        text,
        "UTF-16BE",
        CharsetSource::ZeroBytes,
    );
}

#[test]
fn what_a_file_says_of_itself_is_believed() {
    check(
        b"(;CA[Big5]PB[\xB3\xF2\xB4\xD1])",
        "(;CA[Big5]PB[圍棋])",
        "Big5",
        CharsetSource::Declared,
    );
    check(
        b"(;CA[latin1]PB[\xE9])",
        "(;CA[latin1]PB[é])",
        "windows-1252",
        CharsetSource::Declared,
    );
    for (label, name, sample) in [
        ("Shift_JIS", "Shift_JIS", JAPANESE),
        ("MS_KANJI", "Shift_JIS", JAPANESE),
        ("EUC-JP", "EUC-JP", JAPANESE),
        ("ISO-2022-JP", "ISO-2022-JP", JAPANESE),
        ("GB2312", "GBK", CHINESE),
        ("gb18030", "gb18030", CHINESE),
        ("Big5", "Big5", TAIWANESE),
        ("EUC-KR", "EUC-KR", KOREAN),
        ("ISO-8859-1", "windows-1252", GERMAN),
        ("UTF-8", "UTF-8", JAPANESE),
    ] {
        for text in [
            format!("(;CA[{label}]C[{sample}]\n(;B[aa])(;B[bb]C[{sample}]))"),
            format!("(;GM[1]\nPB[{sample}] CA [ {label} ];C[x])"),
        ] {
            check(
                &bytes_in(label, &text),
                &text,
                name,
                CharsetSource::Declared,
            );
        }
    }
}

#[test]
fn labels_that_the_web_does_not_know_are_known_here() {
    for (label, name, sample) in [
        ("cp932", "Shift_JIS", JAPANESE),
        ("EUC-CN", "GBK", CHINESE),
        ("CP936", "GBK", CHINESE),
        ("cp949", "EUC-KR", KOREAN),
        ("cp950", "Big5", TAIWANESE),
    ] {
        let text = format!("(;CA[{label}]C[{sample}])");
        check(&bytes_in(name, &text), &text, name, CharsetSource::Declared);
    }
}

#[test]
fn a_charset_that_is_not_said_is_guessed() {
    for (label, name, sample) in [
        ("Shift_JIS", "Shift_JIS", JAPANESE),
        ("ISO-2022-JP", "ISO-2022-JP", JAPANESE),
        ("GBK", "GBK", CHINESE),
        ("Big5", "Big5", TAIWANESE),
        ("EUC-KR", "EUC-KR", KOREAN),
        ("ISO-8859-1", "windows-1252", GERMAN),
    ] {
        for ca in ["", "CA[]", "CA[no such thing]", "CA[UTF-16]"] {
            let text = format!("(;{ca}GM[1]C[{sample}];B[aa](;W[bb])(;W[cc]))");
            check(&bytes_in(label, &text), &text, name, CharsetSource::Guessed);
        }
    }
    let text = format!("(;C[{JAPANESE}])");
    check(text.as_bytes(), &text, "UTF-8", CharsetSource::ValidUtf8);
    check(b"(;B[aa])", "(;B[aa])", "UTF-8", CharsetSource::ValidUtf8);
}

#[test]
fn two_chinese_names_are_enough() {
    let names = [
        "柯洁",
        "古力",
        "李昌镐",
        "时越",
        "王立诚",
        "聂卫平",
        "马晓春",
        "陈耀烨",
        "常昊",
    ];
    for black in names {
        for white in names {
            let text = format!("(;GM[1]PB[{black}]PW[{white}];B[pd])");
            let bytes = bytes_in("GBK", &text);
            // A few are text in both.
            if str::from_utf8(&bytes).is_err() {
                check(&bytes, &text, "GBK", CharsetSource::Guessed);
            }
        }
    }
}

#[test]
fn names_of_other_countries_are_not_chinese() {
    for (label, names) in [
        ("Shift_JIS", "PB[井山裕太]PW[羽根直樹]"),
        ("Shift_JIS", "PB[趙治勲]PW[小林光一]"),
        ("Shift_JIS", "PB[本因坊]PW[山下敬吾]"),
        ("EUC-KR", "PB[이세돌]PW[박정환]"),
        ("EUC-KR", "PB[신진서]PW[최철한]"),
        ("EUC-KR", "PB[조훈현]PW[서봉수]"),
        ("EUC-KR", "PB[김지석]PW[강동윤]"),
        ("Big5", "PB[周俊勳]PW[王立誠]"),
        ("Big5", "PB[林海峰]PW[張栩]"),
    ] {
        let text = format!("(;GM[1]{names};B[pd])");
        check(
            &bytes_in(label, &text),
            &text,
            label,
            CharsetSource::Guessed,
        );
    }
    let text = "(;GM[1]PB[Иванов]PW[Шикшин];B[pd])";
    let bytes = bytes_in("windows-1251", text);
    check(&bytes, text, "windows-1251", CharsetSource::Guessed);
}

#[test]
fn a_short_game_is_taken_for_what_the_games_around_it_are() {
    for (label, name, long, short) in [
        ("Shift_JIS", "Shift_JIS", JAPANESE, "ソ"),
        ("GBK", "GBK", CHINESE, "木"),
        ("Big5", "Big5", TAIWANESE, "功"),
        ("EUC-KR", "EUC-KR", KOREAN, "둑"),
    ] {
        for text in [
            format!("(;PB[{short}])(;C[{long}])"),
            format!("(;C[{long}])(;PB[{short}])"),
        ] {
            check(&bytes_in(label, &text), &text, name, CharsetSource::Guessed);
        }
    }
}

#[test]
fn a_charset_that_is_said_wrongly_is_not_believed() {
    for label in ["GBK", "Shift_JIS", "ISO-8859-1"] {
        let text = format!("(;CA[{label}]C[{JAPANESE}])");
        check(text.as_bytes(), &text, "UTF-8", CharsetSource::ValidUtf8);
    }
    let text = format!("(;CA[UTF-8]C[{CHINESE}])");
    check(
        &bytes_in("GBK", &text),
        &text,
        "GBK",
        CharsetSource::Guessed,
    );
    let decoded = decode(text.as_bytes());
    assert_eq!(
        decoded.stretches[0].charset.declared.as_deref(),
        Some("UTF-8")
    );
}

#[test]
fn two_characters_are_too_few_to_doubt_a_file() {
    // 0xC4A3 and 0xC4BE are characters of GBK, and of UTF-8.
    let bytes = b"(;CA[GBK]PB[\xC4\xA3\xC4\xBE])";
    check(bytes, "(;CA[GBK]PB[模木])", "GBK", CharsetSource::Declared);
}

#[test]
fn only_the_first_node_says_what_a_game_is_in() {
    let text = format!("(;C[{JAPANESE}];CA[GBK]C[x])");
    check(
        &bytes_in("Shift_JIS", &text),
        &text,
        "Shift_JIS",
        CharsetSource::Guessed,
    );
    let text = format!("(;C[see \\];CA[GBK\\]{JAPANESE}]CA[Shift_JIS])");
    check(
        &bytes_in("Shift_JIS", &text),
        &text,
        "Shift_JIS",
        CharsetSource::Declared,
    );
}

#[test]
fn the_second_byte_of_a_character_is_no_bracket() {
    // ソ ends in a `\`, the dash in a `]`; and the other way round in Big5 and GBK.
    let bytes = b"(;CA[Shift_JIS]PB[\x83\x5C]PW[\x81\x5D];B[aa])";
    let collection = Collection::from_bytes(bytes, Faults::Refuse).expect("sound SGF");
    let game = collection.games().next().expect("a game");
    assert_eq!(game.value("PB").expect("a name").simple_text(), "ソ");
    assert_eq!(game.value("PW").expect("a name").simple_text(), "‐");
    assert_eq!(game.main_line().count(), 2);
    let bytes = b"(;CA[Big5]PB[\xB3\x5C\xA5\x5C\xBB\x5C];B[aa])";
    let collection = Collection::from_bytes(bytes, Faults::Refuse).expect("sound SGF");
    let game = collection.games().next().expect("a game");
    assert_eq!(game.value("PB").expect("a name").simple_text(), "許功蓋");
}

#[test]
fn every_game_is_decoded_as_it_says() {
    let games = [
        ("Shift_JIS", JAPANESE),
        ("GBK", CHINESE),
        ("Big5", TAIWANESE),
        ("EUC-KR", KOREAN),
        ("UTF-8", JAPANESE),
        ("windows-1252", GERMAN),
    ];
    let mut bytes = Vec::new();
    let mut text = String::new();
    let mut starts = Vec::new();
    for (label, sample) in games {
        let game = format!("(;CA[{label}]C[{sample}](;B[aa])(;B[bb]))\n");
        bytes.extend(bytes_in(label, &game));
        starts.push((text.len().saturating_sub(1), label));
        text.push_str(&game);
    }
    let collection = Collection::from_bytes(&bytes, Faults::Refuse).expect("sound SGF");
    assert_eq!(collection.to_string(), text);
    let stretches = collection.charsets().iter();
    let found: Vec<_> = stretches
        .map(|stretch| (stretch.start, stretch.charset.encoding.name()))
        .collect();
    assert_eq!(found[..6], starts);
}

#[test]
fn damaged_utf_8_loses_no_more_than_what_is_damaged() {
    let mut bytes = format!("(;CA[UTF-8]\nC[{JAPANESE}])").into_bytes();
    bytes.remove(22);
    let collection = Collection::from_bytes(&bytes, Faults::Repair).expect("a game");
    let charset = &collection.charsets()[0].charset;
    assert_eq!(
        (charset.reason, charset.has_losses),
        (CharsetSource::MostlyUtf8, true)
    );
    assert_eq!(charset.to_string(), "UTF-8 because most of it is valid");
    let repairs = collection.repairs();
    assert_eq!(repairs.len(), 1);
    assert_eq!(
        (repairs[0].fault, repairs[0].at.line),
        (Fault::Undecodable, 2)
    );
    assert_eq!(repairs[0].at.column, 5);
    let text = collection.to_string();
    assert!(
        text.contains(&JAPANESE[9..]) && text.contains('\u{FFFD}'),
        "{text}"
    );
    let error = Collection::from_bytes(&bytes, Faults::Refuse).expect_err("it is damaged");
    assert_eq!(error.at, repairs[0].at);
    assert_eq!(
        error.to_string(),
        "line 2, column 5: bytes that mean nothing in this charset"
    );
}

#[test]
fn a_loss_does_not_hide_an_earlier_fault() {
    let bytes = b"(;B C[\xE5\x9B\xB2\xE7\xA2\x81\xE5])";
    let error = Collection::from_bytes(bytes, Faults::Refuse).expect_err("two faults");
    assert_eq!(
        error.to_string(),
        "line 1, column 3: a property without a value"
    );
}

#[test]
fn a_text_goes_back_into_its_charset() {
    for label in [
        "Shift_JIS",
        "UTF-16LE",
        "UTF-16BE",
        "UTF-8",
        "ISO-2022-JP",
        "EUC-JP",
    ] {
        let text = format!("(;CA[{label}]C[{JAPANESE}])");
        let bytes = bytes_in(label, &text);
        let decoded = decode(&bytes);
        assert_eq!(decoded.text, text);
        let encoding = decoded.stretches[0].charset.encoding;
        assert_eq!(
            encode(&decoded.text, encoding).expect("it came from there"),
            bytes,
            "{label}"
        );
    }
    let big5 = encoding_rs::Encoding::for_label(b"big5").expect("a known label");
    let error = encode("(;PB[碁囲é])", big5).expect_err("it is not in Big5");
    assert_eq!(error.to_string(), "there is no '囲' in Big5");
}

/// The players' names are often all that is not ASCII.
#[test]
fn a_few_names_without_a_declaration_are_read() {
    let names: &[(&str, &[[&str; 2]])] = &[
        (
            "GBK",
            &[
                ["聂卫平", "马晓春"],
                ["常昊", "古力"],
                ["柯洁", "芮乃伟"],
                ["陈耀烨", "时越"],
                ["江铸久", "杨鼎新"],
                ["周睿羊", "唐韦星"],
                ["罗洗河", "俞斌"],
                ["吴清源", "Kitani"],
                ["White", "曹大元"],
                ["Black", "刘小光"],
                ["Black", "俞斌"],
                ["Black", "史毅斌"],
                ["Black", "刘超秀"],
                ["Black", "薛敏"],
                ["Black", "孔毅"],
                ["Black", "陈涛"],
                ["Black", "王烨"],
            ],
        ),
        (
            "EUC-KR",
            &[
                ["이창호", "조훈현"],
                ["이세돌", "박정환"],
                ["유창혁", "서봉수"],
                ["신진서", "최철한"],
            ],
        ),
        (
            "Shift_JIS",
            &[
                ["本因坊秀策", "井上幻庵因碩"],
                ["高尾紳路", "山下敬吾"],
                ["羽根直樹", "張栩"],
                ["小林光一", "White"],
            ],
        ),
        (
            "Big5",
            &[
                ["周俊勳", "張栩"],
                ["王銘琬", "林海峰"],
                ["許皓鋐", "賴均輔"],
            ],
        ),
        (
            "windows-1251",
            &[
                ["Илья Шикшин", "Александр Динерштейн"],
                ["Иван", "Пётр"],
                ["Black", "Олег"],
                ["Black", "ОЛЕГ"],
                ["Сурин", "Кульков"],
                ["ИВАН", "ОЛЕГ"],
            ],
        ),
        (
            "windows-1252",
            &[["André Müller", "Jörg Weiß"], ["Benoît Élie", "Peña"]],
        ),
    ];
    for (label, pairs) in names {
        for [black, white] in *pairs {
            let text = format!("(;GM[1]FF[4]SZ[19]PB[{black}]PW[{white}]KM[6.5];B[pd];W[dp])");
            check(
                &bytes_in(label, &text),
                &text,
                label,
                CharsetSource::Guessed,
            );
        }
    }
}

/// Whether bytes are refused as no text, by both readers.
#[track_caller]
fn check_binary(bytes: &[u8], expected: bool) {
    let whole = Collection::from_bytes(bytes, Faults::Repair);
    let whole = whole.is_err_and(|error| error.kind == SgfErrorKind::NotText);
    let first = Games::new(bytes, Faults::Repair).next().expect("an answer");
    let streamed =
        matches!(first, Err(StreamError::Sgf(error)) if error.kind == SgfErrorKind::NotText);
    assert_eq!((whole, streamed), (expected, expected));
}

#[test]
fn a_picture_is_no_game_whatever_is_in_it() {
    let game = b"(;SZ[9];B[ee])";
    let picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x20";
    check_binary(&[&picture[..], game].concat(), true);
    check_binary(
        &[&b"\x7fELF\x02\x01\x01"[..], &[7; 40], game].concat(),
        true,
    );
    // Without a zero among them, as compressed bytes may be.
    let noise: Vec<u8> = (1..=255)
        .chain(1..=255)
        .filter(|&byte| byte != b'(')
        .collect();
    check_binary(&[&noise[..], game].concat(), true);
    // It looks like UTF-16 for four bytes, and no longer.
    check_binary(
        &[
            &[1, 0, 2, 0, 3, 0, 4, 0][..],
            &bytes_in("utf-16le", "(;B[aa])"),
        ]
        .concat(),
        true,
    );
}

#[test]
fn a_letter_around_a_game_is_text_in_any_charset() {
    check_binary(b"From: a friend\r\n\r\n(;SZ[9];B[ee])", false);
    check_binary(b"(;SZ[9]C[\0\x01\x02\x03];B[ee])", false);
    check_binary(b"(;SZ[9];B[ee])\0\0\0\0\x1a", false);
    check_binary(b"\0\0\0", false);
    for label in [
        "utf-16le",
        "utf-16be",
        "big5",
        "shift_jis",
        "iso-2022-jp",
        "windows-1252",
    ] {
        let text = match label {
            "windows-1252" => "für dich: (;SZ[9];B[ee])",
            _ => "天元 (;SZ[9];B[ee])",
        };
        check_binary(&bytes_in(label, text), false);
    }
}
