//! Bots that do all that a bot should not do. Their tests show what the table makes of each; try
//! `cargo run --release -p hostile-bots -- tournament --game 9-2-5 --bots panics,random,greedy`.

use std::io::Write as _;
use std::panic::panic_any;
use std::process::ExitCode;
use std::time::Duration;

use threehand_bots::{Bot, BotRng, Kind, Knowledge, Lab, Parameter, Random, Range, Settings};
use threehand_engine::{Game, View, below};

/// How seldom a bot does what it should not.
const SELDOM: Parameter = Parameter {
    name: "seldom",
    old_name: None,
    default: "40",
    range: Range::Whole(1_000_000),
    meaning: "does what it should not at one decision in so many",
};

/// Plays at random, and now and then does what it should not.
struct Hostile {
    seldom: u32,
    strike: fn(&mut Vec<Vec<u8>>),
    /// What the bot has hoarded.
    hoard: Vec<Vec<u8>>,
}

impl<G: Game> Bot<G> for Hostile {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        if below(rng, self.seldom as usize) == 0 {
            (self.strike)(&mut self.hoard);
        }
        Random.decide(view, rng)
    }
}

/// A kind of bot that plays at random, and now and then does this.
macro_rules! hostile {
    ($kind:ident, $name:literal, $about:literal, $strike:expr) => {
        struct $kind;

        impl Kind for $kind {
            const NAME: &'static str = $name;
            const ABOUT: &'static str = $about;
            const PARAMETERS: &'static [Parameter] = &[SELDOM];

            fn make<G: Knowledge>(&self, settings: &Settings) -> Box<dyn Bot<G>> {
                let seldom = SELDOM.whole(settings);
                Box::new(Hostile { seldom, strike: $strike, hoard: Vec::new() })
            }
        }
    };
}

/// What can't be dropped.
struct Undroppable;

impl Drop for Undroppable {
    fn drop(&mut self) {
        panic!("what was thrown is not to be touched");
    }
}

#[expect(clippy::disallowed_methods, reason = "it writes what is no text")]
fn flood() {
    let text = vec![b'~'; 1 << 16];
    let _ = std::io::stdout().write_all(&text);
    let _ = std::io::stderr().write_all(&text);
}

fn sleep_for_good() {
    loop {
        std::thread::sleep(Duration::from_secs(1));
    }
}

hostile!(Panics, "panics", "panics", |_| panic!("lost my cards"));
hostile!(Throws, "throws", "panics with what is no text and panics again", |_| {
    panic_any(Undroppable)
});
hostile!(Babbles, "babbles", "panics with a long text of many lines and escapes", |_| {
    panic!("\x1b[31mred\n{}end", "again and again\n".repeat(100_000))
});
hostile!(Floods, "floods", "prints much to both outputs", |_| flood());
hostile!(Slow, "slow", "takes its time", |_| std::thread::sleep(Duration::from_millis(1_400)));
hostile!(Silent, "silent", "never answers", |_| sleep_for_good());
hostile!(Spins, "spins", "never answers and keeps its thread busy", |_| loop {
    std::hint::spin_loop();
});
hostile!(Hoards, "hoards", "takes more and more memory", |hoard: &mut Vec<Vec<u8>>| loop {
    hoard.push(vec![1; 1 << 22]);
    std::thread::sleep(Duration::from_millis(2));
});

struct Unmade;

impl Kind for Unmade {
    const NAME: &'static str = "unmade";
    const ABOUT: &'static str = "can't be made";

    fn make<G: Knowledge>(&self, _: &Settings) -> Box<dyn Bot<G>> {
        panic!("no table here for me")
    }
}

/// Does this when it is put away.
struct Leaver(fn());

impl Drop for Leaver {
    fn drop(&mut self) {
        (self.0)();
    }
}

impl<G: Game> Bot<G> for Leaver {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        Random.decide(view, rng)
    }
}

struct Slams;

impl Kind for Slams {
    const NAME: &'static str = "slams";
    const ABOUT: &'static str = "panics when it is put away";

    fn make<G: Knowledge>(&self, _: &Settings) -> Box<dyn Bot<G>> {
        Box::new(Leaver(|| panic!("slammed the door")))
    }
}

struct Lingers;

impl Kind for Lingers {
    const NAME: &'static str = "lingers";
    const ABOUT: &'static str = "can't be put away";

    fn make<G: Knowledge>(&self, _: &Settings) -> Box<dyn Bot<G>> {
        Box::new(Leaver(sleep_for_good))
    }
}

fn main() -> ExitCode {
    let lab = Lab::standard().bot(Panics).bot(Throws).bot(Babbles).bot(Floods).bot(Slow);
    let lab = lab.bot(Silent).bot(Spins).bot(Hoards).bot(Unmade).bot(Slams).bot(Lingers);
    threehand_sim::run(&lab)
}
