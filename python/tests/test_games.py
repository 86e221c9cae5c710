"""Games, hands, views, worlds and bots do in Python what they do in the laboratory."""

import copy
import json
import pickle
import random

import numpy as np
import pytest

import threehand
from threehand import Bot, Game, View

games = pytest.mark.parametrize("name", threehand.games())


def played_at_random(game, seed, decisions=10**9):
    """A hand after so many random decisions, if it is not over before."""
    dice = random.Random(seed)
    state = game.start(seed)
    for _ in range(dice.randrange(decisions) if decisions < 10**9 else decisions):
        if state.over:
            break
        state.play(dice.choice(state.legal))
    return state


@games
def test_a_match_is_played_to_its_end(name):
    game, bot = Game(name), Bot("heuristic")
    state, total = game.start(seed=3), np.zeros(3, int)
    for number in range(1000):
        while not state.over:
            seat = state.turn
            state.play(bot.decide(state.view(), seed=number))
            assert seat in (0, 1, 2)
        total += state.points
        if state.match_over:
            break
        state = state.next_hand()
        assert state.hand_number == number + 1 and state.points is None
    assert state.match_over and state.legal == [] and state.turn is None
    if name != "three-kings":  # Its matches are decided by game points.
        assert tuple(total) == state.scores
    with pytest.raises(ValueError, match="the match is over"):
        state.next_hand()


@games
def test_numbers_and_words_are_the_same_actions(name):
    game = Game(name)
    by_number, by_words = game.start(11), game.start(11)
    while not by_number.over:
        assert by_number.words == [game.action_text(action) for action in by_number.legal]
        assert [game.action_index(word) for word in by_words.words] == by_number.legal
        by_number.play(by_number.legal[-1])
        by_words.play(by_words.words[-1])
    assert by_number.points == by_words.points


@games
def test_a_clone_goes_its_own_way(name):
    state = Game(name).start(4)
    before = state.view(0).text
    for other in (state.clone(), copy.copy(state), copy.deepcopy(state)):
        other.play(other.legal[0])
        assert other.view(0).text != before == state.view(0).text


@games
def test_hands_games_and_bots_come_back_from_pickle(name):
    game = Game(name)
    for seed in range(5):
        state = played_at_random(game, seed, 40)
        back = pickle.loads(pickle.dumps(state))
        assert back.legal == state.legal and back.game == game
        assert [back.view(seat).text for seat in range(3)] == [state.view(seat).text for seat in range(3)]
        while not state.over:
            state.play(state.legal[0])
            back.play(back.legal[0])
        assert back.next_hand().saved() == state.next_hand().saved()
    assert pickle.loads(pickle.dumps(game)) == game
    bot = pickle.loads(pickle.dumps(Bot("heuristic:epsilon=0.1", game=name)))
    assert bot.spec == "heuristic:epsilon=0.1"


def test_a_game_of_other_rules_comes_back_with_them():
    game = Game("9-2-5", contracts=[9, 5, 2], bleed_optional=True)
    assert game.options == {"contracts": "9-5-2", "bleed_optional": "true"}
    assert pickle.loads(pickle.dumps(game)) == game != Game("9-2-5")
    assert pickle.loads(pickle.dumps(game.start(2))).game == game


@games
def test_a_view_tells_what_its_seat_knows_and_nothing_else(name):
    state = played_at_random(Game(name), 8, 30)
    for seat in range(3):
        view = state.view(seat)
        seen = view.seen()
        assert (seen["game"], seen["seat"], seen["turn"]) == (name, seat, state.turn)
        assert seen["legal"] == view.words == (state.words if seat == state.turn else [])
        for other in {0, 1, 2} - {seat}:
            assert seen["table"]["hands"][other]["hidden"] > 0
        assert view == state.clone().view(seat) and view != state.view((seat + 1) % 3)
        assert len({view, state.view(seat)}) == 1


@games
def test_planes_lie_as_the_cards_do(name):
    suits, ranks = "CDHS", "23456789TJQKA"
    state = played_at_random(Game(name), 2, 30)
    for seat in range(3):
        view = state.view(seat)
        planes = view.planes()
        assert planes.shape == (len(threehand.PLANES), 4, 13) and planes.dtype == np.uint8
        hand = planes[threehand.PLANES.index("hand")]
        cards = {ranks[rank] + suits[suit] for suit, rank in np.argwhere(hand)}
        assert cards == set(view.seen()["table"]["hands"][seat]["cards"].split())
        mask = view.mask()
        assert mask.dtype == np.uint8 and list(np.flatnonzero(mask)) == sorted(view.legal)


@games
def test_worlds_look_the_same_to_their_seat(name):
    game = Game(name)
    for seed in range(4):
        state = played_at_random(game, seed, 40)
        if state.over:
            continue
        view = state.view()
        worlds = view.worlds()
        assert worlds.count is None or worlds.count >= 1
        for world in worlds.draws(5, seed=seed):
            assert world.view(view.seat).text == view.text
            assert world.legal == state.legal
        assert worlds.draw(7).view(0) == worlds.draw(7).view(0)


