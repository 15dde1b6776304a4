//! Makes labelled positions until it is told to stop.

use std::error::Error;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use ponnuki_game::{Color, Dice, Game, Move, Phase, Size};
use ponnuki_net::{Net, View};

use crate::chance::{happens, one_of};
use crate::lines::GameLine;
use crate::play::{Play, view};
use crate::shard::{Folder, Part, Sample};
use crate::start;
use crate::teacher::{BATCH, Teacher};

/// Samples of one file; a process that is stopped loses at most so many of each size.
const SHARD: usize = 1024;

/// The same where they are few: on boards of odd sizes, and of those held out.
const SHARD_SMALL: usize = 192;

/// How many moves are played, at most, between two labelled positions of a game,
/// if there is someone who plays them cheaply.
const N_BETWEEN_MAX: usize = 6;

/// The same where the pupil plays.
const N_BETWEEN_PUPIL_MAX: usize = 12;

/// How many positions of a professional game are labelled, its end apart.
const N_FROM_LINE: usize = 10;

/// What is asked for.
#[derive(Debug)]
pub(crate) struct Order {
    /// Where the files go.
    pub(crate) folder: PathBuf,
    /// Games of people on 19×19.
    pub(crate) lines_large: Vec<GameLine>,
    /// Games of people on 9×9.
    pub(crate) lines_small: Vec<GameLine>,
    /// What chance begins with.
    pub(crate) seed: u64,
    /// How many positions are made.
    pub(crate) n_samples: usize,
    /// Each source with its share, where it is not the usual one.
    pub(crate) mixture: Option<Mixture>,
}

/// Each source with its share of the positions.
pub(crate) type Mixture = Vec<(Source, usize)>;

/// Reads a mixture such as `small=30,large=70`; nothing if it is none.
pub(crate) fn parse_mixture(text: &str) -> Option<Mixture> {
    let parts = text.split(',').map(|part| {
        let (name, share) = part.split_once('=')?;
        let share = share.parse().ok().filter(|share| *share > 0)?;
        Some((Source::from_name(name)?, share))
    });
    parts.collect()
}

/// Who plays the games that are labelled.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Players<'a> {
    /// The teacher.
    Teacher,
    /// The teacher, and some moves between two labels a scout, so that games are more and
    /// alike less.
    TeacherAndScout(&'a Net),
    /// The pupil alone, whose mistakes lead where its teacher never gets.
    Pupil(&'a Net),
}

impl<'a> Players<'a> {
    /// Who plays the moves between two labels.
    fn between(self) -> Option<&'a Net> {
        match self {
            Players::Teacher => None,
            Players::TeacherAndScout(net) | Players::Pupil(net) => Some(net),
        }
    }

    /// The usual mixture: shares of a hundred positions.
    fn mixture(self) -> Mixture {
        match self {
            Players::Teacher | Players::TeacherAndScout(_) => vec![
                (Source::Small, 47),
                (Source::Middle, 15),
                (Source::Professional, 20),
                (Source::Large, 8),
                (Source::Odd, 10),
            ],
            Players::Pupil(_) => vec![
                (Source::Small, 30),
                (Source::Middle, 20),
                (Source::Large, 45),
                (Source::Odd, 5),
            ],
        }
    }
}

/// Where positions come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Games played here on 9×9, some of them begun by people.
    Small,
    /// Games played here on 13×13.
    Middle,
    /// Positions of professional games, and their ends.
    Professional,
    /// Professional games as they are played on here, and games from the beginning.
    Large,
    /// Games played here on boards of other sizes.
    Odd,
}

impl Source {
    /// The source that is called so on the command line.
    fn from_name(name: &str) -> Option<Source> {
        Some(match name {
            "small" => Source::Small,
            "middle" => Source::Middle,
            "professional" => Source::Professional,
            "large" => Source::Large,
            "odd" => Source::Odd,
            _ => return None,
        })
    }
}

