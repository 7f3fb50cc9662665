// j and k: the next and the previous of what is marked as a step. Without this file, links lead there.
(() => {
  "use strict";
  const steps = () => [...document.querySelectorAll("[data-step]")];
  let at = null; // the step that was gone to last

  const go = (target) => {
    if (!target) return;
    at = target;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: "center" });
  };

  const from = () => document.activeElement.closest("[data-step]") || document.querySelector("[data-step]:target") || at;

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, textarea, select")) return;
    if (event.key !== "j" && event.key !== "k") return;
    const all = steps();
    const here = all.indexOf(from());
    go(here < 0 ? all[0] : all[here + (event.key === "j" ? 1 : -1)]);
    event.preventDefault();
  });
})();
