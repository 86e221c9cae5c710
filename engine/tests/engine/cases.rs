//! Worked cases and counted positions, read from `tests/data`: each a deal, what was played from it, and what must be
//! so then.
//!
//! | key | value |
//! |---|---|
//! | `case`, `position` | what it is; what follows, up to the next one, is of it |
//! | `rules` | the options that differ from the published game, such as `tie=recheck` |
//! | `dealer`, `scores`, `carry` | how the match stands, as in a record; a first hand dealt by seat 0 without these |
//! | `seat 0` … `seat 2`, `rest` | the cards as dealt |
//! | `first` | what is played at first: a record's lines without their seats, or the texts of actions |
//! | `steps` | what is played or must be so then, see [`Case::step`], from the start each time |
//! | `perft 3` | the same as `steps: perft 3 …` |
//! | `standing`, `no standing` | scores and `carry` that a record may have by the rules so far, or may not and why |
//!
//! What is said of [options](crate::options) has lines of its own.
//!
//! A line that begins with a blank goes on with the line before. `#` begins a comment.

use std::collections::{BTreeSet, HashSet};

use serde_json::{Map, Value};
use threehand_engine::scene::{Pile, Scene};
use threehand_engine::testing::{Oracle as _, cards, checks, rules};
use threehand_engine::{
    BySeat, Card, CardSet, Deal, Deck, Game, Hand as _, Legal as _, Outcome, Reach, Seat,
    Standing as _, perft,
};

use crate::every_game::Tested;
use crate::options;

/// Runs all cases of a text; gives the phases in which their steps begin.
pub(crate) fn run<G: Tested>(text: &str) -> BTreeSet<String> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut entries: Vec<String> = vec![];
    for line in lines {
        match line.strip_prefix(' ') {
            Some(more) => entries.last_mut().expect("a key").push_str(&format!(" {}", more.trim())),
            None => entries.push(line.to_owned()),
        }
    }
    let (mut block, mut phases) = (Block::default(), BTreeSet::new());
    for entry in &entries {
        let (key, value) = entry.split_once(':').unwrap_or_else(|| panic!("no `:` in `{entry}`"));
        let value = value.trim();
        match key.split_once(' ').unwrap_or((key, "")) {
            ("case" | "position", "") => {
                block = Block { name: value.to_owned(), ..Block::default() };
            }
            ("rules", "") => value.clone_into(&mut block.rules),
            ("dealer", "") => block.dealer = seat(value),
            ("scores", "") => block.scores = Some(numbers(value)),
            ("carry", "") => block.carry = Some(value.to_owned()),
            ("seat", place) => value.clone_into(&mut block.shares[seat(place).number()]),
            ("rest", "") => value.clone_into(&mut block.shares[3]),
            ("first", "") => value.clone_into(&mut block.first),
            ("steps", "") => {
                phases.insert(block.run::<G>(value));
            }
            ("perft", depth) => {
                phases.insert(block.run::<G>(&format!("perft {depth} {value}")));
            }
            ("standing", "") | ("no", "standing") => block.check_standing::<G>(key, value),
            (key, name) => options::check::<G>(key, name, value),
        }
    }
    phases
}

struct Block {
    name: String,
    rules: String,
    dealer: Seat,
    scores: Option<[i32; 3]>,
    carry: Option<String>,
    shares: [String; 4],
    first: String,
}

impl Default for Block {
    fn default() -> Self {
        let [name, rules, first] = [(); 3].map(|()| String::new());
        let shares = [(); 4].map(|()| String::new());
        Self { name, rules, dealer: Seat::P0, scores: None, carry: None, shares, first }
    }
}

impl Block {
    fn standing<G: Game>(
        &self,
        scores: [i32; 3],
        carry: &Map<String, Value>,
        rules: &G,
    ) -> Result<G::Standing, String> {
        let standing = G::Standing::from_record(self.dealer, BySeat(scores), carry)?;
        rules.check_standing(&standing).map(|()| standing)
    }