/// Makes labelled positions of what `net` says of the games of `players`; `tell` is told
/// how it goes, after every file.
///
/// # Errors
///
/// If a file cannot be written.
pub(crate) fn run(
    net: &Net,
    players: Players<'_>,
    order: &Order,
    tell: &mut dyn FnMut(&Progress),
) -> Result<(), Box<dyn Error>> {
    let folder = Folder::open(&order.folder)?;
    let mut maker = Maker {
        net,
        players,
        order,
        dice: Dice::new(order.seed ^ u64::from(folder.next()) << 32),
        game: folder.next() << 12,
        tables: Vec::new(),
        drawers: Vec::new(),
        folder,
        n_done: 0,
    };
    let began = now();
    let usual = || players.mixture();
    let mixture = order.mixture.clone().unwrap_or_else(usual);
    let mut made = vec![0_usize; mixture.len()];
    let mut n_told = 0;
    while maker.n_done < order.n_samples {
        // The source that lags behind its share most.
        let lag = |i: &usize| made[*i] * 1000 / mixture[*i].1;
        let i = (0..mixture.len()).min_by_key(lag).unwrap_or(0);
        let before = maker.n_done;
        maker.make(mixture[i].0)?;
        made[i] += (maker.n_done - before).max(1);
        if maker.n_done - n_told >= SHARD {
            n_told = maker.n_done;
            tell(&Progress {
                n_done: n_told,
                n_samples: order.n_samples,
                elapsed: began.elapsed(),
            });
        }
    }
    maker.save_rest()
}

/// How far it has come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    /// Positions labelled.
    pub(crate) n_done: usize,
    /// Positions asked for.
    pub(crate) n_samples: usize,
    /// Time it took.
    pub(crate) elapsed: Duration,
}

#[expect(
    clippy::disallowed_methods,
    reason = "the edge of the program: the clock only tells how fast it goes"
)]
fn now() -> Instant {
    Instant::now()
}

/// Games of one source played side by side.
struct Table<'a> {
    source: Source,
    size: Size,
    teacher: Teacher<'a>,
    scout: Option<Teacher<'a>>,
    plays: Vec<Play>,
}

/// Samples that wait until they fill a file.
struct Drawer {
    part: Part,
    size: Size,
    samples: Vec<Sample>,
}

struct Maker<'a> {
    net: &'a Net,
    players: Players<'a>,
    order: &'a Order,
    dice: Dice,
    /// The number of the next game.
    game: u32,
    tables: Vec<Table<'a>>,
    drawers: Vec<Drawer>,
    folder: Folder,
    n_done: usize,
}

impl<'a> Maker<'a> {
    /// Makes some positions of a source: one evaluation for each of its games.
    fn make(&mut self, source: Source) -> Result<(), Box<dyn Error>> {
        let mut table = self.table(source);
        let made = match source {
            Source::Professional => self.label_line(&mut table),
            Source::Small | Source::Middle | Source::Large | Source::Odd => {
                self.play_on(&mut table)
            }
        };
        // A table of an odd size is left when its games are over, for one of another size.
        if source != Source::Odd || !table.plays.is_empty() {
            self.tables.push(table);
        }
        made
    }

