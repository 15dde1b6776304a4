//! KataGo's configuration files, and `key=value` on a command line.

use crate::protocol::{AnalysisSettings, BadSetting};

/// Changes `settings` as the text of a configuration file says; what it says
/// about other things is for KataGo.
///
/// # Errors
///
/// The first setting that cannot be so.
pub fn apply_file(text: &str, settings: &mut AnalysisSettings) -> Result<(), BadSetting> {
    let lines = text.lines();
    let lines = lines.map(|line| line.split('#').next().unwrap_or(line));
    apply(lines, settings)
}

/// Changes `settings` as `key=value,key=value` says.
///
/// # Errors
///
/// The first setting that cannot be so.
pub fn apply_list(list: &str, settings: &mut AnalysisSettings) -> Result<(), BadSetting> {
    apply(list.split(','), settings)
}

fn apply<'a>(
    pairs: impl Iterator<Item = &'a str>,
    settings: &mut AnalysisSettings,
) -> Result<(), BadSetting> {
    for (key, value) in pairs.filter_map(|pair| pair.split_once('=')) {
        settings.change(key.trim(), value.trim())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::protocol::Perspective;

    use super::*;

    #[test]
    fn a_configuration_changes_what_is_known_and_leaves_the_rest() {
        let text = "# maxVisits = 1\nmaxVisits = 7 # few\n\nnumSearchThreads = x\n\
            reportAnalysisWinratesAs = SIDETOMOVE";
        let mut settings = AnalysisSettings::default();
        apply_file(text, &mut settings).unwrap();
        apply_list("homeDataDir=/a=b,maxTime=1.5", &mut settings).unwrap();
        let expected = AnalysisSettings {
            n_visits_max: 7,
            perspective: Perspective::SideToMove,
            time_max: Some(std::time::Duration::from_millis(1500)),
            ..AnalysisSettings::default()
        };
        assert_eq!(settings, expected);
        let bad = apply_list("maxVisits=0", &mut settings).unwrap_err();
        assert_eq!((bad.key.as_str(), bad.value.as_str()), ("maxVisits", "0"));
        assert_eq!(settings, expected);
    }
}
