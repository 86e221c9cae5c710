// What lies on the table, drawn from a scene.
const PEOPLE = ["you", "Lena", "Rio"];
const place = (seat) => (seat - offer.seat + 3) % 3;
const called = (seat) => PEOPLE[place(Number(seat))];
const signed = (points) => (points > 0 ? "+" : 0 > points ? "−" : "") + Math.abs(points);
const counted = (count, noun) => count + " " + noun + (count === 1 ? "" : "s");

// Words with people in place of seats.
const named = (text) => text.replace(/\S+ \(seat (\d)\)/g, (_, seat) => called(seat)).replace(/\bseat (\d)(?: to (\d))?/g, (_, seat, to) => called(seat) + (to ? " to " + called(to) : ""));
const worded = (text) => words(named(text), true);
// What somebody does: `you play`, `Lena plays`.
const does = ({ seat, say }) => called(seat) + " " + (place(seat) ? say.replace(/^[a-z]+/, (verb) => verb + (verb.endsWith("ss") ? "es" : "s")) : say);
const taking = (seat) => does({ seat, say: "take" }) + " the trick";
// Words for the ear.
const suitName = (suit) => NAMES[LETTER[suit]];
const spoken = (text) => named(text).replace(CARD, (_, suit, rank) => (RANKS[rank] || rank) + " of " + suitName(suit))
  .replace(/(clubs|diamonds|hearts|spades) [♠♥♦♣]/g, "$1").replace(/[♠♥♦♣]/g, (suit) => " " + suitName(suit)).replace(/NT/g, " no trump");
const label = (element, text) => {
  element.setAttribute("aria-label", text);
  return element;
};
const group = (element, text) => {
  element.setAttribute("role", "group");
  return label(element, text);
};
const figure = (rank) => document.getElementById(rank).content.firstChild.cloneNode(true);

// A card with its figure, or with its suit in large.
const card = (code, more) => {
  const element = face(code, more);
  element.append("KQJ".includes(code[0]) ? figure(code[0]) : make("span", "pip", SUITS[code[1]] + "\uFE0E"));
  return element;
};
// Cards side by side. What has no room lies under its right neighbour.
const row = (elements, name) => {
  const list = make("div", "row " + name);
  elements.forEach((element, number) => {
    const slot = make("div", "slot", element);
    slot.style.setProperty("--from-middle", number - (elements.length - 1) / 2);
    slot.style.setProperty("--number", number);
    list.append(slot);
  });
  return list;
};
const lying = (pile) => row(cardsOf(pile.cards).map((code) => card(code)).concat(Array.from({ length: pile.hidden }, back)), "small");

// What a seat has said or paid stands beside it, unless it holds the cards, and what is of the table in the middle.
const OF_SEAT = /^seat (\d)(?:: (.*))?$/;
const besides = (scene, seat) => {
  const held = cardsOf(scene.hands[seat].cards);
  return scene.facts.flatMap((fact) => {
    const by = fact.name.match(OF_SEAT), of = fact.text.match(OF_SEAT);
    if (Number((by || of || [])[1]) !== seat) return [];
    const cards = fact.pile ? cardsOf(fact.pile.cards).filter((code) => !held.includes(code)) : [];
    return [{ text: by ? fact.text : fact.name + " " + of[2], cards }];
  });
};
const saidBy = (scene, seat) => {
  const facts = besides(scene, seat), paid = facts.flatMap(({ cards }) => cards).join(" ");
  return [facts.length ? make("span", "note", worded(facts[facts.length - 1].text)) : "", paid ? lying({ cards: paid, hidden: 0 }) : ""];
};
const who = (scene, seat) => {
  const at = place(seat), head = make("div", "who");
  if (at) head.append(make("span", "head", figure(at === 1 ? "Q" : "J")));
  head.append(make("strong", "bot", at ? called(seat) : "You"));
  if (at) head.append(make("small", "", offer.names[seat]));
  const dealer = scene.dealer === seat && !scene.notes[seat].includes("dealer") ? ["dealer"] : [];
  for (const text of dealer.concat(scene.notes[seat].filter((text) => !/^(bids|passes)/.test(text)))) head.append(make("span", "note", worded(text)));
  if (scene.tally[seat]) head.append(make("span", "tally", scene.tally[seat]));
  head.append(make("span", "score", "score " + offer.scores[seat]));
  head.append(...saidBy(scene, seat).filter((part) => part !== ""));
  return head;
};
const opponent = (scene, seat) => {
  const hand = scene.hands[seat], count = cardsOf(hand.cards).length + hand.hidden;
  const box = make("div", "player p" + place(seat) + (scene.turn === seat ? " turn" : ""), who(scene, seat), lying(hand));
  return group(box, called(seat) + ", played by " + offer.names[seat] + ", " + counted(count, "card") + (scene.turn === seat ? ", to move" : ""));
};

