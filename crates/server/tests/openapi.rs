//! The description of the API that the browser's side is built from.

use std::env;
use std::fs;
use std::path::Path;

/// To write the file anew: `UPDATE_GOLDENS=1 cargo test -p ponnuki-server`.
#[test]
fn the_description_of_the_api_in_web_is_the_servers_own() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/openapi.json");
    let found = ponnuki_server::openapi_json();
    if env::var_os("UPDATE_GOLDENS").is_some() {
        fs::write(&path, &found).expect("the golden file is written");
    }
    let expected = fs::read_to_string(&path).expect("the golden file is there");
    let differing = found.lines().zip(expected.lines()).find(|(a, b)| a != b);
    assert!(
        found == expected,
        "web/openapi.json is not what the server says, first here: {differing:#?}\n\
         If it should be: UPDATE_GOLDENS=1 cargo test -p ponnuki-server"
    );
}
