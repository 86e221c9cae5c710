// Cards, piles and words on a table. The page is read by the opening brackets of its elements, so this has none.
const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" }, NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const RANKS = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" }, CARD = /([♠♥♦♣])([2-9TJQKA])/g;
const LETTER = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };

const make = (tag, name, ...inside) => {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.append(...inside.filter((part) => part !== null && part !== undefined && part !== ""));
  return element;
};
const button = (name, label, click) => {
  const element = make("button", name, label);
  element.type = "button";
  element.addEventListener("click", click);
  return element;
};
const cardsOf = (text) => (text ? text.split(" ") : []);
const said = (words) => [...words.matchAll(CARD)].map((match) => match[2] + LETTER[match[1]]);

// Words with their suits in colour; a card that the seat does not know is no more than a card.
const words = (text, known) => {
  const line = make("span");
  let from = 0;
  for (const match of text.matchAll(/([♠♥♦♣])([2-9TJQKA]?)/g)) {
    const rank = match[2];
    line.append(text.slice(from, match.index));
    line.append(rank && !known ? "a card" : make("span", "word " + LETTER[match[1]], match[1] + "\uFE0E" + rank));
    from = match.index + match[0].length;
  }
  line.append(text.slice(from));
  return line;
};

const face = (card, more) => {
  const rank = card[0], suit = card[1];
  const element = make("span", "card " + suit + " " + (more || ""));
  element.append(make("b", "", rank), make("i", "", SUITS[suit] + "\uFE0E"));
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", (RANKS[rank] || rank) + " of " + NAMES[suit]);
  return element;
};
const back = () => {
  const element = make("span", "card back");
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", "a card face down");
  return element;
};
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
