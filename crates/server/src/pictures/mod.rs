//! Games and positions as pictures with addresses of their own, to be shown anywhere:
//! `/game/ID.svg?from=1&to=50`, `/board.png?moves=D4,Q16`.
//!
//! `wish` is what an address asks for, `board` a position that only the address knows,
//! `studio` draws, a few at a time.

mod board;
mod studio;
mod wish;

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use ponnuki_draw::Figure;
use ponnuki_game::Game;
use ponnuki_wire::{self as wire, ProblemCode};
use sha2::{Digest as _, Sha256};

use crate::app::Elsewhere;
use crate::house::House;
use crate::pages::{Keep, Page};
use crate::problem::Problem;
use crate::request::{AtRoom, Client};
use crate::room_id::RoomId;
use crate::study;
use crate::thinking::Turn;

use board::Board;
use wish::{Format, Options, PictureWish};

pub(crate) use studio::Studio;

/// Changes when the same address is drawn otherwise than before, so that no browser
/// keeps the old picture.
const EDITION: u8 = 2;

/// Gives a game of a room as a file: `1.sgf` is the first with its variations, the others
/// are pictures of it, as `/game/{file}` gives them.
#[utoipa::path(get, path = "/api/rooms/{id}/games/{file}", tag = "rooms",
    params(
        ("id" = String, Path, description = "The room"),
        ("file" = String, Path, description = "The game's number with .sgf, .svg, .png or .gif")),
    responses(
        (status = 200, description = "The file"),
        (status = 404, description = "There is no such game", body = wire::Problem)))]
pub(crate) async fn room_file(
    State(house): State<Arc<House>>,
    client: Client,
    at: AtRoom,
    RawQuery(line): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (number, ending) = at.file.split_once('.').ok_or_else(no_game)?;
    let number = number.parse().map_err(|_| no_game())?;
    let options = Options::read(line.as_deref(), &wish::NAMES)?;
    let game = RoomGame { id: at.id, number };
    game.file(&house, &client, &options, ending, &headers).await
}

/// Gives a game of a room for any page to show: its record, a picture of a position or of
/// some moves with their numbers, or a film. Who knows the room's name may watch it, and
/// may see this.
#[utoipa::path(get, path = "/game/{file}", tag = "pictures",
    params(
        ("file" = String, Path, description = "The room with .sgf, .svg, .png or .gif"),
        ("game" = Option<u32>, Query, description = "Which game of the room; the first"),
        ("move" = Option<u32>, Query, description = "The position after so many moves; the last"),
        ("from" = Option<u32>, Query, description = "The first move with a number on it; of a \
            film, after how many moves it begins"),
        ("to" = Option<u32>, Query, description = "The last move with a number on it, or of a film"),
        ("size" = Option<u32>, Query, description = "How wide the picture is, in pixels"),
        ("coordinates" = Option<u8>, Query, description = "1 for letters and numbers at the edges"),
        ("theme" = Option<String>, Query, description = "wood, paper, slate or contrast"),
        ("pause" = Option<f32>, Query, description = "How many seconds a film shows each move")),
    responses(
        (status = 200, description = "The picture"),
        (status = 304, description = "It is as it was"),
        (status = 400, description = "No picture can be made so", body = wire::Problem),
        (status = 404, description = "There is no such game or move", body = wire::Problem),
        (status = 429, description = "Too many pictures", body = wire::Problem)))]
pub(crate) async fn game(
    State(house): State<Arc<House>>,
    client: Client,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let file = uri.path().rsplit('/').next().unwrap_or_default();
    let (id, ending) = file.split_once('.').ok_or_else(no_game)?;
    let id = RoomId::parse(id).ok_or_else(|| Problem::not_found("room"))?;
    let names = [&["game"], wish::NAMES.as_slice()].concat();
    let options = Options::read(uri.query(), &names)?;
    let number = options.whole("game", 1..=u32::MAX)?.unwrap_or(1);
    let game = RoomGame { id, number };
    game.file(&house, &client, &options, ending, &headers).await
}

/// Draws a position that stands in the address: stones, moves and marks. Points have
/// commas between them: `black=D4,E5`.
#[utoipa::path(get, path = "/board.{ending}", tag = "pictures",
    params(
        ("ending" = String, Path, description = "svg, png or gif"),
        ("board" = Option<String>, Query, description = "19, or 13x9 for other shapes"),
        ("black" = Option<String>, Query, description = "Black stones that stand there"),
        ("white" = Option<String>, Query, description = "White stones that stand there"),
        ("moves" = Option<String>, Query, description = "Moves made then, in turns; pass is one"),
        ("first" = Option<String>, Query, description = "black or white; who moves first"),
        ("rules" = Option<String>, Query, description = "The rulebook they are made under"),
        ("triangle" = Option<String>, Query, description = "Points with a triangle; also square, \
            circle and cross"),
        ("label" = Option<String>, Query, description = "Points with letters: D4:A,E5:B"),
        ("from" = Option<u32>, Query, description = "The first move with a number on it"),
        ("size" = Option<u32>, Query, description = "And all other options of a game's pictures")),
    responses(
        (status = 200, description = "The picture"),
        (status = 304, description = "It is as it was"),
        (status = 400, description = "No picture can be made so", body = wire::Problem),
        (status = 422, description = "There is no such position", body = wire::Problem),
        (status = 429, description = "Too many pictures", body = wire::Problem)))]
