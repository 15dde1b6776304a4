//! How far a review can be believed: of the mistakes that it names, how many does a strong
//! network confirm, and of the large losses that this sees, how many does it find?
//!
//! The games lie beside the repository, what the strong network said of them in `bench/referee`.

mod games;
mod referee;

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use cpu_time::ThreadTime;
use ponnuki_engine::{Net, Request, ThinkLimits, Thinker, embedded, thinker};
use ponnuki_game::{Color, Move};
use ponnuki_record::Records;
use ponnuki_review::{Assessment, Grade, MainLine, PositionLook, Prospect, Review, TriedMove};

use games::Specimen;
use referee::{Book, Cost, Verdicts};

/// How many visits the referee gives each position of a small board, and of a large one.
const REFEREE_VISITS: [u64; 2] = [100, 50];

/// The built-in network's effort before a move was looked at twice.
const VISITS_BEFORE: u64 = 50;

/// From this loss on, in points, KaTrain calls a move a mistake.
const KATRAIN_POINTS: f32 = 3.0;

/// How many moments of each player a review tells.
const N_MOMENTS: usize = 3;

/// The boards that are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoardSize {
    Small,
    Large,
}

impl BoardSize {
    const BOTH: [BoardSize; 2] = [BoardSize::Small, BoardSize::Large];

    fn name(self) -> &'static str {
        match self {
            BoardSize::Small => "9x9",
            BoardSize::Large => "19x19",
        }
    }

    fn specimens(self) -> io::Result<Vec<Specimen>> {
        let data = workspace().join("../shared/data");
        match self {
            BoardSize::Small => games::small(&data),
            BoardSize::Large => games::large(&data),
        }
    }

    fn book(self) -> PathBuf {
        let name = format!("bench/referee/{}.tsv", self.name());
        workspace().join(name)
    }
}

/// Has the network of a file judge all games that it has not judged yet, and writes it down.
///
/// # Errors
///
/// The games or the network are not there, or nothing can be written.
pub(crate) fn referee(network: &Path, out: &mut impl Write) -> io::Result<()> {
    let net = load(network)?;
    for (size, visits) in BoardSize::BOTH.into_iter().zip(REFEREE_VISITS) {
        let path = size.book();
        let mut book = Book::open(&path)?;
        for specimen in size.specimens()? {
            let main_line = main_line(&specimen)?;
            if book.of(&specimen.name, &main_line).is_some() {
                continue;
            }
            let review = first_looks(main_line, &net, visits);
            if let Some(verdicts) = Verdicts::of(&specimen.name, &review) {
                book.add(verdicts, &path)?;
                writeln!(out, "{}", specimen.name)?;
                out.flush()?;
            }
        }
    }
    Ok(())
}

/// Writes the table: the built-in network as reviews were made before, as KaTrain would, and as
/// they are; or the network of a file with so many visits, first as they are.
///
/// # Errors
///
/// The games are not there, or nothing can be written.
pub(crate) fn run(other: Option<(&Path, u64)>, out: &mut impl Write) -> io::Result<()> {
    let mut judges = vec![
        (embedded(), VISITS_BEFORE, Way::Before),
        (embedded(), VISITS_BEFORE, Way::KaTrain),
        (embedded(), Review::VISITS, Way::Now),
    ];
    if let Some((path, visits)) = other {
        let net = load(path)?;
        // It takes hours: what is wanted first comes first.
        judges.clear();
        for way in [Way::Now, Way::Before, Way::KaTrain] {
            judges.push((Arc::clone(&net), visits, way));
        }
    }
    writeln!(
        out,
        "| board, games | judge | marked | confirmed | moments | confirmed | big losses | found \
         | finds | confirmed | CPU ms |\n\
         |---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    )?;
    for size in BoardSize::BOTH {
        let book = Book::open(&size.book())?;
        let specimens = size.specimens()?;
        for (net, visits, way) in &judges {
            let mut halves = [Row::default(), Row::default()];
            for (i, specimen) in specimens.iter().enumerate() {
                let main_line = main_line(specimen)?;
                if let Some(verdicts) = book.of(&specimen.name, &main_line) {
                    halves[i % 2].add(&marks(main_line, net, *visits, *way), verdicts);
                }
            }
            let both = halves[0].and(&halves[1]);
            let name = format!("{} {visits}, {}", net.model().name, way.name());
            for (row, part) in [
                (&both, "all"),
                (&halves[0], "chosen with"),
                (&halves[1], "unseen"),
            ] {
                row.write(&format!("{}, {part}", size.name()), &name, out)?;
            }
            out.flush()?;
        }
    }
    Ok(())
}

/// How moves are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// What the best move promised in the search before against what the search after says.
    Before,
    /// The difference of two searches, in points.
    KaTrain,
    /// As [`Review`] does.
    Now,
}

