//! A game on a server behind TLS, as on the internet: the link begins with https, and the
//! certificate has to be one that this machine trusts.

mod certified;
mod play_session;

use std::fs;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;

use certified::certified;
use play_session::{Dir, Session};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio_rustls::TlsAcceptor;

/// Someone who speaks TLS and passes on what is said, as a proxy before a server does.
struct Proxy {
    listener: TcpListener,
    acceptor: TlsAcceptor,
    runtime: Runtime,
    /// The certificate of the authority that vouches for it.
    authority: String,
}

impl Proxy {
    /// One that has a certificate for `localhost` from an authority of its own.
    fn new() -> Proxy {
        let (config, authority) = certified();
        let runtime = Runtime::new().expect("threads");
        let listener = runtime.block_on(TcpListener::bind(("localhost", 0)));
        Proxy {
            listener: listener.expect("a port"),
            acceptor: TlsAcceptor::from(Arc::new(config)),
            runtime,
            authority,
        }
    }

    fn url(&self) -> String {
        let port = self.listener.local_addr().expect("an address").port();
        format!("https://localhost:{port}")
    }

    /// Passes on what comes to the server at `url` until the runtime ends.
    fn serve(self, url: &str) -> Runtime {
        let server: SocketAddr = url
            .trim_start_matches("http://")
            .parse()
            .expect("an address");
        let (listener, acceptor) = (self.listener, self.acceptor);
        self.runtime.spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let acceptor = acceptor.clone();
                tokio::spawn(async move {
                    // Someone who does not trust us hangs up; that is no matter.
                    if let Ok(mut stream) = acceptor.accept(stream).await
                        && let Ok(mut onward) = TcpStream::connect(server).await
                    {
                        drop(copy_bidirectional(&mut stream, &mut onward).await);
                    }
                });
            }
        });
        self.runtime
    }
}

/// The certificate as a file, as an administrator hands it out.
fn written(dir: &Dir, certificate: &str) -> PathBuf {
    let path = dir.path().join("authority.pem");
    fs::write(&path, certificate).expect("a file");
    path
}

#[test]
fn a_game_is_played_through_tls_by_whoever_trusts_the_authority() {
    let (dir, host, guest) = (Dir::new("tls"), Dir::new("tls-host"), Dir::new("tls-guest"));
    let proxy = Proxy::new();
    let url = proxy.url();
    let authority = written(&dir, &proxy.authority);
    let server = dir.serve_with(&["--public-url", &url, "--behind-proxy"]);
    let serving = proxy.serve(&server.url);
    let trusting = |dir: &Dir, args: &[&str]| {
        let mut command = dir.ponnuki(args);
        command.env("SSL_CERT_FILE", &authority);
        Session::of(command)
    };
    let opening = [
        "--friend", "--server", &url, "--size", "5", "--color", "black",
    ];
    let mut host = trusting(&host, &opening);
    let line = host.hears("Send this link to your opponent: ");
    let link = line.split_once(": ").expect("a link").1.to_owned();
    assert!(link.starts_with(&url), "{link}");
    let mut guest = trusting(&guest, &["--link", &link]);
    guest.hears("You play White.");
    host.hears("Your move.");
    host.types("c3");
    guest.hears("Black C3. Your move.");
    guest.types("d3");
    host.hears("White D3. Your move.");
    // Whoever goes away is missed, and whoever comes back is told of.
    guest.types("quit");
    guest.ends(0);
    host.hears("White is away.");
    host.types("quit");
    host.ends(0);
    drop(serving);
}

#[test]
fn a_certificate_that_nobody_vouches_for_is_refused_in_a_sentence() {
    let (dir, own) = (Dir::new("tls-unknown"), Dir::new("tls-unknown-own"));
    let (proxy, other) = (Proxy::new(), Proxy::new());
    let link = format!("{}/r/k3q9x7m2wd#join=x", proxy.url());
    // Another authority is trusted here, so that the test does not depend on the machine.
    let authority = written(&dir, &other.authority);
    let server = dir.serve();
    let serving = proxy.serve(&server.url);
    let mut command = own.ponnuki(&["--link", &link]);
    command.env("SSL_CERT_FILE", &authority);
    let output = command.stdin(Stdio::null()).output();
    let output = output.expect("the program runs");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let expected = "the certificate of localhost is not trusted here: ";
    assert!(told.contains(expected), "{told}");
    assert!(told.contains("SSL_CERT_FILE"), "{told}");
    assert_eq!(output.status.code(), Some(1));
    drop(serving);
}
