// A game on a finite class: concepts are struck out as labels exclude them, |V| and L fall, and the game goes down its tree.

const MAX_TABLE = 4000; // cells that are drawn as a table with signs; larger classes are drawn as a picture
const MAX_POINTS = 20; // likewise: so many columns fit on a phone
const LYING = data.lies > 0; // some labels may differ from the target's
const RANK = data.order ? "A" : LYING ? "D" : "L"; // what can still be forced: in the announced order, with lies, or in any order
const TRUTH = LYING ? "the label is" : "the truth is";
const SOLVED = [
  data.order ? "A is the number of mistakes that the rest of the announced order can force on every deterministic learner. " : "",
  LYING ? "D is the Littlestone dimension L with lies: the most mistakes that can be forced, with the lies that each concept has left. " : "",
  `${RANK} is computed exactly by this program; the checker’s verdict does not depend on it.`,
].join("");
const VOTES = `Each remaining concept votes with its label for the point${LYING ? "" : "; Halving predicts with the majority"}. |V| is how many remain.`;
const PATH_LEVELS = 5;
const DEEPEST = 6; // levels of a mistake tree that is drawn whole

function conceptName(concept) {
  const { table } = data;
  if (table.names) return table.names[concept];
  if (table.concepts && table.points.length <= 24) return table.concepts[concept].replaceAll("-", "−");
  return `concept ${concept}`;
}

// The lies that a concept has left after t rounds: none once it is gone.
function liesLeft(concept, t) {
  return Math.max(0, data.lies - data.table.unlike[concept].filter((round) => round <= t).length);
}

// How a label looks in the table: its class and its sign. Where a concept is undefined stands an asterisk.
const LABELS = { "+": ["plus", "+"], "-": ["minus", "−"], "*": ["undefined", "*"] };

// The concepts of a class; those that are gone are struck out. now: {gone(concept), just(concept), asked, target, t}
function tableOfConcepts(table) {
  const left = table.concepts.map(() => element("td", { class: "lies" }));
  const rows = table.concepts.map((labels, concept) => {
    const cells = [...labels].map((label, x) => element("td", { "data-x": x, class: LABELS[label][0] }, LABELS[label][1]));
    const name = element("th", { scope: "row" }, table.names ? table.names[concept] : String(concept));
    return element("tr", {}, name, ...cells, LYING ? left[concept] : null);
  });
  const heads = table.points.map((name, x) => element("th", { scope: "col", "data-x": x }, name));
  if (LYING) heads.push(element("th", { scope: "col" }, "lies left"));
  const node = element(
    "div",
    { class: rows.length > 20 || table.points.length > 12 ? "concepts close" : "concepts", tabindex: "0", role: "region", "aria-label": "Table of concepts" },
    element("table", {}, element("thead", {}, element("tr", {}, element("td", {}), ...heads)), element("tbody", {}, ...rows)),
  );
  return {
    node,
    show(now) {
      rows.forEach((row, concept) => {
        row.classList.toggle("gone", now.gone(concept));
        row.classList.toggle("just", now.just(concept));
        row.classList.toggle("target", concept === now.target);
        if (LYING) left[concept].textContent = now.gone(concept) ? "–" : String(liesLeft(concept, now.t));
      });
      for (const cell of node.querySelectorAll(".asked")) cell.classList.remove("asked");
      for (const cell of node.querySelectorAll(`[data-x="${now.asked}"]`)) cell.classList.add("asked");
      const first = rows.find((row) => !row.classList.contains("gone"));
      node.scrollTop = first ? first.offsetTop - node.clientHeight / 3 : 0;
    },
  };
}

