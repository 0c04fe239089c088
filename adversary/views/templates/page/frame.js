"use strict";
// What every page has: elements, numbers and signs as people read them, and the frame around a view of the rounds.

const data = JSON.parse(document.getElementById("data").textContent);
const main = document.getElementById("page");
const settings = {}; // the view of each setting, by its kind: each has a script of its own

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined) node.setAttribute(name, value);
  }
  for (const child of children) {
    if (child !== null && child !== undefined) node.append(child); // a string becomes text, whatever is in it
  }
  return node;
}

function element(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function svg(tag, attributes, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function sign(label) {
  return label === 1 ? "+1" : "−1";
}

function number(value) {
  const whole = Number.isInteger(value) && Math.abs(value) < 1e15;
  return (whole ? value.toLocaleString("en") : String(Number(value.toPrecision(4)))).replace("-", "−");
}

// A prediction in a table and in a sentence; of a learner that tosses coins it is the probability of +1, as text.
function saidCell(said) {
  return typeof said === "number" ? sign(said) : said;
}

function saidText(said) {
  return typeof said === "number" ? sign(said) : `+1 with probability ${said}`;
}

// Whether a prediction is surely wrong; of a learner that tosses coins a round has the probability of that.
function isWrong({ said, label, wrong }) {
  return wrong === undefined ? said !== label : wrong === "1";
}

function exact(text) {
  return text.replace("-", "−");
}

// "= 1/3", or "≈ 0.333333" where the page has no exact text
function equals(text) {
  return text.startsWith("≈") ? `≈ ${exact(text.slice(1))}` : `= ${exact(text)}`;
}

// The root of a square that is given exactly; a square below 0 stands for a negative number.
function root(text, longest = 12) {
  if (text.startsWith("-")) return `−${root(text.slice(1), longest)}`;
  const [top, bottom = "1"] = text.split("/");
  if (!/^\d+$/.test(top + bottom)) return text.startsWith("≈") ? `≈${number(Math.sqrt(Number(text.slice(1))))}` : `√(${text})`;
  const roots = [top, bottom].map((digits) => {
    let found = BigInt(Math.floor(Math.sqrt(Number(digits))));
    while (found * found > BigInt(digits)) found -= 1n;
    while ((found + 1n) * (found + 1n) <= BigInt(digits)) found += 1n;
    return found * found === BigInt(digits) ? String(found) : null;
  });
  const exactly = roots.includes(null) ? (bottom === "1" ? `√${top}` : `√(${text})`) : bottom === "1" ? roots[0] : roots.join("/");
  return exactly.length <= longest ? exactly : `≈${number(Math.sqrt(Number(top) / Number(bottom)))}`;
}

// A coordinate in a sentence: exactly if it is short.
const isBrief = (text) => text.length <= 12 && !text.startsWith("≈");
const brief = (text, value) => (isBrief(text) ? exact(text) : number(value));

function counted(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

function panel(title, ...children) {
  return element("section", { class: "panel" }, element("h2", {}, title), ...children);
}

// Two columns of panels; on a narrow screen one below the other.
function columns(sides) {
  const filled = sides.map((side) => side.filter((found) => found !== null)).filter((side) => side.length);
  return element("div", { class: "panels" }, ...filled.map((side) => element("div", { class: "side" }, ...side)));
}

function list(items, attributes) {
  return element("ul", attributes, ...items.map((item) => element("li", {}, item)));
}

// A game that shows a learner's failure leads with that: the game is valid, and the learner is what failed.
function badge({ verdict, story, certificate }) {
  const mistakes = story && story.unkept ? "no learner keeps this bound" : "the learner made too many mistakes";
  const failed = story && { mistakes, forfeit: "the learner forfeited the game" };
  const checked = `trusted checker: the ${certificate ? "certificate" : "game"} is ${verdict.word}`;
  if (!failed || !verdict.valid) return [element("p", { class: verdict.valid ? "badge good" : "badge bad" }, checked)];
  return [
    element("p", { class: "badge failed" }, failed[story.why] || "the learner failed"),
    element("p", { class: "note" }, story.unkept ? `${checked}.` : `${checked}; the learner failed in it.`),
  ];
}

function heading(title, result, lines) {
  const verdict = data.verdict;
  return element(
    "header",
    {},
    element("h1", {}, ...title.split(/(?<=[_./-])(?=\w)/).flatMap((part, n) => (n ? [element("wbr", {}), part] : [part]))),
    result ? element("p", { class: "result" }, result) : null,
    ...lines.map((line) => element("p", {}, line)),
    ...(verdict ? badge(data) : []),
    verdict && verdict.reason && element("p", { class: "wrong" }, `Not valid: ${verdict.reason}.`),
  );
}

function proofs() {
  const { verdict } = data;
  const nothing = verdict.valid ? "" : "Nothing else on this page is proved.";
  return panel(
    "What is proved",
    verdict.statements.length ? list(verdict.statements, { class: "statements" }) : element("p", {}, "Nothing."),
    nothing && element("p", {}, nothing),
    verdict.note && element("p", { class: "wrong" }, verdict.note),
    element("p", { class: "note" }, [`The trusted checker says: ${verdict.word}`, ...verdict.facts].join("; "), "."),
    element("p", { class: "note" }, "Check it yourself: ", element("code", {}, verdict.how)),
  );
}

// ------------------------------------------------------------------------------------------------ the table of rounds

const MAX_ROWS = 400; // longer games show the rows around the round, so that the page stays quick

function roundsTable(titles, count, cells, go) {
  const body = element("tbody", {});
  const head = element("tr", {}, ...titles.map((title) => element("th", { scope: "col" }, title)));
  const node = element(
    "div",
    { class: "rows", tabindex: "0", role: "region", "aria-label": "Table of rounds" },
    element("table", { "aria-rowcount": count + 1 }, element("thead", {}, head), body),
  );
  const rows = new Map();
  let first = 1;
  function build(from, to) {
    body.replaceChildren();
    rows.clear();
    first = from;
    for (let t = from; t <= to; t += 1) {
      const { values, wrong } = cells(t);
      const row = element(
        "tr",
        { "aria-rowindex": t + 1, "data-row": t, class: wrong ? "mistake" : null },
        element("th", { scope: "row" }, String(t)),
        ...values.map((value, i) => element("td", {}, i === 2 && wrong ? `${value} ✗` : value)),
      );
      rows.set(t, row);
      body.append(row);
    }
  }
  body.addEventListener("click", (event) => {
    const row = event.target.closest("tr");
    if (row) go(Number(row.dataset.row));
  });
  if (count <= MAX_ROWS) build(1, count);
  let current = null;
  return {
    node,
    show(t) {
      if (count > MAX_ROWS) {
        const from = Math.max(1, Math.min(t - 30, count - 60));
        if (!rows.size || t < first + 5 || t > first + 55) build(from, Math.min(count, from + 60));
      }
      if (current) current.removeAttribute("aria-current");
      current = rows.get(t) || null;
      if (current) {
        current.setAttribute("aria-current", "step");
        const top = current.offsetTop - node.clientHeight / 2;
        node.scrollTop = top;
      } else node.scrollTop = 0;
    },
  };
}

// ------------------------------------------------------------------------------------------------ the player

const BUTTONS = ["First", "Previous", "Play", "Next", "Last"];

function icon(name) {
  const paths = {
    First: "M6 5v14M18 5l-7 7 7 7",
    Previous: "M15 5l-7 7 7 7",
    Play: "M7 4v16l13-8z",
    Pause: "M7 4v16M17 4v16",
    Next: "M9 5l7 7-7 7",
    Last: "M18 5v14M6 5l7 7-7 7",
  };
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: paths[name] }));
}

