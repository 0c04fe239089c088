// Lines over the rounds: the past strong, the rest faint, and a mark at the round that is shown.

const DASH = 12; // of lines that lie on each other
const CHART = { width: 640, height: 340, left: 64, right: 34, top: 12, bottom: 40 };

function ticks(most, wanted) {
  const raw = most / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= raw) * power;
  const found = [];
  for (let value = 0; value <= most * 1.0001; value += step) found.push(value);
  return found;
}

// For each line, with how many it shares a stretch, itself included, and its turn among them.
function turns(series, y) {
  const group = series.map((_, i) => i);
  const near = (a, b, t) => Math.abs(y(a[t]) - y(b[t])) < 1;
  series.forEach(({ values }, i) => {
    for (let j = 0; j < i; j += 1) {
      const other = series[j].values;
      const meets = values.length < 2 ? near(values, other, 0) : values.some((_, t) => t > 0 && near(values, other, t - 1) && near(values, other, t));
      if (meets) group.forEach((found, k) => { if (found === group[i]) group[k] = group[j]; });
    }
  });
  return group.map((found, i) => ({ of: group.filter((one) => one === found).length, turn: group.slice(0, i).filter((one) => one === found).length }));
}

// series: [{name, values (one a round, from 0), look, texts}]; band: two of them, with what lies between filled.
function chart(title, series, { xTitle = "round", band = null, log = false } = {}) {
  const { width, height, left, right, top, bottom } = CHART;
  const count = Math.max(1, series[0].values.length - 1);
  const shape = (value) => (log ? Math.log2(Math.max(1, value)) : value);
  const most = series.map(({ values }) => values.reduce((a, b) => Math.max(a, shape(b)), 0)).reduce((a, b) => Math.max(a, b)) || 1;
  const x = (t) => left + ((width - left - right) * t) / count;
  const y = (value) => height - bottom - ((height - bottom - top) * shape(value)) / (most * 1.04);
  const points = (values) => values.map((value, t) => `${x(t).toFixed(1)},${y(value).toFixed(1)}`);
  const id = `clip${chart.number}`;
  chart.number += 1;
  const past = svg("rect", { x: 0, y: 0, width: 0, height });
  const mark = svg("line", { class: "mark", y1: top, y2: height - bottom });
  const shared = turns(series, (value) => y(value));
  const dashed = (line, i) => {
    const { of, turn } = shared[i];
    if (of > 1) line.style.strokeDasharray = `${DASH} ${DASH * (of - 1)}`;
    line.style.strokeDashoffset = of > 1 ? -DASH * turn : 0;
    return line;
  };
  const dots = series.map(({ look }) => svg("circle", { r: 5, class: `dot ${look}` }));
  const lines = (extra) =>
    series.map(({ values, look }, i) => dashed(svg("polyline", { class: `line ${look} ${extra}`, points: points(values).join(" ") }), i));
  const whole = log || series.every(({ values }) => values.every(Number.isInteger)); // then so are its ticks
  const yTicks = ticks(most, 5).filter((tick) => !whole || Number.isInteger(tick)).map((tick) => (log ? 2 ** tick : tick));
  const grid = yTicks.map((tick) =>
    svg(
      "g",
      { class: "grid" },
      svg("line", { x1: left, x2: width - right, y1: y(tick), y2: y(tick) }),
      svg("text", { x: left - 8, y: y(tick) + 5, "text-anchor": "end" }, number(tick)),
    ),
  );
  const xTicks = ticks(count, 6)
    .filter(Number.isInteger)
    .map((tick) => svg("text", { class: "tick", x: x(tick), y: height - bottom + 20, "text-anchor": "middle" }, number(tick)));
  const between = band
    ? [svg("polygon", { class: "band", points: [...points(band[0]), ...points(band[1]).reverse()].join(" ") })]
    : [];
  const drawing = svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title, class: "chart" },
    svg("defs", {}, svg("clipPath", { id }, past)),
    ...between,
    ...grid,
    ...xTicks,
    svg("text", { class: "tick", x: width - right, y: height - 4, "text-anchor": "end" }, xTitle),
    ...lines("later"),
    svg("g", { "clip-path": `url(#${id})` }, ...lines("")),
    mark,
    ...dots,
  );
  const values = series.map(() => element("b", {}));
  const legend = element(
    "ul",
    { class: "legend" },
    ...series.map(({ name, look }, i) =>
      element(
        "li",
        {},
        svg("svg", { viewBox: "0 0 36 12", class: "swatch", "aria-hidden": "true" }, dashed(svg("line", { class: `line ${look}`, x1: 1, x2: 35, y1: 6, y2: 6 }), i)),
        `${name} `,
        values[i],
      ),
    ),
  );
  const together = shared.some(({ of }) => of > 1) ? element("p", { class: "note" }, "Where lines coincide, their dashes alternate.") : null;
  return {
    node: element("div", { class: "charted" }, legend, drawing, together),
    show(t) {
      past.setAttribute("width", x(t) + 1);
      mark.setAttribute("x1", x(t));
      mark.setAttribute("x2", x(t));
      series.forEach(({ values: found, texts }, i) => {
        dots[i].setAttribute("cx", x(t));
        dots[i].setAttribute("cy", y(found[t]));
        values[i].textContent = texts ? texts[t] : number(found[t]);
      });
    },
  };
}
chart.number = 0;
