// Points, w, the decision boundary and v, in two coordinates, or three as a ball.

const MAX_TRAIL = 300; // points of earlier rounds that are drawn
const TILT = 0.42;
const ROOM = 1.2; // the longest v that is drawn as long as it is: a target that is too long to be legal leaves the ball

function at(pairs, index) {
  const found = pairs.find((pair) => pair[0] === index);
  return found ? found[found.length - 1] : 0;
}

// What the arrows or bars are, where they are drawn.
const arrows = (name, look) => ({
  w: { name: "w, the learner’s weights", look: "high" },
  textbook: { name: "the textbook’s w, taught the same labels", look: "high bound" },
  target: { name: `${name}, the adversary’s target`, look },
});

// The vector after each round in the first coordinates, from what the rounds set in it.
function history(changes, dimension) {
  const now = Array.from({ length: dimension }, () => 0);
  return changes.map((change) => {
    for (const [index, value] of change) now[index] = value;
    return now.slice();
  });
}

// game: {dimension (at most 3), rounds, changes (of w, or null), textbook (another w to be drawn beside it, after each round, or nothing), v, delta, cone (whether it is drawn), cap (the angle of what is around the target, if that is), asked (a point that is to be predicted), name (of the target: v, unless it is said)}
function plane(game) {
  const name = game.name || "v";
  const count = game.rounds.length;
  const ball = game.dimension === 3;
  const axes = ball ? [0, 1, 2] : [0, 1];
  const along = (pairs) => axes.map((axis) => at(pairs, axis));
  const drawing = svg("svg", { viewBox: "-130 -130 260 260", role: "img", class: "plane" });
  const caption = element("p", { class: "note" });
  const turn = element("input", { type: "range", min: -180, max: 180, value: 28, "aria-label": "Turn the ball" });
  let round = 0;
  const scale = game.rounds.reduce((most, { x }) => Math.max(most, Math.hypot(...x.map((c) => c[2]))), 0) || 1;
  const w = game.changes ? history(game.changes, axes.length) : null;
  const other = game.textbook ? game.textbook.map(along) : null;
  const v = along(game.v);
  const longest = [...(w || []), ...(other || [])].reduce((most, one) => Math.max(most, Math.hypot(...one)), 1e-12);
  const long = Math.hypot(...v);

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
  function left(t) {
    if (!game.cone || game.dimension < 2) return null;
    const examples = examplesOf(game.rounds.slice(0, t), game.dimension);
    if (examples.length > MAX_EXAMPLES) return null;
    return [...coneLeft(examples, game.dimension, view), ...(game.cap ? capAround(v, game.cap, view) : [])];
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
    const [dx, dy] = [(400 * w[1]) / long, (400 * w[0]) / long];
    const [nx, ny] = [(400 * w[0]) / long, (-400 * w[1]) / long];
    const side = [[-dx, -dy], [dx, dy], [dx + nx, dy + ny], [-dx + nx, -dy + ny]];
    return [
      svg("polygon", { class: "side", points: side.map((p) => p.join(",")).join(" ") }),
      svg("line", { class: "boundary", x1: -dx, y1: -dy, x2: dx, y2: dy }),
    ];
  }

  function margin() {
    // the lines on which v has margin δ: no point may lie between them
    if (game.dimension !== 2 || long < 1e-9) return [];
    const off = (100 * game.delta) / scale / long;
    const [ux, uy] = [v[0] / long, -v[1] / long];
    return [1, -1].map((way) => {
      const [mx, my] = [way * off * ux, way * off * uy];
      return svg("line", { class: "margin", x1: mx - 180 * uy, y1: my + 180 * ux, x2: mx + 180 * uy, y2: my - 180 * ux });
    });
  }

  function dot(t, current) {
    const { x, label } = game.rounds[t - 1];
    const point = along(x).map((value) => value / scale);
    if (!point.some((value) => value !== 0)) return [];
    const [a, b] = place(point);
    const back = turned(point)[2] < -1e-9 ? "behind" : "";
    const look = `point ${label === 1 ? "plus" : "minus"} ${current ? "now" : ""} ${back}`;
    const size = current ? 7 : 4.5;
    const shape =
      label === 1
        ? svg("circle", { class: look, cx: a, cy: b, r: size })
        : svg("rect", { class: look, x: a - size, y: b - size, width: 2 * size, height: 2 * size });
    const halo = current ? [svg("circle", { class: isWrong(game.rounds[t - 1]) ? "halo wrong" : "halo", cx: a, cy: b, r: 13 })] : [];
    return [...halo, shape];
  }

  function question(x) {
    const [cx, cy] = place(along(x).map((value) => value / scale));
    return [svg("circle", { class: "point asked", cx, cy, r: 6 }), svg("text", { class: "name", x: cx, y: cy - 10, "text-anchor": "middle" }, "?")];
  }

  // All w are drawn to one scale, so that the longest fills the drawing; v is as long as it is beside unit points, and shorter if it would not fit.
  function sized(one, most) {
    return Math.hypot(...one) < 1e-12 ? null : one.map((value) => value / most);
  }

  function show(t) {
    round = t;
    const shownW = w ? sized(w[t], longest) : null;
    const apart = other && Math.hypot(...other[t].map((value, i) => value - w[t][i])) > 1e-9;
    const shownOther = apart ? sized(other[t], longest) : null;
    const shownV = sized(v, Math.max(1, long / ROOM));
    const lines = axes.map((_, k) => {
      const [a, b] = place(axes.map((axis) => (axis === k ? 1.26 : 0)));
      return svg("line", { class: "axis", x1: -a, y1: -b, x2: a, y2: b });
    });
    const before = w && t > 0 && Math.hypot(...w[t - 1]) > 1e-12 && !ball ? [boundary(w[t - 1])[1]] : [];
    for (const line of before) line.setAttribute("class", "boundary before");
    const names = axes.slice(0, game.dimension).map((axis, i) => {
      const end = ball ? place([0, 1, 2].map((k) => (k === i ? 1.22 : 0))) : [[116, 14], [18, -118]][i];
      return svg("text", { class: "axisname", x: end[0], y: end[1], "text-anchor": "middle" }, `x${axis + 1}`);
    });
    const trail = [];
    for (let k = t - 1; k >= 1 && k > t - MAX_TRAIL; k -= 1) trail.push(...dot(k, false));
    const cone = left(t);
    drawing.replaceChildren(
      svg("circle", { class: "ball", r: 100 }),
      ...(cone || []),
      ...lines,
      ...names,
      ...(shownW ? boundary(shownW) : []),
      ...(shownV && !ball ? margin() : []),
      ...before,
      ...trail.reverse(),
      ...(shownW ? arrow(shownW, "w", "w", 1) : []),
      ...(shownOther ? arrow(shownOther, "w textbook", "textbook’s w", -1) : []),
      ...(shownV ? arrow(shownV, "v", name, -1) : []),
      ...(t > 0 ? dot(t, true) : []),
      ...(game.asked ? question(game.asked) : []),
    );
    const says = [
      "● label +1, ■ label −1. The ring is this round’s point, red where the learner errs.",
      game.changes ? (ball ? "On the great circle ⟨w,x⟩ = 0." : "On the shaded side ⟨w,x⟩ > 0; dashed is the line before this round.") : "",
      cone ? "Green: the directions that agree with all labels so far." : "",
      cone && game.cap ? `Outlined: the cap of radius arcsin(δ/‖${name}‖) around ${name}, which is always among them.` : "",
      longest > 1 + 1e-9 ? "All w are drawn to one scale, so that the longest fits." : "",
      long > ROOM ? `${name} is drawn shorter than it is.` : "",
    ];
    caption.textContent = says.filter((text) => text).join(" ");
    drawing.setAttribute("aria-label", `Drawing of round ${t}`);
  }
  turn.addEventListener("input", () => show(round));
  const { w: ofW, textbook, target } = arrows(name, "low");
  const named = legend([...(w ? [ofW] : []), ...(other ? [textbook] : []), ...(game.v.length ? [target] : [])]);
  return { node: element("div", {}, named.node, drawing, ball ? element("label", { class: "choice" }, "turn ", turn) : null, caption), show };
}

