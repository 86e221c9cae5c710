//! Specs of bots: refused with a reason, or read back from their own text.

use threehand_bots::{Bots, Knowledge, Registry, Visitor};

use crate::LAB;

/// Reads a spec as one of every game.
pub(crate) fn target(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data) {
        LAB.each_game(Read(text));
    }
}

#[derive(Clone)]
struct Read<'a>(&'a str);

impl Visitor for Read<'_> {
    type Output = ();

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) {
        match bots.spec(self.0) {
            Ok(spec) => {
                let text = spec.to_string();
                assert_eq!(bots.spec(&text).as_ref(), Ok(&spec), "`{text}` is read otherwise");
                let other = bots.stands_for(&spec);
                assert_eq!(bots.stands_for(&other), other, "`{text}` stands for a stand-in");
                let _bot = bots.maker(&spec)();
            }
            Err(why) => assert!(!why.to_string().is_empty(), "refused for nothing"),
        }
    }
}
