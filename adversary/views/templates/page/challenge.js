// A person is the learner: it predicts, the adversary answers, and in the end the target explains every label.

const MAX_SHOWN = 200; // rounds of a finished game in its list
const MAX_CHANCE = 60; // rounds of a game against chance

// The two kinds of adversaries: all that they do is in the page before the first prediction, and looks at nothing but predictions.
function treeAdversary() {
  let below = data.tree;
  return {
    point: () => (Array.isArray(below) ? below[0] : null),
    answer(said) {
      const label = -said;
      below = below[label === 1 ? 2 : 1];
      return label;
    },
    target: () => below,
    restart() {
      below = data.tree;
    },
  };
}

function basisAdversary(count) {
  let t = 0;
  return {
    point: () => (t < count ? t : null),
    answer(said) {
      t += 1;
      return -said;
    },
    target: () => null,
    restart() {
      t = 0;
    },
  };
}

// A hidden target, drawn before the first round, and random points of those that it labels: nothing depends on predictions.
function hidden() {
  const below = (most) => Math.floor(Math.random() * most);
  if (data.class) {
    const target = below(data.class.concepts.length);
    const labels = [...data.class.concepts[target]];
    return { target, labels: new Map(labels.flatMap((sign, x) => (sign === "*" ? [] : [[x, sign === "+" ? 1 : -1]]))) };
  }
  const labels = new Map();
  let node = data.tree;
  for (let x = 0; x < data.count; x += 1) {
    const label = 2 * below(2) - 1;
    labels.set(data.space ? node[0] : x, label);
    if (data.space) node = node[label === 1 ? 2 : 1];
  }
  return { target: data.space ? node : null, labels };
}

function chance() {
  const total = Math.min(MAX_CHANCE, 3 * data.count);
  let drawn = null;
  let points = [];
  let t = 0;
  const adversary = {
    total,
    point: () => (t < total ? points[t] : null),
    answer() {
      t += 1;
      return drawn.labels.get(points[t - 1]);
    },
    target: () => drawn.target,
    signs: () => [...drawn.labels].map(([x, label]) => ({ x, label })),
    restart() {
      drawn = hidden();
      const places = [...drawn.labels.keys()];
      points = Array.from({ length: total }, () => places[Math.floor(Math.random() * places.length)]);
      t = 0;
    },
  };
  adversary.restart();
  return adversary;
}

// signs: the points and labels of which the target in the standard basis is the sum.
function traceOf(rounds, target, { byChance, signs }) {
  const claims = [{ statement: "realizable" }];
  if (!byChance) claims.push({ statement: "universal bound", mistakes: rounds.length });
  const players = { format: "forced-mistakes/1", learner: "a person", adversary: byChance ? "chance" : data.adversary };
  const lines = [];
  if (data.class) {
    lines.push({ ...players, setting: "finite", class: data.class.name, points: data.class.points.length, concepts: data.class.concepts });
    for (const { x, said, label } of rounds) lines.push({ x, predicted: said, label });
    lines.push({ target: { concept: target }, claims, termination: "finished", ...(byChance ? {} : { tree: data.tree }) });
  } else {
    lines.push({ ...players, setting: "halfspaces", margin_squared: data.margin_squared, dimension: data.dimension });
    for (const { x, said, label } of rounds) lines.push({ x: pointOf(x).map(([index, text]) => [index, text]), predicted: said, label });
    const sum = () => ({ direction: signs.map(({ x, label }) => [x, String(label)]), scale_squared: data.margin_squared });
    const found = data.space ? { direction: data.space.targets[target].direction, scale_squared: data.space.targets[target].scale } : sum();
    const witness = data.space && !byChance ? { lower: data.space.lower } : {};
    lines.push({ target: found, claims, termination: "finished", ...witness });
  }
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}

// The coordinates of a point of vectors, by its number in the tree or in the standard basis.
function pointOf(x) {
  return data.space ? data.space.points[x].x : [[x, "1", 1]];
}

function targetsBelow(tree) {
  return Array.isArray(tree) ? targetsBelow(tree[1]) + targetsBelow(tree[2]) : 1;
}

