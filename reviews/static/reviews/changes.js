// Reviewing from the keyboard, where the focus goes after a decision, and keeping what is typed in other boxes.
// Without this file every button and form works all the same.
(() => {
  "use strict";
  const list = document.querySelector("[data-review]");
  if (!list) return;
  let acting = null; // what was asked for last and is on its way: the card, its part, and what is typed beside it
  let last = null; // the id of the card that had the focus last

  const cards = () => [...list.querySelectorAll("[data-change]")];
  const isOpen = (card) => card.dataset.change === "proposed";
  const current = () => document.activeElement.closest("[data-change]") || document.getElementById(last);

  const go = (target) => {
    if (!target) return;
    const fold = target.closest("details:not([open])");
    if (fold) fold.open = true; // what is folded takes no focus
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: "nearest" });
  };

  const step = (by) => {
    const all = cards();
    const at = all.indexOf(current());
    go(at < 0 ? all.find(isOpen) || all[0] : all[at + by]);
  };

  const show = (details) => {
    details.open = true;
    (details.querySelector("textarea, select") || details.querySelector("summary")).focus();
  };

  // A key sends its form. Where a box for it is open, that form is meant: nothing typed is lost.
  const act = (card, key) => {
    const typed = card.querySelector(`details[open][data-for="${key}"] form`);
    const form = typed || card.querySelector(`form[data-key="${key}"]`);
    const details = card.querySelector(`details[data-key="${key}"]`);
    if (form) form.requestSubmit();
    else if (details) show(details);
  };

  const close = (field) => {
    field.closest("details").open = false;
    go(field.closest("[data-change]"));
  };

  const inField = (event) => {
    if (event.key === "Escape") close(event.target);
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.target.form.requestSubmit();
  };

  document.addEventListener("keydown", (event) => {
    if (event.target.matches("[data-change] :is(textarea, select)")) return inField(event);
    if (event.target.matches("input, textarea, select") || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // On the page of an artifact these keys step through the text, unless the focus is on a card.
    const inText = document.querySelector("[data-step]") && !list.contains(document.activeElement);
    if (inText && "jk".includes(event.key)) return;
    const card = current();
    if (event.key === "j") step(1);
    else if (event.key === "k") step(-1);
    else if (card && "aerwucx".includes(event.key)) act(card, event.key);
    else return;
    event.preventDefault();
  });

  // The Back button must not show decisions as they were.
  addEventListener("pageshow", (event) => event.persisted && location.reload());

  list.addEventListener("focusin", (event) => (last = event.target.closest("[data-change]")?.id || last));

  // Whoever opens a box wants to type there: on its summary, letters would be keys that decide.
  list.addEventListener("toggle", ({ target }) => {
    if (target.open && target.querySelector("summary") === document.activeElement) {
      target.querySelector("textarea, select")?.focus();
    }
  }, true);

  list.addEventListener("submit", (event) => {
    const form = event.target, card = form.closest("[data-change]");
    if (!card) return;
    const fields = [...card.querySelectorAll("textarea")].filter((field) => field.form !== form);
    const drafts = fields.filter((field) => field.value !== field.defaultValue);
    const part = form.closest("[data-talk]") && form.closest("details").dataset.key;
    acting = { card: card.id, part, drafts: drafts.map((field) => [field.id, field.value]) };
  }, true);

  const restore = ([id, value]) => {
    const field = document.getElementById(id);
    if (!field) return;
    field.value = value;
    field.closest("details").open = true;
  };

  document.addEventListener("htmx:after:swap", ({ detail }) => {
    if (detail.ctx.request.method === "GET") return; // something was fetched: no answer to what was asked for
    const asked = acting, card = asked && document.getElementById(asked.card);
    acting = null;
    if (!card) return;
    asked.drafts.forEach(restore);
    if (asked.part) {
      const details = card.querySelector(`[data-talk] details[data-key="${asked.part}"]`);
      return (details.querySelector(":scope[open] textarea") || details.querySelector("summary")).focus();
    }
    const refused = card.querySelector("details[open] [aria-invalid=true]");
    if (refused) return refused.focus();
    const stays = isOpen(card) || card.dataset.change === "undone" || card.querySelector("[role=alert]");
    const all = cards();
    const at = all.indexOf(card);
    const next = [...all.slice(at + 1), ...all.slice(0, at)].find(isOpen);
    const end = document.querySelector("a[rel=next]") || document.getElementById("changes-progress");
    go(stays ? card : next || end);
  });
})();
