//! Networks as people keep and choose them.

mod net_user;

use std::fs;
use std::path::Path;
use std::process::Command;

use net_user::{Kind, User, answer, network, refusal, text};

/// A short measurement, which begins with what the network calls itself.
const BENCH: [&str; 8] = [
    "bench",
    "net",
    "--size",
    "3",
    "--batch",
    "1",
    "--seconds",
    "0.01",
];

/// Which network is used: a measurement tells its name first.
#[track_caller]
fn used(command: &mut Command) -> String {
    let told = answer(&command.output().unwrap());
    let (name, _) = told.split_once(':').expect("a name");
    name.to_owned()
}

#[test]
fn a_network_is_kept_listed_and_removed() {
    let user = User::with_files("kept");
    let list = user.answer(&["net", "list"]);
    assert!(list.contains("\nbuilt-in  "), "{list}");
    let added = user.answer(&["net", "add", "old.bin", "--name", "mine"]);
    assert!(added.starts_with("mine is kept: 2x"), "{added}");
    assert_eq!(user.kept(), ["mine.bin", "mine.card"]);
    let kept = fs::read(user.nets().join("mine.bin")).unwrap();
    assert_eq!(kept, network(8, Kind::Ordinary));
    assert_eq!(
        user.answer(&["net", "use", "mi"]),
        "mine is used, unless --net names another\n"
    );
    let list = user.answer(&["net", "list"]);
    let row = list.lines().nth(2).unwrap();
    assert!(row.starts_with("mine      2x"), "{list}");
    assert!(row.ends_with("  default"), "{list}");
    user.refusal(&["net", "remove", "mi"]);
    assert_eq!(user.answer(&["net", "remove", "mine"]), "mine is gone\n");
    assert!(user.kept().is_empty(), "{:?}", user.kept());
}

#[test]
fn what_is_no_network_is_not_kept_and_the_layer_is_named() {
    let user = User::new("none");
    let whole = network(8, Kind::Ordinary);
    user.write("half.bin", &whole[..whole.len() / 2]);
    user.write("text.bin", b"Once upon a time there was a game.");
    let line = user.refusal(&["net", "add", "half.bin"]);
    assert!(
        line.starts_with("half.bin: it is not a network: the file ends before "),
        "{line}"
    );
    assert!(line.contains("(in \""), "{line}");
    let line = user.refusal(&["net", "add", "text.bin"]);
    assert!(
        line.starts_with("text.bin: it is not a network: "),
        "{line}"
    );
    assert_eq!(
        user.refusal(&["net", "add", "gone.bin"]),
        "gone.bin: there is no such file"
    );
    assert!(user.kept().is_empty(), "{:?}", user.kept());
}

#[test]
fn a_name_is_free_once_and_made_of_plain_letters() {
    let user = User::with_networks("names");
    let line = user.refusal(&["net", "add", "new-one.bin", "--name", "old"]);
    assert!(
        line.starts_with("there is a network called \"old\" already"),
        "{line}"
    );
    for name in [
        "", "none", "built-in", "../old", "-x", ".hidden", "a b", "ä",
    ] {
        let name = format!("--name={name}");
        let line = user.refusal(&["net", "add", "old.bin", &name]);
        assert!(line.starts_with("a network cannot be called "), "{line}");
    }
    assert_eq!(
        user.kept(),
        ["new-one.bin", "new-one.card", "old.bin", "old.card"]
    );
}

#[test]
fn everything_is_told_about_a_network_by_name_or_file() {
    let user = User::with_networks("told");
    for word in ["old", "./old.bin"] {
        let told = user.answer(&["net", "info", word]);
        for line in [
            "Name          old",
            "Licence       not known",
            "Calls itself  synthetic-8",
            "Format        version 8",
            "Inputs        22 planes of the board, 19 numbers about the game",
        ] {
            assert!(told.lines().any(|found| found == line), "{line}\n{told}");
        }
        assert!(told.contains("2 ordinary"), "{told}");
    }
}

#[test]
fn a_network_is_chosen_by_option_then_variable_then_habit() {
    let user = User::with_networks("choice");
    let bench = |more: &[&str]| user.ponnuki(&[&BENCH, more].concat());
    // Names, the beginnings of names and of their parts, and files.
    for (word, expected) in [
        ("old", "synthetic-8"),
        ("ol", "synthetic-8"),
        ("one", "synthetic-15"),
        ("new", "synthetic-15"),
        ("new-one.bin", "synthetic-15"),
    ] {
        assert_eq!(used(&mut bench(&["--net", word])), expected, "{word}");
    }
    let none = "no network is chosen, name one with --net, such as built-in";
    let own = used(&mut bench(&["--net", "built-in"]));
    assert_eq!(used(&mut bench(&[])), own, "nothing else was said");
    user.answer(&["net", "use", "old"]);
    assert_eq!(used(&mut bench(&[])), "synthetic-8");
    assert_eq!(used(bench(&[]).env("PONNUKI_NET", "new")), "synthetic-15");
    let mut both = bench(&["--net", "old"]);
    assert_eq!(used(both.env("PONNUKI_NET", "new")), "synthetic-8");
    assert_eq!(refusal(&bench(&["--net", "none"]).output().unwrap()), none);
    user.answer(&["net", "use", "built-in"]);
    assert_eq!(used(&mut bench(&[])), own);
    user.answer(&["net", "use", "none"]);
    assert_eq!(refusal(&bench(&[]).output().unwrap()), none);
}

