//! Bots at games from files.

use threehand_bots::Lab;
use threehand_bots::testing::{Trials, blindness, conformance, knowledge, senses, specs};
use threehand_engine::games::Family;
use threehand_engine::games::family::FILES;

use crate::checks;
use crate::random_files::any_game;

#[test]
fn all_bots_but_those_of_one_game_play_games_from_files() {
    let lab = Lab::standard();
    let bots = lab.bots::<Family>();
    let specs = specs(bots);
    assert_eq!(
        bots.names().collect::<Vec<_>>(),
        ["random", "greedy", "heuristic", "mc", "pimc", "ismcts"]
    );
    conformance(bots, &specs, &Trials::new(6));
    blindness(bots, &specs, &Trials::new(3));
    knowledge(bots, &Trials::new(20));
}

#[test]
fn what_is_known_of_random_files_holds() {
    /// Two seats pull from one whose cards came in two packets.
    const FAILED_ONCE: [u64; 1] = [98];
    let lab = Lab::standard();
    for number in (0..checks(400)).chain(FAILED_ONCE) {
        let game = any_game(7, number, 52);
        eprintln!("random game {number}: {}", game.text());
        knowledge(lab.bots::<Family>(), &Trials::of(game, 8).seed(number));
        senses(&Trials::of(game, 8).seed(number));
    }
}

/// The game of the network that comes along, after this change of its file.
fn sergeant_major(from: &str, to: &str) -> Family {
    let (_, text) =
        FILES.iter().find(|(name, _)| *name == "sergeant-major").expect("it comes along");
    assert!(text.contains(from), "{from}");
    Family::read(&text.replace(from, to)).expect("a game")
}

#[test]
fn policy_plays_the_games_from_files_that_it_has_learned() {
    let lab = Lab::standard();
    let bots = |game| lab.bots::<Family>().in_game(game);
    let of = bots(sergeant_major("# Sergeant Major", "# Somebody's copy"));
    let specs = ["policy", "pimc:worlds=2:of=2:playout=policy", "pimc:worlds=2"];
    let specs = specs.map(|text| of.spec(text).expect(text));
    let trials = || Trials::of(sergeant_major("", ""), 8);
    conformance(&of, &specs, &trials());
    blindness(&of, &specs, &trials());
    let other = bots(sergeant_major("contract = [8, 5, 3]", "contract = [7, 6, 3]"));
    for text in ["policy", "pimc:playout=policy"] {
        let why = other.spec(text).expect_err("nothing has learned it").to_string();
        assert!(why.contains("no network comes with sergeant-major: `research train"), "{why}");
    }
}

#[test]
fn a_network_of_a_file_is_known_by_its_bytes_and_any_other_file_is_refused_in_one_line() {
    let network = include_bytes!("../../src/games/family/sergeant-major.network");
    let lab = Lab::standard();
    let dir = std::env::temp_dir().join(format!("threehand-networks-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder");
    let spec = |name: &str, bytes: &[u8], more: &str| {
        let path = dir.join(name);
        std::fs::write(&path, bytes).expect("it is written");
        lab.bots::<Family>().spec(&format!("policy:network={}{more}", path.display()))
    };
    let own = spec("own", network, "").expect("a network");
    let stands_for = own.stands_for().to_string();
    let (_, hash) = stands_for.split_once(":sha256=").expect("it says of which bytes");
    assert_eq!(hash.len(), 64);
    conformance(lab.bots::<Family>(), &[own], &Trials::new(4));
    let others = String::from_utf8_lossy(network).replacen("senses 2", "senses 1", 1).into_bytes();
    let built_in = include_bytes!("../../src/games/three_kings/policy.network");
    for (bytes, why) in [
        (&network[..network.len() - 1], "bytes of weights where"),
        (&others, "`senses 1` where `senses 2` is needed"),
        (built_in, "`game three-kings` where `game family` is needed"),
        (b"", "the file begins in another way than networks do"),
    ] {
        let refused = spec("other", bytes, "").expect_err(why).to_string();
        assert!(refused.contains(why) && !refused.contains('\n'), "{refused}");
    }
    let changed = spec("own", &[network, &b"."[..]].concat(), &format!(":sha256={hash}"));
    assert!(changed.expect_err("other bytes").to_string().contains("its SHA-256 is "));
    // By the note of a run, nothing is read; by the hash that it has noted, the file is read again.
    let (bots, gone) = (lab.bots::<Family>(), "policy:network=nowhere/at.all");
    let noted = format!("{gone}:sha256={hash}");
    for typed in [gone.to_owned(), format!("{gone}:epsilon=0.5"), noted.clone()] {
        let spec = bots.noted_spec(&typed, &noted).expect("no file is read");
        assert_eq!((spec.to_string(), spec.stands_for().to_string()), (typed, noted.clone()));
    }
    for noted in ["policy:network=else", "policy", &format!("{noted}:epsilon=0.5"), "greedy"] {
        bots.noted_spec(gone, noted).expect_err(noted);
    }
    let missing = lab.bots::<Family>().spec("policy:network=nowhere/at.all").expect_err("nothing");
    assert!(missing.to_string().starts_with("policy:network=nowhere/at.all: "), "{missing}");
    std::fs::remove_dir_all(&dir).expect("it was made");
}
