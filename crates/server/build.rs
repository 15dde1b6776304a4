//! Builds the pages in `web/` with npm and lays them out for embedding: a table of
//! files with their kinds, their tags and their compressed forms.
//!
//! Nothing is written into the source tree but `web/node_modules`.

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// What the pages are made from, under `web/`.
const SOURCES: [&str; 11] = [
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "openapi.json",
    "tsconfig.json",
    "svelte.config.js",
    "vite.config.ts",
    "vocabulary.js",
    // What the pages and the terminal say alike.
    "../crates/words/vocabulary",
];

/// Says how the pages are built: `skip` embeds a placeholder and needs no Node.
const SWITCH: &str = "PONNUKI_WEB";

/// How many lines of a failed build are told.
const N_LINES_MAX: usize = 20;

/// Smaller files gain nothing from being compressed.
const COMPRESSED_MIN: usize = 512;

const PLACEHOLDER: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<title>Ponnuki</title>
<h1>Ponnuki</h1>
<p>The pages were left out when this program was built.
Install Node.js 20 or newer and build it again without PONNUKI_WEB=skip.</p>
<p><a href=\"/api\">The API</a> is here.</p>
</html>
";

fn main() -> Outcome<()> {
    let web = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../../web");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    println!("cargo::rerun-if-env-changed={SWITCH}");
    println!("cargo::rerun-if-changed=build.rs");
    for source in SOURCES.iter().filter(|source| web.join(source).exists()) {
        println!("cargo::rerun-if-changed={}", web.join(source).display());
    }
    let pages = out.join("web");
    let is_skipped = env::var(SWITCH).is_ok_and(|way| way == "skip");
    if is_skipped || !web.join("package.json").exists() {
        // A file that does not exist makes cargo look again every time.
        if !is_skipped {
            println!(
                "cargo::rerun-if-changed={}",
                web.join("package.json").display()
            );
        }
        write_placeholder(&out, &pages)?;
    } else if let Err(error) = build_pages(&web, &out, &pages) {
        println!("cargo::error={error}");
        return Err(error);
    }
    write_table(&pages, &out)
}

fn write_placeholder(out: &Path, pages: &Path) -> Outcome<()> {
    drop(fs::remove_file(out.join("web.stamp")));
    drop(fs::remove_dir_all(pages));
    fs::create_dir_all(pages)?;
    Ok(fs::write(pages.join("index.html"), PLACEHOLDER)?)
}

/// Builds the pages unless those in `pages` are made from the same sources.
fn build_pages(web: &Path, out: &Path, pages: &Path) -> Outcome<()> {
    let stamp = stamp(web)?;
    let stamp_path = out.join("web.stamp");
    if pages.join("index.html").exists()
        && fs::read_to_string(&stamp_path).is_ok_and(|s| s == stamp)
    {
        return Ok(());
    }
    // Two builds at once would write into the same node_modules.
    let lock = File::create(env::temp_dir().join(format!("ponnuki-web-{}.lock", name_of(web)?)))?;
    lock.lock()?;
    if needs_install(web) {
        npm(web, &["ci", "--no-audit", "--no-fund"])?;
    }
    let pages_arg = pages
        .to_str()
        .ok_or("the build directory has no plain name")?;
    npm(
        web,
        &["run", "build", "--", "--outDir", pages_arg, "--emptyOutDir"],
    )?;
    Ok(fs::write(stamp_path, stamp)?)
}

/// A name for the directory, the same in every build.
fn name_of(dir: &Path) -> Outcome<String> {
    let mut hasher = DefaultHasher::new();
    dir.canonicalize()?.hash(&mut hasher);
    Ok(format!("{:016x}", hasher.finish()))
}

/// Whether what is installed is missing, or older than what is asked for.
fn needs_install(web: &Path) -> bool {
    let changed = |path: &str| web.join(path).metadata().and_then(|meta| meta.modified());
    match (
        changed("node_modules/.package-lock.json"),
        changed("package-lock.json"),
    ) {
        (Ok(installed), Ok(asked)) => installed < asked,
        // Someone is changing what is asked for, and has something installed.
        (Ok(_), Err(_)) => false,
        (Err(_), _) => true,
    }
}

