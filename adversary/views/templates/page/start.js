// Put the page together.

function stage(view) {
  const controls = player(view);
  view.go = controls.go;
  const parts = [
    heading(view.title, view.lines),
    view.numbers,
    controls.sentence,
    columns(view.panels),
    view.wide,
    controls.controls,
  ];
  main.append(...parts.filter((part) => part));
  controls.show(Math.min(1, view.count));
}

if (data.kind === "challenge") challenge();
else stage(settings[data.kind]());
