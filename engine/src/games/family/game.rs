//! The game of a file, as a handle that is copied freely.

use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};

use serde_json::{Map, Value};

use super::error::{FileError, Refused};
use super::file::{self, Draft, File, Values};
use super::keys::{KEYS, Kind, POINTS_OR_NONE};
use super::rules::{Rules, Step};
use super::{Action, Hand, Known, Legal, Standing, Worlds, page, recall, scene, story};
use crate::card_set::CardSet;
use crate::deck::Deal;
use crate::game::{Bounds, Game, Win};
use crate::illegal::Illegal;
use crate::options::{OptionError, RuleOption, Variant, variant_name};
use crate::played::Played;
use crate::scene::Scene;
use crate::seat::{BySeat, Seat};
use crate::seen::Recalled;
use crate::standing::Reach;
use crate::view::View;

/// A game that is read from a file, or one of its variants.
///
/// Equal files are kept once, and so are equal rules of a file, for as long as the program runs.
///
/// ```
/// use threehand_engine::Game;
/// use threehand_engine::games::Family;
///
/// let game = Family::read(
///     r#"
///     format = 1
///     name = "sixteen-tricks"
///     deal.hand = 16
///     score.trick = 1
///     match.hands = 3
///     "#,
/// )?;
/// assert_eq!(game.name(), "sixteen-tricks");
/// let wrong = Family::read("format = 1\nname = \"mine\"\ndeal.hands = 16").unwrap_err();
/// assert_eq!(
///     wrong.to_string(),
///     "line 3, column 6: `deal.hands` is no key of a game; did you mean `deal.hand`?"
/// );
/// # Ok::<(), threehand_engine::games::family::FileError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Family(&'static Kept);

/// Rules that are kept.
struct Kept {
    file: &'static File,
    /// The values of all options.
    values: Values,
    /// The rules of the file; `None` of these themselves.
    published: Option<Family>,
    roles: &'static [&'static str],
    rules: Rules,
    /// The rules for people, once somebody has asked for them.
    page: OnceLock<String>,
    /// The same for each step, and for the tricks.
    sentences: OnceLock<Vec<(Option<&'static str>, String)>>,
}

/// All rules so far: those of a file by its text, others by their file and what they say.
static ALL: LazyLock<Mutex<HashMap<String, Family>>> = LazyLock::new(Mutex::default);

impl Family {
    /// The game of a file.
    ///
    /// # Errors
    /// The first thing that is wrong with it, with its place.
    pub fn read(text: &str) -> Result<Self, FileError> {
        let known = |all: &HashMap<String, Self>| all.get(text).copied();
        if let Some(game) = known(&ALL.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(game);
        }
        Ok(Self::keep_file(text, &file::read(text)?))
    }

