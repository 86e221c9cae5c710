//! What the seats of a hand have done so far, decision by decision.

use threehand_engine::games::{
    NineTwoFive, ThreeKings, ThreeLeggedKitty, nine_two_five, three_kings, three_legged_kitty,
};
use threehand_engine::{BySeat, Card, CardSet, Deal, Game, Hand, Seat, Suit};

/// A game whose hands can be gone through again from the deal.
pub trait Past: Game {
    /// The deal that a hand started with; cards whose order is nothing are in any.
    fn deal(hand: &Self::Hand) -> Deal;

    /// What the seat to move in `past`, an earlier point of `hand`, did next; `None` if `hand` has
    /// not come any further.
    ///
    /// Where several things were done and nobody knows in which order, it is `wish` if that is one
    /// of them. It is `wish` as well where `me` can't see what was done, and it may have been that.
    fn done(
        hand: &Self::Hand,
        past: &Self::Hand,
        me: Seat,
        wish: Self::Action,
    ) -> Option<Self::Action>;
}

/// `wish` if it is among the cards, else the first of them.
fn one_of(cards: CardSet, wish: Option<Card>) -> Option<Card> {
    wish.filter(|&card| cards.contains(card)).or_else(|| cards.first())
}

impl Past for NineTwoFive {
    fn deal(hand: &nine_two_five::Hand) -> Deal {
        let dealt = BySeat::from_fn(|seat| hand.view(seat).dealt());
        let BySeat([a, b, c]) = dealt;
        Deal::of(dealt, (!(a | b | c)).iter())
    }

    fn done(
        hand: &nine_two_five::Hand,
        past: &nine_two_five::Hand,
        me: Seat,
        wish: nine_two_five::Action,
    ) -> Option<nine_two_five::Action> {
        use nine_two_five::{Action, Legal};
        let seat = past.turn()?;
        let (now, then) = (hand.view(seat), past.view(seat));
        match then.legal() {
            Legal::Nothing => None,
            Legal::Trump => now.trump().map(Action::Trump),
            Legal::Give { .. } => {
                let mut settled = false;
                let mut gift = None;
                for (all, so_far) in
                    now.bled().zip(then.bled()).filter(|(all, _)| all.giver == seat)
                {
                    settled = all.settled;
                    let (given, before) = (all.cards?.0, so_far.cards?.0);
                    for card in given - before {
                        let action = Action::Give(card, all.receiver);
                        if action == wish {
                            return Some(wish);
                        }
                        gift = gift.or(Some(action));
                    }
                }
                gift.or(settled.then_some(Action::Keep))
            }
            Legal::Discard(_) => discarded(hand, past, me, wish).map(Action::Discard),
            Legal::Play(_) => {
                now.plays().nth(then.plays().count()).map(|(_, card)| Action::Play(card))
            }
        }
    }
}

/// The next card that the dealer laid away. For another seat it may be any card that he has not
/// played, as long as he gets rid of the suits that he could not follow later.
fn discarded(
    hand: &nine_two_five::Hand,
    past: &nine_two_five::Hand,
    me: Seat,
    wish: nine_two_five::Action,
) -> Option<Card> {
    let dealer = past.turn()?;
    let view = hand.view(dealer);
    let before = past.view(dealer).discards()?;
    let laid_away = view.discards()? - before;
    let wish = match wish {
        nine_two_five::Action::Discard(card) => Some(card),
        _ => None,
    };
    if me == dealer || laid_away.is_empty() || view.discards()?.len() < KITTY {
        return one_of(laid_away, wish);
    }
    let voids = Suit::ALL.into_iter().filter(|&suit| view.is_void(dealer, suit));
    let gone: CardSet = voids.flat_map(|suit| laid_away.of(suit)).collect();
    if gone.len() + before.len() == KITTY {
        return one_of(gone, wish);
    }
    wish.filter(|&card| (laid_away | view.cards()).contains(card)).or_else(|| laid_away.first())
}

/// Cards in the kitty, and so in the discard.
const KITTY: usize = 4;

