//! A spec of each kind of bot that a game has.

use crate::knowledge::Knowledge;
use crate::lab::{AnyKind, Bots, Spec};

/// What whole numbers are lowered to.
const FEW: u32 = 4;

/// A spec of each kind of bot that plays the game. Whole numbers that are greater by default, such
/// as how many worlds a bot looks at, are 4. A kind that stands for another is left out.
///
/// # Panics
/// If one is no spec.
pub fn specs<G: Knowledge>(bots: &Bots<'_, G>) -> Vec<Spec> {
    let read = |kind: &dyn AnyKind| {
        let text = lowered(kind);
        bots.spec(&text).unwrap_or_else(|why| panic!("{}: `{text}` is no spec: {why}", G::NAME))
    };
    let specs = bots.kinds().map(read);
    specs.filter(|spec| bots.stands_for(spec) == *spec).collect()
}

fn lowered(kind: &dyn AnyKind) -> String {
    let parameters = kind.parameters().iter();
    let is_greater = |text: String| text.parse().is_ok_and(|number: u32| number > FEW);
    let counts = parameters.filter(|parameter| {
        let [whole, between] = [FEW.to_string(), format!("{FEW}.5")];
        let is_whole = parameter.plain(&whole).is_some() && parameter.plain(&between).is_none();
        is_whole && is_greater(parameter.default())
    });
    counts.fold(kind.name().to_owned(), |text, count| format!("{text}:{}={FEW}", count.name()))
}
