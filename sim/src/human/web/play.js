// A match with a person at the table. What the page knows is the offer of the moment: all that the seat knows.
const root = document.getElementById("table"), PAUSE = 650;
const fold = folder(new Set());
let offer = null, shown = [], sheet = false, rule = true, peek = false, picked = null, note = null, busy = false, timer = 0;

const signed = (points) => (points > 0 ? "+" : 0 > points ? "−" : "") + Math.abs(points);
const place = (seat) => (seat - offer.seat + 3) % 3;
const called = (seat) => (seat === offer.seat ? "you" : offer.names[seat]);

const ask = async (path, method) => {
  busy = true;
  try {
    const response = await fetch(path, { method: method || "POST" });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  } finally {
    busy = false;
  }
};
const gone = (text) => root.replaceChildren(make("p", "now", text));
const move = async (path, method) => {
  // Clicks count only once the answer to the one before is there.
  if (busy) return;
  const answer = await ask(path, method);
  if (answer === null) return gone("The table is gone: the program has ended.");
  if (answer.failed) return gone("The match ends: " + answer.failed + ".");
  if (answer.left) return gone("You have left the table.");
  if (answer.note) {
    note = answer.note;
    return draw();
  }
  offer = answer;
  picked = note = null;
  peek = false;
  shown = [];
  next();
};

// The steps of the others are shown one by one; a key or a click shows the rest at once.
const next = () => {
  clearTimeout(timer);
  draw();
  if (offer.steps.length > shown.length) {
    timer = setTimeout(() => {
      shown.push(offer.steps[shown.length]);
      next();
    }, shown.length === 0 ? 0 : PAUSE);
  }
};
const rush = () => {
  if (shown.length === offer.steps.length) return false;
  shown = offer.steps.slice();
  next();
  return true;
};

const choose = (number) => move("choose/" + offer.moment + "/" + number);
const options = () => offer.choices.map((choice, number) => ({ ...choice, number, list: cardsOf(choice.cards) }));

const player = (scene, seat, ready) => {
  const at = place(seat), mine = at === 0, hand = scene.hands[seat];
  const box = make("div", "player p" + at + (scene.turn === seat ? " turn" : ""));
  box.append(who(scene, seat, called(seat), offer.scores[seat]));
  if (!mine || !ready) {
    box.append(pile(cardsOf(hand.cards), hand.hidden));
    return box;
  }
  // A card that may be chosen by itself is a button.
  const by = new Map();
  for (const option of options()) {
    if (option.list.length === 1) by.set(option.list[0], (by.get(option.list[0]) || []).concat(option));
  }
  const list = pile(cardsOf(hand.cards), 0, (card) => (by.size && !by.has(card) ? "not" : picked === card ? "chosen" : ""));
  cardsOf(hand.cards).forEach((card, index) => {
    const found = by.get(card), old = list.children[index];
    if (!found) {
      // A card that may not be chosen says why.
      const why = offer.refused[card];
      if (why) old.addEventListener("click", () => ((note = why), draw()));
      return;
    }
    const element = button(old.className + " may", "", () => (found.length === 1 ? choose(found[0].number) : ((picked = card), draw())));
    element.append(...old.childNodes);
    element.setAttribute("aria-label", found.length === 1 ? found[0].say : old.getAttribute("aria-label"));
    element.dataset.card = card;
    old.replaceWith(element);
  });
  box.append(list);
  return box;
};

const layOf = (lay, more) => make("div", "lay at" + place(lay.seat) + " " + (more || ""), pile(cardsOf(lay.cards), 0), make("small", "", called(lay.seat)));
const centre = (scene, step) => {
  const trick = make("div", "trick");
  const before = scene.last && (peek || (step && step.taken !== null && step.taken !== undefined) || (offer.end && !step));
  if (before) {
    scene.last.plays.forEach((lay, number) => trick.append(layOf(lay, (number === 0 ? "lead " : "") + (lay.seat === scene.last.winner ? "won" : ""))));
    trick.append(make("p", "caption", called(scene.last.winner) + (scene.last.winner === offer.seat ? " take it" : " takes it")));
    return trick;
  }
  scene.trick.forEach((lay, number) => trick.append(layOf(lay, (number === 0 ? "lead " : "") + (scene.best === lay.seat ? "best" : ""))));
  if (step && !step.plays) trick.append(make("div", "lay says at" + place(step.seat), make("p", "bubble", words(step.say, true))));
  return trick;
};

// A note of the adviser, a line each.
const noted = () => make("div", "opinion", ...note.trim().split("\n").map((line) => make("p", "", words(line, true))));