    /// A standing that a record may have, or may not and why.
    fn check_standing<G: Game>(&self, key: &str, line: &str) {
        let parts: Vec<&str> = line.split(" | ").collect();
        let carry = options::object(parts[1]);
        let read = self.standing::<G>(numbers(parts[0]), &carry, &rules(&self.rules));
        match key {
            "standing" => assert_eq!(read.expect(line).carry(), carry, "{line}"),
            _ => {
                let why = read.expect_err(line);
                assert!(parts.get(2).is_none_or(|due| *due == why), "{line}: {why}");
            }
        }
    }

    /// Plays and checks; gives the phase after the first actions.
    fn run<G: Tested>(&self, steps: &str) -> String {
        eprintln!("{}: {} {}: {steps}", G::NAME, self.name, self.rules);
        let rules: G = rules(&self.rules);
        let first = rules.first_standing(self.dealer);
        let scores = self.scores.unwrap_or(first.scores().0);
        let carry = self.carry.as_deref().map_or(first.carry(), options::object);
        let standing = self.standing(scores, &carry, &rules);
        let standing = standing.unwrap_or_else(|error| panic!("{error}"));
        let sizes = rules.hand_sizes(&standing);
        let shares = self.shares.each_ref().map(|share| {
            let cards: Result<Vec<Card>, _> = share.split_whitespace().map(str::parse).collect();
            cards.unwrap_or_else(|error| panic!("{error}"))
        });
        assert_eq!(Seat::ALL.map(|seat| shares[seat.number()].len()), sizes.0, "sizes");
        let deck = Deck::of(shares.concat()).unwrap_or_else(|card| panic!("{card} twice"));
        let all: CardSet = deck.cards().iter().copied().collect();
        assert_eq!(all, rules.pack(), "the cards of the game");
        let deal = Deal::new(deck, sizes);
        let hand = rules.start(&standing, &deal);
        let mut case = Case::<G> { standing, deal, hand, actions: vec![] };
        case.play(&self.first);
        let phase = phase::<G>(&case.hand);
        for step in steps.split(';').map(str::trim).filter(|step| !step.is_empty()) {
            case.step(step);
        }
        phase
    }
}

struct Case<G: Game> {
    standing: G::Standing,
    deal: Deal,
    hand: G::Hand,
    actions: Vec<G::Action>,
}

impl<G: Tested> Case<G> {
    fn play(&mut self, lines: &str) {
        for line in lines.split(',').map(str::trim).filter(|line| !line.is_empty()) {
            // Of actions that a record joins in a line, the first ones have only their texts.
            let read = self.hand.rules().read_line(line);
            let read = read.or_else(|error| line.parse().map(|action| vec![action]).or(Err(error)));
            for action in read.unwrap_or_else(|error| panic!("{line}: {error}")) {
                self.act(action);
            }
        }
    }

    fn act(&mut self, action: G::Action) {
        self.hand.play(action).unwrap_or_else(|why| panic!("{action}: {why}"));
        self.actions.push(action);
        Seat::ALL.iter().for_each(|&seat| G::assert_fits(&self.hand.view(seat), &self.hand));
    }

    fn any(&mut self, times: usize) {
        for _ in 0..times {
            if self.hand.turn().is_some() {
                self.act(self.hand.legal().nth(0));
            }
        }
    }

