//! Just enough HTTP to open a game, to join it, and to ask for a picture.

use std::io;
use std::net::{IpAddr, SocketAddr};

use ponnuki_wire::{Join, OpenedRoom, TakenSeat, from_json, to_json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// A room of a 19×19 game between two people, with a clock or `none`, and the keys to both seats.
pub(crate) async fn open_and_join(
    server: SocketAddr,
    from: IpAddr,
    clock: &str,
) -> io::Result<(String, String, String)> {
    let body = format!(
        r#"{{"width":19,"height":19,"rules":"tromp-taylor","colors":"host_black",
             "company":{{"type":"link"}},"clock":"{clock}"}}"#
    );
    let opened = open(server, from, &body).await?;
    let invite = opened
        .invite_url
        .as_deref()
        .and_then(|url| url.split("#join=").nth(1));
    let join = to_json(&Join {
        invite: invite.unwrap_or_default().to_owned(),
        name: None,
    });
    let path = format!("/api/rooms/{}/join", opened.room);
    let taken = post(server, from, &path, &join).await?;
    let taken: TakenSeat = from_json(&taken).map_err(io::Error::other)?;
    Ok((opened.room, opened.token, taken.token))
}

/// Opens a room.
pub(crate) async fn open(server: SocketAddr, from: IpAddr, body: &str) -> io::Result<OpenedRoom> {
    let opened = post(server, from, "/api/rooms", body).await?;
    from_json(&opened).map_err(io::Error::other)
}

/// A connection to the server from one of the loopback addresses.
pub(crate) async fn dial(server: SocketAddr, from: IpAddr) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    // Where the system has only one loopback address, that one will do.
    let _ = socket.bind(SocketAddr::new(from, 0));
    let stream = socket.connect(server).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Asks for something and throws it away.
pub(crate) async fn get(server: SocketAddr, from: IpAddr, path: &str) -> io::Result<()> {
    let request = format!("GET {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\r\n");
    exchange(server, from, path, &request).await?;
    Ok(())
}

async fn post(server: SocketAddr, from: IpAddr, path: &str, body: &str) -> io::Result<String> {
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {server}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    exchange(server, from, path, &request).await
}

/// Sends a request and reads the body of the answer, unless it is a refusal.
async fn exchange(
    server: SocketAddr,
    from: IpAddr,
    path: &str,
    request: &str,
) -> io::Result<String> {
    let mut stream = dial(server, from).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let is_well = head.starts_with("HTTP/1.1 2");
    match is_well {
        true => Ok(body.to_owned()),
        false => Err(io::Error::other(format!("{path}: {answer}"))),
    }
}
