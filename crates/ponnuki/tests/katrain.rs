//! KaTrain as a client, where it is installed: `pip install --no-deps katrain pysgf`
//! is enough. `PONNUKI_PYTHON` names another Python than `python3`.

use std::env;
use std::path::Path;
use std::process::Command;

/// How the client says that KaTrain is not there.
const SKIPPED: i32 = 77;

#[test]
fn katrain_uses_the_program_as_its_engine_unchanged() {
    let python = env::var_os("PONNUKI_PYTHON").unwrap_or_else(|| "python3".into());
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/katrain/client.py");
    let run = Command::new(&python)
        .arg(client)
        .arg(env!("CARGO_BIN_EXE_ponnuki"))
        .output();
    let Ok(output) = run else {
        eprintln!("skipped: there is no {}", python.display());
        return;
    };
    let (told, errors) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    match output.status.code() {
        Some(SKIPPED) => eprintln!("skipped: {told}"),
        code => assert_eq!(code, Some(0), "{told}{errors}"),
    }
}