    /// Plays or checks one step.
    ///
    /// | step | what it does or asserts |
    /// |---|---|
    /// | `any`, `any 3`, `rest` | plays the first legal action, so many of them, all to the end |
    /// | `1 moves`, `over` | whose decision is next |
    /// | `phase play` | what is to be decided |
    /// | `5 actions` | how many are legal |
    /// | `only play KS, play 2D` | just these are legal |
    /// | `can pass` | an action is legal |
    /// | `cannot play 2D: REASON` | an action is refused, with this reason |
    /// | `0 holds KS 9S`, `0 lacks 4S` | cards of a hand |
    /// | `0 knows 1 KS` | all cards of seat 1's hand that seat 0 knows |
    /// | `0 has 1 of 9 tricks` | what the seat has taken, in the words of a scene |
    /// | `0 sees trump spades ♠` | a fact or a pile of the table as the seat sees it, with its cards |
    /// | `sizes 10 9 9`, `tricks 0 1 0`, `roles 2 0 1` | numbers by seat |
    /// | `contracts 9 2 5`, `kept yes no -` | what each undertook, and who did it |
    /// | `points 1 0 0`, `scores 8 0 3`, `dealer 1` | the end of the hand |
    /// | `ends`, `goes on`, `wins 1` | whether the match does, and who stands first |
    /// | `reaches nothing` (`top`, `bottom`, `both`) | ends of the scale |
    /// | `carries {}` | what crosses to the next hand, as in a record |
    /// | `counts melds_led 1` | a quantity of the game, `-` for none |
    /// | `leads gift seat 0 to 1 2 \| …` | all that facts of a name can come to in this phase, in numbers of cards |
    /// | `perft 3 59` | how many sequences of so many actions go on from here, in both implementations |
    fn step(&mut self, step: &str) {
        let hand = &self.hand;
        let words: Vec<&str> = step.split_whitespace().collect();
        let rest = words[1..].join(" ");
        let is = |found: String| assert_eq!(found, rest, "{step}");
        let end = || -> Outcome<G::Standing> { hand.outcome().expect("the hand is over") };
        let scene = |by: &str| hand.view(seat(by)).scene();
        match words[..] {
            ["any"] => self.any(1),
            ["any", times] => self.any(times.parse().expect("a number")),
            ["rest"] => self.any(usize::from(u16::MAX)),
            ["over"] => assert_eq!(hand.turn(), None, "{step}"),
            [by, "moves"] => assert_eq!(hand.turn(), Some(seat(by)), "{step}"),
            ["phase", _] => is(phase::<G>(hand)),
            [count, "actions"] => assert_eq!(hand.legal().len().to_string(), count, "{step}"),
            ["only", ..] => {
                let legal: Vec<_> = hand.legal().iter().map(|action| action.to_string()).collect();
                is(legal.join(", "));
            }
            ["can", ..] => assert_eq!(refusal::<G>(hand, &rest), None, "{step}"),
            ["cannot", ..] => {
                let (action, reason) = rest.split_once(": ").expect("a reason");
                assert_eq!(refusal::<G>(hand, action).as_deref(), Some(reason), "{step}");
            }
            [by, "holds", ref due @ ..] => {
                let held = scene(by).hands[seat(by)].cards.set();
                assert!(held.contains_all(cards(&due.join(" "))), "{step}: {held}");
            }
            [by, "lacks", ref due @ ..] => {
                let held = scene(by).hands[seat(by)].cards.set();
                assert!(!held.meets(cards(&due.join(" "))), "{step}: {held}");
            }
            [by, "knows", of, ref due @ ..] => {
                let known = scene(by).hands[seat(of)].cards.set();
                assert_eq!(known, cards(&due.join(" ")), "{step}");
            }
            [by, "sees", ref due @ ..] => {
                let (facts, due) = (facts(&scene(by)), due.join(" "));
                assert!(facts.contains(&due), "{due}: {facts:?}");
            }
            [by, "has", ref due @ ..] => {
                assert_eq!(scene(by).tally[seat(by)], due.join(" "), "{step}");
            }
            ["sizes", ..] => is(by_seat(|seat| scene("0").hands[seat].len())),
            ["tricks", ..] => is(by_seat(|seat| hand.tricks()[seat])),
            ["roles", ..] => is(by_seat(|seat| hand.role(seat))),
            ["contracts", ..] => is(by_seat(|seat| {
                hand.contract(seat).map_or_else(|| "-".to_owned(), |contract| contract.to_string())
            })),
            ["kept", ..] => is(by_seat(|seat| match hand.kept(seat) {
                Some(true) => "yes",
                Some(false) => "no",
                None => "-",
            })),
            ["points", ..] => is(by_seat(|seat| end().points[seat])),
            ["scores", ..] => is(by_seat(|seat| end().standing.scores()[seat])),
            ["dealer", _] => is(end().standing.dealer().to_string()),
            ["ends"] => assert!(end().over, "{step}"),
            ["goes", "on"] => assert!(!end().over, "{step}"),
            ["wins", _] => {
                let first = Seat::ALL.into_iter().max_by_key(|&seat| end().standing.placing(seat));
                is(first.expect("three seats").to_string());
            }
            ["reaches", _] => is(match hand.rules().reach(&end().standing) {
                Reach { top: true, bottom: true } => "both",
                Reach { top: true, .. } => "top",
                Reach { bottom: true, .. } => "bottom",
                Reach { .. } => "nothing",
            }
            .to_owned()),
            ["carries", ..] => {
                is(serde_json::to_string(&end().standing.carry()).expect("plain values"));
            }
            ["counts", name, count] => {
                let quantity = G::QUANTITIES.iter().find(|quantity| quantity.name == name);
                let counted = (quantity.expect(name).of)(hand).map(|count| count.to_string());
                assert_eq!(counted.as_deref(), Some(count).filter(|&count| count != "-"), "{step}");
            }
            ["leads", name, ..] => {
                let mut all = BTreeSet::new();
                outcomes::<G>(hand, name, &phase::<G>(hand), &mut all);
                let due = rest.split_once(' ').map_or("", |(_, due)| due).split(" | ");
                assert_eq!(all, due.map(str::to_owned).collect(), "{step}");
            }
            ["perft", depth, count] => {
                let depth: usize = depth.parse().expect("a depth");
                let count: u64 = count.parse().expect("a count");
                if count <= checks(1_000_000) {
                    assert_eq!(perft(hand, depth), count, "{step}");
                    let mut slow = G::Table::start(hand.rules(), &self.standing, &self.deal);
                    self.actions.iter().for_each(|&action| slow.act(G::Table::act_of(action)));
                    slow.assert_same(hand);
                    assert_eq!(slow.perft(depth), count, "{step}, counted slowly");
                }
            }
            _ => self.play(step),
        }
    }
}

