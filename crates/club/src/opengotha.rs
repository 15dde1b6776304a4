//! OpenGotha's XML, in and out: rules, people, games and byes. What else is in such a file, as
//! teams, licences and the weights of its pairing, is neither read nor written.

use std::collections::{BTreeMap, HashMap};

use roxmltree::{Document, Node, ParsingOptions};

use crate::file::{TOURNAMENT_BYTES_MAX, TournamentTextFault};
use crate::page::escaped;
use crate::rating::Gor;
use crate::rules::{
    Entrant, HandicapBasis, HandicapTerms, PairingSystem, ROUNDS_MAX, STONES_MAX, ShortText,
    TieBreak, TournamentRules,
};
use crate::tournament::{
    EntrantId, RoundPairs, TableGame, TableResult, TableWinner, Tournament, TournamentEvent,
};

/// The most elements and attributes that a file may have: each of them is a game or a person.
const NODES_MAX: u32 = 100_000;

const WINNERS: [(TableWinner, &str); 5] = [
    (TableWinner::Black, "RESULT_BLACKWINS"),
    (TableWinner::White, "RESULT_WHITEWINS"),
    (TableWinner::Drawn, "RESULT_EQUAL"),
    (TableWinner::Both, "RESULT_BOTHWIN"),
    (TableWinner::Neither, "RESULT_BOTHLOSE"),
];

/// The names of criteria in a McMahon and elsewhere.
const CRITERIA: [(TieBreak, &str, &str); 6] = [
    (TieBreak::Score, "MMS", "NBW"),
    (TieBreak::Wins, "NBW", "NBW"),
    (TieBreak::Sos, "SOSM", "SOSW"),
    (TieBreak::Sodos, "SODOSM", "SODOSW"),
    (TieBreak::Sosos, "SOSOSM", "SOSOSW"),
    (TieBreak::Rating, "RATING", "RATING"),
];

impl Tournament {
    /// The tournament as OpenGotha's XML.
    pub fn to_opengotha(&self) -> String {
        let mut xml = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
                       <Tournament dataVersion=\"201\">\n<Players>\n"
            .to_owned();
        for (id, entrant) in self.entrants() {
            xml += &self.player_element(id, entrant);
        }
        xml += "</Players>\n<Games>\n";
        for (idx, round) in self.rounds().iter().enumerate() {
            for (at, (game, result)) in round.tables.iter().enumerate() {
                xml += &format!(
                    "<Game roundNumber=\"{}\" tableNumber=\"{}\" whitePlayer=\"{}\" \
                     blackPlayer=\"{}\" knownColor=\"true\" handicap=\"{}\" result=\"{}\"/>\n",
                    idx + 1,
                    at + 1,
                    self.key_of(game.white),
                    self.key_of(game.black),
                    game.stones,
                    result_name(*result)
                );
            }
        }
        xml += "</Games>\n<ByePlayers>\n";
        for (idx, round) in self.rounds().iter().enumerate() {
            for bye in &round.byes {
                let key = self.key_of(*bye);
                xml += &format!(
                    "<ByePlayer roundNumber=\"{}\" player=\"{key}\"/>\n",
                    idx + 1
                );
            }
        }
        xml + "</ByePlayers>\n" + &rules_elements(self.rules()) + "</Tournament>\n"
    }

    fn key_of(&self, id: EntrantId) -> String {
        escaped(&self.entrant(id).map(key).unwrap_or_default())
    }

    fn player_element(&self, id: EntrantId, entrant: &Entrant) -> String {
        let text = |text: &ShortText| escaped(text.as_str());
        let rank = entrant.rank.to_string().to_uppercase();
        let there: String = (1..=ROUNDS_MAX)
            .map(|round| match round <= self.rules().n_rounds {
                true if !self.is_present(id, round) => '0',
                _ => '1',
            })
            .collect();
        format!(
            "<Player name=\"{}\" firstName=\"{}\" country=\"{}\" club=\"{}\" egfPin=\"{}\" \
             agaId=\"{}\" rank=\"{rank}\" grade=\"{rank}\" rating=\"{}\" \
             smmsCorrection=\"{}\" participating=\"{there}\" registeringStatus=\"FIN\"/>\n",
            text(&entrant.family),
            text(&entrant.given),
            text(&entrant.country),
            text(&entrant.club),
            text(&entrant.egf_pin),
            text(&entrant.aga_id),
            entrant.gor_or_rank(),
            entrant.correction
        )
    }

