//! `compare` and `sprt` as a user runs them.

use crate::common::json;
use serde_json::Value;

#[test]
fn a_comparison_in_json_has_the_promised_keys_for_every_game() {
    for variants in [
        "9-2-5 --variants 9-2-5,9-2-5:bleed_cap=free",
        "three-legged-kitty --variants three-legged-kitty,three-legged-kitty:overpay=true",
        "three-kings --variants three-kings,three-kings:melds=all:pending=worst",
    ] {
        let command = format!("compare --game {variants} --bots random,greedy --blocks 30 ");
        let json = json(&command);
        assert_eq!(json["variants"].as_array().unwrap().len(), 4, "{command}");
        let metrics = &json["variants"][1]["metrics"];
        for name in ["hands", "hands_median", "ended_top", "won_seat_0", "lead_changes", "skill"] {
            assert!(metrics[name]["mean"].is_number(), "{command}: {name}");
        }
        assert!(metrics["hands_max"]["se"].is_null(), "a maximum has no error");
        assert!(json["variants"][0]["metrics"]["skill"].is_null(), "no rung is below the lowest");
        let seats = ["won_seat_0", "won_seat_1", "won_seat_2"];
        let shares: f64 = seats.iter().map(|seat| metrics[seat]["mean"].as_f64().unwrap()).sum();
        assert!((shares - 1.0).abs() < 1e-12, "{shares}");
        for pair in json["pairs"].as_array().unwrap() {
            for key in ["a", "b", "bot", "metric", "difference", "se", "lo", "hi", "rho"] {
                assert!(pair.get(key).is_some(), "{key}");
            }
            let (p, adjusted) = (pair["p"].as_f64(), pair["p_adjusted"].as_f64());
            assert!(p <= adjusted && p.is_some() == adjusted.is_some(), "{pair}");
            assert_ne!(pair["metric"], "hands_max");
        }
        for verdict in json["verdicts"].as_array().unwrap() {
            assert!(verdict["verdict"] != "higher" && verdict["verdict"] != "lower", "two rungs");
        }
    }
}

/// The verdict on a measure.
fn verdict<'j>(json: &'j Value, metric: &str) -> &'j Value {
    let mut verdicts = json["verdicts"].as_array().unwrap().iter();
    verdicts.find(|verdict| verdict["metric"] == metric).unwrap()
}

#[test]
fn that_something_depends_on_the_bots_is_said_where_they_differ() {
    let json = json(
        "compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots random,greedy,heuristic --blocks 400 \
         ",
    );
    let verdicts = json["verdicts"].as_array().unwrap();
    for verdict in verdicts {
        let (q, p) = (&verdict["heterogeneity_q"], verdict["heterogeneity_p_adjusted"].as_f64());
        assert_eq!(q.is_number(), p.is_some(), "{verdict}");
        let holds = ["higher", "lower"].map(Value::from).contains(&verdict["verdict"]);
        let depends = verdict["verdict"] == "depends on the bots";
        assert_eq!(depends, !holds && p.is_some_and(|p| p < 0.05), "{verdict}");
        assert!(verdict["smallest"].as_f64() <= verdict["largest"].as_f64(), "{verdict}");
    }
    // Good players lose less by a wide contract than bad ones do; who sits where makes no odds to that.
    let of = |name| verdict(&json, name);
    assert!(of("made_right")["heterogeneity_p_adjusted"].as_f64() < Some(1e-6));
    assert!(of("won_seat_0")["heterogeneity_p_adjusted"].as_f64() > Some(0.05));
    assert_eq!(of("won_seat_0")["verdict"], "no difference shows");
}

#[test]
fn within_a_margin_that_was_named_before_variants_are_the_same() {
    let common = "compare --game 9-2-5 --variants 9-2-5,9-5-2 --blocks 60 --bots random,greedy";
    let three = json(&format!("{common},heuristic --margin won_seat_0=0.5,points_left=9 "));
    assert_eq!(verdict(&three, "won_seat_0")["verdict"], "the same within the margin");
    assert_eq!(verdict(&three, "won_seat_0")["margin"], 0.5);
    // What is seen to differ by little still differs.
    assert_eq!(verdict(&three, "points_left")["verdict"], "higher");
    // The same tricks are three points less for whoever has to take five instead of two.
    assert_eq!(verdict(&three, "points_right")["verdict"], "lower");
    assert_eq!(verdict(&three, "points_right")["lower_on"].as_array().unwrap().len(), 3);
    assert_eq!(verdict(&three, "won_seat_1")["margin"], Value::Null);
    for pair in three["pairs"].as_array().unwrap() {
        let (lo, hi) = (pair["lo"].as_f64(), pair["hi"].as_f64());
        let most = lo.zip(hi).map(|(lo, hi)| lo.abs().max(hi.abs()));
        assert_eq!(pair["no_more_than"].as_f64(), most, "{pair}");
        let p = pair["p_same"].as_f64();
        assert_eq!(p.is_some(), ["won_seat_0", "points_left"].iter().any(|m| pair["metric"] == *m));
        assert!(p <= pair["p_same_adjusted"].as_f64(), "{pair}");
    }
    let narrow = json(&format!("{common},heuristic --margin won_seat_0=0.001 "));
    assert_eq!(verdict(&narrow, "won_seat_0")["verdict"], "no difference shows");
    let two = json(&format!("{common} --margin won_seat_0=0.5 "));
    assert_eq!(verdict(&two, "won_seat_0")["verdict"], "no difference shows");
}

#[test]
fn a_sequential_test_stops_at_the_same_block_at_any_number_of_threads() {
    let command = "sprt --game 9-2-5 --bots greedy:epsilon=0.1,greedy:epsilon=0.2 --threads";
    let one = json(&format!("{command} 1"));
    assert_eq!(one["decision"], "better");
    assert!(one["llr"].as_f64() >= one["upper"].as_f64() && one["blocks"].as_u64() >= Some(30));
    assert!(one["lo"].as_f64() > one["anytime_lo"].as_f64(), "what always holds is wider");
    for threads in [2, 7] {
        assert_eq!(json(&format!("{command} {threads}")), one);
    }
}

#[test]
fn a_sequential_test_by_betting_takes_fewer_blocks_where_the_difference_is_large() {
    let command = "sprt --game 9-2-5 --bots heuristic,greedy ";
    let (sprt, e) = (json(command), json(&format!("{command} --test e --threads 2")));
    assert_eq!((&sprt["decision"], &e["decision"]), (&"better".into(), &"better".into()));
    assert!(e["blocks"].as_u64() < Some(15) && sprt["blocks"].as_u64() >= Some(30), "{e}");
    assert!(e["capital_better"].as_f64() >= Some(20.0) && e["llr"].is_null(), "{e}");
    assert!(e["anytime_lo"].as_f64() > Some(0.0), "the interval says the same: {e}");
    assert_eq!((e["share_lo"].as_f64(), e["share_hi"].as_f64()), (Some(0.0), Some(0.02)));
    let score = json(&format!("{command} --on score"));
    assert!(score["t"].as_f64() > sprt["t"].as_f64(), "{score}");
    let turned = json("sprt --game 9-2-5 --bots greedy,heuristic --share 0,2");
    assert_eq!(turned["decision"], "not_better");
}
