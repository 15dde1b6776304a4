//! A tiny engine that plays at random within the rules: something to talk to.

use std::io::{BufReader, Read, Write};
use std::time::Duration;

use ponnuki_game::{
    ByColor, Color, Dice, Game, Illegal, Komi, Move, Odds, Point, PointSet, Rules, Setup, Size,
};
use ponnuki_gtp::{
    AnalysisReport, AnalyzeRequest, Args, CandidateReport, CommandRefusal, CommandTable, Decision,
    Dialect, Ended, Entry, Inbox, Listed, Opening, PvMove, ReplyText, Run, SearchValue, Streamed,
    TIME_MAX, TimeDialect, TimeLeft, TimeSettings, Waited, serve, vertex, vertices,
};

/// The engine: a game, and dice for its moves.
#[derive(Debug)]
pub(crate) struct Tiny {
    game: Game,
    dice: Dice,
}

impl Tiny {
    /// An engine that plays what `seed` says.
    pub(crate) fn new(seed: u64) -> Tiny {
        let setup = Setup::new(Size::NINETEEN, Rules::TROMP_TAYLOR);
        Tiny {
            game: setup.start().unwrap(),
            dice: Dice::new(seed),
        }
    }

    /// Serves to the end, without the commands named in `hidden`.
    pub(crate) fn serve(
        mut self,
        hidden: &[&str],
        input: impl Read + Send + 'static,
        output: impl Write,
    ) -> Ended {
        let entries = table().into_iter();
        let table =
            CommandTable::new(entries.filter(|entry| !hidden.contains(&entry.name))).unwrap();
        serve(&mut self, &table, BufReader::new(input), output).unwrap()
    }

    fn restart(&mut self, change: impl FnOnce(&mut Setup)) -> Result<ReplyText, CommandRefusal> {
        let mut setup = Setup::new(self.game.size(), Rules::TROMP_TAYLOR);
        setup.komi = self.game.setup().komi;
        change(&mut setup);
        self.game = setup
            .start()
            .map_err(|_| CommandRefusal::UnacceptableSize)?;
        Ok(ReplyText::empty())
    }

    /// Clients play on after the end, and set up boards move by move.
    fn play(&mut self, color: Color, mv: Move) -> Result<(), CommandRefusal> {
        let played = match self.game.play_for(color, mv) {
            Err(Illegal::Over(_) | Illegal::Stopped) => self.game.force(color, mv).map(drop),
            played => played,
        };
        played.map_err(|_| CommandRefusal::IllegalMove)
    }

    /// Any move but a pass, a self-destruction or the loss of an eye.
    fn choose(&mut self, color: Color) -> Move {
        let board = self.game.board();
        let (size, own) = (board.size(), board.stones(color));
        let is_sound = |point: &Point| {
            let alone: PointSet = [*point].into_iter().collect();
            let is_eye = alone.neighbors(size).is_subset(&own);
            !is_eye
                && self
                    .game
                    .clone()
                    .play_for(color, Move::Play(*point))
                    .is_ok()
        };
        let sound: Vec<Point> = board.vacant().iter().filter(is_sound).collect();
        match sound.get(self.dice.below(sound.len())) {
            Some(&point) => Move::Play(point),
            None => Move::Pass,
        }
    }

    fn genmove(&mut self, color: Color) -> Result<Move, CommandRefusal> {
        let mv = self.choose(color);
        self.play(color, mv)?;
        Ok(mv)
    }

    /// Something that looks as if it had been thought about.
    fn analysis(&mut self) -> AnalysisReport {
        let size = self.game.size();
        let own: Vec<f64> = size.points().map(|_| 0.25).collect();
        let verdict = SearchValue {
            visits: 10,
            winrate: 0.5,
            weight: 10.0,
            ..SearchValue::default()
        };
        let points = self.game.board().vacant().iter().take(2);
        let candidate = |point| {
            let mut candidate = CandidateReport::new(Move::Play(point));
            candidate.verdict = verdict;
            candidate.pv.push(PvMove {
                mv: Move::Pass,
                visits: 1,
                edge_visits: 1,
            });
            candidate.ownership = Some(own.clone());
            candidate
        };
        AnalysisReport {
            candidates: points.map(candidate).collect(),
            root: verdict,
            ownership: Some(own.clone()),
            ownership_stdev: None,
            doubts: None,
        }
    }

    fn size(&self) -> Size {
        self.game.size()
    }
}

type Answer = Result<ReplyText, CommandRefusal>;