    /// The source's table, from those kept or new.
    fn table(&mut self, source: Source) -> Table<'a> {
        if let Some(i) = self.tables.iter().position(|table| table.source == source) {
            return self.tables.swap_remove(i);
        }
        let size = match source {
            Source::Small => Size::NINE,
            Source::Middle => Size::THIRTEEN,
            Source::Professional | Source::Large => Size::NINETEEN,
            Source::Odd => odd_size(&mut self.dice),
        };
        let mut table = Table {
            source,
            size,
            teacher: Teacher::new(self.net, size),
            scout: self.players.between().map(|net| Teacher::new(net, size)),
            plays: Vec::new(),
        };
        for _ in 0..BATCH {
            let play = self.begin(source, size);
            table.plays.push(play);
        }
        table
    }

    /// A new game for a table.
    fn begin(&mut self, source: Source, size: Size) -> Play {
        let number = self.game;
        self.game += 1;
        let lines = match source {
            Source::Small => &self.order.lines_small,
            Source::Large => &self.order.lines_large,
            Source::Middle | Source::Odd | Source::Professional => &Vec::new(),
        };
        let dice = &mut self.dice;
        if lines.is_empty() || happens(dice, 35) {
            let game = start::fresh(dice, size);
            return Play::new(dice, game, number, Part::of_game(number.into()));
        }
        let i = dice.below(lines.len());
        let n = lines[i].moves.len();
        let n_moves = match (source, self.players) {
            (Source::Large, Players::Teacher | Players::TeacherAndScout(_)) => {
                n * 3 / 4 + dice.below(n / 4 + 1)
            }
            _ => dice.below(n + 1),
        };
        let game = start::from_line(dice, &lines[i], n_moves);
        Play::new(dice, game, number, Part::of_game(i as u64))
    }

    /// Labels where the games of a table stand, and plays on in each.
    fn play_on(&mut self, table: &mut Table<'a>) -> Result<(), Box<dyn Error>> {
        let games = table.plays.iter().map(|play| (&play.game, play.view));
        let said = table.teacher.judge(games)?;
        let (mut waiting, mut finished) = (Vec::new(), Vec::new());
        for (mut play, (evaluation, sample)) in table.plays.drain(..).zip(said) {
            self.keep(play.part, play.number, sample)?;
            if play.game.phase() == Phase::Stopped {
                let lead = evaluation.lead_for(Color::Black);
                for first in Color::BOTH {
                    let anew = start::anew(&mut self.dice, &play.game, first, lead);
                    finished.push((anew, play.part, play.number));
                }
            }
            let (goes_on, n_between) = match self.players {
                Players::Teacher | Players::TeacherAndScout(_) => {
                    let goes_on = play.go_on(&mut self.dice, &evaluation);
                    (goes_on, self.dice.below(N_BETWEEN_MAX + 1))
                }
                Players::Pupil(_) => {
                    let goes_on = play.game.phase() == Phase::Playing;
                    (goes_on, 1 + self.dice.below(N_BETWEEN_PUPIL_MAX))
                }
            };
            if goes_on {
                play.vary(&mut self.dice, &evaluation);
                waiting.push((play, n_between));
            }
        }
        let boards = finished.iter().map(|(game, ..)| (game, View::default()));
        let said = table.teacher.judge(boards)?;
        for ((_, part, number), (_, sample)) in finished.iter().zip(said) {
            self.keep(*part, *number, sample)?;
        }
        let waiting = self.scout(table, waiting)?;
        table.plays.extend(waiting);
        // A table of an odd size is not filled up, to be left when all its games are over.
        while table.source != Source::Odd && table.plays.len() < BATCH {
            let play = self.begin(table.source, table.size);
            table.plays.push(play);
        }
        Ok(())
    }

    /// Lets the scout play so many moves in each game, and returns those that
    /// have a position to label after them.
    fn scout(
        &mut self,
        table: &mut Table<'a>,
        mut moving: Vec<(Play, usize)>,
    ) -> Result<Vec<Play>, Box<dyn Error>> {
        let mut there = Vec::new();
        let Some(scout) = &mut table.scout else {
            return Ok(moving.into_iter().map(|(play, _)| play).collect());
        };
        loop {
            let is_there =
                |(play, n): &mut (Play, usize)| *n == 0 || play.game.phase() != Phase::Playing;
            there.extend(moving.extract_if(.., is_there).map(|(play, _)| play));
            if moving.is_empty() {
                return Ok(there);
            }
            let games = moving.iter().map(|(play, _)| (&play.game, play.view));
            let said = scout.judge(games)?;
            let mut gone = Vec::new();
            for ((mut play, n), (evaluation, _)) in moving.drain(..).zip(said) {
                if play.go_on(&mut self.dice, &evaluation) {
                    gone.push((play, n - 1));
                }
            }
            moving = gone;
        }
    }

    /// Labels positions of a professional game.
    fn label_line(&mut self, table: &mut Table<'a>) -> Result<(), Box<dyn Error>> {
        let lines = &self.order.lines_large;
        let i = self.dice.below(lines.len());
        let Some(line) = lines.get(i) else {
            return Ok(());
        };
        let number = self.game;
        self.game += 1;
        let games = positions(&mut self.dice, line);
        let views = games.iter().map(|_| view(&mut self.dice));
        let views: Vec<View> = views.collect();
        let said = table.teacher.judge(games.iter().zip(views))?;
        for (_, sample) in said {
            self.keep(Part::of_game(i as u64), number, sample)?;
        }
        Ok(())
    }

    /// Puts a sample away, and writes a file when there are enough.
    fn keep(&mut self, part: Part, game: u32, mut sample: Sample) -> Result<(), Box<dyn Error>> {
        sample.game = game;
        let size = sample.input.size;
        let is_right = |drawer: &Drawer| drawer.part == part && drawer.size == size;
        let i = self.drawers.iter().position(is_right).unwrap_or_else(|| {
            self.drawers.push(Drawer {
                part,
                size,
                samples: Vec::new(),
            });
            self.drawers.len() - 1
        });
        let drawer = &mut self.drawers[i];
        drawer.samples.push(sample);
        self.n_done += 1;
        let is_often_played = [Size::NINE, Size::THIRTEEN, Size::NINETEEN].contains(&size);
        let n_max = match (part, is_often_played) {
            (Part::Train, true) => SHARD,
            _ => SHARD_SMALL,
        };
        if drawer.samples.len() >= n_max {
            self.folder.save(part, size, &drawer.samples)?;
            drawer.samples.clear();
        }
        Ok(())
    }

    /// Writes what did not fill a file.
    fn save_rest(&mut self) -> Result<(), Box<dyn Error>> {
        for drawer in &self.drawers {
            if !drawer.samples.is_empty() {
                self.folder
                    .save(drawer.part, drawer.size, &drawer.samples)?;
            }
        }
        Ok(())
    }
}