    /// The text of the file.
    pub fn text(&self) -> &'static str {
        self.0.file.text
    }

    /// The title of the game, for people.
    pub fn title(&self) -> &'static str {
        self.0.file.title
    }

    /// What the file says about the game.
    pub fn about(&self) -> &'static str {
        self.0.file.about
    }

    /// The sizes of the packets that a deck is dealt in: of each seat its first packet and its other cards, the kitty,
    /// the card turned up, and what nobody gets. The order of the cards in a packet says nothing.
    pub fn packets(&self) -> Vec<usize> {
        let rules = &self.0.rules;
        let [first, hand, kitty] = [rules.first, rules.hand, rules.kitty].map(usize::from);
        let mut packets = [first, hand - first].repeat(3);
        packets.extend([kitty, usize::from(rules.turn_up)]);
        packets.push(rules.pack.len() - packets.iter().sum::<usize>());
        packets
    }

    fn keep_file(text: &str, draft: &Draft) -> Self {
        let make = || {
            let rules = match Rules::of(&draft.values, &draft.cards) {
                Ok(rules) => rules,
                Err(Refused { reason, .. }) => unreachable!("the draft was checked: {reason}"),
            };
            let file = Box::leak(Box::new(File::of(text, draft)));
            Self::keep(file, draft.values.clone(), None, rules)
        };
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        *all.entry(text.to_owned()).or_insert_with(make)
    }

    fn keep(file: &'static File, values: Values, published: Option<Self>, rules: Rules) -> Self {
        let (page, sentences) = (OnceLock::new(), OnceLock::new());
        let roles = roles_of(&values);
        Self(Box::leak(Box::new(Kept { file, values, published, roles, rules, page, sentences })))
    }

    /// The same game with other values.
    fn with(self, values: Values) -> Result<Self, Refused> {
        let published = self.published();
        if let Some(same) = [self, published].into_iter().find(|same| values == same.0.values) {
            return Ok(same);
        }
        let rules = Rules::of(&values, self.0.file.cards)?;
        let key = format!("{:p} {values:?}", self.0.file);
        let make = || Self::keep(self.0.file, values, Some(published), rules);
        Ok(*ALL.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert_with(make))
    }

    fn place(self, option: &str) -> Option<usize> {
        self.0.file.options.iter().position(|other| other.name == option)
    }

    /// What the rules for people say of a step, or of the tricks.
    pub(super) fn rule_of(self, step: Option<Step>) -> &'static str {
        let named = Step::ALL.iter().find(|(_, other)| Some(*other) == step);
        let all = self.0.sentences.get_or_init(|| page::sentences(self));
        let said = all.iter().find(|(of, _)| *of == named.map(|(name, _)| *name));
        said.map_or("", |(_, text)| text)
    }

    /// The tricks that `seat` owes when `dealer` deals, if the game has contracts.
    pub fn contract(&self, seat: Seat, dealer: Seat) -> Option<u8> {
        self.contract.map(|contract| contract[seat.steps_from(dealer)])
    }
}

impl File {
    fn of(text: &str, draft: &Draft) -> Self {
        let options: Vec<RuleOption> =
            (0..draft.values.len()).map(|i| option_of(draft, i)).collect();
        let options: &'static [RuleOption] = Vec::leak(options);
        let mut variants = vec![Variant { name: leak(&draft.name), options: &[] }];
        for (name, changes) in &draft.variants {
            let mut changes = changes.clone();
            changes.retain(|(option, value)| *value != draft.values[*option]);
            changes.sort();
            let changes = changes.into_iter().map(|(i, value)| (options[i].name, leak(&value)));
            variants.push(Variant { name: leak(name), options: Vec::leak(changes.collect()) });
        }
        Self {
            text: leak(text),
            name: leak(&draft.name),
            title: leak(&draft.title),
            about: leak(&draft.about),
            cards: Vec::leak(draft.cards.clone()),
            options,
            variants: Vec::leak(variants),
        }
    }
}

/// The names of the roles.
fn roles_of(values: &Values) -> &'static [&'static str] {
    let place = KEYS.iter().position(|key| key.name == "roles").expect("a key");
    Vec::leak(values[place].split('-').map(leak).collect())
}

/// What the value of an option may be: of a key, or of one of `score.cards`.
fn kind_of(option: usize) -> Kind {
    KEYS.get(option).map_or(POINTS_OR_NONE, |key| key.kind)
}

/// A key of the file as an option.
fn option_of(draft: &Draft, option: usize) -> RuleOption {
    let default = &draft.values[option];
    RuleOption {
        name: leak(&draft.option_name(option)),
        values: Vec::leak(vec![leak(default)]),
        also: Some(leak(&kind_of(option).allowed_besides(default))),
        range: None,
        meaning: KEYS
            .get(option)
            .map_or("points for the card, or for each of the suit", |key| key.meaning),
    }
}

fn leak(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

impl Deref for Family {
    type Target = Rules;

    #[inline]
    fn deref(&self) -> &Rules {
        &self.0.rules
    }
}

impl PartialEq for Family {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Family {}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Family({})", variant_name(self))
    }
}

impl Default for Family {
    /// A plain game: a contract for each role, no trump.
    fn default() -> Self {
        static DEFAULT: LazyLock<Family> = LazyLock::new(|| {
            Family::read(include_str!("default.toml")).unwrap_or_else(|why| panic!("{why}"))
        });
        *DEFAULT
    }
}

impl Game for Family {
    const NAME: &'static str = "family";