fn table() -> Vec<Entry<Tiny>> {
    let answer = |name, run| entry(name, Listed::Yes, Run::Answer(run));
    let stream = |name, run| entry(name, Listed::Yes, Run::Stream(run));
    vec![
        answer("name", |_, _| Ok(ReplyText::from("Tiny"))),
        answer("version", |_, _| Ok(ReplyText::from("0.17"))),
        answer("boardsize", boardsize),
        answer("rectangular_boardsize", boardsize),
        answer("clear_board", |tiny, _| tiny.restart(|_| ())),
        answer("komi", komi),
        answer("play", play),
        entry("genmove", Listed::Yes, Run::Think(genmove)),
        entry("kgs-genmove_cleanup", Listed::Yes, Run::Think(genmove)),
        answer("undo", undo),
        answer("gg-undo", undo),
        answer("fixed_handicap", fixed_handicap),
        answer("place_free_handicap", fixed_handicap),
        answer("set_free_handicap", set_free_handicap),
        answer("time_settings", |_, args| clock(TimeDialect::Gtp, args)),
        answer("kgs-time_settings", |_, args| clock(TimeDialect::Kgs, args)),
        answer("kata-time_settings", |_, args| {
            clock(TimeDialect::Kata, args)
        }),
        answer("kata-list_time_settings", |_, _| {
            Ok(ReplyText::from(TimeSettings::KINDS.join(" ")))
        }),
        answer("time_left", |_, args| {
            TimeLeft::parse(args).map(|_| ReplyText::empty())
        }),
        answer("final_score", final_score),
        answer("final_status_list", |_, _| Ok(ReplyText::empty())),
        answer("showboard", |tiny, _| {
            Ok(ReplyText::from(format!("\n{}\n\n", tiny.game.board())))
        }),
        answer("kata-set-rules", |_, args| {
            let rules = args.rest().parse::<Rules>();
            rules.map_err(|error| CommandRefusal::Other(error.to_string()))?;
            Ok(ReplyText::empty())
        }),
        answer("kgs-rules", |_, args| {
            args.word().map(|_| ReplyText::empty())
        }),
        answer("set_position", set_position),
        answer("gogui-play_sequence", gogui_play_sequence),
        answer("gogui-analyze_commands", |_, _| {
            Ok(ReplyText::from("string/Show board/showboard"))
        }),
        answer("lz-setoption", silent),
        answer("gogui-interrupt", silent),
        answer("stop", silent),
        answer("clear_cache", silent),
        answer("kgs-game_over", silent),
        answer("cgos-opponent_name", silent),
        answer("cgos-opponent_rating", silent),
        answer("cgos-gameover", silent),
        stream("lz-analyze", |t, a, o| analyze(Dialect::Lz, t, a, o)),
        stream("kata-analyze", |t, a, o| analyze(Dialect::Kata, t, a, o)),
        // Understood but not named: some clients prefer it and misread it.
        entry(
            "analyze",
            Listed::No,
            Run::Stream(|t, a, o| analyze(Dialect::Kata, t, a, o)),
        ),
        stream("lz-genmove_analyze", |t, a, o| {
            genmove_analyze(Dialect::Lz, t, a, o)
        }),
        stream("kata-genmove_analyze", |t, a, o| {
            genmove_analyze(Dialect::Kata, t, a, o)
        }),
        stream("kata-search_analyze_cancellable", search_cancellable),
        stream("cgos-genmove_analyze", cgos_genmove_analyze),
    ]
}

fn entry(name: &'static str, listed: Listed, run: Run<Tiny>) -> Entry<Tiny> {
    Entry {
        name,
        args: "",
        help: "",
        listed,
        run,
    }
}

fn silent(_: &mut Tiny, _: &mut Args<'_>) -> Answer {
    Ok(ReplyText::empty())
}

fn boardsize(tiny: &mut Tiny, args: &mut Args<'_>) -> Answer {
    let size = args.size()?;
    tiny.restart(|setup| setup.size = size)
}

fn komi(tiny: &mut Tiny, args: &mut Args<'_>) -> Answer {
    let komi: Komi = args.komi()?;
    let mut setup = tiny.game.setup().clone();
    setup.komi = komi;
    let game = Game::replay(setup, tiny.game.events());
    tiny.game = game.map_err(|error| CommandRefusal::Other(error.to_string()))?;
    Ok(ReplyText::empty())
}

fn play(tiny: &mut Tiny, args: &mut Args<'_>) -> Answer {
    let (color, mv) = (args.color()?, args.mv(tiny.size())?);
    tiny.play(color, mv).map(|()| ReplyText::empty())
}

