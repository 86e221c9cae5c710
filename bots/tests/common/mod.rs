//! What the tests of bots share: rules drawn at random, and matches played.
#![allow(dead_code, reason = "not every test needs all of it")]

use threehand_bots::{Bot, BotRng, Bots, Knowledge, Lab, Registry, Spec, Standard, bot_rng};
use threehand_engine::{BySeat, Deal, Deck, Game, Hand, Seat, Standing, Stream, below};

/// The games and the bots of this project.
pub(crate) static LAB: Standard = Lab::standard();

/// A bot of each kind but the champion, which is one of the others, and of each way to search;
/// those that search look at little.
pub(crate) fn all_specs<G: Knowledge>(bots: &Bots<'_, G>) -> Vec<Spec> {
    const SPECS: [&str; 9] = [
        "random",
        "greedy",
        "heuristic",
        "mc:worlds=2",
        "pimc:worlds=2",
        "pimc:worlds=2:of=3",
        "pimc:worlds=2:blend=0.5",
        "ismcts:iterations=8",
        "ismcts:iterations=8:of=3",
    ];
    let forgotten = bots
        .names()
        .filter(|name| *name != "champion")
        .find(|name| !SPECS.iter().any(|text| text.split(':').next() == Some(*name)));
    assert_eq!(forgotten, None, "a kind of bot that the tests don't ask");
    SPECS.map(|text| bots.spec(text).expect("a spec")).into()
}

/// Whether a bot takes a thousand times as long as one that doesn't search.
pub(crate) fn is_slow(spec: &Spec) -> bool {
    let text = spec.to_string();
    ["worlds", "iterations"].iter().any(|word| text.contains(word))
}

/// The generator of a number, for bots and for what tests draw.
pub(crate) fn rng_of(number: u64) -> BotRng {
    let mut seed = [1; 32];
    seed[..8].copy_from_slice(&number.to_le_bytes());
    bot_rng(seed)
}

/// Rules drawn at random: the default, a variant, and any option at any value.
pub(crate) fn any_rules<G: Game>(rng: &mut BotRng) -> G {
    let mut rules = G::default();
    let variant = &G::VARIANTS[below(rng, G::VARIANTS.len())];
    for (name, value) in variant.options {
        rules.set_option(name, value).expect("a variant's options can be set");
    }
    if below(rng, 3) > 0 {
        for option in G::OPTIONS.iter().filter(|option| option.also.is_none()) {
            let value = option.values[below(rng, option.values.len())];
            rules.set_option(option.name, value).expect("a listed value can be set");
        }
    }
    rules
}

/// The hand number `number` of a match of this seed.
pub(crate) fn deal_hand<G: Game>(
    rules: &G,
    standing: &G::Standing,
    seed: [u64; 2],
    number: u64,
) -> G::Hand {
    let deck = Deck::shuffled(&mut Stream::new([seed[0], seed[1], number, 0]));
    rules.start(standing, &Deal::new(deck, rules.hand_sizes(standing)))
}

/// A match to its end; who won it, if one did alone.
pub(crate) fn play_match<G: Knowledge>(
    rules: &G,
    dealer: Seat,
    bots: &mut BySeat<Box<dyn Bot<G>>>,
    seed: [u64; 2],
) -> Option<Seat> {
    let mut rng = rng_of(seed[0] << 32 | seed[1]);
    let mut standing = rules.first_standing(dealer);
    for number in 0.. {
        let mut hand = deal_hand(rules, &standing, seed, number);
        while let Some(seat) = hand.turn() {
            let action = bots[seat].decide(&hand.view(seat), &mut rng);
            hand.play(action).expect("bots play legal actions");
        }
        let outcome = hand.outcome().expect("nobody is to move");
        standing = outcome.standing;
        if outcome.over {
            break;
        }
    }
    let ahead = |seat: &Seat| {
        let others = [seat.left(), seat.right()];
        others.into_iter().all(|other| standing.placing(*seat) > standing.placing(other))
    };
    Seat::ALL.into_iter().find(ahead)
}

/// The share of matches that one bot wins against two others, in all three seats on the same cards.
pub(crate) fn share_won<G: Knowledge>(
    rules: &G,
    one: &str,
    two: &str,
    blocks: u64,
    seed: u64,
) -> f64 {
    let bots = LAB.bots::<G>();
    let [one, two] = [one, two].map(|text| bots.maker(&bots.spec(text).expect("a spec")));
    let mut won = 0;
    for block in 0..blocks {
        for seat in Seat::ALL {
            let mut bots = BySeat::from_fn(|other| if other == seat { one() } else { two() });
            let dealer = Seat::from_number(block as usize);
            won += u32::from(play_match(rules, dealer, &mut bots, [seed, block]) == Some(seat));
        }
    }
    f64::from(won) / (3 * blocks) as f64
}
