// Buttons that copy a text: [data-copy="id of the field"]. Hidden without this script; the field itself can be selected.

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  const says = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    let done;
    try {
      await navigator.clipboard.writeText(field.value);
      done = true;
    } catch {
      // On plain http there is no clipboard but this old way.
      done = document.execCommand("copy");
    }
    button.textContent = done ? "Copied" : "Selected: copy it by hand";
    setTimeout(() => { button.textContent = says; }, 3000);
  });
}
