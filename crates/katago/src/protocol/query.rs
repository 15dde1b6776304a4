//! Positions to be analysed: a game, and which of its turns to look at.

use std::collections::BTreeMap;
use std::time::Duration;

use ponnuki_game::{Button, ByColor, Color, Komi, Move, PointSet, Rules, SIDE_MAX, Setup, Size};
use ponnuki_think::{Parameter, Restricted, Restriction, VISITS_MAX};
use ponnuki_wire::HalfPoints;
use serde_json::Value;

use super::fault::{FaultKind, QueryFault, Warning, WarningKind};
use super::fields::{Colored, Fields};
use super::settings::{AnalysisSettings, Change, EngineKind, PV_MAX, UnusedFields, value_text};

/// The longest game: ten times the longest that was ever played.
pub const MOVES_MAX: usize = 1 << 12;

/// Priorities are between this and its negative, as in KataGo.
const PRIORITY_MAX: i64 = (1 << 62) - 1;

/// Depths up to which moves may be left out, as in KataGo.
const DEPTH_MAX: i64 = 1_000_000_000;

/// Seconds between reports: KataGo's own limits.
const REPORT_LIMITS: std::ops::RangeInclusive<f64> = 0.001..=1_000_000.0;

/// What a list of moves to leave out consists of.
const RESTRICTION: &str = "a list of objects with player, moves and untilDepth";

/// Every field that means something, or would to KataGo.
const FIELDS: [&str; 28] = [
    "id",
    "boardXSize",
    "boardYSize",
    "initialStones",
    "initialPlayer",
    "moves",
    "rules",
    "komi",
    "whiteHandicapBonus",
    "analyzeTurns",
    "priority",
    "priorities",
    "maxVisits",
    "analysisPVLen",
    "overrideSettings",
    "allowMoves",
    "avoidMoves",
    "includeOwnership",
    "includeMovesOwnership",
    "includePolicy",
    "reportDuringSearchEvery",
    "firstReportDuringSearchAfter",
    ROOT_TEMPERATURE,
    ROOT_FPU,
    "includeOwnershipStdev",
    "includeMovesOwnershipStdev",
    "includePVVisits",
    "includeNoResultValue",
];

const ROOT_TEMPERATURE: &str = "rootPolicyTemperature";
const ROOT_FPU: &str = "rootFpuReductionMax";

/// Fields that are parameters of the search, with the limits of their numbers.
const SEARCH_FIELDS: [(&str, Parameter, std::ops::RangeInclusive<f64>); 2] = [
    (
        ROOT_TEMPERATURE,
        Parameter::RootPolicyTemperature,
        0.01..=100.0,
    ),
    (ROOT_FPU, Parameter::RootFpuReductionMax, 0.0..=2.0),
];

/// A game with turns to be analysed.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// What the answers are known by.
    pub id: String,
    /// How the game began. What White gets for a handicap is in the komi.
    pub setup: Setup,
    /// What was played, out of turn or not; not yet judged by any law.
    pub moves: Vec<(Color, Move)>,
    /// The turns to be analysed, earliest first, each once.
    pub turns: Vec<QueriedTurn>,
    /// How far to search, and how to tell what is found.
    pub settings: AnalysisSettings,
    /// What to tell besides.
    pub extras: Extras,
    /// When to tell what is found by then; `None` only at the end.
    pub reports: Option<Reports>,
    /// Moves not to look at.
    pub restrictions: Vec<Restriction>,
    /// What of the query is not as its author may think.
    pub warnings: Vec<Warning>,
}

/// A turn to be analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueriedTurn {
    /// How many moves have been made by then.
    pub number: usize,
    /// Turns of higher priority come first.
    pub priority: i64,
}

/// What may be told besides moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// Whose each point will be.
    pub ownership: bool,
    /// How far that varies over the search.
    pub ownership_stdev: bool,
    /// Whose each point will be after each move.
    pub moves_ownership: bool,
    /// How far that varies over the search.
    pub moves_ownership_stdev: bool,
    /// How likely each move looked before the search.
    pub policy: bool,
    /// How often the moves of expected lines were tried.
    pub pv_visits: bool,
    /// How likely the game has no result.
    pub no_result: bool,
}

