"""Draws the ladder: ratings.svg and curve.svg; prints where the cross-tables go round in a circle.

Reads <game>-crosstable.csv and <game>-ratings.csv of the games that have them, as a tournament
writes them, and curve.txt.
"""

import csv
import itertools
import pathlib
import re

GAMES = ["9-2-5", "three-legged-kitty", "three-kings"]
COLOURS = ["#1b6ca8", "#c8553d", "#3c8d53"]
WIDTH, HEIGHT = 760, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 30, 50, 60
LARGE = 1e9
# What tells the bots of the cross-tables that are made like the champions.
CHAMPIONS = [":of=", ":candidates=", ":playout=", ":worlds=100"]


def rows(name):
    with open(name, newline="") as file:
        return list(csv.DictReader(file))


def text(x, y, words, anchor="middle", size=12):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">{words}</text>'


def line(x1, y1, x2, y2, colour, width=1):
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width}"/>'


def point(x, y, lo, hi, colour):
    dot = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'
    return line(x, lo, x, hi, colour, 2) + dot


def picture(name, title, low, high, step, unit, places, columns):
    """Columns of points with intervals: `columns` are (place, game, value, lo, hi)."""
    def down(value):
        return TOP + (high - value) / (high - low) * (HEIGHT - TOP - BOTTOM)

    across = (WIDTH - LEFT - RIGHT) / len(places)
    parts = [text(WIDTH / 2, 22, title, size=15)]
    value = low
    while value <= high:
        parts.append(line(LEFT, down(value), WIDTH - RIGHT, down(value), "#ddd"))
        parts.append(text(LEFT - 8, down(value) + 4, f"{value:g}{unit}", "end"))
        value += step
    for number, place in enumerate(places):
        parts.append(text(LEFT + (number + 0.5) * across, HEIGHT - BOTTOM + 20, place))
    for place, game, value, lo, hi in columns:
        shift = (GAMES.index(game) - 1) * 14
        x = LEFT + (places.index(place) + 0.5) * across + shift
        lo, hi = max(lo, low), min(hi, high)
        parts.append(point(x, down(value), down(lo), down(hi), COLOURS[GAMES.index(game)]))
    shown = [game for game in GAMES if any(column[1] == game for column in columns)]
    for number, game in enumerate(shown):
        x = LEFT + 20 + number * 180
        colour = COLOURS[GAMES.index(game)]
        parts.append(f'<circle cx="{x}" cy="{HEIGHT - 14}" r="4" fill="{colour}"/>')
        parts.append(text(x + 10, HEIGHT - 10, game, "start"))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">'
    body = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>' + "\n".join(parts)
    pathlib.Path(name).write_text(f"{head}\n{body}\n</svg>\n")


def rung(spec):
    """The rung that a bot of the cross-tables stands for."""
    return "champion" if any(part in spec for part in CHAMPIONS) else spec.split(":")[0]


def draw_ratings():
    columns = [
        # An end without a number is open, as far as the picture goes; without both there is no interval.
        (
            rung(row["bot"]),
            game,
            float(row["rating"]),
            float(row["lo"] or (-LARGE if row["hi"] else row["rating"])),
            float(row["hi"] or (LARGE if row["lo"] else row["rating"])),
        )
        for game in GAMES
        if pathlib.Path(f"{game}-ratings.csv").exists()
        for row in rows(f"{game}-ratings.csv")
        # A bot that lost to all others, or won from all, has no rating.
        if row["rating"]
    ]
    rungs = ["random", "greedy", "heuristic", "mc", "pimc", "ismcts", "policy", "champion"]
    picture("ratings.svg", "Rating by rung, with 95 % intervals where there are some", -900, 500, 200, "", rungs, columns)


def draw_curve():
    pattern = re.compile(r"(\S+) +pimc(?::worlds=(\d+))? +heuristic +\d+ blocks +([\d.]+) ± ([\d.]+)")
    columns = []
    for match in map(pattern.match, open("curve.txt")):
        game, worlds, share, half = match.groups()
        share, half = 100 * float(share), 100 * float(half)
        columns.append((worlds or "64", game, share, share - half, share + half))
    worlds = sorted({column[0] for column in columns}, key=int)
    title = "pimc against two heuristic: share of matches by worlds a decision"
    picture("curve.svg", title, 0, 100, 20, " %", worlds, columns)


def print_circles():
    for game in GAMES:
        if not pathlib.Path(f"{game}-crosstable.csv").exists():
            continue
        ahead = {(r["bot"], r["opponent"]): r for r in rows(f"{game}-crosstable.csv")}
        bots = sorted({bot for bot, _ in ahead})
        found = 0
        for trio in itertools.permutations(bots, 3):
            pairs = list(zip(trio, trio[1:] + trio[:1]))
            if trio[0] == min(trio) and all(float(ahead[p]["score_share"]) > 0.5 for p in pairs):
                sure = all(float(ahead[p]["lo"]) > 0.5 for p in pairs)
                found += 1
                shares = [f"{100 * float(ahead[p]['score_share']):.1f} %" for p in pairs]
                steps = ", ".join(f"{a} over {b} {s}" for (a, b), s in zip(pairs, shares))
                print(f"{game}: {steps}{'' if sure else ' (not sure)'}")
        print(f"{game}: {found or 'no'} circle{'' if found == 1 else 's'} among {len(bots)} bots")


draw_ratings()
draw_curve()
print_circles()
