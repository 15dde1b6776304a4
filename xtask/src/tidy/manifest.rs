//! What the rules want to know of a `Cargo.toml`: its dependencies and its description.
//!
//! Our manifests are plain, so this reads them line by line. It knows sections,
//! dotted keys, inline tables and arrays over several lines; it does not know
//! strings over several lines.

/// The part of a `Cargo.toml` that rules look at.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Manifest {
    pub(super) name: Option<String>,
    pub(super) description: Option<String>,
    pub(super) dependencies: Vec<Dependency>,
}

/// A crate that another one asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dependency {
    /// The name it is called by here.
    pub(super) key: String,
    /// The name of its package: `key`, unless `package = "…"` says otherwise.
    pub(super) package: String,
    pub(super) line: usize,
    pub(super) is_dev: bool,
}

impl Manifest {
    pub(super) fn parse(text: &str) -> Manifest {
        let mut manifest = Manifest::default();
        let mut section = Section::Other;
        let mut depth = 0;
        for (line_idx, line) in text.lines().enumerate() {
            let line = without_comment(line).trim();
            let is_continued = depth > 0;
            depth += brackets(line);
            if is_continued || line.is_empty() {
                continue;
            }
            if line.starts_with('[') {
                section = Section::of(line);
                if let Section::Dependency { key, is_dev } = &section {
                    manifest.depend(key, *is_dev, line_idx + 1);
                }
            } else if let Some((key, value)) = line.split_once('=') {
                manifest.entry(&section, key.trim(), value.trim(), line_idx + 1);
            }
        }
        manifest
    }

    fn entry(&mut self, section: &Section, key: &str, value: &str, line: usize) {
        match section {
            Section::Package if key == "name" => self.name = quoted(value),
            Section::Package if key == "description" => self.description = quoted(value),
            Section::Package | Section::Other => {}
            Section::Dependencies { is_dev } => {
                let parts = key_parts(key);
                let Some((name, field)) = parts.split_first() else {
                    return;
                };
                let dependency = self.depend(name, *is_dev, line);
                let renamed = match field {
                    [] => value.split_once("package").map(|(_, package)| package),
                    [field] if field == "package" => Some(value),
                    _ => None,
                };
                if let Some(package) = renamed.and_then(quoted) {
                    dependency.package = package;
                }
            }
            Section::Dependency { key: name, is_dev } if key == "package" => {
                if let Some(package) = quoted(value) {
                    self.depend(name, *is_dev, line).package = package;
                }
            }
            Section::Dependency { .. } => {}
        }
    }

    /// The dependency called `key`, which is new if it was not yet there.
    fn depend(&mut self, key: &str, is_dev: bool, line: usize) -> &mut Dependency {
        let known = self
            .dependencies
            .iter()
            .position(|dependency| dependency.key == key && dependency.is_dev == is_dev);
        let idx = known.unwrap_or(self.dependencies.len());
        if known.is_none() {
            self.dependencies.push(Dependency {
                key: key.to_owned(),
                package: key.to_owned(),
                line,
                is_dev,
            });
        }
        &mut self.dependencies[idx]
    }
}

/// What the lines under a `[header]` are about.
#[derive(Debug)]
enum Section {
    Package,
    /// `[dependencies]`, also for one target only.
    Dependencies {
        is_dev: bool,
    },
    /// `[dependencies.KEY]`.
    Dependency {
        key: String,
        is_dev: bool,
    },
    Other,
}

impl Section {
    fn of(header: &str) -> Section {
        let parts = key_parts(header.trim_matches(['[', ']']));
        let is_dev = |part: &str| match part {
            "dependencies" | "build-dependencies" => Some(false),
            "dev-dependencies" => Some(true),
            _ => None,
        };
        match parts.as_slice() {
            [package] if package == "package" => Section::Package,
            [.., last] if is_dev(last).is_some() => Section::Dependencies {
                is_dev: is_dev(last) == Some(true),
            },
            [.., kind, key] if is_dev(kind).is_some() => Section::Dependency {
                key: key.clone(),
                is_dev: is_dev(kind) == Some(true),
            },
            _ => Section::Other,
        }
    }
}