    /// Reads OpenGotha's XML.
    ///
    /// # Errors
    ///
    /// It is no such file, or what is in it is no tournament; the line says where.
    pub fn from_opengotha(xml: &str) -> Result<Tournament, TournamentTextFault> {
        if xml.len() > TOURNAMENT_BYTES_MAX {
            let what = format!("the file has more than {TOURNAMENT_BYTES_MAX} bytes");
            return Err(TournamentTextFault { line: 1, what });
        }
        let options = ParsingOptions {
            nodes_limit: NODES_MAX,
            ..ParsingOptions::default()
        };
        let document = Document::parse_with_options(xml, options);
        let document = document.map_err(|error| TournamentTextFault {
            line: error.pos().row as usize,
            what: format!("it is no XML that can be read: {error}"),
        })?;
        let at = |node: Node<'_, '_>, what: String| TournamentTextFault {
            line: document.text_pos_at(node.range().start).row as usize,
            what,
        };
        let root = document.root_element();
        let rules = read_rules(&document).map_err(|why| at(root, why))?;
        let tournament = Tournament::new(rules);
        let mut tournament = tournament.map_err(|why| at(root, why.to_string()))?;
        let mut ids = HashMap::new();
        for node in elements(&document, "Player") {
            if node.attribute("registeringStatus") == Some("PRE") {
                continue;
            }
            let events = read_player(node, &tournament).map_err(|why| at(node, why))?;
            for event in events {
                if let TournamentEvent::Entered(entrant) = &event {
                    let id = EntrantId::from_idx(tournament.entrants().count());
                    ids.insert(key(entrant), id);
                }
                let done = tournament.step(event);
                done.map_err(|why| at(node, why.to_string()))?;
            }
        }
        let rounds = read_rounds(&document, &ids).map_err(|(node, why)| at(node, why))?;
        for (round, read) in rounds {
            for event in read.into_events(round) {
                let done = tournament.step(event);
                done.map_err(|why| at(root, format!("round {round}: {why}")))?;
            }
        }
        Ok(tournament)
    }
}

/// What games call a person.
fn key(entrant: &Entrant) -> String {
    key_text(&format!("{}{}", entrant.family, entrant.given))
}

/// A name in capitals and without blanks. A Turkish system writes İ for a capital i, so that one
/// is an I.
fn key_text(name: &str) -> String {
    name.replace(' ', "").to_uppercase().replace('İ', "I")
}

fn result_name(result: Option<TableResult>) -> String {
    let Some(result) = result else {
        return "RESULT_UNKNOWN".to_owned();
    };
    let row = WINNERS.iter().find(|(winner, _)| *winner == result.winner);
    let name = row.map_or("RESULT_UNKNOWN", |(_, name)| name);
    format!("{name}{}", if result.is_forfeit { "_BYDEF" } else { "" })
}

fn rules_elements(rules: &TournamentRules) -> String {
    let is_mcmahon = rules.system == PairingSystem::McMahon;
    let upper = |text: String| text.to_uppercase();
    let (bye, absent) = (rules.bye_halves, rules.absent_halves);
    let ceiling = match rules.handicap.basis {
        HandicapBasis::None => 0,
        HandicapBasis::Rank | HandicapBasis::Score => rules.handicap.stones_max,
    };
    let mut xml = format!(
        "<TournamentParameterSet>\n<GeneralParameterSet shortName=\"{0}\" name=\"{0}\" \
         location=\"{1}\" beginDate=\"{2}\" endDate=\"{2}\" size=\"19\" komi=\"{3}\" \
         numberOfRounds=\"{4}\" numberOfCategories=\"1\" genMMFloor=\"{5}\" genMMBar=\"{6}\" \
         genMMZero=\"30K\" genNBW2ValueAbsent=\"{absent}\" genNBW2ValueBye=\"{bye}\" \
         genMMS2ValueAbsent=\"{absent}\" genMMS2ValueBye=\"{bye}\"/>\n\
         <HandicapParameterSet hdBasedOnMMS=\"{7}\" hdNoHdRankThreshold=\"9D\" \
         hdCorrection=\"{8}\" hdCeiling=\"{ceiling}\"/>\n\
         <PlacementParameterSet>\n<PlacementCriteria>\n",
        escaped(rules.name.as_str()),
        escaped(rules.place.as_str()),
        escaped(rules.date.as_str()),
        rules.komi,
        rules.n_rounds,
        upper(rules.floor.to_string()),
        upper(rules.bar.to_string()),
        rules.handicap.basis == HandicapBasis::Score,
        rules.handicap.reduction
    );
    for (idx, tie_break) in rules.tie_breaks.iter().enumerate() {
        let row = CRITERIA.iter().find(|(known, ..)| known == tie_break);
        let name = row.map_or(
            "NULL",
            |(_, mcmahon, other)| if is_mcmahon { mcmahon } else { other },
        );
        xml += &format!(
            "<PlacementCriterion number=\"{}\" name=\"{name}\"/>\n",
            idx + 1
        );
    }
    xml + "</PlacementCriteria>\n</PlacementParameterSet>\n</TournamentParameterSet>\n"
}