impl Past for ThreeLeggedKitty {
    fn deal(hand: &three_legged_kitty::Hand) -> Deal {
        let dealt = BySeat::from_fn(|seat| hand.view(seat).dealt());
        let BySeat([a, b, c]) = dealt;
        Deal::of(dealt, (!(a | b | c)).iter())
    }

    fn done(
        hand: &three_legged_kitty::Hand,
        past: &three_legged_kitty::Hand,
        _: Seat,
        wish: three_legged_kitty::Action,
    ) -> Option<three_legged_kitty::Action> {
        use three_legged_kitty::{Action, Legal};
        let seat = past.turn()?;
        let (now, then) = (hand.view(seat), past.view(seat));
        let wished = match wish {
            Action::Pay(card) | Action::Stray(card) | Action::Take(card) => Some(card),
            _ => None,
        };
        match then.legal() {
            Legal::Nothing => None,
            Legal::Call { .. } => {
                let call = now.calls().nth(then.calls().count())?;
                Some(call.bid.map_or(Action::Pass, Action::Bid))
            }
            Legal::Pay { enough, .. } => {
                let call = then.calls().count() - 1;
                let (all, before) = (now.calls().nth(call)?.paid, then.calls().nth(call)?.paid);
                match one_of(all - before, wished) {
                    Some(card) => Some(Action::Pay(card)),
                    None => {
                        let paying = matches!(hand.legal(), Legal::Pay { .. });
                        let went_on = !paying || now.calls().count() > call + 1;
                        (enough && went_on).then_some(Action::Enough)
                    }
                }
            }
            Legal::Stray(_) => one_of(now.stray() - then.stray(), wished).map(Action::Stray),
            Legal::Take(_) => one_of(now.taken(seat) - then.taken(seat), wished).map(Action::Take),
            Legal::Play(_) => {
                now.plays().nth(then.plays().count()).map(|(_, card)| Action::Play(card))
            }
        }
    }
}

impl Past for ThreeKings {
    fn deal(hand: &three_kings::Hand) -> Deal {
        hand.deal()
    }

    fn done(
        hand: &three_kings::Hand,
        past: &three_kings::Hand,
        _: Seat,
        _: three_kings::Action,
    ) -> Option<three_kings::Action> {
        use three_kings::{Action, Exchanged, Legal, Meld, falling};
        let seat = past.turn()?;
        let (now, then) = (hand.view(seat), past.view(seat));
        match then.legal() {
            Legal::Nothing => None,
            Legal::Upcard(_) => now.upcard().map(Action::Upcard),
            Legal::Exchange(_) => match now.exchanged() {
                Exchanged::NotYet => None,
                Exchanged::Declined => Some(Action::Decline),
                Exchanged::Taken { laid_out, .. } => Some(Action::Exchange(laid_out)),
            },
            Legal::Predict if hand.legal() == Legal::Predict && hand.turn() == Some(seat) => None,
            Legal::Predict => {
                let his = now.prediction().filter(|(who, _)| *who == seat);
                Some(Action::Predict(his.map(|(_, prediction)| prediction)))
            }
            Legal::Play { .. } => {
                let cards = laid(hand, past, seat);
                if cards.len() > 1 && past.view(seat).trick().is_empty() {
                    Meld::of(cards).map(Action::Meld)
                } else {
                    cards.first().map(Action::Play)
                }
            }
            Legal::Answer { melds, .. } => {
                let thrown = then.trick().thrown();
                let cards = laid(hand, past, seat);
                match Meld::of(cards).filter(|&meld| melds.contains(meld)) {
                    Some(meld) => Some(Action::Meld(meld)),
                    None => falling(cards - thrown).next().map(Action::Throw),
                }
            }
        }
    }
}

/// What the seat laid to the trick that `past` is at, as far as it has.
fn laid(hand: &three_kings::Hand, past: &three_kings::Hand, seat: Seat) -> CardSet {
    let view = hand.view(seat);
    if let Some(trick) = view.history().get(past.view(seat).history().len()) {
        return trick.plays[seat];
    }
    let trick = view.trick();
    match trick.plays().find(|(who, _)| *who == seat) {
        Some((_, cards)) => cards,
        None if trick.turn() == seat => trick.thrown(),
        None => CardSet::EMPTY,
    }
}
