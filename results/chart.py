"""A picture of panels with points and intervals, as SVG that can be read on light and on dark pages."""

COLOURS = ["#2f81f7", "#d9730d", "#2da44e", "#9a6ee0", "#8b949e"]
STYLE = """<style>
text { font-family: sans-serif; fill: #7d8590 } .grid { stroke: #7d859044 } .zero { stroke: #7d8590 } g line { stroke-width: 1.5 }
</style>"""
TOP, BOTTOM, LEFT, GAP, HEIGHT = 80, 60, 50, 60, 230


class Chart:
    """Panels beside each other, with one key."""

    def __init__(self, title, note, width=330):
        self.title, self.note, self.width, self.panels = title, note, width, []

    def panel(self, title, places, low, high, step):
        self.panels.append(Panel(title, list(places), low, high, step, LEFT + len(self.panels) * (self.width + GAP), self.width))
        return self.panels[-1]

    def write(self, path, series):
        wide, tall = LEFT + len(self.panels) * (self.width + GAP), TOP + HEIGHT + BOTTOM
        marks = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" role="img">', STYLE]
        marks += [f"<title>{self.title}</title>", text(LEFT, 22, self.title, "start", 16), text(LEFT, 40, self.note, "start")]
        marks += [mark for panel in self.panels for mark in panel.grid()]
        x = LEFT
        for order, name in enumerate(series):
            colour = COLOURS[order % len(COLOURS)]
            marks.append(f'<g stroke="{colour}" fill="{colour}">')
            for panel in self.panels:
                marks += panel.series(name, order - (len(series) - 1) / 2)
            marks += [dot(x + 4, tall - 16), "</g>", text(x + 13, tall - 12, name, "start", 12)]
            x += 30 + 8 * len(name)
        path.write_text("\n".join([*marks, "</svg>", ""]))


class Panel:
    def __init__(self, title, places, low, high, step, x, width):
        self.title, self.places, self.low, self.high, self.step = title, places, low, high, step
        self.x, self.width, self.points = x, width, {}

    def point(self, series, place, value, lo=None, hi=None):
        self.points.setdefault(series, []).append((place, value, lo, hi))

    def down(self, value):
        return TOP + (self.high - min(max(value, self.low), self.high)) / (self.high - self.low) * HEIGHT

    def across(self, place, beside=0):
        wide = self.width / len(self.places)
        return self.x + (self.places.index(place) + 0.5) * wide + beside * min(11, wide / 5)

    def grid(self):
        yield text(self.x, TOP - 14, self.title, "start", 13)
        for step in range(int((self.high - self.low) / self.step) + 1):
            value = self.low + step * self.step
            down = self.down(value)
            yield line(self.x, down, self.x + self.width, down, "zero" if value == 0 else "grid")
            yield text(self.x - 8, down + 4, f"{value:g}".replace("-", "−"), "end")
        yield from (text(self.across(place), TOP + HEIGHT + 20, place) for place in self.places)

    def series(self, name, beside):
        """The marks of a series, beside its places."""
        for place, value, lo, hi in self.points.get(name, []):
            x = self.across(place, beside)
            if lo is not None and hi is not None:
                yield line(x, self.down(lo), x, self.down(hi))
            yield dot(x, self.down(value))


def dot(x, y):
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>'


def text(x, y, words, anchor="middle", size=11):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">{words}</text>'


def line(x1, y1, x2, y2, kind=""):
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'
