//! Rule options: refused with a reason, or the same rules under each of their names.

use threehand_bots::{Bots, Knowledge, Registry, Visitor};
use threehand_engine::options::{from_json, rules, to_json, variant_name};

use crate::LAB;

/// Takes `key=value,key=value` as the rules of every game.
pub(crate) fn target(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    LAB.each_game(Read(text));
}

#[derive(Clone)]
struct Read<'a>(&'a str);

impl Visitor for Read<'_> {
    type Output = ();

    fn visit<G: Knowledge>(self, _: &Bots<'_, G>) {
        if let Ok(json) = serde_json::from_str(self.0)
            && let Ok(read) = from_json::<G>(&json)
        {
            are_the_same_by_every_name(&read);
        }
        let options: Option<Vec<_>> = self.0.split(',').map(|word| word.split_once('=')).collect();
        match options.map(rules::<G>) {
            Some(Ok(read)) => are_the_same_by_every_name(&read),
            Some(Err(why)) => assert!(!why.to_string().is_empty(), "refused for nothing"),
            None => {}
        }
    }
}

fn are_the_same_by_every_name<G: Knowledge>(read: &G) {
    assert_eq!(from_json::<G>(&to_json(read)).as_ref(), Ok(read), "by their JSON");
    let texts: Vec<_> = G::OPTIONS.iter().map(|o| (o.name, read.option(o.name))).collect();
    let texts = texts.iter().map(|(name, value)| (*name, value.as_str()));
    assert_eq!(rules::<G>(texts).as_ref(), Ok(read), "by their options");
    let name = variant_name(read);
    if let Some(words) = name.strip_prefix(G::NAME).and_then(|words| words.strip_prefix(':')) {
        let options = words.split(':').map(|word| word.split_once('=').expect("name=value"));
        assert_eq!(rules::<G>(options).as_ref(), Ok(read), "by their name {name}");
    }
}
