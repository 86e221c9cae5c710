// Cards, and words with cards. The page is read by the opening brackets of its elements, so this has none.
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
const rankText = (rank) => (rank === "T" ? "10" : rank);
const cardsOf = (text) => (text ? text.split(" ") : []);
const said = (words) => [...words.matchAll(CARD)].map((match) => match[2] + LETTER[match[1]]);

// Words with their suits in colour; a card that the seat does not know is no more than a card.
const words = (text, known) => {
  const line = make("span");
  let from = 0;
  for (const match of text.matchAll(/([♠♥♦♣])([2-9TJQKA]?)/g)) {
    const rank = match[2];
    line.append(text.slice(from, match.index));
    line.append(rank && !known ? "a card" : make("span", "word " + LETTER[match[1]], match[1] + "\uFE0E" + rankText(rank)));
    from = match.index + match[0].length;
  }
  line.append(text.slice(from));
  return line;
};

const face = (card, more) => {
  const rank = card[0], suit = card[1];
  const element = make("span", "card " + suit + " " + (more || ""));
  element.append(make("b", "", rankText(rank)), make("i", "", SUITS[suit] + "\uFE0E"));
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
