//! Lines of a records file: refused with a reason, or replayed and written back unchanged.

use threehand_engine::record::{Chain, Record};

use crate::CATALOG;

/// Replays each line that is a record, as `verify` does, up to the first fault.
pub(crate) fn target(data: &[u8]) {
    let mut chain = Chain::default();
    for line in data.split(|&byte| byte == b'\n') {
        let Ok(record) = serde_json::from_slice::<Record>(line) else {
            return;
        };
        let text = serde_json::to_string(&record).expect("a record has a JSON text");
        let again = serde_json::from_str::<Record>(&text).expect("what was written can be read");
        let Some(game) = CATALOG.game(&record.game) else { return };
        let replayed = game.replay(&record).and_then(|hand| {
            let lines = hand.lines(hand.actions().len());
            assert_eq!(lines, record.actions, "a record that was replayed is written otherwise");
            let _ = (hand.story(&record.bots), hand.open_scene(), hand.row());
            hand.chain(&mut chain, &record)
        });
        if let Err(fault) = replayed {
            assert!(!fault.to_string().is_empty(), "refused for nothing: {text}");
            return;
        }
        // Others may have numbers that JSON does not hold exactly; no hand has any.
        assert_eq!(again, record, "a record is read back as another: {text}");
    }
    let _ = chain.finish();
}
