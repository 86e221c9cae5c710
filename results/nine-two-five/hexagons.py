"""The map of all orders of contracts: a hexagon an order, by how even the roles are and by how often the lead changes."""

import math

SIDE = 30
TALL = SIDE * math.sqrt(3) / 2
PANELS = (("role_spread", "Best role less worst, points a hand", "fair", "unfair", 1),
          ("lead_changes", "Lead changes a match", "many", "few", -1))
STYLE = """<style>
text { font: 12px sans-serif; fill: #7d8590; text-anchor: middle }
.title { font-size: 15px; font-weight: bold }
.value { font-size: 9px; fill: #111 }
.ring { fill: none; stroke: #111; stroke-width: 2.5 }
.c0 { fill: #2166ac } .c1 { fill: #67a9cf } .c2 { fill: #c5dff0 } .c3 { fill: #fdf1d6 } .c4 { fill: #fdcc8a }
.c5 { fill: #f5895a } .c6 { fill: #b83a26 } polygon.c0 + text, polygon.c6 + text { fill: #fff }
</style>"""


def text(x, y, words, kind=""):
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{words}</text>'


def hexagon(x, y, kind):
    turns = (turn * math.pi / 3 for turn in range(6))
    corners = ((x + SIDE / math.sqrt(3) * math.sin(turn), y + SIDE / math.sqrt(3) * math.cos(turn)) for turn in turns)
    return f'<polygon class="{kind}" points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in corners)}"/>'


def panel(rows, ringed, middle, measure, title, best, worst, sign):
    """Seven colours with as many orders in each; the first is the best."""
    yield text(middle, 22, title, "title")
    rings = []
    for rank, row in enumerate(sorted(rows, key=lambda row: sign * float(row[measure]))):
        dealer, left, right = map(int, row["order"].split("-"))
        x, y = middle + (right - left) / 2 * SIDE, 40 + (14 - dealer) * TALL
        yield hexagon(x, y, f"c{rank * 7 // len(rows)}")
        is_ringed = row["order"] in ringed
        yield text(x, y + 3, f"{float(row[measure]):.{1 + is_ringed}f}", "value")
        if is_ringed:
            rings.append(hexagon(x, y, "ring"))
    yield from rings
    for dealer in (13, 9, 8, 5, 2):
        yield text(middle - (15 - dealer) / 2 * SIDE - 36, 44 + (14 - dealer) * TALL, f"dealer {dealer}")
    y = 46 + 14 * TALL
    yield from (text(middle - 170, y, "left owes more"), text(middle + 170, y, "right owes more"))
    yield from (text(middle - 94, y + 22, best), text(middle + 96, y + 22, worst))
    for band in range(7):
        yield f'<rect class="c{band}" x="{middle - 70 + 20 * band}" y="{y + 12:.0f}" width="20" height="12"/>'


def draw(path, rows, ringed):
    tall = 110 + 14 * TALL
    marks = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1010 {tall:.0f}" role="img">', STYLE,
             f"<title>All {len(rows)} orders of contracts</title>"]
    for number, of in enumerate(PANELS):
        marks += panel(rows, ringed, 280 + number * 500, *of)
    words = "Ringed, from left to right: 9-5-2, 9-3-4, 9-2-5 in the upper row; 8-4-4, 8-3-5 in the lower"
    path.write_text("\n".join([*marks, text(505, tall - 10, words), "</svg>", ""]))
