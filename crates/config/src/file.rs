//! The configuration file: TOML, a table for each command.

use std::path::{Path, PathBuf};

use ponnuki_files::{self as files, FileFault};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A file that says what somebody wants has a page or two.
const FILE_BYTES_MAX: u64 = 64 << 10;

/// Tables in tables, as many as commands have words and one more.
const DEPTH_MAX: usize = 4;

/// A line of the file: an option and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    /// The table it stands in: the words of a command, none for all commands.
    pub(crate) table: Vec<String>,
    pub(crate) key: String,
    pub(crate) values: Vec<String>,
    /// From 1.
    pub(crate) line: usize,
}

/// A file that was read.
#[derive(Clone, Debug)]
pub(crate) struct ConfigFile {
    path: PathBuf,
    pub(crate) settings: Vec<Setting>,
}

impl ConfigFile {
    /// Reads the file at `path`.
    ///
    /// # Errors
    ///
    /// It cannot be read, or is no TOML with options in it; the sentence names the place.
    pub(crate) fn read(path: &Path) -> Result<ConfigFile, String> {
        let of_file = |what: FileFault| what.of(path).to_string();
        let bytes = files::read_within(path, FILE_BYTES_MAX).map_err(of_file)?;
        let text = String::from_utf8(bytes);
        let text = text.map_err(|_| format!("{}: it is not UTF-8", files::name(path)))?;
        let mut file = ConfigFile {
            path: path.to_owned(),
            settings: Vec::new(),
        };
        let text = text.trim_start_matches('\u{FEFF}');
        let table = DeTable::parse(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            file.fault(line_at(text, at), error.message())
        })?;
        file.add(text, &mut Vec::new(), table.get_ref())?;
        file.settings.sort_by_key(|setting| setting.line);
        Ok(file)
    }

    /// What is wrong at a line of it.
    pub(crate) fn fault(&self, line: usize, why: &str) -> String {
        format!("{}:{line}: {why}", files::name(&self.path))
    }

    fn add(
        &mut self,
        text: &str,
        table: &mut Vec<String>,
        entries: &DeTable<'_>,
    ) -> Result<(), String> {
        for (key, value) in entries {
            let line = line_at(text, key.span().start);
            if let DeValue::Table(inner) = value.get_ref() {
                if table.len() >= DEPTH_MAX {
                    return Err(self.fault(line, "the tables are nested too deeply"));
                }
                table.push(key.get_ref().to_string());
                self.add(text, table, inner)?;
                table.pop();
                continue;
            }
            let values = values_of(value).map_err(|why| self.fault(line, &why))?;
            self.settings.push(Setting {
                table: table.clone(),
                key: key.get_ref().to_string(),
                values,
                line,
            });
        }
        Ok(())
    }
}

/// What a value is on a command line.
fn values_of(value: &Spanned<DeValue<'_>>) -> Result<Vec<String>, String> {
    match value.get_ref() {
        DeValue::Array(values) => {
            let each = values.iter().map(|value| match value.get_ref() {
                DeValue::Array(_) => Err("a list cannot contain a list".to_owned()),
                _ => values_of(value),
            });
            let each: Result<Vec<Vec<String>>, String> = each.collect();
            Ok(each?.concat())
        }
        DeValue::String(text) => Ok(vec![at_home(text)]),
        DeValue::Integer(number) => Ok(vec![number.to_string()]),
        DeValue::Float(number) => Ok(vec![number.to_string()]),
        DeValue::Boolean(is_so) => Ok(vec![is_so.to_string()]),
        DeValue::Datetime(_) | DeValue::Table(_) => {
            Err("a value is a text, a number, true, false or a list of those".to_owned())
        }
    }
}

/// `~/games` as the shell would write it.
fn at_home(text: &str) -> String {
    match (text.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest).display().to_string(),
        _ => text.to_owned(),
    }
}

/// The line of a place in a text, from 1.
fn line_at(text: &str, at: usize) -> usize {
    let before = text.as_bytes().iter().take(at);
    1 + before.filter(|&&byte| byte == b'\n').count()
}
