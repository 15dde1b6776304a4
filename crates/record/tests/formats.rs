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
fn xml_of_gogui_is_read_with_its_variations_marks_and_texts() {
    let file = r#"<?xml version='1.0' encoding='utf-8'?>
        <!DOCTYPE Go SYSTEM "go.dtd" [<!ELEMENT Go (GoGame)>]>
        <!-- A game. -->
        <Go>
        <GoGame name="Castle &amp; game">
        <Information>
        <Application>GoGui:1.5.1</Application><BoardSize>9</BoardSize><Komi>6.5</Komi>
        <BlackPlayer>Shusaku</BlackPlayer><WhitePlayer>G&#233;nan</WhitePlayer>
        <Result>B+R</Result><Copyright><P>nobody</P></Copyright>
        </Information>
        <Nodes>
        <Node><AddBlack><at>C3</at><at>G7</at></AddBlack><AddWhite at="C7"/><WhiteToPlay/></Node>
        <White number="1" at="E5" timeleft="59.5"/>
        <Comment><P>A strange
        move]</P><P>indeed</P></Comment>
        <Variation><White number="1" at="D4"/><Black number="2" at=""/></Variation>
        <Node name="here"><Black number="2"><at>E6</at></Black><Mark at="A1" type="triangle"/>
        <Mark at="B1" label="x:y"/><Mark territory="white"><at>J9</at></Mark><Mark at="C1"/>
        <SGF type="OB"><Arg>7</Arg></SGF><SGF type="SZ"><Arg>19</Arg></SGF></Node>
        <White number="3" at=""/>
        </Nodes>
        </GoGame>
        </Go>"#;
    let header = "SZ[9]AB[cg][gc]AP[GoGui:1.5.1]AW[cc]CP[nobody]GN[Castle & game]KM[6.5]\
                  PB[Shusaku]PL[W]PW[Génan]RE[B+R]";
    let played = ";B[ed]LB[bi:x\\:y]MA[ci]N[here]OB[7]TR[ai]TW[ia];W[]";
    let expected =
        format!("{header}(;C[A strange move\\]\nindeed]W[ee]WL[59.5]{played})(;W[df];B[])");
    check(file, Format::Xml, &expected);
}

#[test]
fn xml_that_breaks_off_or_is_something_else_does_no_harm() {
    let begun = "<Go><GoGame><Information><BoardSize>9</BoardSize></Information><Nodes>\
        <Black at='C3'/><Variation><Black at=\"D4\"/><Comment>said";
    for end in 0..=begun.len() {
        let file = &begun[..end];
        if let Ok(records) = Records::from_bytes(file.as_bytes()) {
            assert_eq!(records.format(), Format::Xml, "{file}");
        }
    }
    assert!(Records::from_bytes(b"<html><Go></Go></html>").is_err());
    assert!(Records::from_bytes(b"<svg/>").is_err());
    let nothing = Records::from_bytes(b"<Go></Go>").unwrap();
    assert_eq!(nothing.iter().next().unwrap().unwrap().moves().count(), 0);
}

#[test]
fn xml_that_grows_every_way_it_can_is_read_in_the_time_of_its_length() {
    let deep = "<Black at='A1'/>".repeat(20_000);
    let wide = "<Variation><White at='B1'/></Variation>".repeat(20_000);
    let much = "<SGF type='XA'><Arg>x</Arg></SGF>".repeat(20_000);
    let said = "said ".repeat(100_000);
    let file = format!(
        "<Go><GoGame><Nodes>{deep}{wide}<Node>{much}<Comment>{said}</Comment></Node></Nodes>"
    );
    let records = Records::from_bytes(file.as_bytes()).unwrap();
    let record = records.iter().next().unwrap().unwrap();
    assert_eq!(record.moves().count(), 20_000);
}

#[test]
fn a_long_game_with_much_to_say_is_read_in_the_time_of_its_length() {
    // As large as a server reads; what grows with the square would take gigabytes and minutes.
    let (moves, said) = ("YA,B1,1,0\n".repeat(40_000), "hello\n".repeat(80_000));
    let file = format!("[Header]\nSize=9\n[Data]\n{moves}[Figure]\n.Text,1\n{said}.EndText\n");
    let records = Records::from_bytes(file.as_bytes()).unwrap();
    assert_eq!(records.format(), Format::Ugf);
    let record = records.iter().next().unwrap().unwrap();
    assert_eq!(record.moves().count(), 40_000);
    let node = record.root().subtree().nth(1).unwrap();
    assert_eq!(node.value("C").unwrap().text(), said.trim_end());
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