const MAX_BARS = 40; // coordinates of a space of many dimensions that are drawn

// The coordinates of w and of the target side by side, in spaces that nobody can draw: those of the last points.
function bars(game) {
  const { dimension, kept, rounds, changes, v } = game;
  const name = game.name || "v";
  const [width, height, middle] = [640, 240, 136];
  const drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", class: "chart" });
  const caption = element("p", { class: "note" });
  const target = new Map(v);
  const size = (pairs) => pairs.reduce((most, pair) => Math.max(most, Math.abs(pair[1])), 0) || 1;
  const tallest = { w: changes ? Math.max(...changes.map(size)) : 1, v: size(v) };

  function places(t) {
    if (kept <= MAX_BARS) return Array.from({ length: kept }, (_, index) => index);
    const used = new Set((game.asked || []).map(([index]) => index));
    for (let k = t; k >= 1 && used.size < MAX_BARS; k -= 1) for (const [index] of rounds[k - 1].x.slice(0, MAX_BARS)) used.add(index);
    for (let index = 0; used.size < MAX_BARS; index += 1) used.add(index);
    return [...used].slice(0, MAX_BARS).sort((a, b) => a - b);
  }

  function show(t) {
    const shown = places(t);
    const w = new Map((changes || []).slice(0, t + 1).flat());
    const asked = new Set((game.asked || (t ? rounds[t - 1].x : [])).map(([index]) => index));
    const step = width / shown.length;
    const anchor = (i) => (i === 0 ? "start" : i === shown.length - 1 ? "end" : "middle");
    const every = Math.ceil(shown.length / 8);
    const thick = Math.min(26, 0.32 * step);
    const bar = (look, at, value, most) => {
      const long = (76 * value) / most;
      return svg("rect", { class: `bar ${look}`, x: at, y: Math.min(middle, middle - long), width: thick, height: Math.abs(long) });
    };
    const parts = shown.flatMap((index, i) => {
      const center = (i + 0.5) * step;
      const own = w.get(index) || 0;
      const below = own < 0 || (own === 0 && (target.get(index) || 0) < 0);
      const few = shown.length <= 8 && changes;
      return [
        changes ? bar("w", center - thick - 1, own, tallest.w) : null,
        bar("v", center + 1, target.get(index) || 0, tallest.v),
        asked.has(index) ? svg("text", { class: "here", x: center, y: 36, "text-anchor": "middle" }, "▼") : null,
        i % every === 0 ? svg("text", { x: center, y: 18, "text-anchor": anchor(i), dx: { start: -thick, middle: 0, end: thick }[anchor(i)] }, `x${index + 1}`) : null,
        few ? svg("text", { class: "of-w", x: center - thick / 2, y: middle - (76 * own) / tallest.w + (below ? 20 : -8), "text-anchor": "middle" }, number(own)) : null,
      ].filter((part) => part);
    });
    drawing.replaceChildren(...parts, svg("line", { class: "zero", x1: 0, x2: width, y1: middle, y2: middle }));
    drawing.setAttribute("aria-label", `Coordinates of the vectors after round ${t}`);
    const says = [
      changes ? `w and ${name} are each drawn to their own scale, so equal shapes are equal directions.` : "",
      asked.size ? "▼ marks the coordinates of this round’s point." : "",
      shown.length < dimension ? `${shown.length} of ${dimension.toLocaleString("en")} coordinates are drawn: those of the last points.` : "",
    ];
    caption.textContent = says.filter((text) => text).join(" ");
  }
  const { w: ofW, target: ofTarget } = arrows(name, "low bound");
  return { node: element("div", {}, legend([...(changes ? [ofW] : []), ofTarget]).node, drawing, caption), show };
}

const picture = (game) => (game.dimension <= 3 ? plane(game) : bars(game));
