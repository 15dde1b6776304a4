//! Every command of the engine: one row each.

use ponnuki_gtp::{Args, Entry, Inbox, Listed, Opening, Refusal, Reply, Run, Streamed};

use super::session::Session;
use super::{about, board, controls, handicap, raw, scoring, search, think};

/// A command, and the transcript of `data/gtp` that shows it.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) entry: Entry<Session>,
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests look it up"))]
    pub(super) shown_in: &'static str,
}

type Answer = fn(&mut Session, &mut Args<'_>) -> Result<Reply, Refusal>;
type Thought = fn(&mut Session, &mut Args<'_>, &Inbox) -> Result<Reply, Refusal>;
type Lines = fn(&mut Session, &mut Args<'_>, Opening<'_>) -> Result<Streamed, Refusal>;

/// A row whose command is answered at once.
const fn answer(
    name: &'static str,
    args: &'static str,
    help: &'static str,
    shown_in: &'static str,
    run: Answer,
) -> Row {
    row(name, args, help, shown_in, Run::Answer(run))
}

/// A row whose command takes thought.
const fn think(
    name: &'static str,
    args: &'static str,
    help: &'static str,
    shown_in: &'static str,
    run: Thought,
) -> Row {
    row(name, args, help, shown_in, Run::Think(run))
}

/// A row whose command is answered line by line.
const fn stream(
    name: &'static str,
    args: &'static str,
    help: &'static str,
    shown_in: &'static str,
    run: Lines,
) -> Row {
    row(name, args, help, shown_in, Run::Stream(run))
}

const fn row(
    name: &'static str,
    args: &'static str,
    help: &'static str,
    shown_in: &'static str,
    run: Run<Session>,
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

/// Every command but those that all engines have: see [`ponnuki_gtp::Table`].
#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    answer("name", "", "The engine's name.", "sabaki", about::name),
    answer("version", "", "The engine's version.", "lizzie", about::version),
    answer("boardsize", "N | W H", "Begins a game on an empty board of this size.", "traps", board::boardsize),
    answer("rectangular_boardsize", "W H", "The same, as some clients call it.", "sabaki", board::boardsize),
    answer("query_boardsize", "", "The size of the board.", "ponnuki/engine", board::query_boardsize),
    answer("clear_board", "", "Begins a game with the same size, rules and komi.", "sabaki", board::clear_board),
    answer("komi", "NUMBER", "Points for White.", "sabaki", board::komi),
    answer("get_komi", "", "The points for White.", "ponnuki/engine", board::tell_komi),
    answer("play", "COLOR VERTEX", "Makes a move, in turn or not, after the end too.", "traps", board::play),
    think("genmove", "COLOR", "Thinks, makes a move and tells it.", "gtp2ogs", think::genmove),
    think("reg_genmove", "COLOR", "Thinks and tells a move without making it.", "ponnuki/engine", search::search),
    think("genmove_debug", "COLOR", "As genmove, and tells the thinking on stderr.", "ponnuki/katago", think::genmove_debug),
    think("kata-search", "COLOR", "Thinks and tells a move without making it.", "ponnuki/katago", search::search),
    think("kata-search_cancellable", "COLOR", "The same, until any input.", "ponnuki/katago", search::search_cancellable),
    think("kata-search_debug", "COLOR", "The same, and tells the thinking on stderr.", "ponnuki/katago", search::search_debug),
    answer("undo", "", "Takes back the last move.", "sabaki", board::undo),
    answer("gg-undo", "[N]", "Takes back the last N moves.", "gogui", board::undo_many),

    answer("fixed_handicap", "N", "Places handicap stones where the protocol has them.", "lizzie", handicap::fixed),
    answer("place_free_handicap", "N", "Places exactly N handicap stones.", "gtp2ogs", handicap::place_free),
    answer("set_free_handicap", "VERTEX…", "Places these handicap stones.", "sabaki", handicap::given),
    answer("ponnuki-handicap", "N", "A handicap as the rulebook has it: stones, or White's passes.", "ponnuki/engine", handicap::by_rulebook),

    answer("time_settings", "MAIN PERIOD STONES", "Absolute or Canadian time, in seconds.", "q5go", board::gtp_clock),
    answer("kgs-time_settings", "KIND …", "none, absolute, byoyomi or canadian time.", "kgs", board::kgs_clock),
    answer("kata-time_settings", "KIND …", "The same and fischer, fischer-capped.", "gtp2ogs", board::kata_clock),
    answer("kata-list_time_settings", "", "The kinds of time that are understood.", "gtp2ogs", board::list_clocks),
    answer("time_left", "COLOR TIME STONES", "What a clock shows.", "gtp2ogs", board::time_left),

    answer("final_score", "", "Winner and margin if both stopped now: B+3.5, W+12 or 0.", "ponnuki/engine", scoring::final_score),
    answer("final_status_list", "dead | alive | seki", "Stones of that fate, one chain on each line.", "ponnuki/engine", scoring::final_status_list),
    answer("final_status", "VERTEX", "What becomes of a stone, or whose a vacant point is.", "ponnuki/engine", scoring::final_status),
    answer("ponnuki-explain_score", "", "The whole sum of the score, line by line.", "ponnuki/engine", scoring::explain_score),
    answer("ponnuki-ownership", "", "Whose each point will be: 1 Black's, -1 White's.", "ponnuki/engine", think::ownership),

    answer("loadsgf", "FILE [N]", "Loads a game as it stood before move N, or at its end.", "ponnuki/engine", about::loadsgf),
    answer("printsgf", "[FILE]", "The game as SGF, in the answer or in a file.", "ponnuki/engine", about::printsgf),
    answer("showboard", "", "Draws the board.", "ponnuki/engine", about::showboard),
    answer("set_position", "[COLOR VERTEX]…", "Begins a game with these stones.", "lizgoban", board::position),

    answer("kata-set-rules", "NAME | JSON", "Any rulebook of 'ponnuki rules', or KataGo's JSON.", "lizzieyzy", board::katago_rules),
    answer("kata-set-rule", "TERM VALUE", "Changes one term of KataGo's rules.", "ponnuki/katago", board::katago_rule),
    answer("kata-get-rules", "", "The rules as KataGo's JSON.", "ponnuki/engine", board::tell_rules),
    answer("kgs-rules", "NAME", "The rules as KGS calls them.", "kgs", board::kgs_rules),
    think("kgs-genmove_cleanup", "COLOR", "Captures dead stones before it passes.", "kgs", think::genmove_cleanup),
    answer("kgs-game_over", "", "Understood; the board stays.", "kgs", board::heard),

    stream("lz-analyze", ANALYZE, "Analyses until any input, in Leela Zero's words.", "lizzie", think::lz_analyze),
    stream("lz-genmove_analyze", ANALYZE, "Moves, and shows the thinking.", "lizzie", think::lz_genmove_analyze),
    stream("kata-analyze", ANALYZE, "Analyses until any input, in KataGo's words.", "lizzieyzy", think::kata_analyze),
    stream("kata-genmove_analyze", ANALYZE, "Moves, and shows the thinking.", "sabaki", think::kata_genmove_analyze),
    stream("kata-search_analyze", ANALYZE, "Looks for a move, and shows the thinking.", "ponnuki/katago", search::search_analyze),
    stream("kata-search_analyze_cancellable", ANALYZE, "Looks for a move until any input.", "lizgoban", think::search_analyze_cancellable),
    unlisted(stream("analyze", ANALYZE, "As kata-analyze.", "ponnuki/engine", think::kata_analyze)),
    unlisted(stream("genmove_analyze", ANALYZE, "As kata-genmove_analyze.", "ponnuki/engine", think::kata_genmove_analyze)),
    answer(raw::NAME, "[COLOR] SYMMETRY | all", "What the network says of the board, without any search.", "lizgoban", raw::raw_network),
    answer(raw::HUMAN_NAME, "[COLOR] SYMMETRY | all", "What the network that imitates people says of it.", "ponnuki/engine", raw::raw_human),
    answer("kata-list-params", "", "What can be set while the engine runs.", "ponnuki/katago", controls::list),
    answer("kata-get-param", "NAME", "What is set.", "ponnuki/katago", controls::get),
    answer("kata-set-param", "NAME VALUE", "Sets it.", "ponnuki/katago", controls::set),
    answer("kata-get-params", "", "All that is set, as JSON.", "ponnuki/katago", controls::every_value),
    answer("kata-set-params", "JSON", "Sets all of these, or none.", "ponnuki/katago", controls::change_several),
    answer("kata-get-models", "", "The network it thinks with, as JSON.", "ponnuki/katago", about::models),
    think("kata-benchmark", "VISITS", "How long so many visits of this board take.", "ponnuki/katago", search::benchmark),
    answer("lz-setoption", "[name NAME value VALUE]", "Sets an option of Leela Zero's, or lists them.", "lizgoban", controls::leela_option),
    answer("stop", "", "Ends an analysis, as any input does.", "lizzieyzy", board::heard),
    answer("clear_cache", "", "Forgets all thinking: what follows depends on nothing before.", "ponnuki/engine", about::clear_cache),
    answer("cputime", "", "Seconds spent on thinking, all threads together.", "ponnuki/engine", about::cputime),

    answer("gomill-cpu_time", "", "As cputime.", "ponnuki/katago", about::cputime),

    answer("gogui-title", "", "The engine's name and version.", "ponnuki/gogui", about::gogui_title),
    answer("gogui-version", "VERSION", "Understood.", "ponnuki/gogui", board::heard),
    answer("gogui-analyze_commands", "", "What GoGui can show of this engine.", "gogui", about::gogui_commands),
    answer("gogui-interrupt", "", "A line '# interrupt' ends the thinking.", "gogui", board::heard),
    answer("gogui-play_sequence", "[COLOR VERTEX]…", "Makes several moves, all or none.", "gogui", board::play_sequence),
    answer("gogui-setup", "[COLOR VERTEX]…", "Puts stones, or takes them away with e.", "ponnuki/gogui", board::gogui_setup),
    answer("gogui-setup_player", "COLOR", "Who is to move.", "ponnuki/gogui", board::gogui_setup_player),

    answer("cgos-opponent_name", "NAME", "Understood.", "cgos", board::heard),
    answer("cgos-opponent_rating", "RATING", "Understood.", "cgos", board::heard),
    answer("cgos-gameover", "RESULT", "Understood.", "cgos", board::heard),
    stream("cgos-genmove_analyze", "COLOR", "Moves, and tells the thinking as JSON.", "cgos", think::cgos_genmove_analyze),
];

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use ponnuki_gtp::{Command, Table};

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
        let table = Table::new(ROWS.iter().map(|row| row.entry)).unwrap();
        for (name, _, help) in table.listed() {
            assert!(help.ends_with('.'), "{name}: {help}");
        }
    }

    /// What clients need, as far as the table itself does not answer it.
    #[test]
    fn every_client_finds_its_commands() {
        let table = Table::new(ROWS.iter().map(|row| row.entry)).unwrap();
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
