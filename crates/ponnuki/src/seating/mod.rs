//! Which game is meant by the command line: with whom, on what board, under what rules.

mod resume;

use std::sync::Arc;

use clap::ValueEnum;
use ponnuki_client::{FromServer, RoomLink, ServerAddress};
use ponnuki_clock::Control;
use ponnuki_engine::Level;
use ponnuki_game::{Komi, Size};
use ponnuki_hosting::EngineService;
use ponnuki_server::ThinkingService;
use ponnuki_tui::{KeyboardFault, KeyboardGames, KeyboardSeat, SeatWish};
use ponnuki_wire::{ColorTerms, Company, KomiTerms, NewRoom};

use self::resume::ResumeArgs;
use crate::Failure;
use crate::args::{self, GivenRules};
use crate::note;
use crate::places::{Place, no_data_dir};
use crate::thinker::NetArg;

/// Strong enough to be interesting, weak enough to be beaten by someone who just began.
const LEVEL: u8 = 3;

/// A board on which a game ends the same evening.
const SIZE: Size = Size::NINE;

/// Which game to play.
#[derive(Debug, clap::Args)]
pub(crate) struct Seating {
    /// Against the computer at this level, from 1 to 24 [default: 3]
    #[arg(long, value_name = "N", value_parser = args::level, allow_negative_numbers = true)]
    #[arg(conflicts_with_all = ["friend", "link", "last"])]
    level: Option<Level>,
    /// Against a friend at the same keyboard, or by a link with --server
    #[arg(long, conflicts_with_all = ["link", "last"])]
    friend: bool,
    /// The game that this link leads to, as a page of Ponnuki gives it
    #[arg(long, value_name = "URL", value_parser = RoomLink::parse, conflicts_with = "last")]
    link: Option<RoomLink>,
    /// The game that was left last
    #[arg(long = "continue")]
    last: bool,
    #[command(flatten)]
    resume: ResumeArgs,
    /// Open the game on this server, such as https://go.example.org
    #[arg(long, value_name = "URL", value_parser = ServerAddress::parse)]
    #[arg(conflicts_with_all = ["link", "last"])]
    server: Option<ServerAddress>,
    /// The board: 19, or 13x9 [default: 9]
    #[arg(long, value_name = "WxH", value_parser = args::size, allow_negative_numbers = true)]
    size: Option<Size>,
    /// The rules: a name from 'ponnuki rules' [default: japanese]
    #[arg(long, value_name = "NAME", value_parser = args::rules)]
    rules: Option<GivenRules>,
    /// Points for White, or auction, or name-and-choose [default: as the rules say]
    #[arg(long, value_name = "POINTS", value_parser = komi, allow_negative_numbers = true)]
    komi: Option<KomiTerms>,
    /// Stones that Black has first
    #[arg(long, value_name = "N")]
    handicap: Option<u8>,
    /// What you play: black, white or either [default: black, or whose turn it is]
    #[arg(long, value_name = "COLOR", hide_possible_values = true)]
    color: Option<OwnColor>,
    /// The clock as players write it: '10:00 + 5x0:30', '3:00 + 0:10', 30:00 [default: none]
    #[arg(long, value_name = "CLOCK")]
    clock: Option<Control>,
    /// What to call you
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    net: NetArg,
}

/// What a person wants to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OwnColor {
    Black,
    White,
    Either,
}

impl Seating {
    /// Sits down as is wished; see [`KeyboardSeat::sit`].
    ///
    /// # Errors
    ///
    /// There is no such game or network, or the game cannot be reached.
    pub(crate) fn sit(
        &self,
        wish: &SeatWish,
        tell: impl FnMut(FromServer) + Send + 'static,
    ) -> Result<KeyboardSeat, Failure> {
        let games = KeyboardGames {
            place: self.place.data(),
            // A network is read only when a server inside this process needs it.
            thinking: || {
                let engine: Arc<dyn ThinkingService> =
                    Arc::new(EngineService::new(self.net.find()?));
                Ok(engine)
            },
            note,
        };
        KeyboardSeat::sit(wish, games, tell)
    }

