// Points, w, the decision boundary and v, in two coordinates, or three as a ball.

const MAX_TRAIL = 300; // points of earlier rounds that are drawn
const TILT = 0.42;

function at(pairs, index) {
  const found = pairs.find((pair) => pair[0] === index);
  return found ? found[found.length - 1] : 0;
}

function largest(pairs, but) {
  let best = null;
  for (const pair of pairs) {
    const value = Math.abs(pair[pair.length - 1]);
    if (pair[0] !== but && value > 0 && (best === null || value > best[1])) best = [pair[0], value];
  }
  return best === null ? null : best[0];
}

// The vector after each round in chosen coordinates, from what the rounds add to it or set in it.
function history(axes, count, step) {
  const found = [axes.map(() => 0)];
  for (let t = 1; t <= count; t += 1) found.push(step(found[t - 1].slice(), t, axes));
  return found;
}

// game: {dimension, kept (the first coordinates, which the page has), rounds, changes (of w, or null), textbook (another w to be drawn beside it, after each round, or nothing), v, sums (whether v grows), delta, cone (whether it is drawn), cap (the angle of what is around the target, if that is), asked (a point that is to be predicted), name (of the target: v, unless it is said)}
function plane(game) {
  const name = game.name || "v";
  const small = game.dimension <= 3;
  const count = game.rounds.length;
  const drawing = svg("svg", { viewBox: "-130 -130 260 260", role: "img", class: "plane" });
  const caption = element("p", { class: "note" });
  const follow = element("input", { type: "checkbox", id: "follow" });
  const inputs = ["first", "second", "third"].map((which, i) =>
    element("input", {
      type: "number",
      min: 1,
      max: game.kept,
      value: i < 2 || game.dimension === 3 ? Math.min(i + 1, Math.max(2, game.dimension)) : "",
      "aria-label": `${which} coordinate`,
    }),
  );
  const turn = element("input", { type: "range", min: -180, max: 180, value: 28, "aria-label": "Turn the ball" });
  const turning = element("label", { class: "turn" }, "turn ", turn);
  follow.checked = !small && game.kept === game.dimension;
  let round = 0;
  let cached = { key: "", w: null, other: null, v: null };
  const scale = game.rounds.reduce((most, { x }) => Math.max(most, Math.hypot(...x.slice(0, 64).map((c) => c[2]))), 0) || 1;

  function axesAt(t) {
    if (follow.checked && t > 0) {
      const x = game.rounds[t - 1].x;
      const one = largest(x, null);
      const before = t > 1 ? largest(game.rounds[t - 2].x, one) : null;
      let two = largest(x, one);
      if (two === null) two = before === null ? (one || 0) + 1 : before;
      const pair = one === null ? [0, 1] : [one, two];
      return pair.sort((a, b) => a - b);
    }
    const chosen = inputs.map(({ value }) => Number(value) - 1);
    const axes = chosen.slice(0, inputs[2].value === "" || follow.checked ? 2 : 3);
    return axes.map((axis) => (Number.isInteger(axis) && axis >= 0 && axis < Math.max(2, game.kept) ? axis : 0));
  }

  function vectors(axes) {
    const key = axes.join();
    if (cached.key === key) return cached;
    const w = game.changes
      ? history(axes, count, (now, t) => {
          for (const [index, value] of game.changes[t]) {
            const place = axes.indexOf(index);
            if (place >= 0) now[place] = value;
          }
          return now;
        })
      : null;
    const other = game.textbook ? game.textbook.map((moment) => axes.map((axis) => at(moment, axis))) : null;
    const fixed = axes.map((axis) => at(game.v, axis));
    const v = game.sums
      ? history(axes, count, (now, t) => {
          const { x, label } = game.rounds[t - 1];
          for (const [index, , value] of x) {
            const place = axes.indexOf(index);
            if (place >= 0) now[place] += game.delta * label * value;
          }
          return now;
        })
      : Array.from({ length: count + 1 }, () => fixed);
    cached = { key, w, other, v };
    return cached;
  }

  function turned(point) {
    if (point.length < 3) return [point[0] || 0, point[1] || 0, 0];
    const angle = (Number(turn.value) * Math.PI) / 180;
    const [a, b, c] = point;
    const right = a * Math.cos(angle) + b * Math.sin(angle);
    const away = -a * Math.sin(angle) + b * Math.cos(angle);
    return [right, c * Math.cos(TILT) + away * Math.sin(TILT), -away * Math.cos(TILT) + c * Math.sin(TILT)];
  }
  const place = (point) => {
    const [a, b] = turned(point);
    return [100 * a, -100 * b];
  };

  const view = { place, behind: (point) => turned(point)[2] < -ALMOST };

  // The cone that the labels up to a round leave, and the cap around the target that stays in it.
  function left(t, axes) {
    if (!game.cone || axes.length !== game.dimension || axes.some((axis, i) => axis !== i)) return null;
    const examples = examplesOf(game.rounds.slice(0, t), game.dimension);
    if (examples.length > MAX_EXAMPLES) return null;
    const target = axes.map((axis) => at(game.v, axis));
    return [...coneLeft(examples, game.dimension, view), ...(game.cap ? capAround(target, game.cap, view) : [])];
  }

  function arrow(point, look, name, way) {
    const [a, b] = place(point);
    const long = Math.hypot(a, b);
    if (long < 1e-9) return [];
    const [ux, uy] = [a / long, b / long];
    const head = [
      [a, b],
      [a - 9 * ux - 4.5 * uy, b - 9 * uy + 4.5 * ux],
      [a - 9 * ux + 4.5 * uy, b - 9 * uy - 4.5 * ux],
    ];
    return [
      svg("line", { class: `arrow ${look}`, x1: 0, y1: 0, x2: a - 7 * ux, y2: b - 7 * uy }),
      svg("polygon", { class: `head ${look}`, points: head.map((p) => p.join(",")).join(" ") }),
      svg("text", { class: `name ${look}`, x: a - 4 * ux - 11 * way * uy, y: b - 4 * uy + 11 * way * ux + 4, "text-anchor": "middle" }, name),
    ];
  }

  function circle(normal) {
    // the great circle of a ball that is perpendicular to a vector, its front and its back
    return strokes(around(normal, Math.PI / 2), "boundary", view, []);
  }

  function boundary(w) {
    if (w.length === 3) return circle(w);
    const long = Math.hypot(...w);
    const [dx, dy] = [(180 * w[1]) / long, (180 * w[0]) / long];
    const [nx, ny] = [(180 * w[0]) / long, (-180 * w[1]) / long];
    const side = [[-dx, -dy], [dx, dy], [dx + nx, dy + ny], [-dx + nx, -dy + ny]];
    return [
      svg("polygon", { class: "side", points: side.map((p) => p.join(",")).join(" ") }),
      svg("line", { class: "boundary", x1: -dx, y1: -dy, x2: dx, y2: dy }),
    ];
  }

  function margin(v) {
    // the lines on which v has margin δ: no point may lie between them
    const long = Math.hypot(...v);
    if (game.dimension !== 2 || long < 1e-9) return [];
    const off = (100 * game.delta) / scale / long;
    const [ux, uy] = [v[0] / long, -v[1] / long];
    return [1, -1].map((way) => {
      const [mx, my] = [way * off * ux, way * off * uy];
      return svg("line", { class: "margin", x1: mx - 180 * uy, y1: my + 180 * ux, x2: mx + 180 * uy, y2: my - 180 * ux });
    });
  }

  function dot(t, axes, current) {
    const { x, label, said } = game.rounds[t - 1];
    const point = axes.map((axis) => at(x, axis) / scale);
    if (!point.some((value) => value !== 0)) return [];
    const [a, b] = place(point);
    const back = turned(point)[2] < -1e-9 ? "behind" : "";
    const look = `point ${label === 1 ? "plus" : "minus"} ${current ? "now" : ""} ${back}`;
    const size = current ? 7 : 4.5;
    const shape =
      label === 1
        ? svg("circle", { class: look, cx: a, cy: b, r: size })
        : svg("rect", { class: look, x: a - size, y: b - size, width: 2 * size, height: 2 * size });
    const halo = current ? [svg("circle", { class: said === label ? "halo" : "halo wrong", cx: a, cy: b, r: 13 })] : [];
    return [...halo, shape];
  }

  function question(x, axes) {
    const [cx, cy] = place(axes.map((axis) => at(x, axis) / scale));
    return [svg("circle", { class: "point asked", cx, cy, r: 6 }), svg("text", { class: "name", x: cx, y: cy - 10, "text-anchor": "middle" }, "?")];
  }

  // w and v keep their lengths in spaces that are drawn whole; in others only their directions are to be seen
  function sized(all, t, fit) {
    const now = all[t];
    const long = Math.hypot(...now);
    if (long < 1e-12) return null;
    if (!small) return now.map((value) => (0.86 * fit * value) / long);
    const most = all.reduce((found, one) => Math.max(found, Math.hypot(...one)), 0);
    return now.map((value) => (most > 1 || fit < 1 ? (fit * value) / most : value));
  }

  function show(t) {
    round = t;
    const axes = axesAt(t);
    const { w, other, v } = vectors(axes);
    const shownW = w ? sized([...w, ...(other || [])], t, 1) : null;
    const apart = other && Math.hypot(...other[t].map((value, i) => value - w[t][i])) > 1e-9;
    const shownOther = apart ? sized([...w, ...other], w.length + t, 1) : null;
    const shownV = sized(v, t, small ? 1 : 0.7);
    const ball = axes.length === 3;
    turning.hidden = !ball;
    inputs.forEach((input) => {
      input.disabled = follow.checked;
    });
    const lines = ball
      ? [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((axis) => {
          const [a, b] = place(axis);
          return svg("line", { class: "axis", x1: -a, y1: -b, x2: a, y2: b });
        })
      : [
          svg("line", { class: "axis", x1: -126, x2: 126, y1: 0, y2: 0 }),
          svg("line", { class: "axis", x1: 0, x2: 0, y1: -126, y2: 126 }),
        ];
    const before = w && t > 0 && Math.hypot(...w[t - 1]) > 1e-12 && !ball ? [boundary(w[t - 1])[1]] : [];
    for (const line of before) line.setAttribute("class", "boundary before");
    const names = axes.filter((axis) => axis < game.dimension).map((axis, i) => {
      const end = ball ? place([0, 1, 2].map((k) => (k === i ? 1.22 : 0))) : [[116, 14], [18, -118]][i];
      return svg("text", { class: "axisname", x: end[0], y: end[1], "text-anchor": "middle" }, `x${axis + 1}`);
    });
    const trail = [];
    for (let k = t - 1; k >= 1 && k > t - MAX_TRAIL; k -= 1) trail.push(...dot(k, axes, false));
    const cone = left(t, axes);
    drawing.replaceChildren(
      svg("circle", { class: "ball", r: 100 }),
      ...(cone || []),
      ...lines,
      ...names,
      ...(shownW ? boundary(shownW) : []),
      ...(shownV && !ball ? margin(v[t]) : []),
      ...before,
      ...trail.reverse(),
      ...(shownW ? arrow(shownW, "w", "w", 1) : []),
      ...(shownOther ? arrow(shownOther, "w textbook", "textbook’s w", -1) : []),
      ...(shownV ? arrow(shownV, "v", name, -1) : []),
      ...(t > 0 ? dot(t, axes, true) : []),
      ...(game.asked ? question(game.asked, axes) : []),
    );
    const where = axes.filter((axis) => axis < game.dimension).map((axis) => `x${axis + 1}`).join(", ");
    const whole = small && axes.length >= game.dimension;
    const says = [
      whole ? `The whole space, in ${where}.` : `Coordinates ${where} of ${game.dimension.toLocaleString("en")}.`,
      "● label +1, ■ label −1; the ring is this round’s point, red where the learner errs.",
    ];
    const line = ball ? "The great circle is where w·x = 0." : "On the shaded side w·x > 0 now; dashed is the line before this round.";
    if (game.changes) says.push(line);
    if (game.textbook) says.push("The dashed arrow is the w of the textbook’s Perceptron, which is taught the same labels.");
    if (cone) says.push("Shaded: the directions that agree with all labels so far.");
    if (cone && game.cap) says.push(`Outlined: the cap of radius arcsin(δ/‖${name}‖) around ${name}, which is always among them.`);
    if (!whole) says.push("Points are projected onto these coordinates, and the line is the part of the boundary that lies in them.");
    if (game.kept < game.dimension) says.push(`This page has the first ${game.kept} coordinates.`);
    if (!small) says.push(`Of w and ${name} only the directions are drawn.`);
    caption.textContent = says.join(" ");
    drawing.setAttribute("aria-label", `Drawing of round ${t} in coordinates ${where}`);
  }
  for (const input of [...inputs, follow, turn]) input.addEventListener("input", () => show(round));
  const chosen = element("span", { class: "axes" }, "coordinates ", ...inputs);
  const choice = element(
    "div",
    { class: "choice" },
    game.dimension > 2 ? chosen : null,
    game.dimension > 2 && game.kept === game.dimension ? element("label", {}, follow, " those of the round’s point") : null,
    turning,
  );
  return { node: element("div", {}, drawing, choice, caption), show };
}