fn npm(web: &Path, args: &[&str]) -> Outcome<()> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let done = Command::new(program).args(args).current_dir(web).output();
    let done = done.map_err(|error| {
        format!(
            "the pages in web/ are built with npm, which could not be started ({error}): \
             install Node.js 20 or newer from your system's packages or nodejs.org, \
             or set {SWITCH}=skip to build without pages"
        )
    })?;
    if done.status.success() {
        return Ok(());
    }
    let told = [done.stdout, done.stderr].concat();
    let told = String::from_utf8_lossy(&told);
    let lines: Vec<&str> = told
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    // The reason stands first, then comes help that fills pages.
    let told = lines[..lines.len().min(N_LINES_MAX)].join(" | ");
    Err(format!(
        "`npm {}` in web/ failed: {told} (set {SWITCH}=skip to build without pages)",
        args.join(" ")
    )
    .into())
}

/// A digest of all that the pages are made from.
fn stamp(web: &Path) -> Outcome<String> {
    let mut hasher = DefaultHasher::new();
    for source in SOURCES {
        for (path, file) in files_under(&web.join(source))? {
            (source, path, fs::read(file)?).hash(&mut hasher);
        }
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// All files under `root`, which may be a file itself, by their paths from there.
fn files_under(root: &Path) -> Outcome<BTreeMap<String, PathBuf>> {
    let mut files = BTreeMap::new();
    let mut waiting = vec![(String::new(), root.to_path_buf())];
    while let Some((name, path)) = waiting.pop() {
        if path.is_file() {
            files.insert(name, path);
        } else if path.is_dir() {
            for entry in fs::read_dir(&path)? {
                let entry = entry?;
                let part = entry.file_name().to_string_lossy().into_owned();
                waiting.push((format!("{name}/{part}"), entry.path()));
            }
        }
    }
    Ok(files)
}

/// Writes `assets.rs`: the table of all files in `pages`.
fn write_table(pages: &Path, out: &Path) -> Outcome<()> {
    let packed = out.join("packed");
    drop(fs::remove_dir_all(&packed));
    fs::create_dir_all(&packed)?;
    let mut table = "pub(crate) static ASSETS: &[Asset] = &[\n".to_owned();
    for (idx, (path, file)) in files_under(pages)?.into_iter().enumerate() {
        let bytes = fs::read(&file)?;
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let gzip = match packed_form(&path, &bytes)? {
            None => "None".to_owned(),
            Some(gzip) => {
                let file = packed.join(format!("{idx}.gz"));
                fs::write(&file, gzip)?;
                format!("Some(include_bytes!({file:?}))")
            }
        };
        writeln!(
            table,
            "Asset {{ path: {path:?}, kind: {:?}, tag: \"\\\"{:016x}\\\"\", \
             bytes: include_bytes!({file:?}), gzip: {gzip} }},",
            kind_of(&path),
            hasher.finish(),
        )?;
    }
    table.push_str("];\n");
    Ok(fs::write(out.join("assets.rs"), table)?)
}

/// The compressed form of a file, where it is worth having.
fn packed_form(path: &str, bytes: &[u8]) -> Outcome<Option<Vec<u8>>> {
    let kind = kind_of(path);
    let is_text = kind.contains("charset") || kind.contains("json") || kind.contains("svg");
    if !is_text || bytes.len() < COMPRESSED_MIN {
        return Ok(None);
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(Some(encoder.finish()?))
}

/// The media type of a file, by its ending.
fn kind_of(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("txt") => "text/plain; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("webp") => "image/webp",
        Some("woff2") => "font/woff2",
        Some("mp3") => "audio/mpeg",
        Some("ogg") => "audio/ogg",
        Some("wav") => "audio/wav",
        _ => "application/octet-stream",
    }
}
