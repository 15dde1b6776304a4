//! Every command of the engine: one row each.

use super::{
    EngineSession, about, analyze, controls, game_commands as game, handicap, raw, scoring, search,
    thinking,
};
use crate::Run::{Answer, Stream, Think};
use crate::{Args, CommandRefusal, Entry, Listed, Opening, Run, Streamed};

/// A command, and the transcript of `data/gtp` that shows it.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) entry: Entry<EngineSession>,
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests look it up"))]
    pub(super) shown_in: &'static str,
}

/// What a command does that is answered line by line.
pub(super) type StreamFn =
    fn(&mut EngineSession, &mut Args<'_>, Opening<'_>) -> Result<Streamed, CommandRefusal>;

const fn row(
    name: &'static str,
    args: &'static str,
    help: &'static str,
    shown_in: &'static str,
    run: Run<EngineSession>,
) -> Row {
    Row {
        entry: Entry {
            name,
            args,
            help,
            listed: Listed::Yes,
            run,
        },
        shown_in,
    }
}

/// The same row, understood but not named: clients that find such a command
/// prefer it to one that serves them better.
const fn unlisted(row: Row) -> Row {
    let entry = Entry {
        listed: Listed::No,
        ..row.entry
    };
    Row { entry, ..row }
}

/// How analysis is asked for.
const ANALYZE: &str = "[COLOR] [INTERVAL] [KEY VALUE]…";

