//! A tournament as a text that people can read and mend: rules, then a line for all that happened.
//!
//! ```text
//! ponnuki tournament 1
//! name Spring evening
//! system mcmahon
//! rounds 4
//!
//! enter Berg | Anna | 3k | gor 1850.000 | club Kiel | country DE
//! absent 1 round 2
//! withdraw 2 round 3
//! pair 1 | 1-2 | 3-4 h2 | bye 5
//! result 1.1 b
//! unpair 2
//! ```

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::rating::Gor;
use crate::rules::{
    Entrant, HandicapBasis, HandicapTerms, PairingSystem, ShortText, TieBreak, TournamentRules,
};
use crate::tournament::{EntrantId, RoundPairs, TableGame, Tournament, TournamentEvent};

/// The first line of every such text.
const HEAD: &str = "ponnuki tournament 1";

/// The most bytes that the text of a tournament may have.
pub const TOURNAMENT_BYTES_MAX: usize = 4 << 20;

/// What is wrong with a text, and in which line, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentTextFault {
    /// The line.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

impl fmt::Display for TournamentTextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl Error for TournamentTextFault {}

const SYSTEMS: [(PairingSystem, &str); 3] = [
    (PairingSystem::RoundRobin, "round-robin"),
    (PairingSystem::Swiss, "swiss"),
    (PairingSystem::McMahon, "mcmahon"),
];

const BASES: [(HandicapBasis, &str); 3] = [
    (HandicapBasis::None, "none"),
    (HandicapBasis::Rank, "rank"),
    (HandicapBasis::Score, "score"),
];

const TIE_BREAKS: [(TieBreak, &str); 6] = [
    (TieBreak::Score, "score"),
    (TieBreak::Wins, "wins"),
    (TieBreak::Sos, "sos"),
    (TieBreak::Sodos, "sodos"),
    (TieBreak::Sosos, "sosos"),
    (TieBreak::Rating, "rating"),
];

fn name_of<T: PartialEq>(table: &[(T, &'static str)], value: &T) -> &'static str {
    let row = table.iter().find(|(known, _)| known == value);
    row.map_or("", |(_, name)| name)
}

fn named<T: Copy>(table: &[(T, &'static str)], name: &str) -> Result<T, String> {
    let row = table.iter().find(|(_, known)| *known == name);
    row.map(|(value, _)| *value).ok_or_else(|| {
        let names: Vec<&str> = table.iter().map(|(_, known)| *known).collect();
        format!("'{name}' is none of {}", names.join(", "))
    })
}

macro_rules! names {
    ($type:ty, $table:ident) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(name_of(&$table, self))
            }
        }

        impl FromStr for $type {
            type Err = String;

            fn from_str(name: &str) -> Result<$type, String> {
                named(&$table, name)
            }
        }
    };
}

names!(PairingSystem, SYSTEMS);
names!(HandicapBasis, BASES);
names!(TieBreak, TIE_BREAKS);

impl Tournament {
    /// The text.
    pub fn to_text(&self) -> String {
        let rules = self.rules();
        let ties: Vec<String> = rules.tie_breaks.iter().map(ToString::to_string).collect();
        let HandicapTerms {
            basis,
            reduction,
            stones_max,
        } = rules.handicap;
        let mut text = format!(
            "{HEAD}\nname {}\nplace {}\ndate {}\nsystem {}\nrounds {}\nbar {}\nfloor {}\n\
             handicap {basis} {reduction} {stones_max}\nkomi {}\nbye {}\nabsent-points {}\n\
             ties {}\nseed {}\n\n",
            rules.name,
            rules.place,
            rules.date,
            rules.system,
            rules.n_rounds,
            rules.bar,
            rules.floor,
            rules.komi,
            halves_text(rules.bye_halves),
            halves_text(rules.absent_halves),
            ties.join(" "),
            rules.seed
        );
        for event in self.events() {
            text.push_str(&event_line(event));
            text.push('\n');
        }
        text
    }

    /// Reads the text.
    ///
    /// # Errors
    ///
    /// The first line in which something is wrong.
    pub fn from_text(text: &str) -> Result<Tournament, TournamentTextFault> {
        let at = |line: usize| move |what: String| TournamentTextFault { line, what };
        if text.len() > TOURNAMENT_BYTES_MAX {
            let what = format!("the text has more than {TOURNAMENT_BYTES_MAX} bytes");
            return Err(at(1)(what));
        }
        let mut lines = (1..).zip(text.lines()).peekable();
        if lines.next().is_none_or(|(_, line)| line.trim_end() != HEAD) {
            return Err(at(1)(format!("a tournament begins with '{HEAD}'")));
        }
        let mut rules = TournamentRules::usual(ShortText::default(), PairingSystem::Swiss, 1);
        let mut line_last = 1;
        while let Some((line, rule)) = lines.next_if(|(_, line)| !line.trim().is_empty()) {
            read_rule(&mut rules, rule).map_err(at(line))?;
            line_last = line;
        }
        let tournament = Tournament::new(rules);
        let mut tournament = tournament.map_err(|why| at(line_last)(why.to_string()))?;
        for (line, event) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let event = read_event(event).map_err(at(line))?;
            let done = tournament.step(event);
            done.map_err(|why| at(line)(why.to_string()))?;
        }
        Ok(tournament)
    }
}

fn halves_text(halves: u8) -> String {
    format!("{}{}", halves / 2, if halves % 2 == 1 { ".5" } else { "" })
}

/// Reads half points from 0 to 1: `0`, `0.5` or `1`.
///
/// # Errors
///
/// It is none of these.
pub fn parse_halves(text: &str) -> Result<u8, String> {
    match text {
        "0" => Ok(0),
        "0.5" => Ok(1),
        "1" => Ok(2),
        _ => Err(format!("'{text}' is none of 0, 0.5, 1")),
    }
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| format!("'{text}' is not a number that can stand here"))
}