const choices = () => {
  const chips = make("div", "chips choices");
  const open = options().filter((option) => option.list.length !== 1 || !cardsOf(offer.scene.hands[offer.seat].cards).includes(option.list[0]) || picked === option.list[0]);
  const chip = (option, label) => {
    const element = button("chip", words(label, true), () => choose(option.number));
    element.dataset.text = option.text;
    element.setAttribute("aria-label", option.say);
    return element;
  };
  // Many choices of a number and a kind, such as bids, stand in a row for each number, and in a column for each kind.
  const bids = open.map((option) => ({ option, found: option.list.length === 0 && option.say.match(/^(\D+)(\d+) ?(.+)$/) })).filter((bid) => bid.found);
  if (9 > bids.length) {
    for (const option of open) chips.append(chip(option, option.say));
    return chips;
  }
  const rows = new Map();
  for (const { option, found } of bids) rows.set(found[2], (rows.get(found[2]) || []).concat({ option, kind: found[3] }));
  const longest = [...rows.values()].sort((a, b) => b.length - a.length)[0].map((cell) => cell.kind);
  const kinds = [...new Set(longest.concat(bids.map((bid) => bid.found[3])))];
  const table = make("div", "bids");
  table.style.setProperty("--kinds", kinds.length);
  [...rows].forEach(([number, cells], row) => {
    for (const { option, kind } of cells) {
      const element = chip(option, number + (kind.length > 1 ? " " : "") + kind);
      element.style.gridArea = row + 1 + " / " + (kinds.indexOf(kind) + 1);
      table.append(element);
    }
  });
  for (const option of open) if (!bids.some((bid) => bid.option === option)) chips.append(chip(option, option.say));
  const box = make("div", "", chips, make("p", "may-be", bids[0].found[1].trim() + ":"), table);
  return box;
};
const score = () => {
  const head = make("tr", "", make("th", "", "hand"), ...[0, 1, 2].map((seat) => make("th", "number", called(seat))));
  const rows = offer.sheet.map((points, hand) => make("tr", "", make("td", "", String(hand)), ...points.map((value) => make("td", "number", signed(value)))));
  const sums = make("tr", "", make("th", "", "score"), ...offer.scores.map((value) => make("td", "number", value)));
  return make("table", "sheet", head, ...rows, sums);
};
const ended = () => {
  const { end } = offer, box = make("div", "ended", make("p", "now", make("strong", "", "The hand is over. "), end.line));
  box.append(make("p", "result", [0, 1, 2].map((seat) => called(seat) + " " + signed(end.points[seat])).join(" · ")));
  if (end.over) box.append(note ? noted() : button("review", "What could I have done better?", () => move("review")));
  box.append(button("deal", end.over ? "Another match" : "Next hand", () => move("deal/" + offer.moment)));
  box.append(fold("told", "the hand with all cards", make("pre", "", end.text)));
  return box;
};

const draw = () => {
  const step = shown.length === offer.steps.length ? null : shown[shown.length - 1] || null, ready = step === null && shown.length === offer.steps.length;
  const scene = ready ? offer.scene : step ? step.scene : offer.steps[0].scene;
  const last = shown[shown.length - 1] || null;
  const [me, left, right] = [0, 1, 2].map((steps) => (offer.seat + steps) % 3);
  const middle = make("div", "middle", heaps(scene, fold), centre(scene, ready && !(last && last.taken !== null && offer.choices.length === 0) ? null : last), facts(scene));
  const felt = make("div", "felt", player(scene, left, ready), player(scene, right, ready), middle, player(scene, me, ready));
  felt.addEventListener("click", rush);
  const title = make("p", "where", offer.variant + " · match " + offer.match_number + ", hand " + offer.hand + " · you are seat " + offer.seat);
  const below = make("div", "told-now");
  below.setAttribute("aria-live", "polite");
  if (last) below.append(make("p", "happened", ...shown.slice(-4).map((one) => make("span", "did", make("small", "", called(one.seat) + ": "), words(one.say, true), one.taken === null ? "" : " → " + called(one.taken)))));
  if (ready && offer.end) below.append(ended());
  if (ready && offer.choices.length) {
    const chosen = offer.chosen ? " · " + offer.chosen[0] + " of " + offer.chosen[1] + " chosen" : "";
    below.append(make("p", "now", make("strong", "", "Your turn"), offer.phase ? " · " + offer.phase : "", chosen));
    if (rule) below.append(make("p", "rule", offer.rule));
    below.append(choices());
    if (note) below.append(noted());
  }
  const tool = (name, label, click, disabled, pressed) => {
    const element = button(name, label, click);
    element.disabled = !!disabled;
    if (pressed !== undefined) element.setAttribute("aria-pressed", String(pressed));
    return element;
  };
  const nav = make("div", "nav");
  nav.append(
    tool("hint", "Hint", () => move("hint"), !ready || !offer.choices.length),
    tool("back", "Take back", () => move("back/" + offer.moment), !ready || !offer.may_take_back),
    tool("look", "Trick before", () => ((peek = !peek), draw()), !scene.last, peek),
    tool("rules", "Rule", () => ((rule = !rule), draw()), false, rule),
    tool("points", "Points", () => ((sheet = !sheet), draw()), false, sheet),
    tool("leave", "Leave", () => move("leave")),
  );
  root.replaceChildren(title, felt, below, nav, ...(sheet ? [score()] : []));
};

document.addEventListener("keydown", (event) => {
  if (event.key === " " && offer && event.target === document.body && rush()) event.preventDefault();
});
move("offer", "GET");