function player(view) {
  const count = view.count;
  const sentence = element("p", { class: "sentence", role: "status", "aria-live": "polite", "aria-atomic": "true" });
  const slider = element("input", { type: "range", min: 0, max: count, step: 1, value: 0, "aria-label": "Round" });
  const buttons = {};
  for (const name of BUTTONS) {
    buttons[name] = element("button", { type: "button", "aria-label": name, title: name }, icon(name));
  }
  buttons.Play.setAttribute("aria-pressed", "false");
  const counter = element("output", { class: "counter" });
  let round = 0;
  let timer = null;

  function show(t) {
    round = Math.max(0, Math.min(count, t));
    document.body.dataset.round = String(round);
    document.body.dataset.mistakes = view.mistakes(round);
    sentence.textContent = view.sentence(round);
    slider.value = String(round);
    slider.setAttribute("aria-valuetext", `round ${round} of ${count}`);
    counter.textContent = `${round.toLocaleString("en")} / ${count.toLocaleString("en")}`;
    for (const name of ["First", "Previous"]) buttons[name].classList.toggle("idle", round === 0);
    for (const name of ["Next", "Last"]) buttons[name].classList.toggle("idle", round === count);
    view.show(round);
  }
  function stop() {
    clearInterval(timer);
    timer = null;
    sentence.setAttribute("aria-live", "polite");
    buttons.Play.setAttribute("aria-pressed", "false");
    buttons.Play.replaceChildren(icon("Play"));
  }
  function go(t) {
    stop();
    show(t);
  }
  function play() {
    if (timer !== null) {
      stop();
      return;
    }
    if (round === count) show(0);
    buttons.Play.setAttribute("aria-pressed", "true");
    buttons.Play.replaceChildren(icon("Pause"));
    const pause = Math.max(120, Math.min(1000, 60000 / Math.max(1, count)));
    const stride = Math.max(1, Math.round((count * pause) / 60000)); // the longest game takes a minute
    if (pause < 1000) sentence.setAttribute("aria-live", "off"); // faster than anybody can read aloud
    timer = setInterval(() => {
      show(round + stride);
      if (round === count) stop();
    }, pause);
  }
  buttons.First.addEventListener("click", () => go(0));
  buttons.Previous.addEventListener("click", () => go(round - 1));
  buttons.Next.addEventListener("click", () => go(round + 1));
  buttons.Last.addEventListener("click", () => go(count));
  buttons.Play.addEventListener("click", play);
  slider.addEventListener("input", () => go(Number(slider.value)));
  const keys = {
    ArrowLeft: () => go(round - 1),
    ArrowRight: () => go(round + 1),
    Home: () => go(0),
    End: () => go(count),
    " ": play,
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
    const tag = event.target.tagName;
    if (event.target !== slider && (tag === "INPUT" || tag === "TEXTAREA" || tag === "SELECT")) return;
    if (event.key === " " && (tag === "BUTTON" || tag === "SUMMARY")) return; // which it presses
    event.preventDefault();
    keys[event.key]();
  });
  const controls = element(
    "nav",
    { class: "controls", "aria-label": "Rounds" },
    ...Object.values(buttons),
    slider,
    counter,
  );
  return { sentence, controls, show, go };
}
