// What the person may choose or look up.
const due = () => (offer.phase || "choose") + (offer.chosen ? " · " + offer.chosen[0] + " of " + offer.chosen[1] + " chosen" : "");

const chip = (option, text, more) => {
  const element = button("chip" + (isHinted(option) ? " hinted" : "") + (more || ""), worded(text), () => choose(option.number));
  element.dataset.key = "choice " + option.number;
  return label(element, spoken(option.say) + (option.costs ? ", costs " + counted(option.costs, "card") : ""));
};
// Choices of a number and a kind, such as bids: a row for each number with its price, and a column for each kind.
const grid = (bids) => {
  const rows = new Map();
  for (const bid of bids) rows.set(bid.number, (rows.get(bid.number) || []).concat(bid));
  const longest = [...rows.values()].sort((a, b) => b.length - a.length)[0].map((bid) => bid.kind);
  const kinds = [...new Set(longest.concat(bids.map((bid) => bid.kind)))], table = make("div", "bids");
  table.style.setProperty("--kinds", kinds.length);
  [...rows].forEach(([number, cells], line) => {
    for (const { option, kind } of cells) {
      const element = chip(option, number + (kind.length > 1 ? " " : "") + kind);
      element.style.gridArea = line + 1 + " / " + (kinds.indexOf(kind) + 1);
      table.append(element);
    }
    const price = cells[0].option.costs;
    if (price) {
      const element = make("small", "price", "costs", make("br"), counted(price, "card"));
      element.style.gridArea = line + 1 + " / " + (kinds.length + 1);
      table.append(element);
    }
  });
  return group(table, "bids");
};
const ask = () => {
  const held = cardsOf(offer.scene.hands[offer.seat].cards), box = make("div", "ask");
  const open = options().filter(({ list }) => list.length !== 1 || !held.includes(list[0]) || picked === list[0]);
  // The start of a rule stands there until the person has chosen once.
  if (offer.rule && !rulesSeen.has(offer.rule) && offer.choices.length) box.append(button("rule", make("span", "", offer.rule.replace(/^(.{40,}?\.) .*/s, "$1")), () => toggle("rules")));
  const bids = open.map((option) => ({ option, found: option.list.length === 0 && option.say.match(/^\D+(\d+) ?(\D.*)$/) })).filter((bid) => bid.found);
  const isGrid = bids.length > 8, others = isGrid ? open.filter((option) => !bids.some((bid) => bid.option === option)) : open;
  const first = others.length > 2 ? others[0].say.split(" ")[0] + " " : "", same = first && others.every((option) => option.say.startsWith(first));
  const chips = make("div", "chips choices", same ? make("small", "", first) : "", ...others.map((option) => {
    const element = chip(option, same ? option.say.slice(first.length) : option.say);
    if (option.costs) element.append(make("small", "price", "costs " + counted(option.costs, "card")));
    return element;
  }));
  if (others.length) box.append(chips);
  if (isGrid) box.append(grid(bids.map(({ option, found }) => ({ option, number: found[1], kind: found[2] }))));
  return box;
};

// A number that counts up once a hand.
const counter = (from, to, write) => {
  const element = make("span", "counter", write(to)), start = performance.now();
  if (calm.matches || counting === offer.moment) return element;
  const step = (now) => {
    const part = Math.min(1, Math.max(0, now - start - 300) / 900);
    element.textContent = write(Math.round(from + (to - from) * part));
    if (1 > part) requestAnimationFrame(step);
  };
  element.textContent = write(from);
  requestAnimationFrame(step);
  return element;
};
const ended = () => {
  const { end, scores, scene } = offer, box = make("div", "ended", make("p", "", make("strong", "", "The hand is over. "), named(end.line)));
  const table = make("table", "result", make("tr", "", make("th"), ...["this hand", "score"].map((text) => make("th", "number", text))));
  for (const seat of [0, 1, 2].map((seat) => (offer.seat + seat) % 3)) {
    const [, sign, digits, rest] = scores[seat].match(/^([+−]?)(\d+)(.*)$/), now = Number((sign === "−" ? "-" : "") + digits);
    table.append(make("tr", "", make("th", "", called(seat)), make("td", "number", signed(end.points[seat])), make("td", "number", counter(scene.scores[seat], now, signed), rest)));
  }
  counting = offer.moment;
  const deal = button("deal", end.over ? "Another match" : "Next hand", () => move("deal/" + offer.moment));
  deal.dataset.key = "choice deal";
  const review = end.over ? button("review", "What could I have done better?", () => move("review")) : "";
  box.append(table, make("div", "chips", deal, review), make("details", "", make("summary", "", "The hand with all cards"), make("pre", "", end.text)));
  return box;
};
const sheet = () => {
  const cells = (tag, values) => values.map((value) => make(tag, "number", value));
  const seats = [0, 1, 2].map((seat) => (offer.seat + seat) % 3), by = (values) => seats.map((seat) => values[seat]);
  const head = make("tr", "", make("th", "", "hand"), ...cells("th", seats.map(called)));
  const rows = offer.sheet.map((points, hand) => make("tr", "", make("td", "", String(hand)), ...cells("td", by(points).map(signed))));
  return make("table", "sheet", head, ...rows, make("tr", "", make("th", "", "score"), ...cells("td", by(offer.scores))));
};
// What lies over the table until a click: a note, a rule, the points.
const paper = () => {
  const lines = note.trim().split("\n").map((line) => make("p", "", ...line.trim().split(/ {2,}/).map((part) => make("span", "", worded(part)))));
  const inside = { note: lines, rules: [make("p", "", offer.rule || "Nothing is to be chosen now.")], points: [sheet(), info(offer.scene), playedCards()] }[panel];
  const close = label(button("close", "×", () => toggle(panel)), "close");
  return group(make("div", "paper " + panel, close, ...inside), panel);
};
const toggle = (name) => {
  panel = panel === name ? "" : name;
  draw();
};

const tools = (ready) => {
  const tool = (name, key, text, click, disabled, pressed) => {
    const element = button(name, text, click);
    element.disabled = !!disabled;
    element.dataset.key = "tool " + name;
    element.setAttribute("aria-keyshortcuts", key);
    element.title = text + " (" + key + ")";
    if (pressed !== undefined) element.setAttribute("aria-pressed", String(pressed));
    return element;
  };
  const look = () => {
    peek = !peek;
    draw();
  };
  const turn = ready && offer.choices.length > 0;
  return [
    tool("hint", "h", "Hint", () => move("hint"), !turn),
    tool("back", "u", "Undo", () => move("back/" + offer.moment), !ready || !offer.may_take_back),
    tool("look", "l", "Last trick", look, !ready || !offer.scene.last || offer.end, peek),
    tool("points", "s", "Points", () => toggle("points"), false, panel === "points"),
    tool("rules", "?", "Rule", () => toggle("rules"), false, panel === "rules"),
  ];
};
const settings = () => {
  const times = make("select", "pace", ...Object.entries(TIMES).map(([seconds, text]) => {
    const option = make("option", "", text);
    option.value = seconds;
    option.selected = Number(seconds) === pace;
    return option;
  }));
  label(times, "tricks wait for").addEventListener("change", () => {
    pace = Number(times.value);
    document.cookie = "threehand-pace=" + pace + "; path=/; max-age=31536000; samesite=strict";
    if (stays && pace) collect();
  });
  return [make("label", "stay", make("small", "", make("span", "", "tricks "), "wait for"), times), button("leave", "Leave", () => move("leave"))];
};