    type Standing = Standing;
    type Hand = Hand;
    type Action = Action;
    type Legal = Legal;
    type Illegal = Illegal;
    type Known<'a> = Known<'a>;
    type Worlds = Worlds;

    fn name(&self) -> &'static str {
        self.0.file.name
    }

    fn options(&self) -> &'static [RuleOption] {
        self.0.file.options
    }

    fn variants(&self) -> &'static [Variant] {
        self.0.file.variants
    }

    fn roles(&self) -> &'static [&'static str] {
        self.0.roles
    }

    fn page(&self) -> &'static str {
        self.0.page.get_or_init(|| page::page(*self))
    }

    fn published(&self) -> Self {
        self.0.published.unwrap_or(*self)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Option<()> {
        let place = self.place(name)?;
        if self.0.values[place] != value {
            let mut values = Some(self.0.values.clone()).filter(|_| kind_of(place).takes(value))?;
            value.clone_into(&mut values[place]);
            *self = self.with(values).ok()?;
        }
        Some(())
    }

    fn set_options(&mut self, given: &[(&'static RuleOption, &str)]) -> Result<(), OptionError> {
        let mut values = self.0.values.clone();
        for (option, value) in given {
            let place = self.place(option.name).expect("an option of the game");
            let kind = kind_of(place);
            if !kind.takes(value) {
                return Err(OptionError::BadValue {
                    name: option.name,
                    value: (*value).to_owned(),
                    allowed: kind.allowed_as_text(),
                    nearest: kind.nearest(value),
                });
            }
            (*value).clone_into(&mut values[place]);
        }
        *self =
            self.with(values).map_err(|Refused { reason, .. }| OptionError::Together(reason))?;
        Ok(())
    }

    fn option(&self, name: &str) -> String {
        let place = self.place(name);
        let place = place.unwrap_or_else(|| panic!("{} has no rule option {name}", self.name()));
        self.0.values[place].clone()
    }

    fn role_heading(&self, role: usize) -> String {
        let name = self.roles()[role];
        let Some(contracts) = self.contract.filter(|_| !self.has(Step::Bid)) else {
            return name.to_owned();
        };
        let contract = contracts[role];
        match contracts.iter().filter(|&&other| other == contract).count() {
            1 => format!("as {contract}"),
            _ => format!("as {contract} ({name})"),
        }
    }

    fn first_standing(&self, dealer: Seat) -> Standing {
        Standing::first_of(*self, dealer)
    }

    fn read_standing(
        &self,
        dealer: Seat,
        scores: BySeat<i32>,
        carry: &Map<String, Value>,
    ) -> Result<Standing, String> {
        Standing::read(*self, dealer, scores, carry)
    }

    fn hand_sizes(&self, _: &Standing) -> BySeat<usize> {
        BySeat([usize::from(self.hand); 3])
    }

    fn pack(&self) -> CardSet {
        self.0.rules.pack
    }

    fn start(&self, standing: &Standing, deal: &Deal) -> Hand {
        Hand::start(*self, *standing, deal)
    }

    fn reach(&self, standing: &Standing) -> Reach {
        let scores = crate::Standing::scores(standing).0;
        Reach {
            top: self.ends.above.is_some_and(|above| scores.iter().any(|&score| score >= above)),
            bottom: self.ends.below.is_some_and(|below| scores.iter().any(|&score| score <= below)),
        }
    }

    fn tell(played: &Played<Self>, bots: &BySeat<String>, out: &mut dyn fmt::Write) -> fmt::Result {
        story::tell(played, bots, out)
    }

    fn lay_out(view: &View<'_, Self>, scene: &mut Scene) {
        scene::lay_out(view, scene);
    }

    fn recall(view: &View<'_, Self>) -> Recalled {
        recall::recall(view)
    }

    fn phases(&self) -> Vec<&'static str> {
        recall::phases(&self.steps)
    }

    fn bounds(&self) -> Option<Bounds> {
        let (least, most) = self.points;
        Some(Bounds { least, most, decisions: self.most_decisions() })
    }

    fn win(&self) -> Win {
        self.ends.win
    }

    fn say(action: Action) -> String {
        scene::say(action)
    }
}