#[test]
fn a_word_that_names_nothing_or_too_much_is_told_what_there_is() {
    let user = User::with_networks("words");
    user.answer(&["net", "add", "old.bin", "--name", "older"]);
    assert_eq!(
        user.refusal(&["gtp", "--net", "b18"]),
        "no file and no network is called \"b18\"; there are new-one, old, older"
    );
    assert_eq!(
        user.refusal(&["gtp", "--net", "o"]),
        "\"o\" could be new-one or old or older"
    );
    assert_eq!(
        user.refusal(&["gtp", "--net", "./b18.bin.gz"]),
        "./b18.bin.gz: there is no such file"
    );
    user.answer(&["net", "use", "old"]);
    fs::remove_file(user.nets().join("old.bin")).unwrap();
    let line = user.refusal(&["gtp"]);
    assert!(
        line.starts_with("the default network \"old\" is gone"),
        "{line}"
    );
}

#[test]
fn a_network_plays() {
    let user = User::with_networks("plays");
    let mut command = user.ponnuki(&[
        "gtp",
        "--net",
        "new",
        "--size",
        "5",
        "--playouts",
        "8",
        "--threads",
        "1",
    ]);
    fs::write(user.dir.join("commands"), "genmove b\nquit\n").unwrap();
    let commands = fs::File::open(user.dir.join("commands")).unwrap();
    let output = command.stdin(commands).output().unwrap();
    let answer = text(&output.stdout);
    assert!(answer.starts_with("= "), "{answer}{}", text(&output.stderr));
}

#[test]
fn networks_are_verified_and_a_change_is_found() {
    let user = User::with_networks("verified");
    let told = user.answer(&["net", "verify"]);
    let verdicts: Vec<Vec<&str>> = told
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(verdicts.len(), 5, "{told}");
    for (row, name) in verdicts[2..4].iter().zip(["new-one", "old"]) {
        assert_eq!((row[0], row[6]), (name, "good"), "{told}");
        assert_eq!(row[1..3].join(" "), "as added");
        for gap in &row[3..6] {
            assert!(gap.parse::<f32>().unwrap() < 1e-3, "{told}");
        }
    }
    // Another weight at the end of the file, which it is a network with all the same.
    let path = user.nets().join("old.bin");
    let mut bytes = fs::read(&path).unwrap();
    let at = bytes.len() - 2;
    bytes[at] ^= 1;
    fs::write(&path, bytes).unwrap();
    let output = user.ponnuki(&["net", "verify"]).output().unwrap();
    assert_eq!(refusal(&output), "1 of 3 networks cannot be trusted");
    let told = text(&output.stdout);
    assert!(told.contains("changed since it was added"), "{told}");
    // A file that nobody added is a network too, of which no checksum is known.
    let told = user.answer(&["net", "verify", "old.bin"]);
    assert!(told.contains("not kept") && told.contains("good"), "{told}");
}

#[test]
fn what_is_fetched_is_what_is_known_or_nothing() {
    let user = User::new("fetched");
    user.write("any.whl", b"PK");
    let args = ["net", "fetch", "b15", "--wheel", "any.whl"];
    let output = user.ponnuki(&args).output().unwrap();
    let line = refusal(&output);
    assert!(line.starts_with("any.whl has the SHA-256 "), "{line}");
    assert!(line.contains("katrain==1.13.0"), "{line}");
    let told = text(&output.stdout);
    assert!(told.contains("licence: CC0"), "{told}");
    assert!(user.kept().is_empty(), "{:?}", user.kept());
    assert_eq!(
        user.refusal(&["net", "fetch", "b40"]),
        "no network that can be fetched is called \"b40\"; \
         there are b15c192, b18c384nbt, b10c384"
    );
}

