"""A picture of panels with lines and intervals, as SVG that can be read on light and on dark pages."""

LIGHT = ("#24292f", "#d0d7de", "#57606a", ["#0969da", "#bc4c00", "#1a7f37", "#8250df", "#57606a"])
DARK = ("#e6edf3", "#3d444d", "#9198a1", ["#4493f8", "#f0883e", "#3fb950", "#ab7df8", "#9198a1"])
TOP, BOTTOM, LEFT, GAP, HEIGHT = 80, 60, 50, 60, 230


def rules(words, grid, zero, series):
    """The style of one kind of page: colours of words, lines and series."""
    lines = [f"text {{ fill: {words}; }} .grid {{ stroke: {grid}; }} .zero {{ stroke: {zero}; }}"]
    for order, colour in enumerate(series):
        lines.append(f".c{order} .line, .c{order} .bar {{ stroke: {colour}; }} .c{order} .dot, .c{order} .name {{ fill: {colour}; }}")
    return "\n".join(lines)


STYLE = f"""<style>
text {{ font-family: sans-serif; }} .line {{ fill: none; stroke-width: 2; }} .bar {{ stroke-width: 1.5; }}
{rules(*LIGHT)}
@media (prefers-color-scheme: dark) {{
{rules(*DARK)}
}}
</style>"""


class Panel:
    def __init__(self, title, places, low, high, step, joined, width):
        self.title, self.places, self.low, self.high, self.step = title, list(places), low, high, step
        self.joined, self.width, self.even, self.points = joined, width, None, {}

    def point(self, series, place, value, lo=None, hi=None):
        self.points.setdefault(series, []).append((place, value, lo, hi))

    def draw(self, x, series):
        """Its marks, with its left edge at x."""
        down = lambda value: TOP + (self.high - min(max(value, self.low), self.high)) / (self.high - self.low) * HEIGHT
        across = lambda place: x + (self.places.index(place) + 0.5) / len(self.places) * self.width
        marks = [text(x, TOP - 14, self.title, "start", 13)]
        for step in range(int((self.high - self.low) / self.step) + 1):
            value = self.low + step * self.step
            marks.append(line(x, down(value), x + self.width, down(value), "zero" if value == 0 else "grid"))
            marks.append(text(x - 8, down(value) + 4, f"{value:g}".replace("-", "−"), "end"))
        if self.even is not None:
            marks.append(line(x, down(self.even), x + self.width, down(self.even), "zero"))
        marks += [text(across(place), TOP + HEIGHT + 20, place) for place in self.places]
        for order, name in enumerate(series):
            beside = (3 if self.joined else 11) * (order - (len(series) - 1) / 2)
            points = [(across(place) + beside, *rest) for place, *rest in self.points.get(name, [])]
            marks.append(f'<g class="c{order % len(LIGHT[3])}">')
            if self.joined:
                path = " ".join(f"{px:.1f},{down(value):.1f}" for px, value, _, _ in points)
                marks.append(f'<polyline class="line" points="{path}"/>')
            for px, value, lo, hi in points:
                if lo is not None and hi is not None:
                    marks.append(line(px, down(lo), px, down(hi), "bar"))
                marks.append(f'<circle class="dot" cx="{px:.1f}" cy="{down(value):.1f}" r="3"/>')
            marks.append("</g>")
        return marks


class Chart:
    """Panels beside each other, with one key."""

    def __init__(self, title, note, width=330):
        self.title, self.note, self.width, self.panels = title, note, width, []

    def panel(self, title, places, low, high, step, joined=True):
        self.panels.append(Panel(title, places, low, high, step, joined, self.width))
        return self.panels[-1]

    def write(self, path, series):
        wide, tall = LEFT + len(self.panels) * (self.width + GAP), TOP + HEIGHT + BOTTOM
        marks = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" role="img">', STYLE]
        marks += [f"<title>{self.title}</title>", text(LEFT, 22, self.title, "start", 16), text(LEFT, 40, self.note, "start", 11)]
        for number, panel in enumerate(self.panels):
            marks += panel.draw(LEFT + number * (self.width + GAP), series)
        x = LEFT
        for order, name in enumerate(series):
            marks.append(f'<g class="c{order % len(LIGHT[3])}"><circle class="dot" cx="{x + 4}" cy="{tall - 16}" r="4"/>')
            marks.append(f'<text class="name" x="{x + 13}" y="{tall - 12}" font-size="12">{name}</text></g>')
            x += 30 + 8 * len(name)
        path.write_text("\n".join([*marks, "</svg>", ""]))


def text(x, y, words, anchor="middle", size=11):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">{words}</text>'


def line(x1, y1, x2, y2, kind):
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'