/// When a search tells what it has found by then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reports {
    /// After this long for the first time.
    pub first: Duration,
    /// And then this often.
    pub every: Duration,
}

impl Query {
    pub(super) fn read(
        fields: &Fields<'_>,
        settings: &AnalysisSettings,
    ) -> Result<Query, QueryFault> {
        let size = size(fields)?;
        let stones = stones(fields, size)?;
        let moves = fields.colored("moves", size)?;
        let moves = moves.ok_or_else(|| {
            fields.expected("moves", "there: a list of pairs such as [\"B\",\"D4\"]")
        })?;
        if moves.len() > MOVES_MAX {
            return Err(fields.expected("moves", format!("at most {MOVES_MAX} moves")));
        }
        let mut warnings = Vec::new();
        let query = Query {
            id: fields.id.to_owned(),
            setup: setup(fields, size, stones, &moves)?,
            turns: turns(fields, moves.len())?,
            settings: changed(fields, settings.clone(), &mut warnings)?,
            extras: Extras {
                ownership: fields.flag("includeOwnership")?,
                ownership_stdev: fields.flag("includeOwnershipStdev")?,
                moves_ownership: fields.flag("includeMovesOwnership")?,
                moves_ownership_stdev: fields.flag("includeMovesOwnershipStdev")?,
                policy: fields.flag("includePolicy")?,
                pv_visits: fields.flag("includePVVisits")?,
                no_result: fields.flag("includeNoResultValue")?,
            },
            reports: reports(fields)?,
            restrictions: restrictions(fields, size)?,
            moves,
            warnings,
        };
        Ok(query.with_warnings(fields))
    }

    /// Adds which of its fields no query has.
    fn with_warnings(mut self, fields: &Fields<'_>) -> Query {
        if self.settings.unused_fields == UnusedFields::Ignored {
            return self;
        }
        let is_unknown = |field: &&String| !FIELDS.contains(&field.as_str());
        for field in fields.object.keys().filter(is_unknown) {
            self.warnings.push(Warning {
                field: field.clone(),
                kind: WarningKind::UnknownField,
            });
        }
        self
    }
}

fn size(fields: &Fields<'_>) -> Result<Size, QueryFault> {
    let side = |field| {
        let limits = 1..=i64::from(SIDE_MAX);
        let missing = || fields.expected(field, format!("a whole number from 1 to {SIDE_MAX}"));
        let side = fields.integer(field, limits)?.ok_or_else(missing)?;
        u8::try_from(side).map_err(|_| missing())
    };
    let (width, height) = (side("boardXSize")?, side("boardYSize")?);
    Size::new(width, height).ok_or_else(|| fields.expected("boardXSize", "the side of a board"))
}

/// The stones at the beginning; where two lie on one point, the later.
fn stones(fields: &Fields<'_>, size: Size) -> Result<ByColor<PointSet>, QueryFault> {
    let mut stones = ByColor::<PointSet>::default();
    for (color, mv) in fields.colored("initialStones", size)?.unwrap_or_default() {
        let Move::Play(point) = mv else {
            return Err(fields.fault("initialStones", FaultKind::UnknownVertex("pass".to_owned())));
        };
        stones[!color].remove(point);
        stones[color].insert(point);
    }
    Ok(stones)
}

