//! The pairs of variants or bots of a run, and the matches of a block that differ in them alone.

use std::collections::HashMap;

use threehand_engine::{BySeat, Seat};

/// Two variants, or two bots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) names: [String; 2],
    /// The matches of every block that differ in them alone.
    pub(crate) matches: Vec<[usize; 2]>,
}

/// The pairs of variants; with `against`, only those of that variant.
pub(super) fn of_variants(names: &[String], against: Option<&str>) -> Vec<Pair> {
    let all = (0..names.len()).flat_map(|a| (a + 1..names.len()).map(move |b| [a, b]));
    let pairs = all.map(|matches| Pair {
        names: matches.map(|number| names[number].clone()),
        matches: vec![matches],
    });
    let is_wanted =
        |pair: &Pair| against.is_none_or(|one| pair.names.iter().any(|name| name == one));
    pairs.filter(is_wanted).collect()
}

/// The pairs of bots that change places from one line-up to another, where the third stays.
pub(super) fn of_bots(seated: &[BySeat<String>]) -> Vec<Pair> {
    let numbers: HashMap<&BySeat<String>, usize> = seated.iter().zip(0..).collect();
    let mut pairs: Vec<Pair> = Vec::new();
    for (number, bots) in seated.iter().enumerate() {
        for [one, other] in [[Seat::P0, Seat::P1], [Seat::P0, Seat::P2], [Seat::P1, Seat::P2]] {
            if bots[one] == bots[other] {
                continue;
            }
            let mut swapped = bots.clone();
            swapped.0.swap(one.number(), other.number());
            let Some(&there) = numbers.get(&swapped).filter(|there| **there > number) else {
                continue;
            };
            let (names, matches) = ([one, other].map(|seat| bots[seat].clone()), [number, there]);
            let is_same = |pair: &&mut Pair| names.iter().all(|name| pair.names.contains(name));
            match pairs.iter_mut().find(is_same) {
                Some(pair) => pair.matches.push(matches),
                None => pairs.push(Pair { names, matches: vec![matches] }),
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seated(lineups: &[&str]) -> Vec<BySeat<String>> {
        let bots = |text: &&str| BySeat([0, 1, 2].map(|seat| text[seat..=seat].to_owned()));
        lineups.iter().map(bots).collect()
    }

    #[test]
    fn bots_make_a_pair_where_they_change_places_and_the_third_stays() {
        let triples = of_bots(&seated(&["abc", "acb", "bac", "bca", "cab", "cba"]));
        let names: Vec<String> = triples.iter().map(|pair| pair.names.concat()).collect();
        assert_eq!(names, ["ab", "ac", "bc"]);
        assert_eq!(triples[0].matches, [[0, 2], [1, 3], [4, 5]]);
        let pairs = of_bots(&seated(&["abb", "bab", "bba", "baa", "aba", "aab"]));
        assert_eq!(pairs.len(), 1);
        assert_eq!(pairs[0].matches, [[0, 1], [0, 2], [1, 2], [3, 4], [3, 5], [4, 5]]);
        assert_eq!(of_bots(&seated(&["aaa", "aaa"])), []);
    }

    #[test]
    fn each_two_variants_make_a_pair_or_each_with_one_of_them() {
        let names = ["x", "y", "z"].map(str::to_owned);
        assert_eq!(of_variants(&names, None).len(), 3);
        let with_y = of_variants(&names, Some("y"));
        assert_eq!(with_y.iter().map(|pair| pair.matches[0]).collect::<Vec<_>>(), [[0, 1], [1, 2]]);
        assert_eq!(of_variants(&names[..1], None), []);
    }
}
