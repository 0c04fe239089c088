// The directions of targets that agree with all labels so far, in the plane or on the ball, and a cap around a target.

const MAX_EXAMPLES = 200; // different ones, of which the cone is drawn
const SPOTS = 700; // of the ball, to shade a part of it
const ALMOST = 1e-9; // floats: this is a drawing

const inner = (p, q) => p.reduce((sum, value, i) => sum + value * q[i], 0);
const cross = (p, q) => [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];

function unit(p) {
  const long = Math.hypot(...p);
  return p.map((value) => value / long);
}

// Points of the unit sphere at an angle from a center, in a row around it; in the plane an arc from one side to the other.
function around(center, angle, count = 72) {
  const n = unit(center);
  const steps = Array.from({ length: count + 1 }, (_, k) => k / count);
  if (n.length === 2) {
    const middle = Math.atan2(n[1], n[0]);
    return steps.map((part) => middle + angle * (2 * part - 1)).map((to) => [Math.cos(to), Math.sin(to)]);
  }
  const e = unit(cross(n, Math.abs(n[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
  const f = cross(n, e);
  return steps.map((part) => {
    const [a, b] = [Math.sin(angle) * Math.cos(2 * Math.PI * part), Math.sin(angle) * Math.sin(2 * Math.PI * part)];
    return n.map((value, i) => value * Math.cos(angle) + a * e[i] + b * f[i]);
  });
}

const spread = Array.from({ length: SPOTS }, (_, k) => {
  const up = 1 - (2 * k + 1) / SPOTS;
  const turn = k * Math.PI * (3 - Math.sqrt(5));
  return [Math.cos(turn) * Math.sqrt(1 - up * up), Math.sin(turn) * Math.sqrt(1 - up * up), up];
});

// The labeled points yx of rounds, each once: the cone is where the product with all of them is above 0.
function examplesOf(rounds, dimension) {
  const found = new Map();
  for (const { x, label } of rounds) {
    const point = Array.from({ length: dimension }, () => 0);
    for (const [index, , value] of x) point[index] = label * value;
    if (point.some((value) => value !== 0)) found.set(point.join(), unit(point));
  }
  return [...found.values()];
}

const agrees = (direction, examples) => examples.every((example) => inner(direction, example) > -ALMOST);

// The arc of the plane that is left, as its middle and half of its angle; nothing where labels contradict each other.
function arcLeft(examples) {
  if (examples.length === 0) return { middle: [1, 0], half: Math.PI };
  const ends = examples.flatMap(([a, b]) => [[-b, a], [b, -a]]).filter((end) => agrees(end, examples));
  if (ends.length === 0) return null;
  const sum = ends.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
  const middle = Math.hypot(...sum) < 1e-6 ? examples[0] : unit(sum);
  return { middle, half: Math.max(...ends.map((end) => Math.acos(Math.max(-1, Math.min(1, inner(middle, end)))))) };
}

// What is drawn of it. view: {place (of a point, on the page), behind (whether a point of the ball is)}
function coneLeft(examples, dimension, view) {
  const corner = (point) => view.place(point).join(",");
  if (dimension === 2) {
    const arc = arcLeft(examples);
    if (arc === null) return [];
    return [svg("polygon", { class: "left-over", points: ["0,0", ...around(arc.middle, arc.half).map(corner)].join(" ") })];
  }
  const spots = spread.filter((spot) => agrees(spot, examples)).map((spot) => {
    const [cx, cy] = view.place(spot);
    return svg("circle", { class: `left-over ${view.behind(spot) ? "back" : ""}`, cx, cy, r: 2.2 });
  });
  const sides = examples.flatMap((example) => strokes(around(example, Math.PI / 2, 120), "side-left", view, examples));
  return [...spots, ...sides];
}

function capAround(center, angle, view) {
  if (center.length === 2) {
    const points = ["0,0", ...around(center, angle).map((point) => view.place(point).join(","))].join(" ");
    return [svg("polygon", { class: "cap-around", points })];
  }
  return strokes(around(center, angle), "cap-around", view, []);
}

// The parts of a line on the ball that agree with the examples.
function strokes(points, look, view, examples) {
  return points.slice(1).flatMap((to, k) => {
    if (!agrees(points[k], examples) || !agrees(to, examples)) return [];
    const [[x1, y1], [x2, y2]] = [points[k], to].map(view.place);
    return [svg("line", { class: `${look} ${view.behind(to) ? "back" : ""}`, x1, y1, x2, y2 })];
  });
}