#[test]
fn who_has_no_pip_is_told_what_to_do() {
    let user = User::new("no-pip");
    let mut command = user.ponnuki(&["net", "fetch", "b10"]);
    let output = command.env("PATH", &user.dir).output().unwrap();
    assert_eq!(
        refusal(&output),
        "the network is inside a Python package, and there is no pip here to bring it (tried \
         pip, pip3, python3 -m pip, python -m pip, py -m pip): install Python's pip and try \
         again, or get the file katrain-1.20.0-py3-none-any.whl (katrain==1.20.0) from PyPI with \
         a browser, then: ponnuki net fetch b10c384 --wheel FILE"
    );
    assert!(text(&output.stdout).contains("licence: not stated"));
}

#[cfg(unix)]
#[test]
fn what_pip_brings_is_checked_and_its_failure_told() {
    let user = User::new("pip");
    let fetch = || {
        let mut command = user.ponnuki(&["net", "fetch", "b10"]);
        let path = format!("{}:/usr/bin:/bin", user.dir.display());
        text(&command.env("PATH", path).output().unwrap().stderr)
    };
    // As pip is asked, the directory comes last.
    pip(
        &user.dir,
        "[ $1 = --version ] && exit; for dir; do :; done; \
         echo x > $dir/katrain-1.20.0-py3-none-any.whl",
    );
    let told = fetch();
    assert!(told.contains("has the SHA-256 73cb3858"), "{told}");
    pip(
        &user.dir,
        "[ $1 = --version ] && exit; echo no index >&2; exit 1",
    );
    let told = fetch();
    assert!(
        told.starts_with("no index\nerror: pip could not download the network; or get the file "),
        "{told}"
    );
    assert_eq!(user.kept(), ["fetching"]);
}

/// A program called pip that does this.
#[cfg(unix)]
fn pip(dir: &Path, script: &str) {
    use std::os::unix::fs::PermissionsExt;

    let path = dir.join("pip");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn networks_of_katrain_and_katago_are_found_and_kept_once() {
    let user = User::new("import");
    let package = user
        .dir
        .join(".local/lib/python3.11/site-packages/katrain/models");
    let downloads = user.dir.join(".katrain");
    for dir in [&package, &downloads] {
        fs::create_dir_all(dir).unwrap();
    }
    fs::write(package.join("packaged.bin"), network(9, Kind::Ordinary)).unwrap();
    fs::write(package.join("same.bin"), network(8, Kind::Ordinary)).unwrap();
    fs::write(package.join("__init__.py"), "").unwrap();
    fs::write(downloads.join("loaded.bin"), network(15, Kind::Nested)).unwrap();
    fs::write(downloads.join("first.bin"), network(8, Kind::Ordinary)).unwrap();
    fs::write(downloads.join("notes.txt"), "Not a network.").unwrap();
    fs::write(downloads.join("torn.bin.gz"), "Neither.").unwrap();
    let import = || {
        let mut command = user.ponnuki(&["net", "import"]);
        command.env("HOME", &user.dir).env_remove("VIRTUAL_ENV");
        answer(&command.env_remove("CONDA_PREFIX").output().unwrap())
    };
    let told = import();
    for line in [
        "loaded: 2x",
        "packaged: 2x",
        "not kept: ",
        "first: kept already (",
    ] {
        assert!(told.contains(line), "{line}\n{told}");
    }
    assert!(!told.contains("notes"), "{told}");
    let kept = user.kept();
    for name in ["first.bin", "loaded.bin", "loaded.card", "packaged.bin"] {
        assert!(kept.iter().any(|kept| kept == name), "{name} {kept:?}");
    }
    assert!(!kept.iter().any(|kept| kept == "same.bin"), "{kept:?}");
    let told = import();
    assert!(told.contains("loaded: kept already ("), "{told}");
    assert_eq!(user.kept(), kept);
}

#[test]
fn a_folder_is_imported_whole_and_told_of_if_there_is_nothing() {
    let user = User::with_files("import-dir");
    fs::create_dir_all(user.dir.join("deep/er")).unwrap();
    fs::copy(user.dir.join("old.bin"), user.dir.join("deep/er/inner.bin")).unwrap();
    let told = user.answer(&["net", "import", "deep"]);
    assert!(told.starts_with("inner: 2x"), "{told}");
    assert!(told.ends_with("kept from deep/er/inner.bin\n"), "{told}");
    // Another of that name stays where it is.
    fs::copy(
        user.dir.join("new-one.bin"),
        user.dir.join("deep/inner.bin"),
    )
    .unwrap();
    let told = user.answer(&["net", "import", "deep"]);
    assert!(
        told.contains("inner: another network is called so"),
        "{told}"
    );
    fs::create_dir_all(user.dir.join("empty")).unwrap();
    assert_eq!(
        user.refusal(&["net", "import", "empty"]),
        "no network was found in empty"
    );
    let line = user.refusal(&["net", "import", "nowhere"]);
    assert!(line.starts_with("nowhere cannot be read: "), "{line}");
}
