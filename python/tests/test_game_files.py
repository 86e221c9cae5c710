"""Games from files do in Python what built-in games do."""

import importlib
import json
import pickle
import warnings
from pathlib import Path

import numpy as np
import pytest

import threehand
from threehand import Bot, Game

FILES = Path(__file__).parents[2] / "examples" / "games"
SEVENTEEN = str(FILES / "seventeen.toml")
files = pytest.mark.parametrize("path", sorted(map(str, FILES.glob("*.toml"))))


@files
def test_a_hand_is_played_pickled_and_saved(path):
    game, bot = Game(path), Bot("greedy")
    assert "greedy" in game.bots and pickle.loads(pickle.dumps(game)) == game
    state = game.start(seed=3)
    while not state.over:
        view = state.view()
        back = pickle.loads(pickle.dumps(state))
        assert back.view() == view and back.game == game
        assert view.worlds().draw(1).view(view.seat) == view
        assert view.planes()[0].sum() == view.planes()[-1].flat[9]  # The cards in hand, and their number.
        state.play(bot.decide(view, seed=1))
    assert state.next_hand().hand_number == 1


def test_experiments_take_games_bots_and_texts_as_they_are(tmp_path):
    game, text = Game(Path(SEVENTEEN), contract=[7, 6, 4]), Path(SEVENTEEN).read_text()
    assert game.file_text == text and game.rules.startswith("# ")
    by_path = threehand.tournament(SEVENTEEN, "greedy,random", rules="contract=7-6-4", blocks=4)
    assert (
        by_path.answer.startswith("greedy and random: ")
        and pickle.loads(pickle.dumps(by_path)).answer == by_path.answer
    )
    for same in (game, pickle.loads(pickle.dumps(game))):
        assert threehand.tournament(same, [Bot("greedy"), Bot("random")], blocks=4).tables == by_path.tables
    plain = threehand.tournament(SEVENTEEN, "greedy,random", blocks=4, out=tmp_path / "run")
    for same in (text, Path(SEVENTEEN), Game(text)):
        assert threehand.tournament(same, "greedy,random", blocks=4, out=tmp_path / "run").tables == plain.tables
    variants = [Game("9-2-5"), Game("9-2-5", contracts=[7, 4, 5])]
    named = {"9-2-5": variants[0], "mine": variants[1]}
    one, other = (threehand.compare(variants[0], Bot("random"), each, blocks=4) for each in (variants, named))
    assert one["hands"] == other["hands"] and [each["variant"] for each in other["variants"]] == list(named)
    assert threehand.compare(SEVENTEEN, "random", [Path(SEVENTEEN), "hearts-count"], blocks=4)["hands"] > 0


def test_a_variant_is_of_the_game_and_has_its_own_rules():
    text = Path(SEVENTEEN).read_text()
    edited, plain = Game(text.replace("above = 10", "above = 9")), Game("9-2-5")
    for variants in ([Game(text), edited], {"a": edited, "b": Game(text)}, [plain], ["seventeen", edited]):
        with pytest.raises(ValueError, match="is of another game"):
            threehand.compare(Game(text), "random", variants, blocks=4)
    with pytest.raises(ValueError, match="has rules of its own"):
        threehand.compare(Game("9-2-5", contracts=[7, 4, 5]), "random", [plain, "9-5-2"], blocks=4)
    with pytest.raises(ValueError, match="has rules of its own"):
        threehand.compare("9-2-5", "random", [plain, "9-5-2"], rules={"target": 20}, blocks=4)
    with pytest.raises(ValueError, match="is of another game"):
        threehand.compare("9-2-5", "random", ["9-2-5", "9-5-2"], against=edited, blocks=4)


def test_a_saved_hand_needs_its_game():
    game = Game(SEVENTEEN, contract=[7, 6, 4])
    saved = json.dumps(game.start(5).saved())
    with pytest.raises(ValueError, match="no game is called `eighteen`"):
        threehand.restore(saved.replace('"seventeen"', '"eighteen"'))
    assert threehand.restore(saved, game=game).view() == game.start(5).view()


def test_the_text_of_a_file_is_a_game():
    text = 'format = 1\nname = "short"\ndeal.hand = 5\nscore.trick = 1\nmatch.hands = 2\n'
    game = Game(text)
    assert game.name == "short" and game == Game(text) != Game(text + "# The same rules.\n")
    assert Game(text, **{"deal.hand": 4}).variant == "short:deal.hand=4"
    with pytest.raises(ValueError, match=r"`deal\.hnad` is no key of a game"):
        Game(text.replace("hand = 5", "hnad = 5"))


@files
def test_many_hands_are_played_at_once(path):
    batch = Game(path).batch(64, seed=2)
    for _ in range(200):
        actions = batch.sample()
        assert batch.legal_mask()[np.arange(64), actions].all()
        batch.step(actions)
    assert batch.planes().shape == (64, 17, 4, 13)


def first(view, seed):
    assert view.game == Game(SEVENTEEN)
    return view.legal[0]


def test_experiments_take_the_file():
    with warnings.catch_warnings(action="error"):  # A bot that fails is a warning.
        result = threehand.tournament(SEVENTEEN, [first, "greedy", "random"], blocks=5)
    assert result["game"] == "seventeen" and len(result["bots"]) == 3
    variants = ["seventeen", "seventeen:contract=7-6-4"]
    assert threehand.compare(SEVENTEEN, variants=variants, bots=["greedy"], blocks=5)["verdicts"]


def test_pettingzoo_and_openspiel_take_the_file():
    pettingzoo = pytest.importorskip("pettingzoo.test")
    env = importlib.import_module("threehand.pettingzoo").env
    pettingzoo.api_test(env(SEVENTEEN), num_cycles=300, verbose_progress=False)
    pyspiel = pytest.importorskip("pyspiel")
    importlib.import_module("threehand.open_spiel")
    game = pyspiel.load_game("threehand_file", {"file": SEVENTEEN, "rules": "contract:7-6-4"})
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False, mask_test=False)