impl Way {
    fn name(self) -> &'static str {
        match self {
            Way::Before => "as before",
            Way::KaTrain => "as KaTrain",
            Way::Now => "now",
        }
    }
}

/// What a review says of a game.
#[derive(Debug)]
struct Marks {
    main_line: MainLine,
    /// The moves that are called doubtful or worse, by their place among the turns.
    marked: Vec<usize>,
    /// Those that mattered.
    moments: Vec<usize>,
    /// The moves that are called a find.
    finds: Vec<usize>,
    time: Duration,
}

fn marks(main_line: MainLine, net: &Arc<Net>, visits: u64, way: Way) -> Marks {
    let began = ThreadTime::now();
    let review = match way {
        Way::Before | Way::KaTrain => first_looks(main_line, net, visits),
        Way::Now => whole(main_line, net, visits),
    };
    let time = began.elapsed();
    let (marked, moments, finds) = match way {
        Way::Now => {
            let moments = review.moments(N_MOMENTS).into_iter();
            (
                graded(&review, Grade::is_bad),
                moments.map(|moment| moment.turn_idx).collect(),
                graded(&review, |grade| grade == Grade::Find),
            )
        }
        Way::Before => by_weight(&review, before),
        Way::KaTrain => by_weight(&review, katrain),
    };
    Marks {
        main_line: review.main_line().clone(),
        marked,
        moments,
        finds,
        time,
    }
}

/// The moves with such a grade, by their place among the turns.
fn graded(review: &Review, is_such: fn(Grade) -> bool) -> Vec<usize> {
    let turns = 0..review.main_line().turns().len();
    let is_graded = |&idx: &usize| review.judged(idx).is_some_and(|own| is_such(own.grade));
    turns.filter(is_graded).collect()
}

/// The marked moves by a rule that tells how much a move weighs if it is marked; the three that
/// weigh most of each player; and no finds, which these rules do not know.
fn by_weight(
    review: &Review,
    rule: fn(&Review, usize) -> Option<f32>,
) -> (Vec<usize>, Vec<usize>, Vec<usize>) {
    let turns = review.main_line().turns();
    let mut weighed: Vec<(f32, usize)> = (0..turns.len())
        .filter_map(|idx| Some((rule(review, idx)?, idx)))
        .collect();
    let marked = weighed.iter().map(|&(_, idx)| idx).collect();
    weighed.sort_by(|one, other| other.0.total_cmp(&one.0));
    let of = |color| {
        let own = weighed
            .iter()
            .filter(move |(_, idx)| turns[*idx].by == color);
        own.take(N_MOMENTS).map(|&(_, idx)| idx)
    };
    let moments = Color::BOTH.into_iter().flat_map(of).collect();
    (marked, moments, Vec::new())
}

/// What the position after a move is worth to its player less than the best move promised in the
/// search before it, in chances and a share of points.
fn before(review: &Review, turn_idx: usize) -> Option<f32> {
    let (hoped, left) = around(review, turn_idx, |assessment| {
        assessment
            .tried
            .first()
            .map(|best: &TriedMove| best.prospect)
    })?;
    let side = (review.main_line().size().n_points() as f32).sqrt();
    let points = (hoped.lead - left.lead).max(0.0);
    let weight = (hoped.win_rate - left.win_rate).max(0.0) + 0.5 * points / side;
    (weight >= 0.1 && points >= 0.5).then_some(weight)
}

/// The points that the position after a move is worth less than the one before it.
fn katrain(review: &Review, turn_idx: usize) -> Option<f32> {
    let (hoped, left) = around(review, turn_idx, |assessment| Some(assessment.prospect))?;
    let points = hoped.lead - left.lead;
    (points >= KATRAIN_POINTS).then_some(points)
}

/// What a move's player hoped for by the assessment of the position before it, and what is left after
/// it. `None` for the best move, and for passes at the end.
fn around(
    review: &Review,
    turn_idx: usize,
    hoped: impl Fn(&Assessment) -> Option<Prospect>,
) -> Option<(Prospect, Prospect)> {
    let turn = review.main_line().turns().get(turn_idx)?;
    let (assessment, after) = (
        review.assessment(turn.before)?,
        review.assessment(turn.after)?,
    );
    let is_best = assessment
        .tried
        .first()
        .is_some_and(|best| best.mv == turn.mv);
    let is_end = turn.mv == Move::Pass && after.tried.is_empty();
    (!is_best && !is_end && assessment.turn == turn.by)
        .then(|| Some((hoped(assessment)?, after.prospect_of(turn.by))))?
}

/// What came of some games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Row {
    n_games: usize,
    n_positions: usize,
    n_marked: usize,
    n_marked_confirmed: usize,
    n_moments: usize,
    n_moments_confirmed: usize,
    n_big: usize,
    n_found: usize,
    n_finds: usize,
    n_finds_confirmed: usize,
    time: Duration,
}