@games
def test_views_and_drawn_worlds_come_back_from_pickle_and_json(name):
    game, bot = Game(name), Bot("pimc:worlds=4")
    for seed in range(6):
        state = played_at_random(game, seed, 40)
        for seat in range(3):
            view = state.view(seat)
            back = pickle.loads(pickle.dumps(view))
            assert back == view and back.game == game and (back.seat, back.legal) == (seat, view.legal)
            assert (back.planes() == view.planes()).all() and back.seen() == view.seen()
            assert threehand.restore_view(json.dumps(view.saved())) == view
            if state.turn == seat:
                assert bot.decide(back, seed=3) == bot.decide(view, seed=3)
            world = view.worlds().draw(seed)
            assert back.worlds().draw(seed).saved() == world.saved()
            # What is saved is the same in every world of the seat: it tells nothing of the others' cards.
            assert world.view(seat).saved() == view.saved()
            again = pickle.loads(pickle.dumps(world))
            assert again.saved() == world.saved() == threehand.restore(json.dumps(world.saved())).saved()
            assert [again.view(other) for other in range(3)] == [world.view(other) for other in range(3)]
            assert (again.seed, again.hand_number) == (world.seed, world.hand_number) == (None, state.hand_number)
            while not world.over:
                world.play(world.legal[-1])
                again.play(again.legal[-1])
            assert again.points == world.points
            assert pickle.loads(pickle.dumps(world)).points == world.points
            if not world.match_over:
                with pytest.raises(ValueError, match="a drawn world has no seed"):
                    world.next_hand()
                assert again.next_hand(seed=5).saved() == world.next_hand(seed=5).saved()


@games
def test_what_was_not_saved_so_is_refused_in_one_line(name):
    state = played_at_random(Game(name), 5, 30)
    dice = random.Random(2)
    for restore, saved in [(threehand.restore, state.saved()), (threehand.restore_view, state.view(1).saved())]:
        text = json.dumps(saved)
        refused = 0
        for _ in range(300):
            place = dice.randrange(len(text))
            wrong = (
                text[:place]
                + dice.choice(["", "9", "A", "-1", '"', "}", "\0", "x"])
                + text[place + dice.randrange(4) :]
            )
            try:
                back = restore(wrong)
            except ValueError as error:
                assert "\n" not in str(error) and str(error)
                refused += 1
            else:
                assert back.legal is not None
        assert refused > 200
        for wrong in ["", "null", "[]", "{}", "[" * 100_000, '{"game": "bridge"}', text + text]:
            with pytest.raises(ValueError):
                restore(wrong)
    with pytest.raises(ValueError, match="unknown field"):
        threehand.restore_view(json.dumps(state.saved()))
    with pytest.raises(ValueError, match="seat"):
        threehand.restore_view(json.dumps(state.view(1).saved() | {"seat": 3}))


@games
def test_a_bot_decides_the_same_by_the_same_seed(name):
    view = Game(name).start(6).view()
    for spec in ["random", "heuristic", "pimc"]:
        choices = {Bot(spec).decide(view, seed=5) for _ in range(3)}
        assert len(choices) == 1 and choices <= set(view.legal)


def test_what_is_wrong_is_said_in_one_line():
    state = Game("9-2-5").start(1)
    for wrong, text in [
        (lambda: Game("9-2-6"), "no game is called `9-2-6`; did you mean `9-2-5`?"),
        (lambda: Game("9-2-5", kitten=1), "9-2-5 has no rule option `kitten`; did you mean `kitty`?"),
        (lambda: Bot("heurstic"), "no bot is called `heurstic`; did you mean `heuristic`?"),
        (lambda: Bot("pimc:worlds=-1"), "pimc: worlds can't be `-1`"),
        (lambda: state.play("play 9C"), "`play 9C` is not legal"),
        (lambda: state.play(-1), "9-2-5 has no action -1: they are numbered from 0 to 265"),
        (lambda: state.play(266), "9-2-5 has no action 266"),
        (lambda: state.play("hello"), "9-2-5 has no action `hello`"),
        (lambda: state.view(3), "there is no seat 3: seats are 0, 1 and 2"),
        (lambda: state.next_hand(), "the hand is not over"),
        (lambda: Bot("random").decide(state.view((state.turn + 1) % 3)), "'s turn"),
        (lambda: threehand.solve("x", game="9-2-5"), "three hands are needed"),
        (lambda: threehand.restore('{"game": "9-2-5"}'), "missing field"),
    ]:
        with pytest.raises(ValueError) as raised:
            wrong()
        assert text in str(raised.value) and "\n" not in str(raised.value)
    with pytest.raises(TypeError, match="an action is a whole number or a text"):
        state.play(1.5)


def test_a_position_is_solved_exactly():
    solved = threehand.solve("AQ.2.. K3.A.. 54..3. trump=NT lead=0", game="9-2-5")
    assert (solved["value"], solved["best"]) == ([2, 1, 0], ["play 2H"])


def test_a_view_keeps_nothing_of_the_hand():
    assert not [name for name in dir(View) if name in ("hand", "state", "seed")]
    assert Game("9-2-5").start(987654321).view().worlds().draw(1).seed is None


@games
def test_no_hand_exceeds_its_bounds(name):
    game = Game(name)
    least, most, decisions = game.bounds
    for seed in range(50):
        state, count = game.start(seed), 0
        dice = random.Random(seed)
        while not state.over:
            state.play(dice.choice(state.legal))
            count += 1
        assert count <= decisions and all(least <= points <= most for points in state.points)
