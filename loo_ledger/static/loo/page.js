// What every page needs and HTML alone cannot do: say that a request failed, and leave the network alone while nobody
// looks. Pages work without it.

const notice = document.getElementById("notice");

function show(text) {
  notice.textContent = text;
  notice.hidden = !text;
}

const reasons = {
  403: "This page has been open too long or the link no longer holds. Load the page again; what is recorded stays.",
  404: "There is nothing at this address any more. Load the page again.",
  410: "This link no longer holds. Ask the host for the new one.",
  413: "That was too much at once. Nothing was changed.",
  429: "Too many requests in a short time. Wait a moment, then do it again.",
};

document.addEventListener("htmx:responseError", event => {
  const status = event.detail.xhr.status;
  show(reasons[status] ?? `The server could not do this (${status}). Nothing was changed; try again.`);
});
for (const name of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, () => show("No answer from the server. Check the network, then do it again."));
}
document.addEventListener("htmx:afterRequest", event => {
  if (event.detail.successful) show("");
});

// A page in the background does not poll; it asks again when it is looked at.
document.addEventListener("htmx:beforeRequest", event => {
  const { verb, triggeringEvent } = event.detail.requestConfig;
  if (document.hidden && verb === "get" && triggeringEvent === undefined) event.preventDefault();
});
