// Put the page together.

function stage(view) {
  const controls = player(view);
  view.go = controls.go;
  const parts = [
    heading(view.title, view.result, view.lines),
    view.count ? controls.controls : null,
    controls.sentence,
    columns(view.panels),
    view.wide,
  ];
  main.append(...parts.filter((part) => part));
  controls.show(view.count); // the end first
}

if (data.kind === "challenge") challenge();
else stage(settings[data.kind]());
