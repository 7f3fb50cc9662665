// Reviewing changes from the keyboard, and where the focus goes after a decision.
// Without this file every button and form works all the same.
(() => {
  "use strict";
  const list = document.querySelector("[data-review]");
  if (!list) return;
  let acting = null; // the id of the card whose decision is on its way
  let last = null; // the id of the card that had the focus last

  const cards = () => [...list.querySelectorAll("[data-change]")];
  const isOpen = (card) => card.dataset.change === "proposed";
  const current = () => document.activeElement.closest("[data-change]") || document.getElementById(last);

  const go = (target) => {
    if (!target) return;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: "nearest" });
  };

  const step = (by) => {
    const all = cards();
    const at = all.indexOf(current());
    go(at < 0 ? all.find(isOpen) || all[0] : all[at + by]);
  };

  const unfold = (card, key) => {
    const details = card.querySelector(`details[data-key="${key}"]`);
    if (!details) return;
    details.open = true;
    details.querySelector("textarea").focus();
  };

  const submit = (card, key) => {
    // An opened edit is what "accept" means then: nothing typed is lost.
    const edit = key === "a" && card.querySelector("details[data-key=e][open] form");
    const form = edit || card.querySelector(`form[data-key="${key}"]`);
    if (form) form.requestSubmit();
    else unfold(card, key); // a finding is dismissed with a reason
  };

  const closeEdit = (field) => {
    field.closest("details").open = false;
    go(field.closest("[data-change]"));
  };

  const inField = (event) => {
    if (event.key === "Escape") closeEdit(event.target);
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.target.form.requestSubmit();
  };

  document.addEventListener("keydown", (event) => {
    if (event.target.matches("[data-change] textarea")) return inField(event);
    if (event.target.matches("input, textarea, select") || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // On the page of an artifact these keys step through the text, unless the focus is on a card.
    const inText = document.querySelector("[data-step]") && !list.contains(document.activeElement);
    if (inText && "jk".includes(event.key)) return;
    const card = current();
    if (event.key === "j") step(1);
    else if (event.key === "k") step(-1);
    else if (card && event.key === "e") unfold(card, "e");
    else if (card && "aru".includes(event.key)) submit(card, event.key);
    else return;
    event.preventDefault();
  });

  // The Back button must not show decisions as they were.
  addEventListener("pageshow", (event) => event.persisted && location.reload());

  list.addEventListener("focusin", (event) => (last = event.target.closest("[data-change]")?.id || last));
  list.addEventListener("submit", (event) => (acting = event.target.closest("[data-change]")?.id), true);

  document.addEventListener("htmx:after:swap", () => {
    const card = acting && document.getElementById(acting);
    acting = null;
    if (!card) return;
    const stays = isOpen(card) || card.dataset.change === "undone" || card.querySelector("[role=alert]");
    const all = cards();
    const at = all.indexOf(card);
    const next = [...all.slice(at + 1), ...all.slice(0, at)].find(isOpen);
    go(stays ? card : next || document.getElementById("changes-progress"));
  });
})();
