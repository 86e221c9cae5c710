// A match with a person at the table. What the page knows is the offer of the moment: all that the seat knows.
const root = document.getElementById("table"), calm = matchMedia("(prefers-reduced-motion: reduce)");
const [where, felt, mine, nav, live] = ["where", "felt", "player p0", "nav", "live"].map((name) => make("div", name));
const title = make("span");
const TIMES = { 0: "a click", 1: "1 second", 2: "2 seconds", 4: "4 seconds" };
// `at` counts the steps that are shown. A trick that is over stays, then moves to its winner.
let offer = null, at = 0, stays = false, moves = false, peek = false, dealt = false, timer = 0;
// Whether a step is new: only then its card moves.
let isNew = false;
let panel = "", note = "", picked = null, busy = false, keyed = false, counting = -1;
let pace = Number((document.cookie.match(/threehand-pace=([0124])/) || [0, 0])[1]);
const rulesSeen = new Set();

const options = () => offer.choices.map((choice, number) => ({ ...choice, number, list: cardsOf(choice.cards) }));
const isReady = () => at === offer.steps.length;
const takes = (count) => count > 0 && offer.steps[count - 1].taken !== null;
// The choice that the adviser named.
const isHinted = (option) => note.startsWith(note.split(" would ")[0] + " would " + option.say + "\n");

const gone = (text) => root.replaceChildren(make("p", "gone", text));
const move = async (path, method) => {
  // Clicks count only once the answer to the one before is there.
  if (busy) return;
  busy = true;
  root.classList.add("busy");
  let answer = null;
  try {
    const response = await fetch(path, { method: method || "POST" });
    answer = response.ok ? await response.json() : null;
  } catch {
    answer = null;
  }
  busy = false;
  root.classList.remove("busy");
  if (answer === null) return gone("The table is gone: the program has ended. Its last line in the terminal says how to play on.");
  if (answer.failed) return gone("The match ends: " + answer.failed + ".");
  if (answer.left) return gone("You have left the table.");
  if (answer.note) return notice(answer.note);
  dealt = !offer || offer.hand !== answer.hand || offer.match_number !== answer.match_number;
  offer = answer;
  panel = note = "";
  picked = null;
  peek = moves = false;
  at = 0;
  go(Math.min(1, offer.steps.length));
  dealt = false;
};
const notice = (text) => {
  note = text;
  panel = "note";
  live.textContent = spoken(text);
  draw();
};
const choose = (number) => {
  rulesSeen.add(offer.rule);
  move("choose/" + offer.moment + "/" + number);
};

// Shows as many steps. What the others do is shown one by one, and where nothing shall move all at once.
const go = (to) => {
  clearTimeout(timer);
  if (calm.matches) to = halt(to);
  const happened = offer.steps.slice(at, to).map((step) => spoken(does(step)) + (step.taken === null ? "" : ". " + taking(step.taken)));
  at = to;
  moves = false;
  stays = takes(at);
  const ends = isReady() && offer.end ? "The hand is over. " + named(offer.end.line) : isReady() ? "Your turn: " + due() : "";
  live.textContent = happened.concat(ends).join(". ");
  isNew = true;
  draw();
  isNew = false;
  if (stays && pace) timer = setTimeout(collect, 1000 * pace);
  if (!stays && !isReady()) timer = setTimeout(() => go(at + 1), wait());
};
// The next end of a trick, or the last step.
const halt = (to) => {
  while (offer.steps.length > to && !takes(to)) to += 1;
  return to;
};
// Several cards that one player puts out follow each other faster.
const wait = () => (offer.steps[at].plays || offer.steps[at].seat !== offer.steps[at - 1].seat ? 700 : 250);
const collect = () => {
  clearTimeout(timer);
  const box = root.querySelector(".trick");
  stays = false;
  if (calm.matches || !box) return leave();
  moves = true;
  box.classList.add("to" + place(offer.steps[at - 1].taken));
  timer = setTimeout(leave, 450);
};
const leave = () => {
  moves = false;
  if (isReady()) draw();
  else go(at + 1);
};
// A click or a key goes on to the next trick that is over, or to the choices.
const on = () => {
  if (!offer || busy) return false;
  if (panel) {
    panel = "";
    draw();
  }
  clearTimeout(timer);
  if (moves) leave();
  else if (stays) collect();
  else if (!isReady()) go(halt(at));
  else return false;
  return true;
};

const draw = () => {
  const focused = document.activeElement && document.activeElement.dataset.key;
  const ready = isReady(), step = offer.steps[at - 1] || null, scene = ready ? offer.scene : step.scene;
  title.textContent = offer.variant + " · match " + offer.match_number + ", hand " + offer.hand;
  const centre = make("div", "centre", trick(scene, stays || !ready || (offer.end === null && offer.scene.trick.length) ? step : null));
  if (ready && !stays && !moves) {
    if (offer.end) centre.replaceChildren(ended());
    else if (!peek) centre.append(ask());
  }
  felt.replaceChildren(opponent(scene, (offer.seat + 1) % 3), opponent(scene, (offer.seat + 2) % 3), info(scene), lyingAbout(scene), centre);
  if (panel) felt.append(paper());
  const turn = ready && offer.choices.length > 0;
  mine.classList.toggle("turn", turn);
  const now = turn ? [make("strong", "", "Your turn"), " · " + due(), ...legend(scene)] : step && !(ready && offer.end) ? [worded(does(step))] : [];
  mine.replaceChildren(make("div", "line", who(scene, offer.seat), make("p", "now", ...now)), hand(scene, ready));
  nav.replaceChildren(...tools(ready));
  const again = focused && root.querySelector('[data-key="' + focused + '"]:not(:disabled)');
  if (again) again.focus({ preventScroll: true });
  else if (keyed && document.activeElement === document.body && targets().length) targets()[0].focus({ preventScroll: true });
};

// The arrows lead to the nearest card or choice on that side.
const targets = () => [...root.querySelectorAll("button[data-key^=card], button[data-key^=choice]")];
const lead = ([right, down]) => {
  const middle = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const from = targets().includes(document.activeElement) ? middle(document.activeElement) : null;
  if (!from) return targets().length && targets()[0].focus();
  let best = null, least = Infinity;
  for (const element of targets()) {
    const [x, y] = middle(element), over = (x - from[0]) * right + (y - from[1]) * down;
    const far = over + 4 * Math.abs((x - from[0]) * down + (y - from[1]) * right);
    if (over > 2 && least > far && 4 * over > far - over) [best, least] = [element, far];
  }
  if (best) best.focus();
};
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
document.addEventListener("keydown", (event) => {
  if (!offer || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("select")) return;
  keyed = true;
  const tool = nav.querySelector('[aria-keyshortcuts="' + CSS.escape(event.key) + '"]');
  if (ARROWS[event.key]) lead(ARROWS[event.key]);
  else if (event.key === "Escape") {
    panel = "";
    peek = false;
    draw();
  } else if ((event.key === " " || event.key === "Enter") && !event.target.closest("button, summary")) on();
  else if (tool && !tool.disabled) tool.click();
  else return;
  event.preventDefault();
});
document.addEventListener("pointerdown", () => (keyed = false));
root.addEventListener("click", (event) => event.target.closest("button, summary, select, .paper, .row .not") || on());
where.append(title, ...settings());
live.setAttribute("aria-live", "polite");
group(mine, "you");
group(nav, "help and settings");
root.replaceChildren(where, felt, mine, nav, live);
move("offer", "GET");
