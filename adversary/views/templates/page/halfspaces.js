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
  if (target.scale === "1") return `v = ${direction}`;
  return `v = ${root(target.scale, 30)}·${direction.startsWith("(") ? direction : `(${direction})`}`;
}

// The mistakes before the first round and after each: as texts, which are exact, and as numbers; expected ones of a learner that tosses coins.
function mistakesOf(rounds) {
  let count = 0;
  const texts = ["0", ...rounds.map((round) => (round.mistakes === undefined ? String((count += Number(isWrong(round)))) : round.mistakes))];
  const counts = texts.map((text) => {
    const [top, bottom] = text.replace("≈", "").split("/").map(Number);
    return bottom ? top / bottom : top;
  });
  const random = rounds.some(({ mistakes }) => mistakes !== undefined);
  return { texts, counts, random };
}

// What round t cost, in words.
function costText(rounds, texts, t) {
  const { wrong } = rounds[t - 1];
  if (wrong !== undefined) return `${exact(wrong)} expected ${wrong === "1" ? "mistake" : "mistakes"}`;
  return isWrong(rounds[t - 1]) ? `mistake ${number(Number(texts[t]))}` : "no mistake";
}

const MARGIN_PROOF = {
  names: ["δM", "⟨w,v⟩", "‖w‖", "√M"],
  why: "A mistake of the Perceptron adds yx to w. So ⟨w,v⟩ grows by at least δ, and ‖w‖² by at most 1. Since ‖v‖ ≤ 1, δM ≤ √M, and so M ≤ 1/δ²: where the curves meet, the Perceptron cannot make another mistake.",
};

// The numbers of a proof, each at most the next, as one chart; those that are equal in all rounds are one curve.
function squeezePanel(moments, proof) {
  const alike = (a, b) => moments.every(({ squares }) => squares[a] === squares[b]);
  const groups = [];
  proof.names.forEach((_, which) => {
    const last = groups[groups.length - 1];
    if (last && alike(last[0], which)) last.push(which);
    else groups.push([which]);
  });
  const looks = ["low bound", "low", "high", "high bound"];
  const series = groups.map((group) => ({
    name: group.map((which) => proof.names[which]).join(" = "),
    look: looks[group.find((which) => which === 1 || which === 2) || group[0]],
    values: moments.map(({ drawn }) => drawn[group[0]]),
    text: (t) => equals(root(moments[t].squares[group[0]])),
  }));
  const chain = (t) => groups.slice(1).map((group) => !moments[t].broken.includes(group[0] - 1));
  const lines = chart(`${proof.names.join(" ≤ ")} in each round`, "length", series, { band: [series[0].values, series[series.length - 1].values], chain });
  const counts = data.on_mistakes ? "M counts the mistakes." : "M counts the rounds in which w changed, which are not only the mistakes.";
  const stops = data.on_mistakes && data.rounds.filter(isWrong).length === data.most;
  const fails = data.broken ? element("p", { class: "wrong" }, data.broken) : null;
  return {
    node: panel(data.broken ? "Where the Perceptron’s proof breaks" : stops ? `Why it stops at ${number(data.most)}` : "The numbers of the Perceptron’s proof", lines.node, fails, element("p", { class: "note" }, `${counts} ${proof.why}`)),
    show: lines.show,
  };
}

