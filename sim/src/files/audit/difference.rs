//! The first difference between a line that was found and the line that is due.

use serde_json::Value;

/// What is said where a line ends without what ends a line.
const CUT: &str = "the line is cut off";

/// How a row differs from the row that is due; `None` if it doesn't. `by` says what the due row was made from.
pub(super) fn of_rows(columns: &[String], found: &[u8], due: &[u8], by: &str) -> Option<String> {
    if found == due {
        return None;
    }
    let (Some(found), Some(due)) = (found.strip_suffix(b"\n"), due.strip_suffix(b"\n")) else {
        return Some(CUT.to_owned());
    };
    let (here, there) = (fields(found), fields(due));
    for (number, (found, due)) in here.iter().zip(&there).enumerate() {
        let column = columns.get(number).map_or("the row", String::as_str);
        if found != due {
            return Some(format!("{column} is {}, but {by} it is {}", text(found), text(due)));
        }
    }
    let (here, there) = (here.len(), there.len());
    (here != there).then(|| format!("the row has {here} fields, but {there} are due"))
}

/// How a record, or a line of another file, differs from the one that is due.
pub(super) fn of_records(found: &[u8], due: &[u8], by: &str) -> Option<String> {
    if found == due {
        return None;
    }
    let read = |line: &[u8]| serde_json::from_slice(line).ok().filter(Value::is_object);
    let (here, there) = (read(found), read(due));
    if here.is_some()
        && there.is_some()
        && let Some(reason) = of_json("", here.as_ref(), there.as_ref(), by, &|_| true)
    {
        return Some(reason);
    }
    let column = 1 + found.iter().zip(due).take_while(|(a, b)| a == b).count();
    let (found, due) = (text(found.trim_ascii()), text(due.trim_ascii()));
    if found.len() + due.len() < 160 {
        return Some(format!("the line is {found}, but {by} it is {due}"));
    }
    Some(format!("column {column}: the line is not written as a run writes it"))
}

/// The first item or key in which two values differ; unknown keys are ignored.
pub fn of_json(
    place: &str,
    found: Option<&Value>,
    due: Option<&Value>,
    by: &str,
    is_known: &impl Fn(&str) -> bool,
) -> Option<String> {
    match (found, due) {
        (Some(Value::Object(here)), Some(Value::Object(there))) => {
            let mut keys = there.keys().chain(here.keys()).filter(|key| is_known(key));
            keys.find_map(|key| {
                let place = if place.is_empty() { key.clone() } else { format!("{place}.{key}") };
                of_json(&place, here.get(key), there.get(key), by, is_known)
            })
        }
        (Some(Value::Array(here)), Some(Value::Array(there))) => (0..here.len().max(there.len()))
            .find_map(|item| {
                of_json(&format!("{place}[{item}]"), here.get(item), there.get(item), by, is_known)
            }),
        _ if found == due => None,
        _ => {
            let said = |value: Option<&Value>| {
                value.map_or_else(|| "not there".to_owned(), Value::to_string)
            };
            Some(format!("{place} is {}, but {by} it is {}", said(found), said(due)))
        }
    }
}

/// The fields of a row, each as it is written. Commas between quotes part nothing.
fn fields(row: &[u8]) -> Vec<&[u8]> {
    let mut quoted = false;
    let parts = row.split(|&byte| {
        quoted ^= byte == b'"';
        byte == b',' && !quoted
    });
    parts.collect()
}

fn text(bytes: &[u8]) -> String {
    match bytes {
        [] => "empty".to_owned(),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_told_by_its_first_column_that_differs() {
        let columns = ["bot", "score", "won"].map(str::to_owned);
        let reason = |found: &str, due: &str| {
            of_rows(&columns, found.as_bytes(), due.as_bytes(), "by the records")
        };
        assert_eq!(reason("\"a,b\",1,0\n", "\"a,b\",1,0\n"), None);
        let score = Some("score is 1, but by the records it is 2".to_owned());
        assert_eq!(reason("\"a,b\",1,0\n", "\"a,b\",2,1\n"), score);
        let won = Some("won is empty, but by the records it is 1".to_owned());
        assert_eq!(reason("a,1,\n", "a,1,1\n"), won);
        assert_eq!(reason("a,1,0", "a,1,0\n").as_deref(), Some("the line is cut off"));
        assert!(reason("a,1,0,0\n", "a,1,0\n").unwrap().contains("4 fields, but 3 are due"));
    }

    #[test]
    fn a_record_is_told_by_its_first_key_that_differs() {
        let reason = |found: &str, due: &str| {
            of_records(found.as_bytes(), due.as_bytes(), "played again").unwrap()
        };
        let action = "actions[1] is \"0 keep\", but played again it is \"0 play 2C\"";
        let (found, due) = (r#"{"actions":["a","0 keep"]}"#, r#"{"actions":["a","0 play 2C"]}"#);
        assert_eq!(reason(found, due), action);
        let here = reason(r#"{"deal":{"rest":"2C"}}"#, r#"{"deal":{"rest":"3C"}}"#);
        assert_eq!(here, "deal.rest is \"2C\", but played again it is \"3C\"");
        assert!(reason(r#"{"a":1}"#, r#"{"a": 1}"#).contains("the line is"));
    }
}
