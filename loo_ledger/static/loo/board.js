// The board says whether what it shows is the newest: each answer of the server, also "nothing new", moves the clock.

const bar = document.getElementById("fresh");
const [words, clock] = [bar.querySelector("b"), bar.querySelector("time")];
const SILENCE = 7000;
let heard = Date.now();

function tell() {
  const stale = !document.hidden && Date.now() - heard > SILENCE;
  const text = stale ? "Not up to date." : "Up to date";
  const time = new Date(heard).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
  bar.classList.toggle("stale", stale);
  // Written only when it changes: it is read aloud.
  if (words.textContent !== text) words.textContent = text;
  clock.textContent = stale ? `What you see is of ${time}; trying again` : `at ${time}`;
}

document.addEventListener("htmx:afterRequest", event => {
  if (event.detail.successful) heard = Date.now();
  tell();
});
document.addEventListener("visibilitychange", () => {
  // The hour in the background was asked for: only from now on is silence a fault.
  if (!document.hidden) heard = Date.now();
  tell();
});
setInterval(tell, 1000);
tell();
