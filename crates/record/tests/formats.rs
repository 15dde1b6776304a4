//! Files of other servers are read into the same tree.

use ponnuki_record::{Format, Records};

/// Reads a file and compares the SGF that it is, with what it was read from.
#[track_caller]
fn check(file: &str, format: Format, sgf: &str) {
    let records = Records::from_bytes(file.as_bytes()).expect("a game");
    assert_eq!(records.format(), format);
    assert_eq!(records.to_string(), format!("(;GM[1]FF[4]CA[UTF-8]{sgf})"));
    let (_, remarks) = records.iter().next().unwrap().unwrap().game();
    assert_eq!(remarks, []);
}

#[test]
fn gib_files_are_read_with_their_header() {
    check(
        r"
        \HS
        \[GAMENAME=Rank\]
        \[GAMEDATE=2017- 3-16- 2-52-45\]
        \[GAMEPLACE=Tygem Baduk\]
        \[GAMEWHITENAME=Genan (9D)\]
        \[GAMEBLACKNAME=Shusaku\]
        \[GAMEINFOMAIN=GBKIND:3,GTIME:1200-30-3,GRLT:4,ZIPSU:0,DUM:0,GONGJE:65,TCNT:3\]
        \HE
        \GS
        2 1 0
        INI 0 1 0 &4
        STO 0 2 1 15 3
        STO 0 3 2 0 18
        SKI 0 4
        \GE
        STO 0 5 2 1 1
        ",
        Format::Gib,
        "SZ[19]EV[Rank]DT[2017-03-16]PC[Tygem Baduk]PW[Genan]WR[9d]PB[Shusaku]KM[6.5]RE[W+R]\
         TM[1200]OT[3x30 byo-yomi];B[pd];W[as];B[]",
    );
}

#[test]
fn a_gib_handicap_has_its_third_stone_in_the_upper_left() {
    check(
        "\\HS\n\\[GAMEINFOMAIN=GRLT:0,ZIPSU:40,GONGJE:0\\]\n\\GS\nINI 0 1 3 &4\nSTO 0 2 2 15 15\n\\GE",
        Format::Gib,
        "SZ[19]KM[0]RE[B+4]HA[3]AB[dd][pd][dp];W[pp]",
    );
    check(
        "\\HS\n\\GS\nINI 0 1 2 &4\nSKI 0 2\n\\GE",
        Format::Gib,
        "SZ[19]HA[2]AB[pd][dp];W[]",
    );
}

#[test]
fn ngf_files_are_read_with_their_header() {
    check(
        "Rated game\n19\nGenan       9DP\nShusaku     4D*\nwww.cyberoro.com\n0\n0\n6\n\
         20110812 [09:31]\n480\nWhite wins by 4.5\n3\nPMABBQEEQ\nPMACWEEEE\nPMADBAAAA\n",
        Format::Ngf,
        "SZ[19]EV[Rated game]PB[Shusaku]BR[4d]PW[Genan]WR[9p]PC[www.cyberoro.com]DT[2011-08-12]\
         RE[W+4.5]KM[6.5];B[pd];W[dd];B[]",
    );
}

#[test]
fn ngf_files_of_the_older_kind_are_read() {
    check(
        "GI韩国十段战\nGI朴承华 初段\nGI李载雄 五段\nGI\nGI\nGI2006-9-5\nGI9\nGI0\nGI0\nGI6\nGI1\n\
         PMABBEEEE\nGI1\nIDB[1] 黑中盘胜(现场消息)[EndTxt]\n",
        Format::Ngf,
        "SZ[9]EV[韩国十段战]PB[李载雄]BR[五段]PW[朴承华]WR[初段]DT[2006-09-05]KM[6.5]\
         RE[B+R];B[dd]",
    );
}

#[test]
fn ugf_files_are_read_with_their_header_and_texts() {
    let file = |coordinates: &str| {
        format!(
            "# a comment\n[Header]\nTitle=2019,Castle game,\nPlace=Edo\nDate=2019/03/08,22:09:00,,\n\
             Rule=JPN\nSize=9\nHdcp=2,0.50\nWinner=W,C\nCoordinateType={coordinates}\n\
             PlayerB=Shusaku,7d,,\nPlayerW=Genan,8d,,\nWriter=Egg\n\
             [Data]\nCC,B1,0,0\nGG,B1,0,0\nAB,W1,1,12\nYA,B1,2,0\n\
             [Figure]\n.Text,1\nA strange\nmove [here]\n.#,6,16,E\n.EndText\n.Fig,1,1\nAA,B1,1,0\n.EndFig\n\
             [ReviewNode]\nNODE,1,0,0,0\n"
        )
    };
    let header = "SZ[9]EV[2019, Castle game]PC[Edo]DT[2019-03-08]RU[Japanese]KM[0.50]RE[W+R]\
                  PB[Shusaku]BR[7d]PW[Genan]WR[8d]US[Egg]HA[2]";
    check(
        &file("JPN"),
        Format::Ugf,
        &format!("{header}AB[cc][gg];W[ab]C[A strange\nmove [here\\]];B[]"),
    );
    check(
        &file("IGS"),
        Format::Ugf,
        &format!("{header}AB[gc][cg];W[ah]C[A strange\nmove [here\\]];B[]"),
    );
}

#[test]
fn sgf_is_not_taken_for_anything_else() {
    for file in [
        "(;GM[1];B[aa])",
        "Subject: a game\n\nPM me\n(;GM[1];B[aa])",
        "\u{FEFF}(;GM[1];B[aa])",
    ] {
        let records = Records::from_bytes(file.as_bytes()).unwrap();
        assert_eq!(records.format(), Format::Sgf, "{file}");
        assert_eq!(records.iter().next().unwrap().unwrap().moves().count(), 1);
    }
    assert!(Records::from_bytes(b"[Hea").is_err());
    assert!(Records::from_bytes(b"").is_err());
}
