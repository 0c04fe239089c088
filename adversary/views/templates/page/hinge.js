// A game with a hinge budget: the losses of the target u, its norm², and what H + ‖u‖√M allows the Perceptron.

const HINGE_PROOF = {
  names: ["M − H", "⟨w,u⟩", "‖w‖·‖u‖", "‖u‖√M"],
  why: "A mistake of the Perceptron adds yx to w. So ⟨w,u⟩ grows by y⟨u,x⟩, which is at least 1 minus the round’s hinge loss, and ‖w‖² grows by at most 1. So M ≤ H + ‖u‖√M, where H is the sum of the losses so far.",
};

// M against H + ‖u‖√M, round after round: exactly, in squares.
function allowedPanel(counts, allowed) {
  const { most, squares: next } = data;
  const series = [
    { name: "mistakes M", look: "high", values: counts },
    { name: "H + ‖u‖√M, allowed to the Perceptron", look: "low", values: allowed.map(({ drawn }) => drawn) },
  ];
  if (most !== null) series.push({ name: "allowed to the Perceptron by the whole budget", look: "cap", values: counts.map(() => most) });
  const lines = chart("Mistakes, and what the hinge losses allow", "mistakes", series);
  const chain = element("p", { class: "chain" });
  const first = allowed.findIndex(({ broken }) => broken);
  const fails = first < 0 ? null : element("p", { class: "wrong" }, `From round ${number(first)} on, the learner made more mistakes than the Perceptron can make. So it is another learner, or a point is longer than 1.`);
  const whole = most !== null
    ? `By the whole budget the Perceptron may err M times if M ≤ H, or (M − H)² ≤ N²·M: ${number(most)} times${next ? `, and not once more, as ${exact(next[0])} > ${exact(next[1])}` : ""}.`
    : null;
  return {
    node: panel("Mistakes against H + ‖u‖√M", chain, lines.node, fails, whole && element("p", { class: "note" }, whole), element("p", { class: "note" }, "H sums the hinge losses of all rounds so far. The bound is about learners that err only if y⟨w,x⟩ ≤ 0, and then add yx to w.")),
    show(t) {
      const { squares, broken } = allowed[t];
      const sign = element("span", { class: broken ? "wrong" : "" }, broken ? " ≰ " : " ≤ ");
      if (squares) chain.replaceChildren("(M − H)² = ", element("b", {}, exact(squares[0])), sign, "‖u‖²·M = ", element("b", {}, exact(squares[1])));
      else chain.replaceChildren("M", sign, "H: the losses alone allow this many mistakes.");
      lines.show(t);
    },
  };
}

function hinge() {
  const { rounds, target, moments, parameters, dimension } = data;
  const count = rounds.length;
  const wrong = rounds.map(isWrong);
  const { texts, counts } = mistakesOf(rounds);
  const untold = data.no_losses ? `Hinge losses are left out: ${data.no_losses}.` : "There is no target.";
  const allowed = target
    ? allowedPanel(counts, data.allowed_so_far)
    : mistakesPanel(counts, [], { title: "Mistakes so far", notes: [data.no_losses ? untold : "There is no target, and so there are no hinge losses."] });
  const squeeze = moments ? squeezePanel(moments, HINGE_PROOF) : null;
  const spending = element("p", {});
  const drawing = target
    ? picture({ dimension, kept: data.kept, rounds, changes: moments ? moments.map(({ w }) => w) : null, textbook: moments && data.beside ? data.beside.textbook : null, v: target.v, delta: data.clear, name: "u" })
    : null;
  const point = (t) => vectorText(rounds[t - 1].x, dimension, rounds[t - 1].more);
  const spent = (t) => (target ? exact(target.spent[t].text) : "–");
  const table = roundsTable(
    ["round", "point", "says", "truth", "⟨u,x⟩", "loss", "so far"],
    count,
    (t) => {
      const { said, label, product, loss } = rounds[t - 1];
      const told = target ? [exact(product), exact(loss), spent(t)] : ["–", "–", "–"];
      return { values: [point(t), saidCell(said), sign(label), ...told], wrong: wrong[t - 1] };
    },
    (t) => view.go(t),
  );
  function spendingText(t) {
    if (!target) return untold;
    const now = target.spent[t];
    const over = now.over ? ", above the budget" : "";
    const long = target.norm.over ? ", above what it may be" : "";
    return `u = ${vectorText(target.direction, dimension, target.more)} has length ${root(target.norm.text)}${long}, of N = ${root(parameters.norm_squared)}. Its hinge losses max(0, 1 − y⟨u,x⟩) so far sum to ${exact(now.text)}${over}, of H = ${exact(parameters.hinge)}.`;
  }
  const view = {
    count,
    title: gameTitle(),
    result: resultOf(counts[count]),
    lines: [
      `Halfspaces in dimension ${number(dimension)}, with a hinge budget: a legal target u has length at most N = ${root(parameters.norm_squared)} and hinge losses of at most H ${equals(parameters.hinge)}. It need not explain every label.`,
    ],
    panels: [
      [allowed.node, proofs()],
      [
        squeeze ? squeeze.node : null,
        panel(moments ? "The points, w and u" : "The points and u", drawing ? drawing.node : null, spending, data.no_weights ? element("p", { class: "note" }, `No w is drawn: ${data.no_weights}.`) : null),
      ],
    ],
    wide: panel("Rounds", table.node), // it has more columns than half a page holds
    mistakes: (t) => texts[t],
    sentence(t) {
      if (t === 0 && !count) return `No round was played.${data.fault ? ` ${data.fault}.` : ""}`;
      if (t === 0) return `Before the first of ${counted(count, "round")}.`;
      const { said, label, loss } = rounds[t - 1];
      const what = costText(rounds, texts, t);
      const lost = target ? `, hinge loss ${exact(loss)}` : "";
      const end = t === count ? ` The game is over.${data.fault ? ` It was forfeited: ${data.fault}.` : ""}` : "";
      return `Round ${number(t)} of ${number(count)} shows ${point(t)}: predicted ${saidText(said)}, the truth is ${sign(label)}, ${what}${lost}.${end}`;
    },
    show(t) {
      allowed.show(t);
      if (squeeze) squeeze.show(t);
      if (drawing) drawing.show(t);
      spending.textContent = spendingText(t);
      table.show(t);
    },
  };
  return view;
}

settings.hinge = hinge;