fn setup(
    fields: &Fields<'_>,
    size: Size,
    stones: ByColor<PointSet>,
    moves: &[Colored],
) -> Result<Setup, QueryFault> {
    let mut setup = Setup::new(size, rules(fields)?);
    setup.stones = stones;
    let n_black = if stones.white.is_empty() {
        stones.black.len()
    } else {
        0
    };
    setup.first = match (fields.color("initialPlayer")?, moves.first()) {
        (Some(color), _) | (None, Some(&(color, _))) => Some(color),
        (None, None) if n_black > 1 => Some(Color::White),
        (None, None) => None,
    };
    if let Some(komi) = komi(fields)? {
        setup.komi = komi;
    }
    let n_handicap = n_black + n_gifts(moves);
    let compensation = setup.rules.start.handicap.compensation;
    let gift = 2 * compensation.points(n_handicap) as i16;
    setup.komi = Komi::from_half_points(setup.komi.half_points() + gift);
    match setup.faults() {
        faults if faults.is_empty() => Ok(setup),
        faults => {
            let field = match faults[0] {
                ponnuki_game::SetupFault::SizeNotInRulebook { .. } => "rules",
                ponnuki_game::SetupFault::KomiTooLarge(_) => "komi",
                _ => "initialStones",
            };
            let faults = ponnuki_game::SetupFaults(faults);
            Err(fields.fault(field, FaultKind::Setup(faults)))
        }
    }
}

/// How many of Black's moves at the beginning are a handicap: those before
/// White's first play, if there are several.
fn n_gifts(moves: &[Colored]) -> usize {
    let white_passed = |&&(color, mv): &&Colored| (color, mv) != (Color::White, Move::Pass);
    let turns = moves.iter().filter(white_passed);
    let gifts = turns.take_while(|&&(color, mv)| color == Color::Black && mv != Move::Pass);
    match gifts.count() {
        0 | 1 => 0,
        n => n,
    }
}

fn rules(fields: &Fields<'_>) -> Result<Rules, QueryFault> {
    let text = match fields.object.get("rules") {
        Some(Value::String(text)) => text.clone(),
        Some(object @ Value::Object(_)) => object.to_string(),
        Some(_) | None => {
            let what = "the name of rules such as \"chinese\", or an object with their terms";
            return Err(fields.expected("rules", what));
        }
    };
    let parsed = |field, text: &str| {
        let rules = text.parse::<Rules>();
        rules.map_err(|error| fields.fault(field, FaultKind::Rules(error)))
    };
    let mut rules = parsed("rules", &text)?;
    if text.trim_start().starts_with('{') && !text.contains("\"komi\"") {
        rules.start.komi = fair_komi(&rules);
    }
    let field = "whiteHandicapBonus";
    if let Some(bonus) = fields.text(field)? {
        // The word for a bonus is one of the words for rules, and is read where they are.
        let terms = parsed(field, &format!("{{\"{field}\":\"{bonus}\"}}"))?;
        rules.start.handicap.compensation = terms.start.handicap.compensation;
    }
    Ok(rules)
}

/// What KataGo takes for fair where rules are given term by term and nobody
/// names a komi.
fn fair_komi(rules: &Rules) -> Komi {
    let half_points = match (rules.counting.scoring.is_area(), rules.passing.button) {
        (false, _) => 13,
        (true, Button::HalfPoint) => 14,
        (true, Button::None) => 15,
    };
    Komi::from_half_points(half_points)
}

fn komi(fields: &Fields<'_>) -> Result<Option<Komi>, QueryFault> {
    let Some(value) = fields.object.get("komi") else {
        return Ok(None);
    };
    let komi = serde_json::from_value::<HalfPoints>(value.clone()).ok();
    let komi = komi.and_then(HalfPoints::to_komi);
    let limits = || {
        let max = Komi::MAX;
        format!("a number of whole or half points from -{max} to {max}")
    };
    match komi {
        Some(komi) => Ok(Some(komi)),
        None => Err(fields.expected("komi", limits())),
    }
}

/// The turns to be analysed, each once with its priority.
fn turns(fields: &Fields<'_>, n_moves: usize) -> Result<Vec<QueriedTurn>, QueryFault> {
    let priority = fields.integer("priority", -PRIORITY_MAX..=PRIORITY_MAX)?;
    let numbers = fields.integers("analyzeTurns")?;
    let priorities = fields.integers("priorities")?;
    if priority.is_some() && priorities.is_some() {
        return Err(fields.fault("priority", FaultKind::NotWith("priorities")));
    }
    let last = n_moves as i64;
    let n_given = numbers.as_ref().map(Vec::len);
    if priorities.is_some() && priorities.as_ref().map(Vec::len) != n_given {
        return Err(fields.fault("priorities", FaultKind::Needs("analyzeTurns")));
    }
    let numbers = numbers.unwrap_or_else(|| vec![last]);
    let mut turns = BTreeMap::new();
    for (at, &number) in numbers.iter().enumerate() {
        let is_there = usize::try_from(number).ok().filter(|&n| n <= n_moves);
        let no_such = || fields.fault("analyzeTurns", FaultKind::NoSuchTurn(number));
        let own = priorities.as_ref().map(|priorities| priorities[at]);
        let priority = own.or(priority).unwrap_or(0);
        turns.insert(is_there.ok_or_else(no_such)?, priority);
    }
    let turns = turns.into_iter();
    Ok(turns
        .map(|(number, priority)| QueriedTurn { number, priority })
        .collect())
}