fn elements<'a, 'i>(
    document: &'a Document<'i>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    let all = document.descendants();
    all.filter(move |node| node.has_tag_name(name) && node.attributes().len() > 0)
}

fn short(node: Node<'_, '_>, name: &str) -> Result<ShortText, String> {
    let text = node.attribute(name).unwrap_or_default();
    ShortText::new(text).map_err(|why| format!("{name}: {why}"))
}

/// An attribute as a value, or what holds without it.
fn value<T: std::str::FromStr>(node: Node<'_, '_>, name: &str, none: T) -> Result<T, String> {
    match node.attribute(name) {
        None | Some("") => Ok(none),
        Some(text) => text
            .parse()
            .map_err(|_| format!("{name}: '{text}' cannot stand here")),
    }
}

fn read_rules(document: &Document<'_>) -> Result<TournamentRules, String> {
    let general = elements(document, "GeneralParameterSet").next();
    let general = general.ok_or("it has no GeneralParameterSet, so it is not OpenGotha's")?;
    let mut ties = Vec::new();
    // The criteria of teams stand in another element.
    let criteria = elements(document, "PlacementCriterion").filter(|node| {
        node.ancestors()
            .any(|node| node.has_tag_name("PlacementParameterSet"))
    });
    let names: Vec<&str> = criteria.filter_map(|node| node.attribute("name")).collect();
    let is_mcmahon = names.contains(&"MMS");
    for name in names {
        let row = CRITERIA
            .iter()
            .find(|(_, mcmahon, other)| name == if is_mcmahon { *mcmahon } else { *other });
        ties.extend(
            row.map(|(tie_break, ..)| *tie_break)
                .filter(|known| !ties.contains(known)),
        );
    }
    let system = match is_mcmahon {
        true => PairingSystem::McMahon,
        false => PairingSystem::Swiss,
    };
    let n_rounds = value(general, "numberOfRounds", 5)?;
    let mut rules = TournamentRules::usual(short(general, "name")?, system, n_rounds);
    rules.place = short(general, "location")?;
    rules.date = short(general, "beginDate")?;
    rules.komi = value(general, "komi", rules.komi)?;
    rules.bar = value(general, "genMMBar", rules.bar)?;
    rules.floor = value(general, "genMMFloor", rules.floor)?;
    rules.bye_halves = value(general, "genNBW2ValueBye", 2)?.min(2);
    let absent = if is_mcmahon {
        "genMMS2ValueAbsent"
    } else {
        "genNBW2ValueAbsent"
    };
    rules.absent_halves = value(general, absent, 0)?.min(2);
    if !ties.is_empty() {
        rules.tie_breaks = ties;
    }
    if let Some(handicap) = elements(document, "HandicapParameterSet").next() {
        let stones_max: u8 = value(handicap, "hdCeiling", 0)?;
        let is_by_score = handicap.attribute("hdBasedOnMMS") == Some("true");
        rules.handicap = HandicapTerms {
            basis: match (stones_max, is_by_score) {
                (0, _) => HandicapBasis::None,
                (_, true) => HandicapBasis::Score,
                (_, false) => HandicapBasis::Rank,
            },
            reduction: value(handicap, "hdCorrection", 0)?,
            stones_max: if stones_max == 0 {
                STONES_MAX
            } else {
                stones_max
            },
        };
    }
    Ok(rules)
}