fn gogui_play_sequence(tiny: &mut Tiny, args: &mut Args<'_>) -> Answer {
    while args.peek().is_some() {
        play(tiny, args)?;
    }
    Ok(ReplyText::empty())
}

fn genmove(tiny: &mut Tiny, args: &mut Args<'_>, _: &Inbox) -> Answer {
    let mv = args.color().and_then(|color| tiny.genmove(color))?;
    Ok(ReplyText::from(vertex(mv, tiny.size())))
}

fn undo(tiny: &mut Tiny, args: &mut Args<'_>) -> Answer {
    let n = args.peek().map(|_| args.number()).transpose()?;
    let n = n.unwrap_or(1) as usize;
    if n > tiny.game.n_moves() {
        return Err(CommandRefusal::CannotUndo);
    }
    tiny.game.undo(n);
    Ok(ReplyText::empty())
}

fn fixed_handicap(tiny: &mut Tiny, args: &mut Args<'_>) -> Answer {
    let odds = Odds::on_stars(tiny.size(), args.number()? as usize);
    let Some(Odds::Stones { points, .. }) = odds else {
        return Err(CommandRefusal::InvalidNumberOfStones);
    };
    place_handicap(tiny, points)?;
    Ok(ReplyText::from(vertices(points, tiny.size())))
}

fn set_free_handicap(tiny: &mut Tiny, args: &mut Args<'_>) -> Answer {
    let points = args.points(tiny.size())?;
    place_handicap(tiny, points)
}

fn place_handicap(tiny: &mut Tiny, points: PointSet) -> Answer {
    if tiny.game.board().vacant().len() < tiny.size().n_points() {
        return Err(CommandRefusal::BoardNotEmpty);
    }
    tiny.restart(|setup| {
        setup.stones = ByColor {
            black: points,
            white: PointSet::EMPTY,
        };
    })
}

fn set_position(tiny: &mut Tiny, args: &mut Args<'_>) -> Answer {
    tiny.restart(|_| ())?;
    gogui_play_sequence(tiny, args)
}

fn clock(dialect: TimeDialect, args: &mut Args<'_>) -> Answer {
    TimeSettings::parse(dialect, args).map(|_| ReplyText::empty())
}

fn final_score(tiny: &mut Tiny, _: &mut Args<'_>) -> Answer {
    let score = tiny.game.score(PointSet::EMPTY);
    let outcome = score.map_err(|_| CommandRefusal::CannotScore)?.outcome();
    Ok(ReplyText::from(match outcome.winner() {
        Some(_) => outcome.to_string(),
        None => "0".to_owned(),
    }))
}

type Stream = Result<Streamed, CommandRefusal>;

fn analyze(dialect: Dialect, tiny: &mut Tiny, args: &mut Args<'_>, opening: Opening<'_>) -> Stream {
    let request = AnalyzeRequest::parse(dialect, args, tiny.size())?;
    let mut lines = opening.until_input();
    let interval = request.interval.unwrap_or(TIME_MAX);
    while lines.wait(interval) == Waited::Elapsed {
        lines.line(&tiny.analysis().line(&request, tiny.size()));
    }
    Ok(lines.end())
}

fn genmove_analyze(
    dialect: Dialect,
    tiny: &mut Tiny,
    args: &mut Args<'_>,
    opening: Opening<'_>,
) -> Stream {
    let request = AnalyzeRequest::parse(dialect, args, tiny.size())?;
    let mut lines = opening.uninterrupted();
    lines.line(&tiny.analysis().line(&request, tiny.size()));
    let mv = tiny.genmove(request.color.unwrap_or(tiny.game.turn()))?;
    Ok(lines.play(Decision::Move(mv), tiny.size()))
}

fn search_cancellable(tiny: &mut Tiny, args: &mut Args<'_>, opening: Opening<'_>) -> Stream {
    let request = AnalyzeRequest::parse(Dialect::Kata, args, tiny.size())?;
    let lines = opening.until_input();
    if lines.wait(Duration::from_millis(1)) == Waited::Input {
        return Ok(lines.cancel());
    }
    let mv = tiny.choose(request.color.unwrap_or(tiny.game.turn()));
    Ok(lines.play(Decision::Move(mv), tiny.size()))
}

fn cgos_genmove_analyze(tiny: &mut Tiny, args: &mut Args<'_>, opening: Opening<'_>) -> Stream {
    let color = args.color()?;
    let mut lines = opening.uninterrupted();
    lines.line(&tiny.analysis().cgos_line(tiny.size()));
    let mv = tiny.genmove(color)?;
    Ok(lines.play(Decision::Move(mv), tiny.size()))
}