fn numbers(text: &str) -> [i32; 3] {
    let numbers: Vec<i32> = text.split(' ').map(|n| n.parse().expect("a number")).collect();
    numbers.try_into().expect("three numbers")
}

fn seat(text: &str) -> Seat {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn phase<G: Game>(hand: &G::Hand) -> String {
    hand.view(Seat::P0).seen().phase
}

/// Why an action is refused, if it is.
fn refusal<G: Game>(hand: &G::Hand, action: &str) -> Option<String> {
    let action = action.parse().unwrap_or_else(|error| panic!("{error}"));
    hand.check(action).err().map(|why| why.to_string())
}

fn by_seat<T: ToString>(value: impl Fn(Seat) -> T) -> String {
    Seat::ALL.map(|seat| value(seat).to_string()).join(" ")
}

/// The facts and the piles of a table: name, text and the cards that are seen, in the order of a scene.
fn facts(scene: &Scene) -> Vec<String> {
    let facts = scene.facts.iter().map(|fact| (format!("{} {}", fact.name, fact.text), &fact.pile));
    let heaps = scene.heaps.iter().map(|heap| (heap.name.clone(), &heap.pile));
    let text = |(name, pile): (String, &Pile)| {
        let hidden =
            if pile.hidden > 0 { format!(" {} hidden", pile.hidden) } else { String::new() };
        format!("{name} {}{hidden}", pile.cards).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    facts.chain(heaps).map(text).collect()
}

/// What the facts of this name come to at the end of a phase, whatever is chosen; cards make no difference.
fn outcomes<G: Game>(hand: &G::Hand, name: &str, of: &str, all: &mut BTreeSet<String>) {
    if phase::<G>(hand) != of {
        let scene = Scene::open::<G>(hand);
        let named = scene.facts.iter().filter(|fact| fact.name == name);
        let texts: Vec<_> = named.map(|f| format!("{} {}", f.text, f.pile.len())).collect();
        all.insert(texts.join(", "));
        return;
    }
    let mut tried = HashSet::new();
    for action in hand.legal().iter() {
        let text = action.to_string();
        let other_words = text.split(' ').filter(|word| word.parse::<Card>().is_err());
        if tried.insert(other_words.map(str::to_owned).collect::<Vec<_>>()) {
            let mut next = hand.clone();
            next.play_unchecked(action);
            outcomes::<G>(&next, name, of, all);
        }
    }
}
