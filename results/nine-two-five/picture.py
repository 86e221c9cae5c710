"""Draws map.svg from sweep.csv: all orders, by how even the roles are and by how often the lead changes."""

import math

import study

NAMED = ("9-2-5", "9-5-2", "8-3-5", "9-3-4", "8-4-4")
RUNG = "heuristic"
CELL = 30
PANELS = (("role_spread", "Best role less worst, points a hand", "fair", "unfair", 1),
          ("lead_changes", "Lead changes a match", "many", "few", -1))
STYLE = """
text { font: 12px sans-serif; fill: #222 }
.title { font-size: 15px; font-weight: bold }
.value { font-size: 9px; text-anchor: middle }
.named { font-size: 9px; font-weight: bold; text-anchor: middle }
.cell { stroke: #fff; stroke-width: 1 }
.ring { fill: none; stroke: #111; stroke-width: 2.5 }
.c0 { fill: #2166ac } .c1 { fill: #67a9cf } .c2 { fill: #c5dff0 } .c3 { fill: #fdf1d6 } .c4 { fill: #fdcc8a }
.c5 { fill: #f5895a } .c6 { fill: #b83a26 }
polygon.c0 + text, polygon.c6 + text { fill: #fff }
@media (prefers-color-scheme: dark) {
  text { fill: #ddd }
  .value, .named { fill: #111 }
  polygon.c0 + text, polygon.c6 + text { fill: #fff }
  .cell { stroke: #1b1b1b }
  .ring { stroke: #fff }
}
"""


def bands(values, sign):
    """Seven bands with as many orders in each; 0 is the best."""
    ranked = sorted(values, key=lambda order: sign * values[order])
    return {order: rank * 7 // len(ranked) for rank, order in enumerate(ranked)}


def hexagon(x, y):
    corners = ((x + CELL / math.sqrt(3) * math.sin(turn * math.pi / 3),
                y + CELL / math.sqrt(3) * math.cos(turn * math.pi / 3)) for turn in range(6))
    return " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)


def panel(rows, measure, title, best, worst, sign, left):
    values = {order: float(row[measure]) for order, row in rows.items()}
    band = bands(values, sign)
    middle = left + 220
    parts = [f'<text class="title" x="{middle}" y="22" text-anchor="middle">{title}</text>']
    rings = []
    for order in sorted(rows):
        dealer, first, second = map(int, order.split("-"))
        x = middle + (second - first) / 2 * CELL
        y = 40 + (14 - dealer) * CELL * math.sqrt(3) / 2
        parts.append(f'<polygon class="cell c{band[order]}" points="{hexagon(x, y)}">'
                     f"<title>{order}: {values[order]:.2f}</title></polygon>")
        words = f"{values[order]:.1f}"
        name = "named" if order in NAMED else "value"
        parts.append(f'<text class="{name}" x="{x:.1f}" y="{y + 3:.1f}">{words}</text>')
        if order in NAMED:
            rings.append(f'<polygon class="ring" points="{hexagon(x, y)}"/>')
    for dealer in (13, 9, 8, 5, 2):
        y = 44 + (14 - dealer) * CELL * math.sqrt(3) / 2
        x = middle - (15 - dealer) / 2 * CELL - 8
        parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="end">dealer {dealer}</text>')
    y = 40 + 14 * CELL * math.sqrt(3) / 2 + 6
    parts.append(f'<text x="{left + 20}" y="{y:.0f}">left owes more</text>')
    parts.append(f'<text x="{left + 420}" y="{y:.0f}" text-anchor="end">right owes more</text>')
    for number in range(7):
        parts.append(f'<rect class="cell c{number}" x="{middle - 70 + 20 * number}" y="{y + 12:.0f}" width="20" height="12"/>')
    parts.append(f'<text x="{middle - 78}" y="{y + 22:.0f}" text-anchor="end">{best}</text>')
    parts.append(f'<text x="{middle + 78}" y="{y + 22:.0f}">{worst}</text>')
    return parts + rings


def draw():
    rows = {row["order"]: row for row in study.rows("sweep.csv") if row["rung"] == RUNG}
    parts = []
    for number, (measure, title, best, worst, sign) in enumerate(PANELS):
        parts += panel(rows, measure, title, best, worst, sign, 60 + number * 500)
    height = 40 + 14 * CELL * math.sqrt(3) / 2 + 60
    legend = "Ringed, from left to right: 9-5-2, 9-3-4, 9-2-5 in the upper row; 8-4-4, 8-3-5 in the lower"
    with open("map.svg", "w") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1010 {height + 10:.0f}" role="img">\n'
                   f"<title>All 102 orders of contracts, with {RUNG} at all seats</title>\n<style>{STYLE}</style>\n"
                   + "\n".join(parts) + f'\n<text x="505" y="{height:.0f}" text-anchor="middle">{legend}</text>\n</svg>\n')