impl Row {
    fn add(&mut self, marks: &Marks, verdicts: &Verdicts) {
        let cost = |idx: usize| {
            let turn = marks.main_line.turns().get(idx)?;
            verdicts.loss(turn.by, turn.before, turn.after)
        };
        let n_such = |turns: &[usize], is_such: fn(Cost) -> bool| {
            let costs = turns.iter().filter_map(|&idx| cost(idx));
            costs.filter(|&cost| is_such(cost)).count()
        };
        self.n_games += 1;
        self.n_positions += marks.main_line.n_positions();
        self.n_marked += marks.marked.len();
        self.n_marked_confirmed += n_such(&marks.marked, Cost::is_mistake);
        self.n_moments += marks.moments.len();
        self.n_moments_confirmed += n_such(&marks.moments, Cost::is_mistake);
        self.n_finds += marks.finds.len();
        self.n_finds_confirmed += n_such(&marks.finds, Cost::is_nearly_none);
        for idx in 0..marks.main_line.turns().len() {
            if cost(idx).is_some_and(Cost::is_big) {
                self.n_big += 1;
                self.n_found += usize::from(marks.marked.contains(&idx));
            }
        }
        self.time += marks.time;
    }

    fn and(&self, other: &Row) -> Row {
        Row {
            n_games: self.n_games + other.n_games,
            n_positions: self.n_positions + other.n_positions,
            n_marked: self.n_marked + other.n_marked,
            n_marked_confirmed: self.n_marked_confirmed + other.n_marked_confirmed,
            n_moments: self.n_moments + other.n_moments,
            n_moments_confirmed: self.n_moments_confirmed + other.n_moments_confirmed,
            n_big: self.n_big + other.n_big,
            n_found: self.n_found + other.n_found,
            n_finds: self.n_finds + other.n_finds,
            n_finds_confirmed: self.n_finds_confirmed + other.n_finds_confirmed,
            time: self.time + other.time,
        }
    }

    fn write(&self, games: &str, judge: &str, out: &mut impl Write) -> io::Result<()> {
        let share = |part: usize, of: usize| match of {
            0 => "–".to_owned(),
            of => format!("{:.0} %", 100.0 * part as f64 / of as f64),
        };
        writeln!(
            out,
            "| {games} ({}) | {judge} | {} | {} | {} | {} | {} | {} | {} | {} | {:.1} |",
            self.n_games,
            self.n_marked,
            share(self.n_marked_confirmed, self.n_marked),
            self.n_moments,
            share(self.n_moments_confirmed, self.n_moments),
            self.n_big,
            share(self.n_found, self.n_big),
            self.n_finds,
            share(self.n_finds_confirmed, self.n_finds),
            1e3 * self.time.as_secs_f64() / self.n_positions.max(1) as f64,
        )
    }
}

fn main_line(specimen: &Specimen) -> io::Result<MainLine> {
    let broken = || io::Error::other(format!("{} cannot be read", specimen.name));
    let records = Records::from_bytes(&specimen.sgf).map_err(|_| broken())?;
    let record = records.iter().next().and_then(Result::ok);
    record.map(MainLine::of_record).ok_or_else(broken)
}

fn judge(net: &Arc<Net>, visits: u64) -> (Box<dyn Thinker>, Request) {
    let request = Request::within(ThinkLimits::playouts(visits));
    (thinker(Some(net), 0, None), request)
}

/// Every position looked at once, by a thinker that knows nothing of the others.
fn first_looks(main_line: MainLine, net: &Arc<Net>, visits: u64) -> Review {
    let mut review = Review::new(main_line);
    for position in 0..review.main_line().n_positions() {
        let (mut thinker, request) = judge(net, visits);
        let look = PositionLook {
            position,
            is_second: false,
        };
        // Nobody stops it.
        let _ = review.look(thinker.as_mut(), &request, look);
    }
    review
}

fn whole(main_line: MainLine, net: &Arc<Net>, visits: u64) -> Review {
    let (mut thinker, request) = judge(net, visits);
    let mut review = Review::new(main_line);
    review.note_judge(&net.model().name);
    let go_on = &mut |_: &Review, _| ControlFlow::Continue(());
    review.run(thinker.as_mut(), &request, go_on);
    review
}

fn load(path: &Path) -> io::Result<Arc<Net>> {
    let net = Net::load(&fs::read(path)?).map_err(io::Error::other)?;
    Ok(Arc::new(net))
}

fn workspace() -> PathBuf {
    let bench = Path::new(env!("CARGO_MANIFEST_DIR"));
    bench.parent().unwrap_or(bench).to_owned()
}
