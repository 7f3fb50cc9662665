// The search palette: "/" or Ctrl+K opens it on any page, arrows choose, Enter opens, Escape gives the focus back.
// Without this file the box at the top and the page that it leads to find the same.
(() => {
  "use strict";
  const palette = document.getElementById("palette");
  if (!palette) return;
  const box = palette.querySelector("[name=q]"), results = document.getElementById("palette-results");
  const options = () => [...results.querySelectorAll("[role=option]")];
  let active = -1;

  const mark = (index) => {
    active = index;
    options().forEach((option, at) => { option.ariaSelected = String(at === index); });
    const on = options()[index];
    if (on) box.setAttribute("aria-activedescendant", on.id);
    else box.removeAttribute("aria-activedescendant");
    on?.scrollIntoView({ block: "nearest" });
  };

  // The dialog itself gives the focus back when it closes.
  const open = () => {
    palette.showModal();
    box.focus();
    box.select();
  };

  const step = (by) => {
    const count = options().length;
    if (count) mark(active < 0 && by < 0 ? count - 1 : (active + by + count) % count);
  };

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || palette.open) return;
    const control = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const inField = event.target.matches("input, textarea, select, [contenteditable]");
    const slash = event.key === "/" && !inField && !(event.ctrlKey || event.metaKey || event.altKey);
    if (!slash && !(control && event.key.toLowerCase() === "k")) return;
    event.preventDefault();
    open();
  });
  palette.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown") step(1);
    else if (event.key === "ArrowUp") step(-1);
    else if (event.key === "Enter" && options()[active]) options()[active].click();
    else if (event.key === "Escape") palette.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  // What stands there belongs to other words until the answer is here: Enter then goes to the page of results.
  box.addEventListener("input", () => mark(-1));
  results.addEventListener("htmx:after:swap", () => {
    box.ariaExpanded = String(options().length > 0);
    mark(options().length ? 0 : -1);
  });
  palette.addEventListener("click", (event) => event.target === palette && palette.close());
  results.addEventListener("click", (event) => event.target.closest("[role=option]") && palette.close());
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-palette]") || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    open();
  });
})();