    /// Which game is meant, if any is: where and with which network alone is none yet.
    ///
    /// # Errors
    ///
    /// There can be no such game.
    pub(crate) fn wish_if_any(&self) -> Result<Option<SeatWish>, Failure> {
        let is_meant = self.level.is_some()
            || self.friend
            || self.link.is_some()
            || self.last
            || self.resume.is_meant()
            || self.server.is_some()
            || self.size.is_some()
            || self.rules.is_some()
            || self.komi.is_some()
            || self.handicap.is_some()
            || self.color.is_some()
            || self.clock.is_some();
        is_meant.then(|| self.wish()).transpose()
    }

    /// Which network to think with.
    pub(crate) fn net(&self) -> &NetArg {
        &self.net
    }

    /// What to call whoever sits down.
    pub(crate) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Which game is meant.
    ///
    /// # Errors
    ///
    /// There can be no such game.
    pub(crate) fn wish(&self) -> Result<SeatWish, Failure> {
        if self.last {
            return Ok(SeatWish::Continue);
        }
        if let Some(link) = self.link.clone() {
            let name = self.name.clone();
            return Ok(SeatWish::Link { link, name });
        }
        let begun = self.resume.room()?;
        Ok(SeatWish::Open {
            terms: Box::new(self.terms(begun)?),
            server: self.server.clone(),
        })
    }

    /// What a new game is played with, or one that has `begun`.
    fn terms(&self, begun: Option<NewRoom>) -> Result<NewRoom, Failure> {
        let rules = self.rules.map(|given| {
            let unnamed = "a game is played under rules with a name, see 'ponnuki rules'";
            let preset = given.preset.ok_or(Failure::Misuse(unnamed.to_owned()))?;
            Ok::<String, Failure>(preset.name.to_owned())
        });
        let company = match (self.friend, &self.server) {
            (true, None) => Company::SameScreen {},
            (true, Some(_)) => Company::Link {},
            (false, _) => Company::Engine {
                level: self.level.map_or(LEVEL, |level| level.number),
            },
        };
        let colors = self.color.map(|color| match color {
            OwnColor::Black => ColorTerms::HostBlack,
            OwnColor::White => ColorTerms::HostWhite,
            OwnColor::Either => ColorTerms::Nigiri,
        });
        if let Some(begun) = begun {
            return Ok(NewRoom {
                name: self.name.clone(),
                colors: colors.or(begun.colors),
                company: Some(company),
                ..begun
            });
        }
        let size = self.size.unwrap_or(SIZE);
        Ok(NewRoom {
            name: self.name.clone(),
            width: Some(size.width()),
            height: Some(size.height()),
            rules: rules.transpose()?,
            handicap: self.handicap,
            komi: self.komi,
            colors,
            clock: self.clock.map(|clock| clock.to_string()),
            company: Some(company),
            ..NewRoom::default()
        })
    }
}

impl From<KeyboardFault> for Failure {
    fn from(fault: KeyboardFault) -> Failure {
        match fault {
            KeyboardFault::Hosting(fault) => fault.into(),
            KeyboardFault::Seat(fault) => fault.into(),
            KeyboardFault::NothingKept => Failure::NothingKept,
            KeyboardFault::NoDataDir => no_data_dir(),
        }
    }
}

/// A number of points, or how the players find it.
fn komi(text: &str) -> Result<KomiTerms, String> {
    match text {
        "auction" => Ok(KomiTerms::Auction),
        "name-and-choose" => Ok(KomiTerms::NameAndChoose),
        number => {
            let komi: Result<Komi, _> = number.parse();
            let komi = komi.map_err(|error| error.to_string())?;
            Ok(KomiTerms::Fixed(komi.into()))
        }
    }
}