/// The entry of a person and the rounds that they miss.
fn read_player(
    node: Node<'_, '_>,
    tournament: &Tournament,
) -> Result<Vec<TournamentEvent>, String> {
    let rank = node.attribute("rank").unwrap_or("30K").parse();
    let rank = rank.map_err(|why: crate::rank::ParseRankError| why.to_string())?;
    // What is not on the scale is no rating.
    let gor: f64 = value(node, "rating", f64::NAN)?;
    let mut entrant = Entrant {
        gor: Gor::new(gor),
        club: short(node, "club")?,
        country: short(node, "country")?,
        egf_pin: short(node, "egfPin")?,
        aga_id: short(node, "agaId")?,
        correction: value(node, "smmsCorrection", 0)?,
        ..Entrant::new(short(node, "name")?, short(node, "firstName")?, rank)
    };
    let signs = node.attribute("participating").unwrap_or_default();
    let n_rounds = tournament.rules().n_rounds;
    let mut is_there: Vec<bool> = signs
        .chars()
        .take(n_rounds)
        .map(|sign| sign != '0')
        .collect();
    is_there.resize(n_rounds, true);
    let entrant_id = EntrantId::from_idx(tournament.entrants().count());
    let first = is_there.iter().position(|there| *there).unwrap_or_default();
    let last = is_there.iter().rposition(|there| *there);
    let end = last.map_or(0, |last| last + 1);
    entrant.from_round = first + 1;
    let mut events = vec![TournamentEvent::Entered(entrant)];
    for round in (first + 1..=end).filter(|round| !is_there[round - 1]) {
        events.push(TournamentEvent::Absent {
            entrant: entrant_id,
            round,
        });
    }
    if end < n_rounds {
        events.push(TournamentEvent::Withdrew {
            entrant: entrant_id,
            from_round: end + 1,
        });
    }
    Ok(events)
}

/// The games of a round by their tables, and the byes.
#[derive(Default)]
struct ReadRound {
    games: Vec<(usize, TableGame, Option<TableResult>)>,
    byes: Vec<EntrantId>,
}

impl ReadRound {
    fn into_events(mut self, round: usize) -> Vec<TournamentEvent> {
        self.games.sort_by_key(|(table, ..)| *table);
        let pairs = RoundPairs {
            round,
            tables: self.games.iter().map(|(_, game, _)| *game).collect(),
            byes: self.byes,
        };
        let mut events = vec![TournamentEvent::Paired(pairs)];
        for (idx, (.., result)) in self.games.iter().enumerate() {
            events.extend(result.map(|result| TournamentEvent::Ended {
                round,
                table: idx + 1,
                result,
            }));
        }
        events
    }
}

type ReadRounds<'a, 'i> = Result<BTreeMap<usize, ReadRound>, (Node<'a, 'i>, String)>;

fn read_rounds<'a, 'i>(
    document: &'a Document<'i>,
    ids: &HashMap<String, EntrantId>,
) -> ReadRounds<'a, 'i> {
    let mut rounds: BTreeMap<usize, ReadRound> = BTreeMap::new();
    let player = |node: Node<'_, '_>, name: &str| {
        let key = node.attribute(name).unwrap_or_default();
        let id = ids.get(&key_text(key));
        id.copied()
            .ok_or_else(|| format!("{name}: there is no '{key}'"))
    };
    for node in elements(document, "Game") {
        let read = || -> Result<_, String> {
            let game = TableGame {
                black: player(node, "blackPlayer")?,
                white: player(node, "whitePlayer")?,
                stones: value(node, "handicap", 0)?,
            };
            let table = value(node, "tableNumber", 0)?;
            Ok((
                value(node, "roundNumber", 1)?,
                (table, game, read_result(node)?),
            ))
        };
        let (round, game) = read().map_err(|why| (node, why))?;
        rounds.entry(round).or_default().games.push(game);
    }
    for node in elements(document, "ByePlayer") {
        let read = || Ok((value(node, "roundNumber", 1)?, player(node, "player")?));
        let (round, bye) = read().map_err(|why| (node, why))?;
        rounds.entry(round).or_default().byes.push(bye);
    }
    Ok(rounds)
}

fn read_result(node: Node<'_, '_>) -> Result<Option<TableResult>, String> {
    let name = node.attribute("result").unwrap_or("RESULT_UNKNOWN");
    let plain = name.strip_suffix("_BYDEF");
    let row = WINNERS
        .iter()
        .find(|(_, known)| *known == plain.unwrap_or(name));
    match row {
        Some((winner, _)) => Ok(Some(TableResult {
            winner: *winner,
            is_forfeit: plain.is_some(),
        })),
        None if name == "RESULT_UNKNOWN" => Ok(None),
        None => Err(format!("result: there is no '{name}'")),
    }
}
