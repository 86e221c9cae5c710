// Hands to step through. The page is read by the opening brackets of its elements, so this has none.
// A pile, suit by suit; `mark` says how a card is shown.
const pile = (cards, hidden, mark) => {
  const list = make("span", "cards");
  let suit = "";
  for (const card of cards) {
    const element = face(card, mark ? mark(card) : "");
    if (suit && suit !== card[1]) element.classList.add("next");
    suit = card[1];
    list.append(element);
  }
  for (let left = hidden; left > 0; left--) list.append(back());
  return list;
};
const heaps = (scene, fold) => {
  const side = make("div", "aside heaps");
  for (const heap of scene.heaps) {
    const { cards, hidden } = heap.pile, all = cardsOf(cards), total = all.length + hidden;
    const box = make("div", "heap", make("small", "", heap.name + (total > 1 ? " · " + total : "")));
    // What was played, and what is only a number, take no more room than needed.
    if (heap.name === "played" || total > 10) {
      if (all.length) box.append(fold(heap.name, "show", pile(all, 0)));
      else box.append(back());
    } else box.append(pile(all, hidden));
    side.append(box);
  }
  return side;
};
const facts = (scene) => {
  const side = make("div", "aside facts");
  for (const fact of scene.facts) {
    const box = make("div", "heap", make("span", "", make("small", "", fact.name + " "), words(fact.text, true)));
    if (fact.pile) box.append(pile(cardsOf(fact.pile.cards), fact.pile.hidden));
    side.append(box);
  }
  return side;
};
// What is folded out stays so from step to step.
const folder = (open) => (name, label, inside) => {
  const element = make("details", "fold", make("summary", "", label), inside);
  element.open = open.has(name);
  element.addEventListener("toggle", () => (element.open ? open.add(name) : open.delete(name)));
  return element;
};
// Who sits there, with what the seat is in this hand and what it has taken.
const who = (scene, seat, name, score) => {
  const head = make("div", "who", make("span", "place", String(seat)), make("strong", "bot", name));
  const dealer = scene.dealer === seat && !scene.notes[seat].includes("dealer") ? ["dealer"] : [];
  for (const note of dealer.concat(scene.notes[seat])) head.append(make("span", "note-chip", words(note, true)));
  if (scene.tally[seat]) head.append(make("span", "tally", scene.tally[seat]));
  head.append(make("span", "score", "score " + score));
  return head;
};
const stage = (article) => {
  const data = JSON.parse(article.querySelector("script").textContent);
  const { steps } = data, last = steps.length;
  const views = data.views.map((changes) => {
    let scene = {};
    return changes.map((change) => (scene = { ...scene, ...change }));
  });
  const root = article.querySelector(".stage"), table = make("div", "felt"), status = make("div", "status");
  const list = make("div", "list"), count = make("span", "count"), seats = make("div", "seats");
  status.setAttribute("aria-live", "polite");
  let at = 0, seat = 0, peek = false;

  const go = (to) => {
    at = Math.max(0, Math.min(last, to));
    peek = false;
    draw();
  };
  const sees = (step) => !seat || !(step.unseen || []).includes(seat - 1);
  const tells = (step) => (sees(step) ? words(step.say, true) : said(step.say).length ? words(step.say, false) : "acts unseen");
  const name = (number) => "seat " + number;

  const layOf = (lay, more) => {
    const play = make("div", "lay at" + lay.seat + " " + (more || ""), pile(cardsOf(lay.cards), 0));
    play.append(make("small", "", name(lay.seat)));
    return play;
  };
  const centre = (scene, step) => {
    const trick = make("div", "trick"), previous = peek || (!step && scene.last);
    if (previous && scene.last) {
      scene.last.plays.forEach((lay, place) => {
        const won = lay.seat === scene.last.winner;
        trick.append(layOf(lay, (place === 0 ? "lead " : "") + (won ? "won" : "")));
      });
      trick.append(make("p", "caption", (peek ? "The trick before: " : "The last trick: ") + name(scene.last.winner) + " took it"));
      return trick;
    }
    const laid = scene.trick.map((lay) => ({ ...lay }));
    laid.forEach((lay, place) => trick.append(layOf(lay, (place === 0 ? "lead " : "") + (scene.best === lay.seat ? "best" : ""))));
    if (step && step.plays && sees(step)) {
      const own = trick.querySelector(".at" + step.seat), cards = said(step.say).join(" ");
      if (own) own.remove();
      const before = laid.find((lay) => lay.seat === step.seat);
      const lay = { seat: step.seat, cards: (before ? before.cards + " " : "") + cards };
      trick.append(layOf(lay, "now " + (laid.length === 0 ? "lead" : "")));
    }
    if (step && !step.plays) trick.append(make("div", "lay says at" + step.seat, make("p", "bubble", tells(step))));
    if (step && step.taken !== undefined) {
      trick.querySelectorAll(".lay").forEach((lay) => lay.classList.toggle("best", lay.classList.contains("at" + step.taken)));
      trick.append(make("p", "caption", name(step.taken) + " takes the trick"));
    }
    return trick;
  };

  const player = (scene, step, number) => {
    const turn = step && step.seat === number, hand = scene["hand" + number];
    const box = make("div", "player p" + number + (turn ? " turn" : ""));
    const score = step || !data.after ? data.before[number] : data.before[number] + " → " + data.after[number];
    box.append(who(scene, number, data.bots[number], score));
    const mine = turn && (!seat || seat - 1 === number);
    const may = mine ? new Set(step.may.flatMap(said)) : null, done = mine ? new Set(said(step.say)) : null;
    const mark = mine && may.size ? (card) => (done.has(card) ? "chosen" : may.has(card) ? "may" : "not") : null;
    box.append(pile(cardsOf(hand.cards), hand.hidden, mark));
    return box;
  };

  const fold = folder(new Set());

  // A value or an error of an opinion.
  const figure = (opinion, value) => (opinion.chance ? (100 * value).toFixed(1) : value.toFixed(2)).replace("-", "−");
  const error = (opinion, value) => (value === null ? "" : " ± " + figure(opinion, value));
  const unit = (opinion) => (opinion.chance ? " percentage points of the chance to win the match" : " points");
  const thinks = (opinion) => {
    const box = make("div", "opinion" + (opinion.same ? " same" : ""));
    const line = make("p", "", data.annotator + (opinion.same ? " would do the same" : " would "));
    if (!opinion.same) line.append(make("strong", "", words(opinion.choice, true)));
    if (opinion.loss) line.append((0 > opinion.loss[0] ? ": what was done is worth as much or more, by " : ": what was done costs ") + figure(opinion, Math.abs(opinion.loss[0])) + error(opinion, opinion.loss[1]) + unit(opinion) + ", in " + opinion.loss[2] + (opinion.loss[2] === 1 ? " world" : " worlds"));
    line.append(".");
    box.append(line);
    const worths = opinion.worths || [];
    if (worths.length > 1) {
      const most = Math.max(...worths.map((worth) => worth[2]), 1e-9), rows = make("ul", "worths");
      const shown = worths.filter((worth, place) => 8 > place || worth[0] === opinion.choice || worth[0] === opinion.done);
      for (const [text, mean, loss, doubt] of shown) {
        const bar = make("span", "bar");
        bar.style.setProperty("--part", 1 - Math.max(0, loss) / (1.25 * most));
        const best = text === opinion.choice, lost = best ? figure(opinion, mean) + (opinion.chance ? " %" : "") : (loss > 0 ? "−" : "+") + figure(opinion, Math.abs(loss)) + error(opinion, doubt);
        rows.append(make("li", "", words(text, true), bar, make("span", "value", lost)));
      }
      if (worths.length > shown.length) rows.append(make("li", "", "and " + (worths.length - shown.length) + " more"));
      box.append(rows);
    }
    return box;
  };

  const choices = (step) => {
    const same = (text) => text.replace(CARD, "▮"), kinds = new Set(step.may.map(same));
    if (step.may.length === 1) return make("p", "may-be", "No other choice.");
    if (kinds.size === 1 && same(step.may[0]).includes("▮"))
      return make("p", "may-be", "Any of " + step.may.length + " cards.");
    const chips = make("div", "chips");
    for (const text of step.may) chips.append(make("span", "chip" + (text === step.say ? " chosen" : ""), words(text, true)));
    if (!(step.may.length > 20)) return chips;
    return fold("choices", step.may.length + " choices", chips);
  };

  const tell = (step) => {
    status.replaceChildren();
    if (!step) {
      const points = data.points ? make("p", "result", "Points: " + data.points.map((p) => (p > 0 ? "+" : 0 > p ? "−" : "") + Math.abs(p)).join(" · ")) : null;
      status.append(make("p", "now", make("strong", "", "The hand is over.")), ...[points, make("p", "", data.end)].filter(Boolean));
      return;
    }
    const line = make("p", "now", make("strong", "", "Seat " + step.seat), " · " + data.bots[step.seat] + ": ");
    line.append(tells(step));
    status.append(line);
    if (!seat || seat - 1 === step.seat) {
      status.append(choices(step));
      if (step.opinion) status.append(thinks(step.opinion));
    }
  };

  const chip = (step, place) => {
    const label = make("span", "", make("small", "", String(step.seat)), " ");
    const cards = said(step.say);
    if (step.plays && sees(step)) label.append(...cards.map((card) => words(SUITS[card[1]] + card[0], true)));
    else label.append(tells(step));
    const element = button("go" + (step.opinion && !step.opinion.same && (!seat || seat - 1 === step.seat) ? " differs" : ""), label, () => go(place));
    element.dataset.step = place;
    return element;
  };
  const fill = () => {
    list.replaceChildren();
    let row = null, trick = 0, begun = false;
    steps.forEach((step, place) => {
      const kind = step.plays ? "row" : "row before";
      // A trick goes on where something is said in the midst of it.
      if (!row || row.className !== kind || (step.plays && !begun)) {
        if (step.plays && !begun) trick++;
        row = make("div", kind, step.plays ? make("small", "number", String(trick)) : "");
        list.append(row);
      }
      row.append(chip(step, place));
      if (step.plays) begun = step.taken === undefined;
      if (step.taken !== undefined) row.append(make("small", "takes", "→ " + step.taken));
    });
    const end = button("go", "the end", () => go(last));
    end.dataset.step = last;
    list.append(make("div", "row before", end));
  };

  const draw = () => {
    const scene = views[seat][at], step = steps[at];
    const middle = make("div", "middle", heaps(scene, fold), centre(scene, step), facts(scene));
    table.replaceChildren(player(scene, step, 1), player(scene, step, 2), middle, player(scene, step, 0));
    tell(step);
    count.textContent = at === last ? "the end" : "decision " + (at + 1) + " of " + last;
    before.disabled = first.disabled = at === 0;
    next.disabled = final.disabled = at === last;
    look.disabled = !scene.last || !step;
    look.setAttribute("aria-pressed", String(peek));
    list.querySelectorAll("[aria-current]").forEach((element) => element.removeAttribute("aria-current"));
    const current = list.querySelector('[data-step="' + at + '"]');
    current.setAttribute("aria-current", "step");
    // Only the list scrolls, never the page.
    const box = list.getBoundingClientRect(), mark = current.getBoundingClientRect();
    if (box.top > mark.top) list.scrollTop += mark.top - box.top - 4;
    if (mark.bottom > box.bottom) list.scrollTop += mark.bottom - box.bottom + 4;
  };
  const turn = (to) => {
    seat = to;
    seats.querySelectorAll("button").forEach((element, place) => element.setAttribute("aria-pressed", String(place === to)));
    fill();
    draw();
  };

  const first = button("", "«", () => go(0)), before = button("", "‹", () => go(at - 1));
  const next = button("", "›", () => go(at + 1)), final = button("", "»", () => go(last));
  [[first, "to the start"], [before, "a decision back"], [next, "the next decision"], [final, "to the end"]].forEach(([element, label]) => element.setAttribute("aria-label", label));
  const look = button("look", "Trick before", () => {
    peek = !peek;
    draw();
  });
  ["All cards", "Seat 0", "Seat 1", "Seat 2"].forEach((label, place) => seats.append(button("", label, () => turn(place))));
  const laid = views[0].some((scene) => [0, 1, 2].some((number) => scene["hand" + number].cards || scene["hand" + number].hidden));
  if (!laid) seats.hidden = table.hidden = look.hidden = true;

  root.tabIndex = 0;
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", article.querySelector("h3").textContent + ", to step through");
  seats.prepend(make("small", "", "What is seen by"));
  root.append(seats, table, make("div", "nav", first, before, count, next, final, look), status, list);
  root.addEventListener("keydown", (event) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(to);
  });
  // The list of the worst decisions leads to this hand at the decision.
  document.querySelectorAll("a[data-step]").forEach((link) => link.hash === "#" + article.id && link.addEventListener("click", () => go(Number(link.dataset.step))));
  let start = null;
  table.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse") start = [event.clientX, event.clientY];
  });
  table.addEventListener("pointercancel", () => (start = null));
  table.addEventListener("pointerup", (event) => {
    if (!start) return;
    const [x, y] = [event.clientX - start[0], event.clientY - start[1]];
    start = null;
    if (Math.abs(x) > 40 && Math.abs(x) > 1.5 * Math.abs(y)) go(at + (0 > x ? 1 : -1));
  });
  article.querySelector(".in-words").open = false;
  root.hidden = false;
  turn(0);
};
document.querySelectorAll("article.hand").forEach(stage);
