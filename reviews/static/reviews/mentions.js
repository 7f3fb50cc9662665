// Whom to speak to: after "@", or for a first name that begins a message, the names of the table to choose from.
// The list stands in the page; this file shows what fits, and puts the chosen name into the message box.
(() => {
  "use strict";
  const AFTER_AT = /(?:^|\s)(@([\p{L}\p{M}'’-]*))$/u, FIRST_WORD = /^\s*(([\p{L}\p{M}'’-]{2,}))$/u;
  const box = () => document.getElementById("text"), list = () => document.getElementById("names");
  const shown = () => [...list().querySelectorAll("[role=option]:not([hidden])")];
  let start = 0, active = -1, dismissed = false;

  const ready = () => {
    if (!box() || !list() || box().role === "combobox") return;
    box().role = "combobox";
    box().ariaHasPopup = "listbox";
    box().ariaAutoComplete = "list";
    box().ariaExpanded = "false";
    box().setAttribute("aria-controls", "names");
  };

  const mark = (index) => {
    active = index;
    shown().forEach((option, at) => { option.ariaSelected = String(at === index); });
    const on = shown()[index];
    if (on) box().setAttribute("aria-activedescendant", on.id);
    else box().removeAttribute("aria-activedescendant");
    on?.scrollIntoView({ block: "nearest" });
  };

  const close = () => {
    if (!list() || list().hidden) return;
    list().hidden = true;
    box().ariaExpanded = "false";
    mark(-1);
  };

  // After "@" the first name is taken by Enter; a word that only looks like a name is left alone until an arrow.
  const look = () => {
    const before = box().value.slice(0, box().selectionStart);
    const at = before.match(AFTER_AT), found = at ?? before.match(FIRST_WORD);
    dismissed &&= Boolean(found);
    if (!found || dismissed || box().selectionStart !== box().selectionEnd) return close();
    const typed = found[2].toLocaleLowerCase();
    for (const option of list().children) {
      const name = option.dataset.name.toLocaleLowerCase();
      option.hidden = !name.startsWith(typed);
    }
    if (!shown().length) return close();
    start = before.length - found[1].length;
    list().hidden = false;
    box().ariaExpanded = "true";
    mark(at ? 0 : -1);
  };

  const take = (option) => {
    const rest = box().value.slice(box().selectionStart);
    box().setRangeText(`${option.dataset.name},${/^\s/.test(rest) ? "" : " "}`, start, box().selectionStart, "end");
    close();
    box().focus();
    box().dispatchEvent(new Event("input", { bubbles: true }));
  };

  const step = (by) => {
    const count = shown().length;
    mark(active < 0 && by < 0 ? count - 1 : (active + by + count) % count);
  };

  // In the capture phase: before the page's own keys, and only what the open list needs.
  document.addEventListener("keydown", (event) => {
    if (event.target !== box() || !list() || list().hidden || event.isComposing) return;
    const plain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
    if (plain && event.key === "ArrowDown") step(1);
    else if (plain && event.key === "ArrowUp") step(-1);
    else if (plain && ["Enter", "Tab"].includes(event.key) && active >= 0) take(shown()[active]);
    else if (event.key === "Escape") {
      dismissed = true;
      close();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  document.addEventListener("input", (event) => {
    if (event.target === box() && list()) look();
  });
  document.addEventListener("focusin", ready);
  document.addEventListener("focusout", (event) => event.target === box() && close());
  document.addEventListener("pointerdown", (event) => {
    const option = event.target.closest?.("#names [role=option]");
    if (!option) return;
    event.preventDefault();
    take(option);
  });
  document.addEventListener("htmx:after:swap", ready);
  ready();
})();
