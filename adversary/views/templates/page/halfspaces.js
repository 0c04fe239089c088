// A game of halfspaces: the round, the target and its budget, and the squeeze of the Perceptron's proof.

function vectorText(pairs, dimension, more) {
  const near = pairs.slice(0, 6).every(([, text]) => isBrief(text)) ? "" : "≈ ";
  if (dimension <= 6) {
    const parts = Array.from({ length: dimension }, () => "0");
    for (const [index, text, value] of pairs) parts[index] = brief(text, value);
    return `${near}(${parts.join(", ")})`;
  }
  const most = 6;
  const terms = pairs.slice(0, most).map(([index, text, value]) => {
    if (text === "1") return `e${index + 1}`;
    if (text === "-1") return `−e${index + 1}`;
    return `${brief(text, value)}·e${index + 1}`;
  });
  const left = Math.max(0, pairs.length - most) + more;
  return near + (terms.join(" + ").replaceAll("+ −", "− ") || "0") + (left > 0 ? ` + ${counted(left, "more term")}` : "");
}

function targetText(target, dimension) {
  const direction = vectorText(target.direction, dimension, target.more);
  return `v = s·${direction.includes(" ") && dimension > 6 ? `(${direction})` : direction} with s² ${equals(target.scale)}`;
}

const MARGIN_PROOF = {
  names: ["δM", "⟨w,v⟩", "‖w‖", "√M"],
  why: "The proof for the Perceptron: a mistake adds yx to w. So ⟨w,v⟩ grows by at least δ, and ‖w‖² by at most 1. Since ‖v‖ ≤ 1, δM ≤ √M, and M ≤ 1/δ². Where the lines meet, the Perceptron cannot make another mistake.",
  fails: "w does not change as the proof assumes, v or a point is not legal, or points are longer than 1.",
};

// A bar of which so much may be spent; show(part of it, whether that is too much).
function budgetBar(label = "The target's norm², at most 1", most = "1") {
  const filled = svg("rect", { class: "spent", x: 0, y: 8, height: 26, width: 0 });
  const legal = svg("line", { class: "limit", x1: 500, x2: 500, y1: 0, y2: 44 });
  const drawing = svg(
    "svg",
    { viewBox: "0 0 640 66", role: "img", "aria-label": label, class: "budget" },
    svg("rect", { class: "whole", x: 0, y: 8, width: 500, height: 26 }),
    filled,
    legal,
    svg("text", { x: 500, y: 60, "text-anchor": "middle" }, exact(most)),
    svg("text", { x: 0, y: 60 }, "0"),
  );
  return {
    node: drawing,
    show(part, over = part > 1 + 1e-12) {
      filled.setAttribute("width", Math.min(640, 500 * part));
      filled.classList.toggle("over", over);
    },
  };
}

function squeezePanel(moments, proof) {
  const line = (which) => moments.map(({ drawn }) => drawn[which]);
  const looks = ["low wide", "low thin", "high thin", "high wide"];
  const series = proof.names.map((name, which) => ({ name, look: looks[which], values: line(which).map((v) => Math.max(0, v)) }));
  const lines = chart(`The squeeze: ${proof.names.join(" ≤ ")}`, [series[0], series[3], series[1], series[2]], {
    band: [series[0].values, series[3].values],
  });
  const chain = element("p", { class: "chain" });
  const squares = element("p", { class: "note" });
  const counts = data.on_mistakes
    ? "M counts the mistakes; w changes in those rounds only."
    : "M counts the rounds in which w changed. These are not only the mistakes.";
  const first = moments.findIndex(({ broken }) => broken.length > 0);
  const fails = first < 0 ? null : element("p", { class: "wrong" }, `The chain breaks in round ${number(first)}: ${proof.fails}`);
  return {
    node: panel("The squeeze", chain, lines.node, fails, squares, element("p", { class: "note" }, `${counts} ${proof.why}`)),
    show(t) {
      const { drawn, broken, squares: texts } = moments[t];
      const parts = [];
      proof.names.forEach((name, which) => {
        parts.push(element("span", {}, `${name} = `, element("b", {}, number(drawn[which]))));
        if (which < 3) {
          const wrong = broken.includes(which);
          parts.push(element("span", { class: wrong ? "wrong" : "" }, wrong ? " ≰ " : " ≤ "));
        }
      });
      chain.replaceChildren(...parts);
      squares.textContent = `Squared, exactly: ${texts.map(exact).join(", ")}.`;
      lines.show(t);
    },
  };
}

