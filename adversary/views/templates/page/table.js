"use strict";
// The table of games: sorted by a click on a title, filtered by words, and shown in parts, so that long ones stay quick.

const MAX_ROWS = 200;
const table = document.getElementById("games");
const body = table.tBodies[0];
const heads = [...table.tHead.rows[0].cells];
const everything = [...body.rows].map((row) => ({ row, text: row.textContent.toLowerCase() }));
const below = new Map(); // rows whose evidence is open, and the row with it: in its cell it would widen a column
let chosen = everything;
let first = 0;

function make(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

const filter = make("input", { type: "search", "aria-label": "Filter rows", placeholder: table.dataset.filter });
const counter = make("span", { class: "counter", role: "status" });
const buttons = { First: () => 0, Previous: () => first - MAX_ROWS, Next: () => first + MAX_ROWS, Last: () => chosen.length };
const steps = Object.entries(buttons).map(([name, where]) => {
  const button = make("button", { type: "button" }, name);
  button.addEventListener("click", () => show(where()));
  return button;
});

function show(from) {
  const last = Math.max(0, Math.floor((chosen.length - 1) / MAX_ROWS) * MAX_ROWS);
  first = Math.min(Math.max(0, from), last);
  const until = Math.min(first + MAX_ROWS, chosen.length);
  body.replaceChildren(...chosen.slice(first, until).flatMap(({ row }) => [row, ...(below.has(row) ? [below.get(row)] : [])]));
  const count = (number) => number.toLocaleString("en");
  counter.textContent = chosen.length ? `${count(first + 1)} to ${count(until)} of ${count(chosen.length)}` : "none";
  steps.forEach((button, i) => {
    button.disabled = i < 2 ? first === 0 : until === chosen.length;
    button.hidden = chosen.length <= MAX_ROWS;
  });
}

function toggle({ target: details }) {
  const row = details.closest("tr");
  if (details.open) {
    const cell = make("td", { colspan: heads.length }, details.querySelector("dl"));
    below.set(row, make("tr", { class: "evidence" }, cell));
    row.after(below.get(row));
  } else {
    details.append(below.get(row).querySelector("dl"));
    below.get(row).remove();
    below.delete(row);
  }
}

function choose() {
  const words = filter.value.toLowerCase().split(/\s+/).filter((word) => word);
  chosen = everything.filter(({ text }) => words.every((word) => text.includes(word)));
  show(0);
}

// What a row is sorted by: a number, a text, or null where nothing is known, which comes last in either direction.
function keyOf(row, column) {
  const cell = row.cells[column];
  if (!cell.classList.contains("number")) return cell.textContent;
  const text = cell.dataset.key === undefined ? cell.textContent : cell.dataset.key;
  return text === "" ? null : Number(text);
}

function compare(a, b) {
  if (typeof a === "number") return a - b;
  return a < b ? -1 : a > b ? 1 : 0;
}

function sortBy(column) {
  const down = heads[column].getAttribute("aria-sort") === "ascending";
  heads.forEach((head) => head.removeAttribute("aria-sort"));
  heads[column].setAttribute("aria-sort", down ? "descending" : "ascending");
  for (const entry of everything) entry.key = keyOf(entry.row, column);
  everything.sort((a, b) => {
    if (a.key === null || b.key === null) return (a.key === null) - (b.key === null);
    return down ? compare(b.key, a.key) : compare(a.key, b.key);
  });
  choose();
}

heads.forEach((head, column) => {
  if (head.textContent === "details") return; // pages and evidence have no order
  const button = make("button", { type: "button" }, head.textContent);
  button.addEventListener("click", () => sortBy(column));
  head.replaceChildren(button);
});
heads[0].setAttribute("aria-sort", "ascending");
filter.addEventListener("input", choose);
body.addEventListener("toggle", toggle, true);
const controls = document.getElementById("controls");
for (const group of document.querySelectorAll("[data-find]")) {
  const button = make("button", { type: "button" }, "Show only these");
  button.addEventListener("click", () => {
    filter.value = group.dataset.find;
    choose();
    controls.scrollIntoView();
  });
  group.append(button);
}
controls.append(filter, counter, ...steps);
controls.hidden = false;
show(0);
body.classList.remove("waiting"); // only now: to lay out thousands of rows takes long
