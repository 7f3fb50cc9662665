//! Entries of a ledger.
use std::collections::HashMap;
use std::fmt;

const HEADER: &str = r#"day,account,

amount"#;

/// An entry never changes.
#[derive(Debug, Clone)]
pub struct Entry {
    pub day: String,
    pub amount: i64,
}

#[derive(Default)]
pub struct Ledger {
    entries: Vec<Entry>,
}

impl Ledger {
    /// Adds an entry.
    pub fn post(&mut self, entry: Entry) -> Result<(), String> {
        match entry.amount {
            0 => Err("nothing".to_string()),
            _ => {
                self.entries.push(entry);
                Ok(())
            }
        }
    }
}

impl fmt::Display for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.entries.len())
    }
}

pub trait Clock {
    fn today(&self) -> String;
}

macro_rules! cents {
    ($amount:expr) => {
        $amount * 100
    };
}

pub fn by_day(entries: &[Entry]) -> HashMap<&str, i64> {
    let mut found = HashMap::new();
    for entry in entries {
        *found.entry(entry.day.as_str()).or_insert(0) += entry.amount;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_refused() {
        assert_eq!(cents!(1), 100);
    }
}
