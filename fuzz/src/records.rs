//! Lines of a records file: refused with a reason, or replayed and written back unchanged.

use std::fmt::Write as _;

use threehand_bots::{Bots, Knowledge, Visitor};
use threehand_engine::record::{Chain, Fault, Record};

use crate::LAB;

/// Replays each line that is a record, as `verify` does, up to the first fault.
pub(crate) fn target(data: &[u8]) {
    let mut chain = Chain::default();
    for line in data.split(|&byte| byte == b'\n') {
        let Ok(record) = serde_json::from_slice::<Record>(line) else {
            return;
        };
        let text = serde_json::to_string(&record).expect("a record has a JSON text");
        let again = serde_json::from_str::<Record>(&text).expect("what was written can be read");
        assert_eq!(again, record, "a record is read back as another: {text}");
        let replayed = LAB.with_game(&record.game, Replay { record: &record, chain: &mut chain });
        if let Some(Err(fault)) = &replayed {
            assert!(!fault.to_string().is_empty(), "refused for nothing: {text}");
        }
        if !matches!(replayed, Some(Ok(()))) {
            return;
        }
    }
    let _ = chain.finish();
}

struct Replay<'a> {
    record: &'a Record,
    chain: &'a mut Chain,
}

impl Visitor for Replay<'_> {
    type Output = Result<(), Fault>;

    fn visit<G: Knowledge>(self, _: &Bots<G>) -> Result<(), Fault> {
        let played = self.record.replay::<G>()?;
        let lines = G::lines(&played.actions);
        assert_eq!(lines, self.record.actions, "a record that was replayed is written otherwise");
        let mut told = String::new();
        G::tell(&played, &self.record.bots, &mut told).expect("a text can be written");
        let _ = write!(told, "{:?}", played.end);
        self.chain.push(self.record, &played)
    }
}