pub(crate) async fn board(
    State(house): State<Arc<House>>,
    client: Client,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let ending = uri.path().rsplit('.').next().unwrap_or_default();
    let format = Format::of_ending(ending).ok_or_else(|| Problem::not_found("picture"))?;
    let names = [board::NAMES.as_slice(), wish::NAMES.as_slice()].concat();
    let options = Options::read(uri.query(), &names)?;
    let sitting = Sitting {
        wish: PictureWish::read(&options, format)?,
        tag: tag(&[ending, uri.query().unwrap_or_default()]),
        keep: Keep::Week,
    };
    let figures = move |wish: PictureWish| {
        let board = Board::read(&options)?;
        let mut figures = wish.figures(&board.game)?;
        board.mark(&mut figures);
        Ok(figures)
    };
    sitting.answer(&house, &client, &headers, figures).await
}

/// A game of a room.
struct RoomGame {
    id: RoomId,
    number: u32,
}

impl RoomGame {
    /// The game as the file with this ending.
    async fn file(
        &self,
        house: &Arc<House>,
        client: &Client,
        options: &Options,
        ending: &str,
        headers: &HeaderMap,
    ) -> Result<Response, Problem> {
        let number = self.number;
        let sgf = house.view(self.id, move |room| room.record(number)).await?;
        let sgf = sgf.ok_or_else(no_game)?;
        if ending == "sgf" {
            return self.sgf_file(sgf);
        }
        let format = Format::of_ending(ending).ok_or_else(no_game)?;
        let sitting = Sitting {
            wish: PictureWish::read(options, format)?,
            tag: tag(&[ending, options.line(), &sgf]),
            keep: Keep::Checked,
        };
        let figures = move |wish: PictureWish| wish.figures(&game_of(&sgf)?);
        sitting.answer(house, client, headers, figures).await
    }

    fn sgf_file(&self, sgf: String) -> Result<Response, Problem> {
        let RoomGame { id, number } = self;
        let name = format!("attachment; filename=\"ponnuki-{id}-{number}.sgf\"");
        let name = HeaderValue::from_str(&name).map_err(|why| Problem::failed(&why))?;
        let kind = HeaderValue::from_static("application/x-go-sgf; charset=utf-8");
        let headers = [
            (header::CONTENT_TYPE, kind),
            (header::CONTENT_DISPOSITION, name),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        ];
        Ok((headers, sgf).into_response())
    }
}

fn no_game() -> Problem {
    Problem::not_found("game")
}

/// The game in a record of ours.
fn game_of(sgf: &str) -> Result<Game, Problem> {
    let records = study::records(sgf).map_err(|why| Problem::failed(&why))?;
    let record = study::first(&records).map_err(|_| no_game())?;
    Ok(record.game().0)
}

/// A picture to be made, unless there is one already.
struct Sitting {
    wish: PictureWish,
    /// The same for the same picture only.
    tag: String,
    keep: Keep,
}

impl Sitting {
    /// The picture of what `figures` makes of the wish; nothing if the client has it.
    async fn answer(
        self,
        house: &Arc<House>,
        client: &Client,
        headers: &HeaderMap,
        figures: impl FnOnce(PictureWish) -> Result<Vec<Figure>, Problem> + Send + 'static,
    ) -> Result<Response, Problem> {
        let Sitting { wish, tag, keep } = self;
        let kind = wish.format.kind();
        let blank = Page::picture(kind, &tag, Vec::new(), keep);
        let page = if blank.is_known(headers) {
            blank
        } else if let Some(page) = house.studio.kept(&tag) {
            page
        } else {
            let draw = {
                let tag = tag.clone();
                move |turn: &Turn| {
                    let bytes = wish.encode(&figures(wish)?, turn)?;
                    Ok(Page::picture(kind, &tag, bytes, keep))
                }
            };
            let work = (client.address, wish.format.work());
            house.studio.draw(house, work, &tag, draw).await?
        };
        let mut response = page.answer(headers);
        response.extensions_mut().insert(Elsewhere::Shown);
        Ok(response)
    }
}

/// A name for a picture that depends on all these texts.
fn tag(parts: &[&str]) -> String {
    let mut digest = Sha256::new_with_prefix([EDITION]);
    for part in parts {
        digest.update(part.len().to_be_bytes());
        digest.update(part);
    }
    let digest = digest.finalize();
    digest[..12]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// A request that asks for no picture that could be.
fn bad(text: impl Into<String>) -> Problem {
    Problem::new(ProblemCode::BadRequest, text)
}
