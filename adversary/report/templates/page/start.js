// Put the page together.

function stage(view) {
  const controls = player(view);
  view.go = controls.go;
  main.append(
    heading(view.title, view.lines),
    view.numbers,
    controls.sentence,
    columns(view.panels),
    controls.controls,
  );
  controls.show(0);
}

if (data.kind === "challenge") challenge();
else stage(data.kind === "finite" ? finite() : halfspaces());
