"""A laboratory for three-player card games: rules, views, exact worlds, bots and experiments.

>>> import threehand
>>> state = threehand.Game("9-2-5").start(seed=7)
>>> bot = threehand.Bot("heuristic")
>>> while not state.over:
...     state.play(bot.decide(state.view()))
>>> sum(state.points)
0
"""

from threehand._native import (
    PLANES,
    VERSION,
    Batch,
    Bot,
    BotFailed,
    Game,
    RunError,
    State,
    View,
    Worlds,
    games,
    restore,
    restore_view,
    solve,
)
from threehand.commands import check, merge, rate, replay, report, resume, verify
from threehand.functions import bot
from threehand.networks import save_network
from threehand.runs import BotFailedWarning, Progress, Result, compare, sprt, tournament

__version__: str = VERSION

__all__ = [
    "PLANES",
    "Batch",
    "Bot",
    "BotFailed",
    "BotFailedWarning",
    "Game",
    "Progress",
    "Result",
    "RunError",
    "State",
    "View",
    "Worlds",
    "bot",
    "check",
    "compare",
    "games",
    "merge",
    "rate",
    "replay",
    "report",
    "restore",
    "restore_view",
    "resume",
    "save_network",
    "solve",
    "sprt",
    "tournament",
    "verify",
]
