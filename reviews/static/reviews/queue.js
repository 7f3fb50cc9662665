// The cards of what waits come without their boxes, which stand in the page once for each kind and team: this file puts
// them into the cards, and has what is long fetched when it is looked at. Without it a link opens a card whole.
(() => {
  "use strict";
  const BLANK = "00000000-0000-0000-0000-000000000000";
  const list = document.querySelector("[data-review]");
  if (!list) return;
  let waiting = null; // the box that is being fetched

  const set = (element, names) => Object.entries(names).forEach(([name, value]) => element.setAttribute(name, value));
  const renew = (part) => part.querySelectorAll("[name=form_key]").forEach((key) => {
    key.value = crypto.getRandomValues(new Uint32Array(2)).join("");
  });

  // The part that `target` finds on the page takes the place of itself, as the card has it that is shown whole.
  const fetched = (element, url, trigger, target) =>
    set(element, {
      "hx-get": url, "hx-trigger": trigger, "hx-target": target, "hx-select": target, "hx-swap": "outerHTML",
    });

  // A button of the page's one form gets a form of its own, as in cards that are shown whole.
  const withForm = (card, button, icons) => {
    const form = document.getElementById("decide").cloneNode(true), back = document.createElement("input");
    const url = button.getAttribute("formaction");
    set(form, { action: url, "hx-post": url, "hx-target": `#${card.id}`, "hx-swap": "outerHTML" });
    form.dataset.key = button.dataset.key;
    set(back, { type: "hidden", name: "back", value: button.value });
    for (const name of ["form", "formaction", "name", "value", "data-key"]) button.removeAttribute(name);
    form.removeAttribute("id");
    button.prepend(icons.querySelector(`[data-icon="${form.dataset.key}"]`).firstChild);
    button.replaceWith(form);
    form.append(back, button);
    renew(form);
  };

  const place = (end, box) => {
    const before = end.querySelector(`form[data-key="${box.dataset.for}"]`);
    if (before) before.after(box);
    else end.append(box);
  };

  // Who is asked to decide: the name instead of "Assign", and not "Assign to me" once more.
  const tellPerson = (talk, person) => {
    const select = talk.querySelector("select[name=person]"), mine = talk.querySelector("form[data-key=x]");
    const option = select.querySelector(`option[value="${person}"]`), before = document.createElement("span");
    const summary = select.closest("details").querySelector("summary");
    option.defaultSelected = true;
    before.className = "visually-hidden";
    before.textContent = "Assigned to ";
    summary.classList.add("talk-assigned");
    summary.lastChild.replaceWith(before, option.textContent);
    if (mine.elements.person.value === person) mine.remove();
  };

  const fill = (card) => {
    const boxes = document.getElementById(`boxes-${card.dataset.boxes}`), end = card.querySelector(".change-end");
    const more = end.querySelector("[data-more]"), made = document.createElement("template");
    made.innerHTML = boxes.innerHTML.replaceAll(BLANK, card.id.slice(card.id.indexOf("-") + 1));
    renew(made.content);
    const talk = made.content.querySelector("[data-talk]"), edit = made.content.querySelector("[data-key=e]");
    end.querySelectorAll("button").forEach((button) => withForm(card, button, made.content));
    if (edit) fetched(edit, more.querySelector("a").getAttribute("href"), "toggle", `#${card.id} [data-key=e]`);
    if (card.dataset.person) tellPerson(talk, card.dataset.person);
    if (!card.querySelector("[data-talk]")) card.append(talk);
    made.content.querySelectorAll(".change-edit").forEach((box) => place(end, box));
    more.remove();
  };

  const ready = (card) => {
    const rest = card.querySelector(".change-rest"), said = card.querySelector("[data-talk] > a");
    if (said) fetched(said.parentElement, said.getAttribute("href"), "revealed", `#${said.parentElement.id}`);
    if (rest) {
      fetched(rest, rest.getAttribute("href"), "click, look", `#${card.id} .change-body`);
      card.addEventListener("focusin", () => htmx.trigger(rest, "look"), { once: true });
    }
    if (card.dataset.boxes) fill(card);
    htmx.process(card);
  };
  list.querySelectorAll("[data-brief]").forEach(ready);

  // While a box is on its way, letters are meant for it: none may decide.
  document.addEventListener("keydown", (event) => {
    if (!waiting || event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, textarea, select")) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  document.addEventListener("htmx:before:request", ({ detail }) => {
    if (detail.ctx.sourceElement.matches("details[hx-get]")) waiting = detail.ctx.sourceElement;
  });
  document.addEventListener("htmx:finally:request", ({ detail }) => {
    if (detail.ctx.sourceElement === waiting) waiting = null;
  });
  document.addEventListener("htmx:after:swap", ({ detail }) => {
    const source = detail.ctx.sourceElement;
    if (!source.matches("details[hx-get], .change-rest")) return;
    const part = document.querySelector(source.getAttribute("hx-target"));
    if (!part) return; // somebody has decided meanwhile: there is nothing to edit any more
    if (source.matches("details")) {
      part.open = true;
      part.querySelector("textarea").focus();
    } else if (document.activeElement === document.body) {
      part.closest("[data-change]").focus({ preventScroll: true });
    }
  });
})();