/// Every command but those that all engines have: see [`CommandTable`](crate::CommandTable).
#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    row("name", "", "The engine's name.", "sabaki", Answer(about::name)),
    row("version", "", "The engine's version.", "lizzie", Answer(about::version)),
    row("boardsize", "N | W H", "Begins a game on an empty board of this size.", "traps", Answer(game::boardsize)),
    row("rectangular_boardsize", "W H", "The same, as some clients call it.", "sabaki", Answer(game::boardsize)),
    row("query_boardsize", "", "The size of the board.", "ponnuki/engine", Answer(game::query_boardsize)),
    row("clear_board", "", "Begins a game with the same size, rules and komi.", "sabaki", Answer(game::clear_board)),
    row("komi", "NUMBER", "Points for White.", "sabaki", Answer(game::komi)),
    row("get_komi", "", "The points for White.", "ponnuki/engine", Answer(game::tell_komi)),
    row("play", "COLOR VERTEX", "Makes a move, in turn or not, after the end too.", "traps", Answer(game::play)),
    row("genmove", "COLOR", "Thinks, makes a move and tells it.", "gtp2ogs", Think(thinking::genmove)),
    row("reg_genmove", "COLOR", "Thinks and tells a move without making it.", "ponnuki/engine", Think(search::search)),
    row("genmove_debug", "COLOR", "As genmove, and tells the thinking on stderr.", "ponnuki/katago", Think(thinking::genmove_debug)),
    row("kata-search", "COLOR", "Thinks and tells a move without making it.", "ponnuki/katago", Think(search::search)),
    row("kata-search_cancellable", "COLOR", "The same, until any input.", "ponnuki/katago", Think(search::search_cancellable)),
    row("kata-search_debug", "COLOR", "The same, and tells the thinking on stderr.", "ponnuki/katago", Think(search::search_debug)),
    row("undo", "", "Takes back the last move.", "sabaki", Answer(game::undo)),
    row("gg-undo", "[N]", "Takes back the last N moves.", "gogui", Answer(game::undo_many)),

    row("fixed_handicap", "N", "Places handicap stones where the protocol has them.", "lizzie", Answer(handicap::fixed)),
    row("place_free_handicap", "N", "Places exactly N handicap stones.", "gtp2ogs", Answer(handicap::place_free)),
    row("set_free_handicap", "VERTEX…", "Places these handicap stones.", "sabaki", Answer(handicap::given)),
    row("ponnuki-handicap", "N", "A handicap as the rulebook has it: stones, or White's passes.", "ponnuki/engine", Answer(handicap::by_rulebook)),

    row("time_settings", "MAIN PERIOD STONES", "Absolute or Canadian time, in seconds.", "q5go", Answer(game::gtp_clock)),
    row("kgs-time_settings", "KIND …", "none, absolute, byoyomi or canadian time.", "kgs", Answer(game::kgs_clock)),
    row("kata-time_settings", "KIND …", "The same and fischer, fischer-capped.", "gtp2ogs", Answer(game::kata_clock)),
    row("kata-list_time_settings", "", "The kinds of time that are understood.", "gtp2ogs", Answer(game::list_clocks)),
    row("time_left", "COLOR TIME STONES", "What a clock shows.", "gtp2ogs", Answer(game::time_left)),

    row("final_score", "", "Winner and margin if both stopped now: B+3.5, W+12 or 0.", "ponnuki/engine", Answer(scoring::final_score)),
    row("final_status_list", "dead | alive | seki", "Stones of that fate, one chain on each line.", "ponnuki/engine", Answer(scoring::final_status_list)),
    row("final_status", "VERTEX", "What becomes of a stone, or whose a vacant point is.", "ponnuki/engine", Answer(scoring::final_status)),
    row("ponnuki-explain_score", "", "The whole sum of the score, line by line.", "ponnuki/engine", Answer(scoring::explain_score)),
    row("ponnuki-ownership", "", "Whose each point will be: 1 Black's, -1 White's.", "ponnuki/engine", Answer(thinking::ownership)),

    row("loadsgf", "FILE [N]", "Loads a game as it stood before move N, or at its end.", "ponnuki/engine", Answer(about::loadsgf)),
    row("printsgf", "[FILE]", "The game as SGF, in the answer or in a file.", "ponnuki/engine", Answer(about::printsgf)),
    row("showboard", "", "Draws the board.", "ponnuki/engine", Answer(about::showboard)),
    row("set_position", "[COLOR VERTEX]…", "Begins a game with these stones.", "lizgoban", Answer(game::position)),

    row("kata-set-rules", "NAME | JSON", "Any rulebook of 'ponnuki rules', or KataGo's JSON.", "lizzieyzy", Answer(game::katago_rules)),
    row("kata-set-rule", "TERM VALUE", "Changes one term of KataGo's rules.", "ponnuki/katago", Answer(game::katago_rule)),
    row("kata-get-rules", "", "The rules as KataGo's JSON.", "ponnuki/engine", Answer(game::tell_rules)),
    row("kgs-rules", "NAME", "The rules as KGS calls them.", "kgs", Answer(game::kgs_rules)),
    row("kgs-genmove_cleanup", "COLOR", "Captures dead stones before it passes.", "kgs", Think(thinking::genmove_cleanup)),
    row("kgs-game_over", "", "Understood; the board stays.", "kgs", Answer(game::heard)),

    row("lz-analyze", ANALYZE, "Analyses until any input, in Leela Zero's words.", "lizzie", Stream(analyze::LZ_ANALYZE)),
    row("lz-genmove_analyze", ANALYZE, "Moves, and shows the thinking.", "lizzie", Stream(analyze::LZ_GENMOVE_ANALYZE)),
    row("kata-analyze", ANALYZE, "Analyses until any input, in KataGo's words.", "lizzieyzy", Stream(analyze::KATA_ANALYZE)),
    row("kata-genmove_analyze", ANALYZE, "Moves, and shows the thinking.", "sabaki", Stream(analyze::KATA_GENMOVE_ANALYZE)),
    row("kata-search_analyze", ANALYZE, "Looks for a move, and shows the thinking.", "ponnuki/katago", Stream(analyze::search_analyze)),
    row("kata-search_analyze_cancellable", ANALYZE, "Looks for a move until any input.", "lizgoban", Stream(analyze::search_analyze_cancellable)),
    unlisted(row("analyze", ANALYZE, "As kata-analyze.", "ponnuki/engine", Stream(analyze::KATA_ANALYZE))),
    unlisted(row("genmove_analyze", ANALYZE, "As kata-genmove_analyze.", "ponnuki/engine", Stream(analyze::KATA_GENMOVE_ANALYZE))),
    row(raw::NAME, "[COLOR] SYMMETRY | all", "What the network says of the board, without any search.", "lizgoban", Answer(raw::raw_network)),
    row(raw::HUMAN_NAME, "[COLOR] SYMMETRY | all", "What the network that imitates people says of it.", "ponnuki/engine", Answer(raw::raw_human)),
    row("kata-list-params", "", "What can be set while the engine runs.", "ponnuki/katago", Answer(controls::list)),
    row("kata-get-param", "NAME", "What is set.", "ponnuki/katago", Answer(controls::get)),
    row("kata-set-param", "NAME VALUE", "Sets it.", "ponnuki/katago", Answer(controls::set)),
    row("kata-get-params", "", "All that is set, as JSON.", "ponnuki/katago", Answer(controls::every_value)),
    row("kata-set-params", "JSON", "Sets all of these, or none.", "ponnuki/katago", Answer(controls::change_several)),
    row("kata-get-models", "", "The network it thinks with, as JSON.", "ponnuki/katago", Answer(about::models)),
    row("kata-benchmark", "VISITS", "How long so many visits of this board take.", "ponnuki/katago", Think(search::benchmark)),
    row("lz-setoption", "[name NAME value VALUE]", "Sets an option of Leela Zero's, or lists them.", "lizgoban", Answer(controls::leela_option)),
    row("stop", "", "Ends an analysis, as any input does.", "lizzieyzy", Answer(game::heard)),
    row("clear_cache", "", "Forgets all thinking: what follows depends on nothing before.", "ponnuki/engine", Answer(about::clear_cache)),
    row("cputime", "", "Seconds spent on thinking, all threads together.", "ponnuki/engine", Answer(about::cputime)),

    row("gomill-cpu_time", "", "As cputime.", "ponnuki/katago", Answer(about::cputime)),

    row("gogui-title", "", "The engine's name and version.", "ponnuki/gogui", Answer(about::gogui_title)),
    row("gogui-version", "VERSION", "Understood.", "ponnuki/gogui", Answer(game::heard)),
    row("gogui-analyze_commands", "", "What GoGui can show of this engine.", "gogui", Answer(about::gogui_commands)),
    row("gogui-interrupt", "", "A line '# interrupt' ends the thinking.", "gogui", Answer(game::heard)),
    row("gogui-play_sequence", "[COLOR VERTEX]…", "Makes several moves, all or none.", "gogui", Answer(game::play_sequence)),
    row("gogui-setup", "[COLOR VERTEX]…", "Puts stones, or takes them away with e.", "ponnuki/gogui", Answer(game::gogui_setup)),
    row("gogui-setup_player", "COLOR", "Who is to move.", "ponnuki/gogui", Answer(game::gogui_setup_player)),

    row("cgos-opponent_name", "NAME", "Understood.", "cgos", Answer(game::heard)),
    row("cgos-opponent_rating", "RATING", "Understood.", "cgos", Answer(game::heard)),
    row("cgos-gameover", "RESULT", "Understood.", "cgos", Answer(game::heard)),
    row("cgos-genmove_analyze", "COLOR", "Moves, and tells the thinking as JSON.", "cgos", Stream(thinking::cgos_genmove_analyze)),
];

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use crate::{Command, CommandTable};

    use super::*;

    /// The names of the commands that a transcript sends.
    fn sent_in(transcript: &str) -> Vec<String> {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/gtp");
        let text = fs::read_to_string(dir.join(format!("{transcript}.gtp"))).unwrap();
        let lines = text.lines().filter_map(|line| line.strip_prefix('>'));
        let lines = lines.map(|line| line.replace("\\r", "\r").replace("\\t", "\t"));
        let commands = lines.filter_map(|line| Command::parse(line.as_bytes()).ok().flatten());
        commands.map(|command| command.name().to_owned()).collect()
    }

    #[test]
    fn every_command_is_shown_in_its_transcript() {
        for row in ROWS {
            let name = row.entry.name;
            let is_shown = sent_in(row.shown_in).iter().any(|sent| sent == name);
            assert!(is_shown, "{}.gtp does not show {name}", row.shown_in);
        }
    }

    #[test]
    fn the_rows_are_a_table_and_each_is_explained() {
        let table = CommandTable::new(ROWS.iter().map(|row| row.entry)).unwrap();
        for (name, _, help) in table.listed() {
            assert!(help.ends_with('.'), "{name}: {help}");
        }
    }

    /// What clients need, as far as the table itself does not answer it.
    #[test]
    fn every_client_finds_its_commands() {
        let table = CommandTable::new(ROWS.iter().map(|row| row.entry)).unwrap();
        let listed: Vec<&str> = table.listed().map(|(name, _, _)| name).collect();
        let needed = "protocol_version name version list_commands known_command quit boardsize \
            clear_board komi play genmove undo gg-undo fixed_handicap place_free_handicap \
            set_free_handicap time_settings time_left kgs-time_settings kata-list_time_settings \
            kata-time_settings final_score final_status_list final_status loadsgf printsgf \
            showboard reg_genmove get_komi rectangular_boardsize kata-set-rules kata-get-rules \
            kgs-rules kgs-genmove_cleanup kgs-game_over lz-analyze lz-genmove_analyze kata-analyze \
            kata-genmove_analyze kata-search_analyze_cancellable kata-search kata-search_cancellable \
            kata-search_analyze kata-list-params kata-get-param kata-set-param kata-get-models \
            kata-set-rule lz-setoption gogui-title gogui-version stop clear_cache cputime \
            gogui-analyze_commands gogui-interrupt gogui-play_sequence gogui-setup \
            gogui-setup_player cgos-opponent_name cgos-opponent_rating cgos-gameover \
            cgos-genmove_analyze";
        for name in needed.split_whitespace() {
            assert!(listed.contains(&name), "{name}");
        }
    }
}
