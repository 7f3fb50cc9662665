// How much waits for the reader: in the navigation, in the tab's title and, when asked for, as a notification. Asks
// every few seconds while the page is looked at; a page that shows what waits asks for its parts when they have changed.
(() => {
  "use strict";
  const places = document.querySelectorAll("[data-waiting]"), LOOKED_AT = 5_000, HIDDEN = 30_000, AGAIN = 30_000;
  if (!places.length) return;
  const KEY = "elm-waiting", WANTED = "elm-notify";
  const button = document.querySelector("[data-notify]");
  const now = () => document.getElementById("now");
  let known = null, timer = 0, figuresOf = ""; // the stamp that the figures, which have none of their own, are of

  const remembered = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
  const remember = (key, value) => { try { localStorage.setItem(key, value); } catch { /* then it is asked for again */ } };
  const isWanted = () => "Notification" in window && Notification.permission === "granted" && remembered(WANTED) === "yes";

  const show = (total) => {
    places.forEach((place) => {
      place.hidden = !total;
      place.querySelector("b").textContent = total > 99 ? "99+" : total;
    });
    document.title = (total ? `(${total}) ` : "") + document.title.replace(/^\(\d+\) /, "");
  };

  const notify = (waiting) => {
    const parts = [[waiting.changes, "changes to decide"], [waiting.findings, "findings assigned to you"],
      [waiting.sessions, "sessions that wait for an answer"]];
    const body = parts.filter(([number]) => number).map(([number, words]) => `${words}: ${number}`).join(", ");
    const told = new Notification("Something waits for you in ELM", { body, tag: KEY });
    told.onclick = () => { window.focus(); location.assign("/"); };
  };

  // Not while somebody reads a table of it or stands in it: what they look at stays.
  const isUsed = (part) => part.contains(document.activeElement) || part.querySelector("details[open]");
  const renew = (stamp) => {
    const figures = document.getElementById("trends");
    if (now() && now().dataset.stamp !== stamp && !isUsed(now())) {
      now().dataset.stamp = stamp;
      htmx.trigger(now(), "elm:changed");
    }
    if (figures && figuresOf !== stamp && !isUsed(figures)) {
      figuresOf = stamp;
      htmx.trigger(figures, "elm:changed");
    }
  };

  const take = (waiting) => {
    if (known && waiting.total > known.total && document.hidden && isWanted()) notify(waiting);
    if (known === null && now()) figuresOf = now().dataset.stamp;
    known = waiting;
    remember(KEY, waiting.total);
    show(waiting.total);
    renew(waiting.stamp);
  };

  const ask = async () => {
    clearTimeout(timer);
    let wait = document.hidden ? HIDDEN : LOOKED_AT;
    try {
      const answer = await fetch("/waiting/", { headers: { "X-By-Itself": "1", Accept: "application/json" } });
      if (answer.redirected || answer.status === 403) return; // logged out: the next page says so
      if (answer.ok) take(await answer.json());
    } catch {
      wait = AGAIN;
    }
    if (!document.hidden || isWanted()) timer = setTimeout(ask, wait);
  };

  const tellWanted = () => {
    button.hidden = Notification.permission === "denied";
    button.textContent = isWanted() ? "Stop notifying me in this browser" : "Notify me in this browser";
  };
  if (button && "Notification" in window) {
    button.addEventListener("click", async () => {
      if (isWanted()) remember(WANTED, "no");
      else if ((await Notification.requestPermission()) === "granted") remember(WANTED, "yes");
      tellWanted();
    });
    tellWanted();
  }
  document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
  show(Number(remembered(KEY)) || 0);
  ask();
})();
