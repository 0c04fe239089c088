// What is wider than its frame is moved in it, which people without a mouse can do once they have reached it by Tab.
function reach() {
  for (const part of document.querySelectorAll("pre, .table-wrapper, p:has(> img:only-child)")) {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  }
}
addEventListener("load", reach);
addEventListener("resize", reach);
document.addEventListener("toggle", reach, true);

// The commands of a block, without what they print.
for (const block of document.querySelectorAll(".highlight-console .highlight")) {
  const button = document.createElement("button");
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    const lines = block.querySelector("pre").textContent.split("\n");
    await navigator.clipboard.writeText(lines.flatMap((line) => (line.startsWith("$ ") ? [line.slice(2)] : [])).join("\n"));
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
  block.append(button);
}