function challenge() {
  const { count, space } = data;
  const forcing = data.tree ? treeAdversary() : basisAdversary(count);
  const random = chance();
  let adversary = forcing;
  const byChance = () => adversary === random;
  const total = () => (byChance() ? random.total : count);
  const signs = () => (byChance() ? random.signs() : rounds);
  const name = (x) => {
    if (data.class) return data.class.points[x];
    return space ? vectorText(pointOf(x), data.dimension, 0) : `e${x + 1}`;
  };
  const rounds = [];
  const sofar = element("p", {});
  const asked = element("p", { class: "sentence", role: "status", "aria-live": "polite", "aria-atomic": "true" });
  const plus = element("button", { type: "button", class: "predict plus", "aria-label": "Predict +1" }, "+1");
  const minus = element("button", { type: "button", class: "predict minus", "aria-label": "Predict −1" }, "−1");
  const again = element("button", { type: "button", class: "again" }, "Play again");
  const modes = [
    ["The adversary answers", forcing],
    ["A hidden target, random points", random],
  ].map(([title, player]) => [element("button", { type: "button", class: "again" }, title), player]);
  const body = element("tbody", {});
  const heads = ["round", "point", "you said", "truth"].map((title) => element("th", { scope: "col" }, title));
  const table = element("div", { class: "rows" }, element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body));
  const ending = element("div", { class: "ending" });
  const download = element("a", { class: "button", download: "game.jsonl" }, "Download the trace of this game");
  const concepts = data.class ? drawnClass(data.class) : null;
  let left = data.class ? data.class.concepts.map((_, concept) => concept) : [];

  const drawn = element("div", {});

  // All rounds so far, the point that is asked about, and the target: in the end, or on the standard basis so far.
  function drawSpace(over) {
    if (data.class) return;
    const { dimension } = data;
    const asked = over ? null : pointOf(adversary.point());
    const played = rounds.map(({ x, said, label }) => ({ x: pointOf(x), said, label }));
    const delta = space ? space.delta : Math.sqrt(data.drawn);
    const sofar = byChance() && !over ? [] : signs().map(({ x, label }) => [x, label * delta]); // a hidden one stays hidden
    const target = space ? (over ? space.targets[adversary.target()].v : []) : sofar;
    const shown = picture({ dimension, kept: dimension, rounds: played, changes: null, v: target, delta, cone: true, asked });
    drawn.replaceChildren(shown.node);
    shown.show(played.length);
  }

  function state() {
    document.body.dataset.rounds = String(total());
    document.body.dataset.round = String(rounds.length);
    table.hidden = rounds.length === 0;
    document.body.dataset.mistakes = String(rounds.filter(({ said, label }) => said !== label).length);
    const remaining = data.class
      ? `${number(left.length)} of ${counted(data.class.concepts.length, "concept")} left`
      : byChance()
        ? null
        : !space
          ? `v so far has length ${root(data.norms[signs().length])}, of at most 1`
          : `${number(2 ** (count - rounds.length))} of ${counted(targetsBelow(data.tree), "target")} left in the tree`;
    const counts = [`${number(rounds.length)} of ${counted(total(), "round")}`, counted(Number(document.body.dataset.mistakes), "mistake"), remaining];
    sofar.textContent = counts.filter((part) => part).join(" · ");
    for (const [button, player] of modes) button.setAttribute("aria-pressed", String(player === adversary));
    const over = adversary.point() === null;
    drawSpace(over);
    for (const button of [plus, minus]) button.setAttribute("aria-disabled", String(over));
    if (concepts) {
      const still = new Set(left);
      concepts.show({
        gone: (concept) => !still.has(concept),
        just: () => false,
        asked: adversary.point(),
        target: over ? adversary.target() : null,
      });
    }
    const last = rounds[rounds.length - 1];
    const told = last ? `You said ${sign(last.said)}; the truth is ${sign(last.label)}. ` : "";
    asked.textContent = over
      ? `${told}The game is over: ${counted(Number(document.body.dataset.mistakes), "mistake")} in ${counted(rounds.length, "round")}.`
      : `${told}Round ${rounds.length + 1}: what is the label of ${name(adversary.point())}?`;
    ending.replaceChildren(...(over ? explanation() : []));
    again.hidden = !over;
  }

  function explanation() {
    const target = adversary.target();
    const whose = data.class ? conceptOf(target) : space ? vectorOf(space.targets[target]) : sumOf();
    const trace = element("textarea", { readonly: "", rows: 6, "aria-label": "The trace of this game" });
    trace.value = traceOf(rounds, target, { byChance: byChance(), signs: signs() });
    trace.addEventListener("focus", () => trace.select());
    URL.revokeObjectURL(download.href);
    download.href = URL.createObjectURL(new Blob([trace.value], { type: "application/x-ndjson" }));
    const { why, check } = byChance() ? data.by_chance : data;
    return [
      panel("The target that explains every label", ...whose),
      panel(byChance() ? "Why you could win" : "Why every deterministic learner makes this many mistakes", ...why.map((line) => element("p", {}, line))),
      panel(
        "How to check that this page did not cheat",
        ...check.map((line) => element("p", {}, line)),
        element("p", {}, download),
        trace,
        element("p", { class: "note" }, "Then: ", element("code", {}, "adversary check game.jsonl")),
      ),
    ];
  }

  function conceptOf(target) {
    const { names, concepts, points } = data.class;
    const labels = concepts[target];
    const cells = rounds.map(({ x, label }) => `${points[x]}: ${sign(label)}`);
    return [
      element("p", { class: "told" }, `It is ${names ? names[target] : labels.replaceAll("-", "−")}.`),
      element("p", {}, `It says ${cells.join(", ")}: just what you were told.`),
    ];
  }

  function vectorOf({ direction, scale, norm }) {
    const shown = direction.map(([index, text]) => [index, text, Number(text.split("/")[0]) / Number(text.split("/")[1] || 1)]);
    return [element("p", { class: "told" }, `${targetText({ direction: shown, more: 0, scale }, data.dimension)}.`), lengthOf(root(norm))];
  }

  function lengthOf(long) {
    return element("p", {}, `Its length is ${long}, at most 1, and y⟨v,x⟩ ≥ δ = ${root(data.margin_squared)} for each point x with the label y that you were told.`);
  }

  function sumOf() {
    const terms = signs().slice(0, 40).map(({ x, label }) => `${label === 1 ? "+" : "−"} e${x + 1}`);
    const more = signs().length > 40 ? " …" : "";
    return [element("p", { class: "told" }, `v = ${root(data.margin_squared)}·(${terms.join(" ").replace(/^\+ /, "")}${more}).`), lengthOf(root(data.norms[count]))];
  }

  function predict(said) {
    const x = adversary.point();
    if (x === null) return;
    const label = adversary.answer(said);
    rounds.push({ x, said, label });
    if (data.class) left = left.filter((concept) => data.class.concepts[concept][x] === (label === 1 ? "+" : "-"));
    if (rounds.length <= MAX_SHOWN) {
      const cells = [name(x), sign(said), sign(label)].map((text) => element("td", {}, text));
      const row = element("tr", { class: said === label ? null : "mistake" }, element("th", { scope: "row" }, String(rounds.length)), ...cells);
      body.prepend(row);
    }
    state();
  }

  plus.addEventListener("click", () => predict(1));
  minus.addEventListener("click", () => predict(-1));
  function begin() {
    rounds.length = 0;
    left = data.class ? data.class.concepts.map((_, concept) => concept) : [];
    body.replaceChildren();
    adversary.restart();
    state();
  }
  again.addEventListener("click", begin);
  for (const [button, player] of modes) {
    button.addEventListener("click", () => {
      adversary = player;
      begin();
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "TEXTAREA") return;
    const said = { "+": 1, "=": 1, p: 1, "-": -1, m: -1 }[event.key];
    if (said) predict(said);
  });
  const buttons = element("div", { class: "choose" }, minus, plus);
  const beside = concepts ? panel("The concepts", concepts.node) : panel(space ? "The points, and the targets left" : "The target so far", drawn);
  main.append(
    heading(data.title, null, data.lines),
    ...data.rules.map((rule) => element("p", {}, rule)),
    element("div", { class: "duel" }, element("div", {}, asked, buttons, element("p", { class: "note" }, "Keys: + and −."), again, sofar, table), beside),
    ending,
    panel("Play against", element("div", { class: "choose" }, ...modes.map(([button]) => button)), element("p", { class: "note" }, data.by_chance.line)),
  );
  state();
}
