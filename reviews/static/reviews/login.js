// The log-in of whoever looks at a session. It does not expire while the page is looked at. When it has ended all the
// same, session.js says so and keeps what was typed; this file loads the page again as soon as the same person is
// logged in again in this browser, in whichever tab.
(() => {
  "use strict";
  const page = document.querySelector("#session");
  if (!page) return;
  const pause = page.dataset.pause * 1000;
  let ended = false, asked = performance.now();

  const ask = async () => {
    asked = performance.now();
    const found = await fetch(page.dataset.login).then((answer) => answer.json()).catch(() => null);
    if (ended && String(found?.user) === page.dataset.user) location.reload();
  };
  const look = () => {
    if (!document.hidden && (ended || performance.now() - asked > pause / 2)) ask();
  };
  setInterval(look, pause);
  document.addEventListener("visibilitychange", look);
  addEventListener("focus", look);

  document.addEventListener("elm:login:ended", () => {
    ended = true;
    // It may have been renewed in this browser, as by a new password. A page that is turned away as soon as it is
    // loaded does not load itself again and again.
    if (performance.now() > 3000) ask();
  });
})();
