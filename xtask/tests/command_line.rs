//! The program as it is called: what it prints where, and its exit codes.

use std::process::Command;

/// What a call with `args` gives: the exit code, the lines of output and of errors.
fn call(args: &[&str]) -> (Option<i32>, usize, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(args)
        .output()
        .expect("the program under test is built");
    let n_lines = String::from_utf8_lossy(&output.stdout).lines().count();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), n_lines, errors)
}

#[test]
fn without_arguments_it_teaches() {
    let (code, n_lines, errors) = call(&[]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(n_lines > 5, "{n_lines}");
}

#[test]
fn what_it_does_not_know_it_says_in_one_line() {
    for args in [&["joseki"][..], &["test", "--fast"], &["tidy", "up"]] {
        let (code, n_lines, errors) = call(args);
        assert_eq!((code, n_lines), (Some(2), 0), "{args:?}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
        assert!(errors.contains(args[args.len() - 1]), "{errors}");
    }
}
