// Taps that are faster than the network: each waits for the page that the one before it makes, for a tap means
// something only on that page. Without this file a tap in between is lost; nothing wrong is ever booked.

const waiting = [];
let busy = false;

const isEntry = event => event.target instanceof HTMLFormElement && event.target.id === "entry";

document.addEventListener("submit", event => {
  if (!isEntry(event) || !busy) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  waiting.push(event.submitter?.value);
}, true);

document.addEventListener("htmx:beforeRequest", event => {
  if (isEntry(event)) busy = true;
});

document.addEventListener("htmx:afterRequest", event => {
  if (!isEntry(event)) return;
  busy = false;
  if (!event.detail.successful) waiting.length = 0;
  // A button that is not there any more means nothing now: every trick has its winner.
  const next = waiting.shift();
  if (next) document.querySelector(`#entry button[value="${CSS.escape(next)}"]`)?.click();
});