function mistakesPanel(counts, allowed, titles) {
  const { texts, random } = mistakesOf(data.rounds);
  const series = [{ name: random ? "expected mistakes" : "mistakes", look: "high", values: counts, ...(random ? { text: (t) => texts[t] } : {}) }];
  for (const { name, value, look } of allowed) series.push({ name, look, values: counts.map(() => value) });
  const lines = chart("Mistakes so far", "mistakes", series);
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

// What came out, in one line: of a counterexample the mistakes beside those that are allowed.
function resultOf(mistakes) {
  const { story, verdict } = data;
  if (!story) return verdict.result;
  const bound = story.bound ? `bound “${story.bound}”` : story.by;
  if (story.unkept) return `${counted(mistakes, "mistake")}, and the ${bound} ${story.unkept}.`;
  return story.why === "mistakes" && story.allowed !== null ? `${counted(mistakes, "mistake")}, where the ${bound} allows ${number(story.allowed)}.` : "";
}

function storyPanel(picture) {
  const { story } = data;
  return panel(
    story.why === "mistakes" && !story.unkept ? "Why no more mistakes were allowed" : "What it did",
    picture,
    element("p", { class: "told" }, story.told),
    story.lifted ? element("p", { class: "note" }, `The points on this page are ${story.lifted}; the paragraph has the points that the learner was shown.`) : null,
    story.minimal ? element("p", {}, story.minimal) : null,
    element("p", { class: "note" }, `The ${story.by} wrote this paragraph. “What is proved” lists what the checker has verified.`),
  );
}

function halfspaces() {
  const { rounds, target, moments, beside, sums, clear, dimension } = data;
  const count = rounds.length;
  const wrong = rounds.map(isWrong);
  const { texts, counts } = mistakesOf(rounds);
  const delta = root(data.parameters.margin_squared);
  const squeeze = moments
    ? squeezePanel(moments, MARGIN_PROOF)
    : mistakesPanel(counts, allowedLines(data.allowed), {
        title: "Mistakes so far",
        notes: [
          data.allowed === null ? null : `Allowed: ⌊R²‖v‖²/γ²⌋ = ${number(data.allowed)}, with R the longest point and γ the least margin of v.`,
          data.no_weights ? `No w is drawn: ${data.no_weights}.` : null,
        ].filter((note) => note !== null),
      });
  const drawing = target
    ? picture({
        dimension,
        kept: data.kept,
        rounds,
        changes: moments ? moments.map(({ w }) => w) : null,
        textbook: moments && beside ? beside.textbook : null,
        v: target.v,
        delta: clear,
        cone: data.most !== null,
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
  const length = element("p", {});
  const point = (t) => vectorText(rounds[t - 1].x, dimension, rounds[t - 1].more);
  const wText = (moments, t) => vectorText(moments[t], dimension, 0);
  const bothW = (t) => [`${wText(beside.own, t)}${t === beside.differs ? " ≠" : ""}`, wText(beside.textbook, t)];
  const table = roundsTable(
    ["round", "point", "says", "truth", ...(beside ? ["its w", "textbook’s w"] : ["margin"])],
    count,
    (t) => {
      const { said, label, margin } = rounds[t - 1];
      const last = beside ? bothW(t) : [margin === null ? "none" : root(margin)];
      return { values: [point(t), saidCell(said), sign(label), ...last], wrong: wrong[t - 1] };
    },
    (t) => view.go(t),
  );
  function lengthText(t) {
    const { norm } = target;
    const long = `${targetText(target, dimension)} has length ${root(target.norm.text)}, of at most 1${target.norm.over ? ", so the target is not legal" : ""}.`;
    const clears = data.verdict.valid ? ` For every point x and its label y, y⟨v,x⟩ ≥ δ = ${delta}.` : "";
    const cost = sums && t ? ` It is δ times the sum of the labeled points, so each round takes δ² of its squared length: ${counted(t, "round")}, ${exact(sums[t].text)}.` : "";
    return long + clears + cost;
  }
  const view = {
    count,
    title: gameTitle(),
    result: resultOf(counts[count]),
    lines: [`Halfspaces in dimension ${number(dimension)}, margin δ = ${delta}.`],
    panels: [
      [...(data.story && data.story.why !== "mistakes" ? [storyPanel(null), squeeze.node] : [squeeze.node, data.story ? storyPanel(null) : null]), proofs()],
      [target ? panel(moments ? "The points, w and v" : "The points and v", drawing.node, length) : null, panel("Rounds", table.node)],
    ],
    mistakes: (t) => texts[t],
    sentence(t) {
      if (t === 0 && !count) return `No round was played.${data.fault ? ` ${data.fault}.` : ""}`;
      if (t === 0) return `Before the first of ${counted(count, "round")}.${beside && beside.differs === 0 ? ` Its w begins with ${wText(beside.own, 0)}, and the textbook’s with 0.` : ""}`;
      const { said, label } = rounds[t - 1];
      const what = costText(rounds, texts, t);
      const end = t === count ? ` The game is over.${data.fault ? ` It was forfeited: ${data.fault}.` : ""}` : "";
      return `Round ${number(t)} of ${number(count)} shows ${point(t)}: predicted ${saidText(said)}, the truth is ${sign(label)}, ${what}.${beside && beside.differs === t ? " Its update is the first that differs from the textbook’s." : ""}${end}`;
    },
    show(t) {
      squeeze.show(t);
      if (target) {
        drawing.show(t);
        length.textContent = lengthText(t);
      }
      table.show(t);
    },
  };
  return view;
}

settings.halfspaces = halfspaces;