// A larger class as a picture: each concept is a row, and the rows are in as many columns as fit.
function pictureOfConcepts(table) {
  const points = table.points.length;
  const size = Math.max(1, Math.min(8, Math.floor(560 / points)));
  const columnsOfRows = table.size * size <= 420 ? 1 : Math.max(1, Math.floor(1200 / ((points + 3) * size)));
  const perColumn = Math.ceil(table.size / columnsOfRows);
  const across = (concept) => Math.floor(concept / perColumn) * (points + 3) * size;
  const down = (concept) => (concept % perColumn) * size + 2;
  const used = Math.ceil(table.size / perColumn);
  const canvas = element("canvas", { width: used * (points + 3) * size, height: perColumn * size + 4, role: "img" });
  canvas.setAttribute("aria-label", `Labels of ${counted(table.size, "concept")}; those that are excluded are faint`);
  const context = canvas.getContext("2d");
  const paler = LYING ? " The fewer lies a concept has left, the paler it is." : "";
  const blank = table.concepts.some((labels) => labels.includes("*")) ? ", blank is undefined" : "";
  const note = `A row is a concept, blue is +1${blank}; excluded concepts are faint, and the current point is framed.${paler}`;
  return {
    node: element("div", {}, element("div", { class: "concepts" }, canvas), element("p", { class: "note" }, note)),
    show(now) {
      const style = getComputedStyle(document.body);
      const ink = { "+": style.getPropertyValue("--plus"), "-": style.getPropertyValue("--minus-soft"), "*": "transparent" };
      context.clearRect(0, 0, canvas.width, canvas.height);
      table.concepts.forEach((labels, concept) => {
        context.globalAlpha = now.gone(concept) ? 0.14 : LYING ? 0.5 + (0.5 * liesLeft(concept, now.t)) / data.lies : 1;
        for (let x = 0; x < points; x += 1) {
          context.fillStyle = ink[labels[x]];
          context.fillRect(across(concept) + x * size, down(concept), size, size);
        }
      });
      context.globalAlpha = 1;
      context.strokeStyle = style.getPropertyValue("--ink");
      for (let block = 0; block < used && now.asked !== null; block += 1) {
        context.strokeRect(across(block * perColumn) + now.asked * size, 0.5, size, perColumn * size + 3);
      }
      if (now.target === null) return;
      context.lineWidth = 2;
      context.strokeStyle = style.getPropertyValue("--good");
      context.strokeRect(across(now.target) - 1, down(now.target) - 1, points * size + 2, size + 2);
      context.lineWidth = 1;
    },
  };
}

function drawnClass(table) {
  if (!table.concepts) return { node: element("p", {}, "The class is too large to draw its table."), show() {} };
  return table.size * table.points.length <= MAX_TABLE && table.points.length <= MAX_POINTS ? tableOfConcepts(table) : pictureOfConcepts(table);
}

function labelText(round) {
  return LYING && round.lie ? `${sign(round.label)}, a lie` : sign(round.label);
}

function rankText(space) {
  return space.rank === null ? (space.size ? "?" : "–") : String(space.rank);
}

function treeBox(x, y, lines, look) {
  const width = 132;
  return svg(
    "g",
    { class: `node ${look}` },
    svg("rect", { x: x - width / 2, y, width, height: 46, rx: 10 }),
    ...lines.map((line, i) => svg("text", { x, y: y + 19 + 18 * i, "text-anchor": "middle" }, shortened(line, 18))),
  );
}

function shortened(text, most) {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}

function treeEdge(x1, y1, x2, y2, label, look) {
  return svg(
    "g",
    { class: `edge ${look}` },
    svg("line", { x1, y1, x2, y2 }),
    svg("text", { x: (x1 + x2) / 2 + (x2 < x1 ? -14 : 14), y: (y1 + y2) / 2 + 5, "text-anchor": "middle" }, label === 1 ? "+" : "−"),
  );
}