function mistakesPanel(counts, allowed, titles) {
  const series = [{ name: "mistakes", look: "high wide", values: counts }];
  for (const { name, value, look } of allowed) series.push({ name, look, values: counts.map(() => value) });
  const lines = chart("Mistakes so far", series);
  return { node: panel(titles.title, lines.node, ...titles.notes.map((note) => element("p", { class: "note" }, note))), show: lines.show };
}

function allowedLines(byTheorem) {
  const lines = byTheorem === null ? [] : [{ name: "allowed to the Perceptron", value: byTheorem, look: "cap" }];
  const { story } = data;
  if (!story || story.allowed === null || story.allowed === byTheorem) return lines;
  return [...lines, { name: `allowed, says the ${story.by}`, value: story.allowed, look: "cap" }];
}

function gameTitle() {
  return data.story ? `${data.learner} breaks ${data.story.breaks}` : `${data.learner} against ${data.adversary}`;
}

// What a counterexample comes to, in the first lines of its page.
function storyLines(mistakes) {
  const { story } = data;
  if (!story) return [];
  const lines = [];
  const bound = story.bound ? `bound “${story.bound}”` : story.by;
  if (story.unkept) lines.push(`${counted(mistakes, "mistake")}, and the ${bound} ${story.unkept}.`);
  else if (story.why === "mistakes" && story.allowed !== null) lines.push(`${counted(mistakes, "mistake")}, where the ${bound} allows ${number(story.allowed)}.`);
  if (story.lifted) lines.push(`The points here are ${story.lifted}; the ${story.by}’s paragraph has the points that the learner was shown.`);
  return lines;
}

function storyPanel(picture) {
  const { story } = data;
  return panel(
    story.why === "mistakes" && !story.unkept ? "Why no more mistakes were allowed" : "What it did",
    picture,
    element("p", { class: "told" }, story.told),
    story.minimal ? element("p", {}, story.minimal) : null,
    element("p", { class: "note" }, `The ${story.by} wrote this paragraph. “What is proved” lists what the checker has verified.`),
  );
}

