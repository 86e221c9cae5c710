//! `summary.csv` where hands were not kept: what is known of the roles is how many hands they have
//! together.

use std::path::Path;

use crate::audit::fault::Fault;
use crate::audit::held::HeldFile;
use crate::stats::Tally;

/// Sees to it that a bot's hands by role come to all its hands.
pub(super) fn hold(dir: &Path, tally: &Tally, roles: usize) -> Result<(), Fault> {
    let mut file = HeldFile::table(dir, "summary.csv")?;
    for bot in 0..tally.bots() {
        let line = file.due_line(|| format!("the row of bot {bot}"))?;
        let text = String::from_utf8_lossy(&line.bytes);
        // The last columns are hands, points and an error for each role.
        let fields = text.trim_end_matches('\n').rsplit(',').take(3 * roles);
        let hands: Option<i128> =
            fields.skip(2).step_by(3).map(|hands| hands.parse::<i64>().ok().map(i128::from)).sum();
        let due: i128 = (0..roles).map(|role| i128::from(tally.role(bot, role).0)).sum();
        if hands != Some(due) {
            let told = format!("the hands by role do not come to {due}, as by matches.csv they do");
            return Err(file.fault(line.number, told));
        }
    }
    Ok(())
}