/// Positions of a professional game: some of its moves, each now and then
/// followed by moves nobody would make, and its end with the passes after it.
fn positions(dice: &mut Dice, line: &GameLine) -> Vec<Game> {
    let n = line.moves.len();
    let mut games = Vec::new();
    let whole = start::from_line(dice, line, n);
    let mut plies: Vec<usize> = (0..N_FROM_LINE).map(|_| dice.below(n + 1)).collect();
    plies.sort_unstable();
    for ply in plies {
        let mut game = whole.clone();
        game.undo(whole.n_moves().saturating_sub(ply));
        if happens(dice, 60) {
            game = start::with_other_komi(dice, &game, 0.0);
        }
        if happens(dice, 25) {
            for _ in 0..1 + dice.below(2) {
                start::slip(dice, &mut game);
            }
        }
        games.push(game);
    }
    if line.is_counted {
        let mut game = whole;
        for _ in 0..3 {
            games.push(game.clone());
            let _ = game.play(Move::Pass);
        }
        if happens(dice, 50) {
            games.remove(games.len() - 2);
        }
    }
    games
}

/// A size that is seldom played.
fn odd_size(dice: &mut Dice) -> Size {
    const SIDES: &[u8] = &[5, 6, 7, 8, 10, 11, 12, 14, 15, 16, 17, 18];
    let width = one_of(dice, SIDES).unwrap_or(7);
    let height = match happens(dice, 30) {
        true => one_of(dice, &[5, 7, 9, 11, 13]).unwrap_or(9),
        false => width,
    };
    Size::new(width, height).unwrap_or(Size::NINE)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::path::Path;

    use super::*;
    use crate::shard;
    use crate::teacher::tests::own_net;

    /// The samples in a folder, with the part that each belongs to.
    fn samples(folder: &Path) -> Vec<(Part, Sample)> {
        let mut all = Vec::new();
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            let is_held = name.starts_with(Part::Held.word());
            let part = if is_held { Part::Held } else { Part::Train };
            let samples = shard::load(&path).unwrap().into_iter();
            all.extend(samples.map(|sample| (part, sample)));
        }
        all
    }

    #[test]
    fn a_mixture_is_read_or_refused() {
        let mixture = parse_mixture("small=30,odd=7");
        assert_eq!(mixture, Some(vec![(Source::Small, 30), (Source::Odd, 7)]));
        for text in ["", "small", "small=0", "small=30,", "tiny=5"] {
            assert_eq!(parse_mixture(text), None, "{text}");
        }
    }

    #[test]
    fn all_positions_of_a_game_are_in_one_part_and_a_second_run_goes_on() {
        let folder = std::env::temp_dir().join(format!("ponnuki-train-{}", std::process::id()));
        let net = own_net();
        let order = Order {
            folder: folder.clone(),
            lines_large: Vec::new(),
            lines_small: Vec::new(),
            seed: 1,
            n_samples: 500,
            mixture: None,
        };
        run(&net, Players::TeacherAndScout(&net), &order, &mut |_| {}).unwrap();
        let n_first = samples(&folder).len();
        run(&net, Players::Pupil(&net), &order, &mut |_| {}).unwrap();
        let all = samples(&folder);
        std::fs::remove_dir_all(&folder).unwrap();

        assert!(
            n_first >= 500 && all.len() >= n_first + 500,
            "{n_first}, {}",
            all.len()
        );
        let mut parts = HashMap::new();
        for (part, sample) in &all {
            assert_eq!(*parts.entry(sample.game).or_insert(*part), *part);
        }
        let n_held = parts.values().filter(|part| **part == Part::Held).count();
        assert!(
            n_held > 0 && n_held * 10 < parts.len(),
            "{n_held} of {}",
            parts.len()
        );
    }
}
