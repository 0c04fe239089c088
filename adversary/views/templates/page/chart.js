// Lines over the rounds on labeled axes, a legend with their values, and a mark at the round that is shown.

const CHART = { width: 640, height: 340, left: 64, right: 24, top: 34, bottom: 52 };

function ticks(low, high, wanted) {
  const raw = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= raw) * power;
  const found = [];
  for (let k = Math.ceil(low / step); k * step <= high + step / 1e4; k += 1) found.push(k * step);
  return found;
}

// items: [{name, look}]; a stretch of each line stands before its name. Return the values' elements, and what is between.
function legend(items) {
  const values = items.map(() => element("b", {}));
  const signs = items.slice(1).map(() => element("span", {}));
  const swatch = (look) => svg("svg", { viewBox: "0 0 36 12", class: "swatch", "aria-hidden": "true" }, svg("line", { class: `line ${look}`, x1: 1, x2: 35, y1: 6, y2: 6 }));
  const parts = items.flatMap(({ name, look }, i) => [...(i ? [signs[i - 1], " "] : []), element("span", { class: "item" }, swatch(look), `${name} `, values[i]), " "]);
  return { node: element("p", { class: "legend" }, ...parts), values, signs };
}

// series: [{name, values (one a round, from 0), look, text (of the value after a round)}]; chain: whether each is at most the next, after a round.
function chart(title, yTitle, series, { band = null, chain = null } = {}) {
  const { width, height, left, right, top, bottom } = CHART;
  const count = Math.max(1, series[0].values.length - 1);
  const all = series.flatMap(({ values }) => values);
  const low = all.reduce((a, b) => Math.min(a, b), 0);
  const most = all.reduce((a, b) => Math.max(a, b), low === 0 ? 1e-9 : 0) || 1;
  const x = (t) => left + ((width - left - right) * t) / count;
  const y = (value) => height - bottom - ((height - bottom - top) * (value - low)) / ((most - low) * 1.04);
  const points = (values) => values.map((value, t) => `${x(t).toFixed(1)},${y(value).toFixed(1)}`);
  const mark = svg("line", { class: "mark", y1: top, y2: height - bottom });
  const dots = series.map(({ look }) => svg("circle", { r: 5, class: `dot ${look}` }));
  const whole = all.every(Number.isInteger); // then so are its ticks
  const grid = ticks(low, most, 5)
    .filter((tick) => !whole || Number.isInteger(tick))
    .map((tick) => svg("g", { class: "grid" }, svg("line", { x1: left, x2: width - right, y1: y(tick), y2: y(tick) }), svg("text", { x: left - 8, y: y(tick) + 5, "text-anchor": "end" }, number(tick))));
  const xTicks = ticks(0, count, 6)
    .filter(Number.isInteger)
    .map((tick) => svg("text", { x: x(tick), y: height - bottom + 20, "text-anchor": "middle" }, number(tick)));
  const drawing = svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title, class: "chart" },
    band && svg("polygon", { class: "band", points: [...points(band[0]), ...points(band[1]).reverse()].join(" ") }),
    ...grid,
    ...xTicks,
    svg("text", { class: "title", x: (left + width - right) / 2, y: height - 6, "text-anchor": "middle" }, "round"),
    svg("text", { class: "title", x: 8, y: 18 }, yTitle),
    ...series.map(({ values, look }) => svg("polyline", { class: `line ${look}`, points: points(values).join(" ") })),
    mark,
    ...dots,
  );
  const named = legend(series);
  return {
    node: element("div", { class: "charted" }, named.node, drawing),
    show(t) {
      mark.setAttribute("x1", x(t));
      mark.setAttribute("x2", x(t));
      series.forEach(({ values, text }, i) => {
        dots[i].setAttribute("cx", x(t));
        dots[i].setAttribute("cy", y(values[t]));
        named.values[i].textContent = text ? text(t) : number(values[t]);
      });
      if (!chain) return;
      chain(t).forEach((holds, i) => {
        named.signs[i].textContent = holds ? "≤" : "≰";
        named.signs[i].className = holds ? "" : "wrong";
      });
    },
  };
}
