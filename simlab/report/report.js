"use strict";
// A heading is a span, not a button element: browsers leave those out of the headings that they repeat on paper.
function whenPressed(element, act) {
  element.addEventListener("click", act);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act();
  });
}
// Columns sort by the value of their cells, not by their text; a second click turns the order round.
for (const table of document.querySelectorAll("table")) {
  const heads = table.querySelectorAll("th");
  heads.forEach((head, place) => whenPressed(head.querySelector("[role=button]"), () => {
    const down = head.getAttribute("aria-sort") === "ascending";
    heads.forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const body = table.tBodies[0];
    const value = (row) => row.cells[place].dataset.sort;
    const numeric = head.classList.contains("number");
    const number = (text) => text === "inf" ? Infinity : text === "-inf" ? -Infinity : Number(text);
    const order = numeric
      ? (a, b) => number(value(a)) === number(value(b)) ? 0 : number(value(a)) < number(value(b)) ? -1 : 1
      : (a, b) => value(a).localeCompare(value(b), "en", { numeric: true });
    const rows = Array.from(body.rows).sort(order);
    body.append(...(down ? rows.reverse() : rows));
  }));
}
// Fold-outs are printed as they stand on the screen; one click opens or closes them all.
const folds = document.querySelectorAll("details");
const all = document.getElementById("all-folds");
if (all) all.hidden = folds.length === 0;
all?.addEventListener("click", () => {
  const open = Array.from(folds).some((fold) => !fold.open);
  for (const fold of folds) fold.open = open;
  all.textContent = open ? "Close every fold-out" : "Open every fold-out";
});
