// A person is the learner: it predicts, the adversary answers, and in the end the target explains every label.

const MAX_SHOWN = 200; // rounds of a finished game in its list

// The two adversaries: both are in the page before the first prediction, and look at nothing but predictions.
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

function traceOf(rounds, target) {
  const claims = [{ statement: "realizable" }, { statement: "universal bound", mistakes: rounds.length }];
  const players = { format: "forced-mistakes/1", learner: "a person", adversary: data.adversary };
  const lines = [];
  if (data.class) {
    lines.push({ ...players, setting: "finite", class: data.class.name, points: data.class.points.length, concepts: data.class.concepts });
    for (const { x, said, label } of rounds) lines.push({ x, predicted: said, label });
    lines.push({ target: { concept: target }, claims, termination: "finished", tree: data.tree });
  } else {
    lines.push({ ...players, setting: "halfspaces", margin_squared: data.margin_squared, dimension: data.count });
    for (const { x, said, label } of rounds) lines.push({ x: [[x, "1"]], predicted: said, label });
    const direction = rounds.map(({ x, label }) => [x, String(label)]);
    lines.push({ target: { direction, scale_squared: data.margin_squared }, claims, termination: "finished" });
  }
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}

function challenge() {
  const { count } = data;
  const adversary = data.class ? treeAdversary() : basisAdversary(count);
  const name = (x) => (data.class ? data.class.points[x] : `e${x + 1}`);
  const rounds = [];
  const numbers = figures(["round", "mistakes", data.class ? "concepts left" : "norm² of the target so far"]);
  const asked = element("p", { class: "sentence", role: "status", "aria-live": "polite", "aria-atomic": "true" });
  const plus = element("button", { type: "button", class: "predict plus", "aria-label": "Predict plus" }, "+1");
  const minus = element("button", { type: "button", class: "predict minus", "aria-label": "Predict minus" }, "−1");
  const again = element("button", { type: "button", class: "again" }, "Play again");
  const body = element("tbody", {});
  const heads = ["round", "point", "you said", "truth"].map((title) => element("th", { scope: "col" }, title));
  const table = element("div", { class: "rows" }, element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body));
  const ending = element("div", { class: "ending" });
  const concepts = data.class ? drawnClass(data.class) : null;
  let left = data.class ? data.class.concepts.map((_, concept) => concept) : [];

  const bar = data.class ? null : budgetBar();
  function state() {
    document.body.dataset.round = String(rounds.length);
    document.body.dataset.mistakes = String(rounds.filter(({ said, label }) => said !== label).length);
    const third = data.class
      ? [number(left.length), `of ${number(data.class.concepts.length)}`]
      : [exact(data.norms[rounds.length]), "of 1"];
    numbers.show([
      [number(rounds.length), `of ${number(count)}`],
      [document.body.dataset.mistakes, "", rounds.length ? "wrong" : ""],
      third,
    ]);
    if (bar) bar.show(rounds.length * data.drawn);
    const over = adversary.point() === null;
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
      ? `${told}The game is over: ${counted(rounds.length, "mistake")} in ${counted(rounds.length, "round")}.`
      : `${told}Round ${rounds.length + 1}: what is the label of ${name(adversary.point())}?`;
    ending.replaceChildren(...(over ? explanation() : []));
    again.hidden = rounds.length === 0;
  }

  function explanation() {
    const target = adversary.target();
    const whose = data.class ? conceptOf(target) : sumOf();
    const trace = element("textarea", { readonly: "", rows: 6, "aria-label": "The trace of this game" });
    trace.value = traceOf(rounds, target);
    trace.addEventListener("focus", () => trace.select());
    return [
      panel("The target that explains every label", ...whose),
      panel("Why anybody would have erred as often", ...data.why.map((line) => element("p", {}, line))),
      panel(
        "How to check that this page did not cheat",
        ...data.check.map((line) => element("p", {}, line)),
        trace,
        element("p", { class: "note" }, "Save it as game.jsonl; then: ", element("code", {}, "adversary check game.jsonl")),
      ),
    ];
  }

  function conceptOf(target) {
    const { names, concepts, points } = data.class;
    const labels = concepts[target];
    const cells = rounds.map(({ x, label }) => `${points[x]}: ${sign(label)}`);
    return [
      element("p", { class: "told" }, `It is ${names ? names[target] : labels.replaceAll("-", "−")}, concept ${target} of the class.`),
      element("p", {}, `It says ${cells.join(", ")}: just what you were told.`),
    ];
  }

  function sumOf() {
    const terms = rounds.slice(0, 40).map(({ x, label }) => `${label === 1 ? "+" : "−"} e${x + 1}`);
    const more = rounds.length > 40 ? " …" : "";
    return [
      element("p", { class: "told" }, `v = δ·(${terms.join(" ").replace(/^\+ /, "")}${more}), with δ² = ${exact(data.margin_squared)}.`),
      element("p", {}, `Its norm² is ${count}·δ² = ${exact(data.norms[count])}, at most 1, and each point has margin δ with the label that you were told.`),
    ];
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
  again.addEventListener("click", () => {
    rounds.length = 0;
    left = data.class ? data.class.concepts.map((_, concept) => concept) : [];
    body.replaceChildren();
    adversary.restart();
    state();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "TEXTAREA") return;
    const said = { "+": 1, "=": 1, p: 1, "-": -1, m: -1 }[event.key];
    if (said) predict(said);
  });
  main.append(
    heading(data.title, data.lines),
    numbers.node,
    asked,
    element("div", { class: "choose" }, minus, plus, again),
    element("p", { class: "note" }, "Keys: + and −."),
    ending,
    columns([
      [panel("The rules", ...data.rules.map((rule) => element("p", {}, rule))), concepts ? panel("Rounds", table) : null],
      concepts ? [panel("The concepts", concepts.node)] : [panel("The target and its budget of norm² 1", bar.node), panel("Rounds", table)],
    ]),
  );
  state();
}
