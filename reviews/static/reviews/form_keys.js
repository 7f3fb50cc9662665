// A form that stays on the page after it was answered gets a new key: pressing it again is meant.
// What htmx sends was made when the form was sent, so a second click before the answer keeps the old one.
// Before the response is used: a page that has heard newer things by then drops the answer.
document.addEventListener("htmx:before:response", (event) => {
  const { response, sourceElement } = event.detail.ctx;
  if (response.status >= 400) return;
  document.getElementById("problem").replaceChildren();
  const key = sourceElement.closest?.("form")?.elements.form_key;
  if (key) key.value = crypto.getRandomValues(new Uint32Array(2)).join("");
});

// Before the log-in nobody is known whose form could be remembered, and a code counts once: a second click is no second
// try. Going back to the page loads it anew.
document.addEventListener("submit", (event) => {
  if (!("once" in event.target.dataset)) return;
  if (event.target.dataset.once) event.preventDefault();
  event.target.dataset.once = "sent";
});
