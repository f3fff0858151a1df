// What a page does wrong to the eye or to the thumb, as a list of sentences. Evaluated in the page by screens.py.
() => {
  const faults = [];
  const root = document.documentElement;
  const shown = e => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length > 0;
  const hiddenToTheEye = e => e.closest(".vh, .skip") !== null;
  const name = e => {
    const text = (e.getAttribute("aria-label") || e.textContent || e.name || "").trim().replace(/\s+/g, " ").slice(0, 40);
    return `<${e.localName}${e.className && typeof e.className === "string" ? "." + e.className.replace(/ /g, ".") : ""}> ${text}`;
  };
  const ownText = e => [...e.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.data.trim());

  if (root.scrollWidth > root.clientWidth) faults.push(`scrolls sideways: ${root.scrollWidth} px in ${root.clientWidth}`);

  for (const e of document.body.querySelectorAll("*")) {
    if (e.closest("svg") || !shown(e) || hiddenToTheEye(e)) continue;
    const style = getComputedStyle(e);
    const writes = ownText(e) || (e.matches("input, select, textarea") && e.value);
    if (!writes) continue;
    // An ellipsis or a line clamp is said on purpose, for names of any length and for sentences that stand in full below.
    // A field for words scrolls under the cursor; one for figures must show all of them.
    const onPurpose = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none"
      || e.matches("input:not([inputmode]), textarea");
    if (!onPurpose && style.display !== "inline") {
      if (e.scrollWidth > e.clientWidth + 1) faults.push(`clipped across: ${name(e)}`);
      if (style.overflowY !== "visible" && style.overflowY !== "auto" && e.scrollHeight > e.clientHeight + 1) faults.push(`clipped below: ${name(e)}`);
    }
    const box = e.getBoundingClientRect();
    if (!e.closest(".scroll-x") && (box.right > root.clientWidth + 1 || box.left < -1)) faults.push(`out of the page: ${name(e)}`);
  }

  const inSentence = e => e.localName === "a" && getComputedStyle(e).display === "inline"
    && [...e.parentElement.childNodes].some(n => n !== e && n.textContent.trim());
  for (const e of document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]")) {
    const target = e.matches("[type=radio], [type=checkbox]") ? e.closest("label") ?? e : e;
    if (!shown(target) || e.closest(".skip") || e.tabIndex < 0 || inSentence(e)) continue;
    if (e.closest(".vh") && target === e) continue;
    const { width, height } = target.getBoundingClientRect();
    if (width < 47.5 || height < 47.5) faults.push(`target of ${Math.round(width)} x ${Math.round(height)}: ${name(target)}`);
  }
  return faults;
}