// The person's cards that came from others in this hand, with the word for it.
const freshOf = (scene) => {
  const fresh = new Map(), me = new RegExp("to (seat )?" + offer.seat + "$");
  for (const { got } of offer.steps.slice(0, at)) for (const code of cardsOf(got)) fresh.set(code, "new");
  if (scene.last) return fresh;
  for (const fact of scene.facts) if (fact.pile && me.test(fact.text)) for (const code of cardsOf(fact.pile.cards)) fresh.set(code, fact.name);
  return fresh;
};
const legend = (scene) => {
  const names = [...new Set(freshOf(scene).values())].join(", ");
  return names ? [make("small", "legend", names)] : [];
};
const hand = (scene, ready) => {
  const codes = cardsOf(scene.hands[offer.seat].cards), fresh = freshOf(scene), by = new Map();
  // A card that may be chosen by itself is a button.
  for (const option of ready ? options() : []) if (option.list.length === 1) by.set(option.list[0], (by.get(option.list[0]) || []).concat(option));
  const cards = codes.map((code) => {
    const found = by.get(code), why = ready && offer.refused[code];
    const marks = [found ? "may" : by.size ? "not" : "", picked === code ? "chosen" : "", fresh.has(code) ? "fresh" : "", found && found.some(isHinted) ? "hinted" : ""];
    const plain = card(code, marks.join(" ")), from = fresh.has(code) ? ", from the " + fresh.get(code) : "";
    if (fresh.has(code)) plain.append(make("small", "from", fresh.get(code)));
    label(plain, plain.getAttribute("aria-label") + from + (why ? ", may not be chosen: " + spoken(why) : ""));
    if (!found) {
      if (why) plain.addEventListener("click", () => notice(why));
      return plain;
    }
    // Where a finger covers several cards, the first touch only lifts one of them.
    const element = button(plain.className, "", (event) => {
      const narrow = event.pointerType === "touch" && 30 > element.parentElement.offsetWidth;
      if (found.length === 1 && (!narrow || picked === code)) return choose(found[0].number);
      picked = code;
      draw();
    });
    element.append(...plain.childNodes);
    element.dataset.key = "card " + code;
    return label(element, (found.length === 1 ? spoken(found[0].say) : plain.getAttribute("aria-label")) + from);
  });
  return group(row(cards, "fan" + (dealt ? " dealt" : "")), "your cards: " + codes.length);
};

const layOf = (lay, more) => make("div", "lay at" + place(lay.seat) + " " + more, row(cardsOf(lay.cards).map((code) => card(code)), ""), make("small", "", called(lay.seat)));
const trick = (scene, step) => {
  const box = make("div", "trick"), { last } = scene;
  const lie = (plays, marked, mark) => plays.forEach((lay, number) => {
    const isNow = isNew && step && step.plays && step.seat === lay.seat;
    box.append(layOf(lay, (number ? "" : "lead ") + (lay.seat === marked ? mark : "") + (isNow ? " now" : "")));
  });
  if (last && (stays || peek)) {
    box.classList.add("stays");
    lie(last.plays, last.winner, "won");
    const got = stays ? cardsOf(step.got).map((code) => SUITS[code[1]] + code[0]).join(" ") : "";
    const caption = make("p", "caption", make("strong", "", taking(last.winner)), got ? make("span", "", " · you get ", words(got, true)) : "");
    if (stays && !pace) caption.append(make("small", "", "click to go on"));
    box.append(caption);
    return group(box, peek ? "the trick before" : "the trick");
  }
  lie(scene.trick, scene.best, "best");
  if (step && !step.plays) box.append(make("div", "lay says at" + place(step.seat) + (isNew ? " now" : ""), make("p", "bubble", worded(step.say))));
  return group(box, "the trick");
};
const info = (scene) => {
  const box = make("div", "info");
  // Cards that lie in a pile of the same name are shown there.
  const liesIn = (pile, others) => pile && pile.cards && cardsOf(pile.cards).every((code) => others.some((other) => other.pile && cardsOf(other.pile.cards).includes(code)));
  for (const [number, fact] of scene.facts.entries()) {
    const others = scene.facts.slice(number + 1).concat(scene.heaps).filter((other) => other.name === fact.name);
    if (OF_SEAT.test(fact.name) || OF_SEAT.test(fact.text) || liesIn(fact.pile, others)) continue;
    const suit = fact.name === "trump" && fact.text.match(/[♠♥♦♣]/);
    const sign = suit ? make("span", "sign " + LETTER[suit[0]], suit[0] + "\uFE0E") : make("span", "sign S none", "NT");
    if (fact.name === "trump") box.append(group(make("div", "trump", sign, make("small", "", "trump")), "trump: " + spoken(fact.text)));
    else box.append(make("div", "fact", make("small", "", fact.name + " "), worded(fact.text), fact.pile ? lying(fact.pile) : ""));
  }
  return box;
};
const lyingAbout = (scene) => {
  const box = make("div", "heaps"), seen = [0, 1, 2].flatMap((seat) => besides(scene, seat).flatMap(({ cards }) => cards));
  for (const { name, pile } of scene.heaps) {
    if (name === "played") continue;
    // What lies beside a seat is only counted here.
    const all = cardsOf(pile.cards), open = all.filter((code) => !seen.includes(code)), shown = { cards: open.join(" "), hidden: Math.min(pile.hidden, 3) };
    box.append(make("div", "heap" + (open.length ? "" : " closed"), make("small", "", named(name) + " · " + (all.length + pile.hidden)), lying(shown)));
  }
  return box;
};
const playedCards = () => {
  const heap = offer.scene.heaps.find((heap) => heap.name === "played"), codes = heap ? cardsOf(heap.pile.cards) : [];
  const suits = Object.keys(SUITS).map((suit) => codes.filter((code) => code[1] === suit).map((code) => SUITS[suit] + code[0]));
  return codes.length ? make("div", "", make("p", "", "Played so far:"), ...suits.map((cards) => make("p", "", words(cards.join(" "), true)))) : "";
};
