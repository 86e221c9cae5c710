//! Random files within the format.

use std::fmt::Write as _;

use threehand_engine::games::Family;
use threehand_engine::{Stream, below};

/// A random choice of random things.
pub(super) struct Dice<'a>(pub(super) &'a mut Stream);

impl Dice<'_> {
    pub(super) fn below(&mut self, bound: usize) -> usize {
        below(self.0, bound)
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn of<'w>(&mut self, words: &[&'w str]) -> &'w str {
        words[self.below(words.len())]
    }

    fn between(&mut self, least: i32, most: i32) -> i32 {
        least + self.below((most - least + 1) as usize) as i32
    }

    fn shuffled<T>(&mut self, mut items: Vec<T>) -> Vec<T> {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
        items
    }

    fn letters(&mut self, all: &str, least: usize) -> String {
        let mut letters: Vec<char> = all.chars().collect();
        if self.one_in(2) {
            letters = self.shuffled(letters);
        }
        let count = least + self.below(letters.len() - least + 1);
        letters.into_iter().take(count).collect()
    }
}

/// A file with anything that the format has, which may be refused for what does not fit together.
/// Of the pack at most `most` cards.
pub(super) fn any_file(dice: &mut Dice<'_>, most: usize) -> String {
    let small = most < 20;
    let (ranks, suits) = loop {
        let ranks = if small || dice.one_in(2) {
            dice.letters("23456789TJQKA", 2)
        } else {
            "23456789TJQKA".to_owned()
        };
        let suits =
            if small || dice.one_in(3) { dice.letters("CDHS", 1) } else { "CDHS".to_owned() };
        if (3..=most).contains(&(ranks.len() * suits.len())) {
            break (ranks, suits);
        }
    };
    let pack = ranks.len() * suits.len();
    let hand = match dice.below(3) {
        0 => (pack / 3).min(17),
        _ => 1 + dice.below((pack / 3).min(17)),
    };
    let mut left = pack - 3 * hand;
    let turn_up = left > 0 && dice.one_in(3);
    left -= usize::from(turn_up);
    let kitty = if left > 0 && dice.one_in(2) { 1 + dice.below(left.min(5)) } else { 0 };
    let first = if hand > 1 && dice.one_in(4) { 1 + dice.below(hand - 1) } else { hand };
    let mut file = "format = 1\nname = \"random\"\n".to_owned();
    let mut line = |text: String| file.push_str(&(text + "\n"));
    line(format!("cards.ranks = \"{ranks}\"\ncards.suits = \"{suits}\""));
    line(format!("deal.hand = {hand}\ndeal.kitty = {kitty}\ndeal.turn_up = {turn_up}"));
    if first < hand {
        line(format!("deal.first = {first}"));
    }
    let has_contract = !dice.one_in(4);
    if has_contract {
        let one = dice.below(hand + 1);
        let two = dice.below(hand - one + 1);
        let mut all = vec![one, two, hand - one - two];
        if dice.one_in(4) {
            all[0] = dice.below(hand + 1);
        }
        line(format!("contract = {:?}", dice.shuffled(all)));
    }
    let mut steps = Vec::new();
    let trump_by = match dice.below(4) {
        0 => "none".to_owned(),
        1 if turn_up => "turn_up".to_owned(),
        2 => suits.chars().next().map_or_else(String::new, String::from),
        _ => {
            steps.push("trump");
            dice.of(&["dealer", "left", "right"]).to_owned()
        }
    };
    line(format!("trump.by = \"{trump_by}\""));
    if steps == ["trump"] && dice.one_in(3) {
        line("trump.once = true".to_owned());
        let calls: Vec<String> = suits.chars().map(String::from).chain(["NT".to_owned()]).collect();
        let count = 1 + dice.below(calls.len());
        line(format!("trump.choices = {:?}", &dice.shuffled(calls)[..count]));
    }
    let has_fewest = steps == ["trump"] && has_contract && dice.one_in(2);
    if has_fewest {
        let most: Vec<usize> = (0..3).map(|_| dice.below(hand + 1)).collect();
        line(format!("fewest = {most:?}"));
    }
    for (step, may) in [
        ("exchange", has_contract),
        ("pull", has_contract),
        ("kitty", kitty > 0),
        ("pass", true),
        ("bid", !has_fewest),
    ] {
        if may && dice.one_in(3) {
            steps.push(step);
        }
    }
    if first < hand {
        steps.push("rest");
    }
    let has_target = has_contract || steps.contains(&"bid");
    line(format!("steps = {:?}", dice.shuffled(steps)));
    line(format!("exchange.cap = \"{}\"", dice.of(&["deficit", "free"])));
    line(format!("exchange.order = \"{}\"", dice.of(&["contract", "surplus"])));
    line(format!("exchange.optional = {}", dice.one_in(2)));
    line(format!("exchange.view = \"{}\"", dice.of(&["pair", "public"])));
    line(format!("pull.order = \"{}\"", dice.of(&["contract", "surplus"])));
    line(format!("kitty.to = \"{}\"", dice.of(&["dealer", "left", "right"])));
    line(format!("kitty.order = \"{}\"", dice.of(&["take_then_discard", "discard_then_take"])));
    line(format!("pass.cards = {}", 1 + dice.below(hand.min(4))));
    let to: Vec<_> = (0..=dice.below(4)).map(|_| dice.of(&["left", "right", "hold"])).collect();
    line(format!("pass.to = {to:?}"));
    let least = dice.below(hand + 1);
    let most = dice.between(least as i32, hand as i32);
    line(format!(
        "bid.first = \"{}\"\nbid.least = {least}\nbid.most = {most}",
        dice.of(&["dealer", "left", "right"])
    ));
    line(format!("bid.hook = {}", dice.one_in(2)));
    let lead = match dice.below(5) {
        0 => format!("lowest {}", suits.chars().last().unwrap_or('C')),
        _ => dice.of(&["dealer", "left", "right"]).to_owned(),
    };
    line(format!("tricks.lead = \"{lead}\""));
    line(format!("tricks.follow = {}", !dice.one_in(5)));
    line(format!("tricks.void = \"{}\"", dice.of(&["any", "any", "trump"])));
    line(format!("tricks.beat = {}", dice.one_in(4)));
    if dice.one_in(4) {
        line(format!("tricks.broken = \"{}\"", suits.chars().next().unwrap_or('C')));
    }
    line(format!("tricks.first_free = {}", !dice.one_in(3)));
    line(format!("score.trick = {}", dice.between(0, 2)));
    if has_target {
        line(format!(
            "score.over = {}\nscore.under = {}",
            dice.between(-1, 2),
            dice.between(-2, 1)
        ));
        line(format!(
            "score.made = {}\nscore.missed = {}",
            dice.between(0, 10),
            dice.between(-5, 0)
        ));
        line(format!("score.exact = {}", dice.one_in(2)));
    }
    if dice.one_in(2) {
        let rank = ranks.chars().next().unwrap_or('A');
        let suit = suits.chars().last().unwrap_or('C');
        line(format!(
            "score.cards = {{ {suit} = {}, {rank}{suit} = {} }}",
            dice.between(-2, 3),
            dice.between(-9, 13)
        ));
        if dice.one_in(2) {
            line(format!(
                "score.all = {{ own = {}, others = {} }}",
                dice.between(-5, 5),
                dice.between(0, 26)
            ));
        }
    }
    line(format!("match.hands = {}", dice.between(1, 12)));
    if dice.one_in(2) {
        line(format!("match.above = {}", dice.between(5, 40)));
    }
    if dice.one_in(3) {
        line(format!("match.below = {}", dice.between(-40, -5)));
    }
    if dice.one_in(4) {
        line(format!("match.tricks = {}", 1 + dice.below(hand)));
    }
    line(format!("match.wins = \"{}\"", dice.of(&["highest", "lowest"])));
    line(format!("match.tie = \"{}\"", dice.of(&["play_on", "shared", "shared"])));
    let _ = writeln!(file, "[variant.other]\nmatch.hands = 13");
    file
}

/// The game of a random file that can be played.
pub(super) fn any_game(seed: u64, number: u64, most: usize) -> Family {
    let mut rng = Stream::new([seed, number, 5, 4]);
    loop {
        if let Ok(game) = Family::read(&any_file(&mut Dice(&mut rng), most)) {
            return game;
        }
    }
}