/// The parts of a dotted key, quotes taken off: `target.'cfg(unix)'.dependencies`.
fn key_parts(key: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut quote = None;
    for sign in key.chars().filter(|sign| !sign.is_whitespace()) {
        match (quote, sign) {
            (Some(open), _) if open == sign => quote = None,
            (None, '"' | '\'') => quote = Some(sign),
            (None, '.') => parts.push(String::new()),
            _ => {
                if let Some(part) = parts.last_mut() {
                    part.push(sign);
                }
            }
        }
    }
    parts
}

/// The content of the first quoted string in `value`.
fn quoted(value: &str) -> Option<String> {
    let opened = value.find(['"', '\''])?;
    let quote = value[opened..].chars().next()?;
    let content = &value[opened + 1..];
    Some(content[..content.find(quote)?].to_owned())
}

fn without_comment(line: &str) -> &str {
    let comment = outside_strings(line).find(|(_, sign)| *sign == '#');
    comment.map_or(line, |(at, _)| &line[..at])
}

/// How many more brackets and braces `line` opens than it closes.
fn brackets(line: &str) -> i32 {
    outside_strings(line)
        .map(|(_, sign)| match sign {
            '[' | '{' => 1,
            ']' | '}' => -1,
            _ => 0,
        })
        .sum()
}

fn outside_strings(line: &str) -> impl Iterator<Item = (usize, char)> {
    let mut quote = None;
    line.char_indices().filter(move |&(_, sign)| {
        let is_quote = sign == '"' || sign == '\'';
        match quote {
            None if is_quote => quote = Some(sign),
            Some(open) if open == sign => quote = None,
            Some(_) | None => return quote.is_none(),
        }
        false
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the dependencies of `text`, as `line key=package`, with `expected`.
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let dependencies: Vec<String> = Manifest::parse(text)
            .dependencies
            .iter()
            .map(|dependency| {
                let Dependency {
                    key,
                    package,
                    line,
                    is_dev,
                } = dependency;
                let dev = if *is_dev { " dev" } else { "" };
                format!("{line} {key}={package}{dev}")
            })
            .collect();
        assert_eq!(dependencies, expected);
    }

    #[test]
    fn a_package_has_a_name_and_a_description() {
        let manifest = Manifest::parse(
            "[package]\nname = \"a\" # not \"b\"\ndescription = \"It's #1 = [.\"\n[lib]\nname = \"c\"",
        );
        assert_eq!(manifest.name.as_deref(), Some("a"));
        assert_eq!(manifest.description.as_deref(), Some("It's #1 = [."));
        assert_eq!(Manifest::parse("[package]").description, None);
    }

    #[test]
    fn dependencies_are_found_however_they_are_written() {
        check(
            "[dependencies]
a.workspace = true
b = \"1\"
c = { version = \"1\", features = [
  \"d = e\",
] }
\"f\" = \"1\"
# g = \"1\"
",
            &["2 a=a", "3 b=b", "4 c=c", "7 f=f"],
        );
        check("[dependencies.a]\nversion = \"1\"", &["1 a=a"]);
        check("[target.'cfg(a.b)'.dependencies]\na = \"1\"", &["2 a=a"]);
        check("[target.x.dev-dependencies.a]", &["1 a=a dev"]);
        check("[build-dependencies]\na = \"1\"", &["2 a=a"]);
        check("[workspace.dependencies]\na = \"1\"", &["2 a=a"]);
        check(
            "[dev-dependencies]\na.path = \"x\"\na.version = \"1\"",
            &["2 a=a dev"],
        );
    }

    #[test]
    fn a_new_name_does_not_hide_the_package() {
        check(
            "[dependencies]\na = { package = \"b\", version = \"1\" }",
            &["2 a=b"],
        );
        check("[dependencies]\na.package = \"b\"", &["2 a=b"]);
        check("[dependencies.a]\npackage = 'b'", &["1 a=b"]);
    }

    #[test]
    fn other_sections_have_no_dependencies() {
        check(
            "[features]\na = [\"b\"]\n[profile.dev.package.c]\nopt-level = 3\n[lints]\nd = 1",
            &[],
        );
    }
}
