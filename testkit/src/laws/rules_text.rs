//! Printed rules and komi read the same.

use ponnuki_game::{Komi, PRESETS, Preset, Rules};

use crate::Script;

/// Rules printed as JSON read as rules that print the same, and so does komi;
/// no text at all makes the readers panic.
pub fn printed_rules_read_the_same(bytes: &[u8]) {
    let mut script = Script::new(bytes);
    check_rules(&script.rules());
    let komi = script.below(256) * 256 + script.below(256);
    let komi = Komi::from_half_points((komi % 2501) as i16 - 1250);
    assert_eq!(komi.to_string().parse(), Ok(komi));
    let preset = script.one_of(PRESETS);
    let found = Preset::named(&preset.name.to_uppercase().replace('-', "_"));
    assert_eq!(found.map(|found| found.name), Some(preset.name));

    let text = String::from_utf8_lossy(bytes);
    if let Ok(rules) = text.parse::<Rules>() {
        check_rules(&rules);
    }
    if let Ok(komi) = text.parse::<Komi>() {
        assert_eq!(komi.to_string().parse(), Ok(komi));
    }
}

fn check_rules(rules: &Rules) {
    let text = rules.to_katago();
    match text.parse::<Rules>() {
        Ok(read) => assert_eq!(read.to_katago(), text),
        Err(error) => panic!("{error}: {text}"),
    }
}