// The way of the game down the version spaces: at each round the side that the label leaves, and the one it excludes.
function path() {
  const { rounds, table, start } = data;
  const drawing = svg("svg", { role: "img", class: "tree path" });
  const note = element("p", { class: "note" }, "Left is the label −1, right is +1. Solid: the path of the game. Faint: what the " + (LYING ? "other label would have left" : "labels exclude") + ". A red edge is a mistake.");
  const spaces = [start, ...rounds.map((round) => (round.label === 1 ? round.plus : round.minus))];
  const facts = (space) => `|V| ${number(space.size)} · ${RANK} ${rankText(space)}`;
  return {
    node: panel("The path through the tree", drawing, note),
    show(t) {
      const from = Math.max(0, t - PATH_LEVELS + 2);
      const to = Math.min(rounds.length, t);
      let x = 0;
      const parts = [];
      const nodes = [];
      let [low, high] = [0, 0];
      for (let k = from; k <= to; k += 1) {
        const y = (k - from) * 92;
        const asked = k < rounds.length && k < t;
        const lines = asked ? [`asks ${table.points[rounds[k].point]}`, facts(spaces[k])] : [k === rounds.length ? "the end" : "next", facts(spaces[k])];
        nodes.push(treeBox(x, y, lines, k === to ? "now" : ""));
        [low, high] = [Math.min(low, x), Math.max(high, x)];
        if (asked) {
          const round = rounds[k];
          for (const label of [-1, 1]) {
            const there = x + 76 * label;
            const taken = label === round.label;
            const look = taken ? (round.wrong === "1" ? "taken mistake" : "taken") : "left";
            parts.push(treeEdge(x, y + 46, there, y + 92, label, look));
            if (!taken) nodes.push(treeBox(there, y + 92, [LYING ? "otherwise" : "excluded", facts(label === 1 ? round.plus : round.minus)], "left"));
            [low, high] = [Math.min(low, there), Math.max(high, there)];
          }
          x += 76 * round.label;
        }
      }
      const deep = (to - from) * 92 + 60;
      const middle = (low + high) / 2;
      const wide = Math.max(520, high - low + 160);
      drawing.setAttribute("viewBox", `${middle - wide / 2} -6 ${wide} ${Math.max(deep, 200)}`);
      drawing.setAttribute("aria-label", `Version spaces of rounds ${from} to ${to}`);
      drawing.replaceChildren(...parts, ...nodes);
    },
  };
}

function depthOf(tree) {
  return Array.isArray(tree) ? 1 + Math.max(depthOf(tree[1]), depthOf(tree[2])) : 0;
}

// The whole mistake tree that the file proves, from left to right, with the way of the game in it.
function wholeTree(tree) {
  const depth = depthOf(tree);
  const [level, row] = [50, 26];
  const parts = []; // what is drawn, each with the labels on the way to it
  let [leaves, widest] = [0, 0];
  const { table, rounds } = data;
  const put = (route, part) => {
    parts.push([route, part]);
    return part;
  };
  // Return where a subtree stands, from above; its point is in the middle of what is below.
  function grow(below, x, route) {
    if (!Array.isArray(below)) {
      const y = row * leaves;
      leaves += 1;
      const name = shortened(conceptName(below), 12);
      widest = Math.max(widest, name.length);
      put(route, svg("text", { x: x - 12, y: y + 5 }, name));
      return y;
    }
    const ends = [[-1, below[1]], [1, below[2]]].map(([label, child]) => [label, grow(child, x + level, route + sign(label)[0])]);
    const y = (ends[0][1] + ends[1][1]) / 2;
    for (const [label, end] of ends) {
      const edge = svg("path", { d: `M${x + 16} ${y}C${x + 30} ${y} ${x + 20} ${end} ${x + level - 16} ${end}` });
      const name = svg("text", { x, y: y + (label === 1 ? 34 : -22), "text-anchor": "middle" }, label === 1 ? "+" : "−");
      put(route + sign(label)[0], svg("g", { class: label === 1 ? "branch" : "branch minus" }, edge, route === "" ? name : null));
    }
    const name = table.points[below[0]];
    const circle = svg("circle", { cx: x, cy: y, r: 15 });
    put(route, svg("g", { class: "dot" }, svg("title", {}, name), circle, svg("text", { x, y: y + 5, "text-anchor": "middle" }, shortened(name, 3))));
    return y;
  }
  grow(tree, 0, "");
  const way = [""];
  let below = tree;
  for (const { point, label } of rounds) {
    const last = way[way.length - 1];
    const inside = Array.isArray(below) && below[0] === point;
    way.push(inside ? last + sign(label)[0] : last);
    if (inside) below = below[label === 1 ? 2 : 1];
  }
  const [wide, high] = [depth * level + 30 + 11 * widest, leaves * row + 12];
  const drawing = svg(
    "svg",
    { viewBox: `-20 -22 ${wide} ${high}`, role: "img", width: wide, class: "whole", "aria-label": `A mistake tree of depth ${depth}` },
    ...parts.map(([, part]) => part),
  );
  return {
    node: panel(
      `The mistake tree, of depth ${depth}`,
      drawing,
      element("p", { class: "note" }, "From left to right: at each point the adversary takes the branch that was not predicted, dashed for −1, solid for +1. The concept at a leaf " + (LYING ? `differs from at most ${counted(data.lies, "label")} on` : "explains") + " the way to it."),
    ),
    show(t) {
      for (const [name, part] of parts) part.classList.toggle("taken", way[t].startsWith(name));
    },
  };
}