fn label(text: &str) -> Result<ShortText, String> {
    ShortText::new(text).map_err(|why| why.to_string())
}

fn parsed<T: FromStr<Err: fmt::Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|why: T::Err| why.to_string())
}

fn read_rule(rules: &mut TournamentRules, line: &str) -> Result<(), String> {
    let (key, value) = line.split_once(' ').unwrap_or((line, ""));
    let value = value.trim();
    match key {
        "name" => rules.name = label(value)?,
        "place" => rules.place = label(value)?,
        "date" => rules.date = label(value)?,
        "system" => rules.system = parsed(value)?,
        "rounds" => rules.n_rounds = number(value)?,
        "bar" => rules.bar = parsed(value)?,
        "floor" => rules.floor = parsed(value)?,
        "komi" => rules.komi = parsed(value)?,
        "bye" => rules.bye_halves = parse_halves(value)?,
        "absent-points" => rules.absent_halves = parse_halves(value)?,
        "seed" => rules.seed = number(value)?,
        "ties" => {
            let ties: Result<Vec<TieBreak>, String> =
                value.split_whitespace().map(parsed).collect();
            rules.tie_breaks = ties?;
            if rules.tie_breaks.is_empty() || rules.tie_breaks.len() > TIE_BREAKS.len() {
                return Err("there are one to six tie-breaks".to_owned());
            }
        }
        "handicap" => {
            let words: Vec<&str> = value.split_whitespace().collect();
            let [basis, reduction, stones_max] = words[..] else {
                return Err("handicap has a basis, a reduction and a maximum".to_owned());
            };
            rules.handicap = HandicapTerms {
                basis: parsed(basis)?,
                reduction: number(reduction)?,
                stones_max: number(stones_max)?,
            };
        }
        _ => return Err(format!("there is no rule '{key}'")),
    }
    Ok(())
}

fn event_line(event: &TournamentEvent) -> String {
    match event {
        TournamentEvent::Entered(entrant) => entry_line(entrant),
        TournamentEvent::Withdrew {
            entrant,
            from_round,
        } => format!("withdraw {entrant} round {from_round}"),
        TournamentEvent::Absent { entrant, round } => format!("absent {entrant} round {round}"),
        TournamentEvent::Paired(pairs) => pairs_line(pairs),
        TournamentEvent::Unpaired { round } => format!("unpair {round}"),
        TournamentEvent::Ended {
            round,
            table,
            result,
        } => format!("result {round}.{table} {result}"),
    }
}