function halfspaces() {
  const { rounds, target, moments, beside, sums, clear, dimension } = data;
  const count = rounds.length;
  const wrong = rounds.map(({ said, label }) => said !== label);
  const counts = [0];
  for (const miss of wrong) counts.push(counts[counts.length - 1] + Number(miss));
  const numbers = figures(["round", "mistakes", sums ? "norm² of the target so far" : "norm² of the target", "margin² in this round"]);
  const squeeze = moments
    ? squeezePanel(moments, MARGIN_PROOF)
    : mistakesPanel(counts, allowedLines(data.allowed), {
        title: "Mistakes so far",
        notes: [
          data.allowed === null ? null : `Allowed: ⌊R²‖v‖²/γ²⌋ = ${number(data.allowed)}, with R the longest point and γ the least margin of v.`,
          data.no_weights ? `No w is drawn: ${data.no_weights}.` : null,
        ].filter((note) => note !== null),
      });
  const norms = sums || [...rounds, null].map(() => (target ? target.norm : { text: "–", part: 0, over: false }));
  const bar = budgetBar();
  const drawing = target
    ? plane({
        dimension,
        kept: data.kept,
        rounds,
        changes: moments ? moments.map(({ w }) => w) : null,
        textbook: moments && beside ? beside.textbook : null,
        v: target.v,
        sums: sums !== null,
        delta: clear,
        cone: data.most !== null && (dimension === 2 || dimension === 3),
        cap: dimension === 2 || dimension === 3 ? capOf() : null,
      })
    : null;
  // On unit points every direction at a smaller angle from v than this agrees with all labels.
  function capOf() {
    const v = Array.from({ length: dimension }, (_, index) => at(target.v, index));
    const has = (example) => inner(v, example) > clear - ALMOST;
    const long = Math.hypot(...v);
    return data.most !== null && long > 0 && examplesOf(rounds, dimension).every(has) ? Math.asin(Math.min(1, clear / long)) : null;
  }
  const spending = element("p", {});
  const point = (t) => vectorText(rounds[t - 1].x, dimension, rounds[t - 1].more);
  const wText = (moments, t) => vectorText(moments[t], dimension, 0);
  const bothW = (t) => [`${wText(beside.own, t)}${t === beside.differs ? " ≠" : ""}`, wText(beside.textbook, t)];
  const table = roundsTable(
    ["round", "point", "predicted", "truth", ...(beside ? ["its w", "textbook’s w"] : ["margin²"])],
    count,
    (t) => {
      const { said, label, margin } = rounds[t - 1];
      const last = beside ? bothW(t) : [margin === null ? "none" : exact(margin)];
      return { values: [point(t), sign(said), sign(label), ...last], wrong: wrong[t - 1] };
    },
    (t) => view.go(t),
  );
  function budget(t) {
    if (!target) return "There is no target.";
    if (!sums) return `The target has norm² ${exact(target.norm.text)}${target.norm.over ? ", above 1" : ", at most 1"}. ${targetText(target, dimension)}.`;
    const norm = `${t}·δ² ${equals(norms[t].text)}`;
    const left = norms[t].over ? "This is more than 1, so the target is not legal." : "";
    return `After ${counted(t, "round")} the target is δ times the sum of the labeled points: norm² = ${norm}. ${left}`;
  }
  const view = {
    count,
    title: gameTitle(),
    lines: [`Halfspaces in dimension ${number(dimension)}, margin² δ² ${equals(data.parameters.margin_squared)}.`, ...storyLines(counts[count])],
    numbers: numbers.node,
    panels: [
      [...(data.story && data.story.why !== "mistakes" ? [storyPanel(null), squeeze.node] : [squeeze.node, data.story ? storyPanel(null) : null]), panel("The target and its budget", bar.node, spending), proofs()],
      [drawing ? panel(moments ? "The points, w and v" : "The points and v", drawing.node) : null, panel("Rounds", table.node)],
    ],
    mistakes: (t) => String(counts[t]),
    sentence(t) {
      if (t === 0 && !count) return `No round was played.${data.fault ? ` ${data.fault}.` : ""}`;
      if (t === 0) return `Before the first of ${counted(count, "round")}.${beside && beside.differs === 0 ? ` Its w begins with ${wText(beside.own, 0)}, and the textbook’s with 0.` : ""}`;
      const { said, label } = rounds[t - 1];
      const what = wrong[t - 1] ? `mistake ${number(counts[t])}` : "no mistake";
      const end = t === count ? ` The game is over: ${counted(counts[t], "mistake")} in ${counted(count, "round")}.${data.fault ? ` It was forfeited: ${data.fault}.` : ""}` : "";
      return `Round ${number(t)} of ${number(count)} shows ${point(t)}: predicted ${sign(said)}, the truth is ${sign(label)}, ${what}.${beside && beside.differs === t ? " Its update is the first that differs from the textbook’s." : ""}${end}`;
    },
    show(t) {
      const margin = t ? rounds[t - 1].margin : null;
      numbers.show([
        [number(t), `of ${number(count)}`],
        [number(counts[t]), data.most === null ? "" : `⌊1/δ²⌋ = ${number(data.most)}`, t && wrong[t - 1] ? "wrong" : ""],
        [target ? exact(norms[t].text) : "–", "of 1", norms[t].over ? "wrong" : ""],
        [t ? (margin === null ? "none" : exact(margin)) : "–", `at least δ² ${equals(data.parameters.margin_squared)}`],
      ]);
      squeeze.show(t);
      if (drawing) drawing.show(t);
      bar.show(norms[t].part, norms[t].over);
      spending.textContent = budget(t);
      table.show(t);
    },
  };
  return view;
}

settings.halfspaces = halfspaces;