function certificateLines() {
  const { certificate } = data;
  if (data.values) return ["The list below has every value that the file certifies. A file of this kind has no game to show."];
  const [least, most] = [certificate["universal bound"], certificate["upper bound"]];
  const lines = [];
  const lies = LYING ? `, with at most ${counted(data.lies, "lie")}` : "";
  const led = LYING ? "a learner that predicts with the majority of the remaining concepts" : "Halving, which predicts with the majority";
  const forced = (count) => `${counted(count, "mistake")} can be forced on every deterministic learner`;
  if (least !== null && least === most) lines.push(`${forced(least)}${lies}, and the best makes no more.`, "That number is the Littlestone dimension, certified from both sides.");
  else {
    if (least !== null) lines.push(`The Littlestone dimension is at least ${least}${lies}.`);
    if (most !== null) lines.push(`The Littlestone dimension is at most ${most}${lies}.`);
  }
  lines.push(least === null ? "There is no tree in this file, so no game is shown." : `The rounds are the game of its tree against ${led}.`);
  return lines;
}

// A name in a list of names: one with a comma in it stands in quotation marks, as announced-order?order=… takes it.
function quoted(name) {
  return /[",]/.test(name) || name !== name.trim() ? `"${name.replaceAll('"', '""')}"` : name;
}

// What is unusual about the game: labels that may be lies, an order that the learner was told.
function unusualLines() {
  const { order, lies, table } = data;
  const lines = [];
  if (LYING) lines.push(`At most ${counted(lies, "label")} may be ${lies === 1 ? "a lie" : "lies"}: the target gives the other label.`);
  if (order) {
    const names = order.slice(0, 40).map((x) => quoted(table.points[x]));
    lines.push(`The order of the points was announced: ${names.join(", ")}${order.length > 40 ? ", …" : ""}.`);
  }
  return lines;
}

function finite() {
  const { rounds, table, start } = data;
  const count = rounds.length;
  const mistakes = ["0", ...rounds.map((round) => round.mistakes)];
  const spaces = [start, ...rounds.map((round) => (round.label === 1 ? round.plus : round.minus))];
  const certificate = data.certificate ? certificateLines() : null;
  const random = rounds.some(({ said }) => typeof said !== "number");
  const concepts = drawnClass(table);
  const known = spaces.every(({ rank, size }) => rank !== null || size === 0);
  const errors = mistakes.map((text) => {
    const [top, bottom] = text.replace("≈", "").split("/").map(Number);
    return bottom ? top / bottom : top;
  });
  const series = [{ name: random ? "expected mistakes" : "mistakes", look: "low", values: errors, text: (t) => mistakes[t] }];
  for (const { name, value, look } of allowedLines(null)) series.push({ name, look, values: errors.map(() => value) });
  if (known) series.push({ name: `${RANK}, which can still be forced`, look: "high bound", values: spaces.map(({ rank }) => rank || 0) });
  const ranks = chart("Mistakes, and what can still be forced", "mistakes", series);
  const unknownRanks = data.ran_out ? element("p", { class: "note" }, `Some ${RANK} are not known: ${data.ran_out} did not suffice.`) : null;
  const left = panel(`Mistakes, and ${RANK}`, data.story ? null : ranks.node, unknownRanks, element("p", { class: "note" }, SOLVED));
  const way = path();
  const depth = data.tree ? depthOf(data.tree) : 0;
  const whole = depth > 0 && depth <= DEEPEST ? wholeTree(data.tree) : null;
  const name = (t) => table.points[rounds[t - 1].point];
  const rows = roundsTable(
    ["round", "point", "says", LYING ? "label" : "truth", "votes −:+", "|V|", RANK],
    count,
    (t) => {
      const { said, votes, wrong } = rounds[t - 1];
      const told = saidCell(said);
      const left = spaces[t];
      return { values: [name(t), told, labelText(rounds[t - 1]), `${number(votes[0])} : ${number(votes[1])}`, number(left.size), rankText(left)], wrong: wrong === "1" };
    },
    (t) => view.go(t),
  );
  const view = {
    count,
    title: data.certificate ? data.title : gameTitle(),
    result: certificate ? certificate[0] : resultOf(Number(mistakes[count])),
    lines: [`The class ${table.name}: ${counted(table.size, "concept")} on ${counted(table.points.length, "point")}.`, ...unusualLines(), ...(certificate || []).slice(1)],
    panels: [
      [data.story ? storyPanel(ranks.node) : null, panel("The concepts", concepts.node), count ? left : null],
      [...(count ? [(whole || way).node, panel("Rounds", rows.node, element("p", { class: "note" }, VOTES))] : []), proofs()],
    ],
    mistakes: (t) => mistakes[t],
    sentence(t) {
      if (!count && data.certificate) return `${table.name}: ${counted(table.size, "concept")}.`;
      if (t === 0 && !count) return `No round was played.${data.fault ? ` ${data.fault}.` : ""}`;
      if (t === 0) return `Before the first of ${counted(count, "round")}: ${counted(start.size, "concept")}.`;
      const round = rounds[t - 1];
      const what = random ? `${round.wrong} expected ${round.wrong === "1" ? "mistake" : "mistakes"}` : round.wrong === "1" ? `mistake ${round.mistakes}` : "no mistake";
      const lied = rounds.filter(({ lie }) => lie).length;
      const unlike = LYING ? `, which differs from ${counted(lied, "label")}` : "";
      const explained = data.target_name === null ? "" : ` The target is ${data.target_name}${unlike}.`;
      const end = t === count ? ` The game is over.${explained}${data.fault ? ` It was forfeited: ${data.fault}.` : ""}` : "";
      return `Round ${t} of ${count} shows the point ${name(t)}: predicted ${saidText(round.said)}, ${TRUTH} ${labelText(round)}, ${what}; ${counted(spaces[t].size, "concept")} left.${end}`;
    },
    show(t) {
      concepts.show({
        gone: (concept) => table.excluded[concept] > 0 && table.excluded[concept] <= t,
        just: (concept) => t > 0 && table.excluded[concept] === t,
        asked: t ? rounds[t - 1].point : null,
        target: t === count && count ? data.target : null,
        t,
      });
      if (!count) return;
      (whole || way).show(t);
      ranks.show(t);
      rows.show(t);
    },
  };
  return view;
}

settings.finite = finite;