fn entry_line(entrant: &Entrant) -> String {
    let Entrant {
        family,
        given,
        rank,
        ..
    } = entrant;
    let mut line = format!("enter {family} | {given} | {rank}");
    let mut add = |key: &str, value: String| {
        if !value.is_empty() {
            line += &format!(" | {key} {value}");
        }
    };
    let gor = entrant.gor.map(|gor| format!("{:.3}", gor.value()));
    add("gor", gor.unwrap_or_default());
    add("club", entrant.club.to_string());
    add("country", entrant.country.to_string());
    add("egf-pin", entrant.egf_pin.to_string());
    add("aga-id", entrant.aga_id.to_string());
    if entrant.from_round != 1 {
        add("round", entrant.from_round.to_string());
    }
    if entrant.correction != 0 {
        add("correction", entrant.correction.to_string());
    }
    line
}

fn pairs_line(pairs: &RoundPairs) -> String {
    let mut line = format!("pair {}", pairs.round);
    for game in &pairs.tables {
        let stones = match game.stones {
            0 => String::new(),
            stones => format!(" h{stones}"),
        };
        line += &format!(" | {}-{}{stones}", game.black, game.white);
    }
    for bye in &pairs.byes {
        line += &format!(" | bye {bye}");
    }
    line
}

fn read_event(line: &str) -> Result<TournamentEvent, String> {
    let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
    match key {
        "enter" => read_entry(rest).map(TournamentEvent::Entered),
        "withdraw" => {
            let (entrant, from_round) = read_absence(rest)?;
            Ok(TournamentEvent::Withdrew {
                entrant,
                from_round,
            })
        }
        "absent" => {
            let (entrant, round) = read_absence(rest)?;
            Ok(TournamentEvent::Absent { entrant, round })
        }
        "pair" => read_pairs(rest).map(TournamentEvent::Paired),
        "unpair" => Ok(TournamentEvent::Unpaired {
            round: number(rest.trim())?,
        }),
        "result" => {
            let (place, result) = rest.trim().split_once(' ').unwrap_or((rest, ""));
            let places = place.split_once('.');
            let (round, table) = places.ok_or("a result is of a round and a table, as in 1.2")?;
            Ok(TournamentEvent::Ended {
                round: number(round)?,
                table: number(table)?,
                result: parsed(result.trim())?,
            })
        }
        _ => Err(format!("'{key}' is nothing that happens in a tournament")),
    }
}

fn read_id(text: &str) -> Result<EntrantId, String> {
    EntrantId::from_number(number(text.trim())?).ok_or_else(|| "numbers begin with 1".to_owned())
}

fn read_absence(rest: &str) -> Result<(EntrantId, usize), String> {
    let words = rest.split_once(" round ");
    let (id, round) = words.ok_or("it does not say who and from which round")?;
    Ok((read_id(id)?, number(round.trim())?))
}

fn read_entry(rest: &str) -> Result<Entrant, String> {
    let mut parts = rest.split('|').map(str::trim);
    let mut next = || {
        parts
            .next()
            .ok_or("an entry has family name, given name and rank")
    };
    let (family, given, rank) = (label(next()?)?, label(next()?)?, parsed(next()?)?);
    let mut entrant = Entrant::new(family, given, rank);
    for part in parts {
        let (key, value) = part.split_once(' ').unwrap_or((part, ""));
        match key {
            "gor" => {
                let gor = Gor::new(number(value)?);
                entrant.gor = Some(gor.ok_or_else(|| format!("'{value}' is no GoR"))?);
            }
            "club" => entrant.club = label(value)?,
            "country" => entrant.country = label(value)?,
            "egf-pin" => entrant.egf_pin = label(value)?,
            "aga-id" => entrant.aga_id = label(value)?,
            "round" => entrant.from_round = number(value)?,
            "correction" => entrant.correction = number(value)?,
            _ => return Err(format!("an entry has no '{key}'")),
        }
    }
    Ok(entrant)
}

fn read_pairs(rest: &str) -> Result<RoundPairs, String> {
    let mut parts = rest.split('|').map(str::trim);
    let mut pairs = RoundPairs {
        round: number(parts.next().unwrap_or_default())?,
        tables: Vec::new(),
        byes: Vec::new(),
    };
    for part in parts {
        if let Some(bye) = part.strip_prefix("bye ") {
            pairs.byes.push(read_id(bye)?);
            continue;
        }
        let (players, stones) = part.split_once(" h").unwrap_or((part, "0"));
        let (black, white) = players
            .split_once('-')
            .ok_or_else(|| format!("'{part}' is not two numbers, Black's first, as in 3-7"))?;
        pairs.tables.push(TableGame {
            black: read_id(black)?,
            white: read_id(white)?,
            stones: number(stones)?,
        });
    }
    Ok(pairs)
}