/// The `settings` as the query changes them.
fn changed(
    fields: &Fields<'_>,
    mut settings: AnalysisSettings,
    warnings: &mut Vec<Warning>,
) -> Result<AnalysisSettings, QueryFault> {
    let field = "overrideSettings";
    let mut idle = Vec::new();
    for (key, value) in fields.object(field)?.into_iter().flatten() {
        match settings.change(key, &value_text(value)) {
            Ok(Change::Made) => {}
            Ok(Change::NoEffect) => idle.push(key.clone()),
            Err(bad) => return Err(fields.fault(field, FaultKind::Setting(bad))),
        }
    }
    if !idle.is_empty() {
        warnings.push(Warning {
            field: field.to_owned(),
            kind: WarningKind::SettingsWithoutEffect(idle),
        });
    }
    for (field, parameter, limits) in SEARCH_FIELDS {
        let value = fields.number(field, limits)?;
        if value.is_some() {
            settings.parameters.set(parameter, value);
        }
        if value.is_some() && settings.engine == EngineKind::Playouts {
            warnings.push(Warning {
                field: field.to_owned(),
                kind: WarningKind::NoEffect,
            });
        }
    }
    if let Some(n) = fields.integer("maxVisits", 1..=VISITS_MAX as i64)? {
        settings.n_visits_max = n as u64;
    }
    if let Some(n) = fields.integer("analysisPVLen", 1..=PV_MAX as i64)? {
        settings.pv_len = n as usize;
    }
    Ok(settings)
}

fn reports(fields: &Fields<'_>) -> Result<Option<Reports>, QueryFault> {
    let seconds = |field| {
        let seconds = fields.number(field, REPORT_LIMITS)?;
        Ok(seconds.map(Duration::from_secs_f64))
    };
    let every = seconds("reportDuringSearchEvery")?;
    let first = seconds("firstReportDuringSearchAfter")?;
    Ok(match (first, every) {
        (None, None) => None,
        (first, every) => Some(Reports {
            first: first.or(every).unwrap_or(Duration::MAX),
            every: every.unwrap_or(Duration::MAX),
        }),
    })
}

fn restrictions(fields: &Fields<'_>, size: Size) -> Result<Vec<Restriction>, QueryFault> {
    let (allow, avoid) = ("allowMoves", "avoidMoves");
    if fields.has(allow) && fields.has(avoid) {
        return Err(fields.fault(allow, FaultKind::NotWith(avoid)));
    }
    let field = if fields.has(allow) { allow } else { avoid };
    let missing = || fields.expected(field, RESTRICTION);
    let mut all = Vec::new();
    for entry in fields.objects(field, RESTRICTION)? {
        let moves = entry.moves("moves", size)?.ok_or_else(missing)?;
        let n_moves = entry.integer("untilDepth", 1..=DEPTH_MAX)?;
        all.push(Restriction {
            by: entry.color("player")?.ok_or_else(missing)?,
            moves: match field == allow {
                true => Restricted::Allow(moves),
                false => Restricted::Avoid(moves),
            },
            n_moves: n_moves.ok_or_else(missing)? as usize,
        });
    }
    let has_two = |color| all.iter().filter(|one| one.by == color).count() > 1;
    if field == allow && Color::BOTH.into_iter().any(has_two) {
        return Err(fields.expected(allow, "at most one entry for each player"));
    }
    Ok(all)
}
