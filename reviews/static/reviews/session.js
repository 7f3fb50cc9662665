// The session page, live. Everything works without this file: forms post, and a link refreshes.
// Finished events come as HTML and are swapped by htmx; this file resumes after a lost connection, drops what
// came twice, adds the words of the turn being spoken, and keeps scroll, focus and drafts where they belong.
(() => {
  "use strict";
  const page = document.querySelector("#session");
  if (!page) return;
  const at = (id) => document.getElementById(id);
  const log = at("log"), live = at("live"), link = at("connection"), jump = at("jump"), door = at("log-in");
  let last = Number(page.dataset.last), socket = null, waiting = [], news = [], frame = 0, stick = false, timer = 0;
  let known = 0; // up to this event nothing is announced: a page that missed very much got the newest ones instead

  const resume = () => {
    timer ||= setTimeout(() => {
      timer = 0;
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ t: "resume", after: last }));
    }, 100);
  };

  // The log: numbers have no gaps, and an event stands in it once, whichever way it came.
  const arrive = (event) => {
    const number = Number(event.dataset.number);
    if (number !== last + 1) {
      if (log.querySelector(`[data-number="${number}"]`) !== event || number > last) event.remove();
      if (number > last) resume();
      return;
    }
    last = number;
    event.querySelectorAll("[data-by]").forEach((own) => own.dataset.by === page.dataset.user || own.remove());
    if (number > known && event.ariaLabel && !event.matches(".event-revision, .event-change"))
      news.push([event.ariaLabel.replace(/\.$/, ""), event.dataset.next].filter(Boolean).join(". "));
  };
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      addedNodes.forEach((node) => node.matches?.("[data-number]") && arrive(node));
    if (news.length) at("announce").textContent = news.splice(0).join(". ");
    follow();
  }).observe(log, { childList: true });

  // The turn being spoken: offsets count what the server has sent, in UTF-16 units.
  const flush = () => {
    frame = 0;
    const turn = live.querySelector("[data-turn]"), words = live.querySelector(".live-text");
    for (const { n, o, s } of waiting.splice(0)) {
      if (!turn || n !== Number(turn.dataset.turn)) {
        if (n > Math.max(last, Number(turn?.dataset.turn ?? 0))) resume();
        continue;
      }
      const have = Number(turn.dataset.units);
      if (o > have) { resume(); continue; }
      if (o + s.length <= have) continue;
      if (!words.firstChild) words.append("");
      words.firstChild.appendData(s.slice(have - o));
      turn.dataset.units = o + s.length;
    }
    follow();
  };
  const hear = (event) => {
    const got = JSON.parse(event.detail.message.data);
    if (got.d) {
      waiting.push(got.d);
      frame ||= requestAnimationFrame(flush);
    } else if (got.p) progress(got.p);
    if (got.first) [last, known] = [got.first - 1, got.n];
    if (got.content === undefined) event.preventDefault();
  };
  const present = (people, reading) => {
    const here = people.filter((name) => !reading.includes(name));
    if (!page.matches(".session-roundtable")) return people.length > 1 ? people.join(", ") + " are watching" : "";
    const told = [["At the table", here], ["Watching", reading]].filter(([, names]) => names.length);
    return told.map(([words, names]) => `${words}: ${names.join(", ")}`).join(" · ");
  };
  const progress = ({ state, people, reading, notice }) => {
    if (state) page.dataset.state = state;
    if (notice !== undefined) say(notice);
    if (!people) return;
    at("people").textContent = present(people, reading);
    page.dataset.watched = people.length;
  };

  // The connection.
  const say = (text) => { if (link) [link.textContent, link.hidden] = [text, !text]; };
  const kept = "What you typed is kept in this tab. ";
  const lost = {
    4400: "This page and the server do not understand each other. " + kept + "Load the page again.",
    4401: "You are logged out, so nothing new is shown here. " + kept + "Log in to go on.",
    4403: "You no longer have access to this session: you do not belong to its team any more. Ask an admin of the team.",
    4404: "This session no longer exists.",
    4410: "Your account was deactivated, so nothing new is shown here. Ask whoever runs this server.",
    4419: "Your log-in has expired, so nothing new is shown here. " + kept + "Log in to go on.",
    4423: "Your password was changed, and this browser was logged out. " + kept + "Log in with the new one to go on.",
    4429: "You have too many pages of sessions open for this one to be live. Close some, then load this page again.",
    4430: "This page has asked too often for what it missed. " + kept + "Wait a minute, then load it again.",
  };
  const doors = [4401, 4419, 4423];
  const broken = "Connection lost. Reconnecting…";
  const away = "The server can't be reached. What you typed is kept.";
  const close = (code) => {
    say(lost[code] ?? broken);
    if (code in lost) {
      page.dataset.over = code;
      at("people").textContent = "";
    }
    door.hidden = !doors.includes(code);
    if (!door.hidden) document.dispatchEvent(new CustomEvent("elm:login:ended"));
  };
  document.addEventListener("htmx:ws:after:connection", (event) => {
    socket = event.detail.connection.socket;
    say("");
    socket.send(JSON.stringify({ t: "resume", after: last }));
  });
  document.addEventListener("htmx:ws:close", (event) => {
    if (event.detail.code !== 1000) close(event.detail.code);
  });
  document.addEventListener("htmx:ws:before:message:incoming", hear);
  document.addEventListener("htmx:ws:after:message:incoming", () => follow());
  document.addEventListener("htmx:before:response", (event) => {
    const { sourceElement, response: { raw, status } } = event.detail.ctx;
    if (Number(raw.headers.get("X-Last-Event") ?? last) < last) return event.preventDefault();
    if (status === 401 || (raw.redirected && new URL(raw.url).pathname === door?.pathname)) close(4401);
    else if (raw.redirected) location.reload();
    else if (status < 400) return forget(sourceElement);
    else if ([409, 422].includes(status)) return;
    else say(raw.headers.get("X-Problem") ?? "That did not work. Refresh the page, then try again. What you typed is kept.");
    event.preventDefault();
  });
  // A socket may have stayed open while a form found no server, so nothing else tells that it is back.
  let asking = 0;
  const lookAgain = async () => {
    asking = 0;
    if (link?.textContent !== away) return;
    const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
    if (!answer?.ok) return wait();
    if (link.textContent === away)
      say(lost[page.dataset.over] ?? (socket && socket.readyState !== WebSocket.OPEN ? broken : ""));
  };
  const wait = () => { asking ||= setTimeout(lookAgain, 1000); };
  document.addEventListener("htmx:error", () => { say(away); wait(); });
  addEventListener("pageshow", (event) => event.persisted && location.reload());

  // Scrolling: follow the conversation only while its end is in view.
  const bottom = () => document.documentElement.scrollHeight - innerHeight;
  const near = (pixels) => bottom() - scrollY < pixels;
  const offer = () => { jump.hidden = stick || near(120); };
  const follow = () => {
    if (stick) scrollTo({ top: bottom(), behavior: "instant" });
    offer();
  };
  addEventListener("scroll", () => { stick = near(60); offer(); }, { passive: true });
  jump.addEventListener("click", () => { stick = true; follow(); box()?.focus({ preventScroll: true }); });

  // What is typed outlives a reload and a new log-in of the same person in this tab, and Ctrl+Enter sends a message.
  const box = () => at("text");
  const draftKey = (field) => ["draft", page.dataset.user, location.pathname, field.id].join(" ");
  const forget = (form) => {
    for (const field of form.querySelectorAll("textarea")) sessionStorage.removeItem(draftKey(field));
  };
  document.addEventListener("input", ({ target }) => {
    if (target.matches("#session textarea")) sessionStorage.setItem(draftKey(target), target.value);
  });
  document.addEventListener("keydown", (event) => {
    if (event.target !== box() || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    box().form.requestSubmit();
  });
  document.addEventListener("htmx:after:swap", () => {
    const composer = document.querySelector("#composer[data-fresh]");
    if (!composer) return;
    delete composer.dataset.fresh;
    box()?.focus({ preventScroll: true });
  });
  for (const field of page.querySelectorAll("textarea"))
    field.value ||= sessionStorage.getItem(draftKey(field)) ?? "";
  // A link to an event that is not on this page leads to the page that it stands on.
  const seek = () => {
    const number = Number(/^#event-(\d+)$/.exec(location.hash)?.[1]), query = `?at=${number}`;
    if (number && number < last && !at(`event-${number}`) && location.search !== query)
      location.assign(query + location.hash);
  };
  addEventListener("hashchange", seek);
  seek();
  stick = Boolean(page.dataset.live) && !location.hash;
  follow();
})();
