"use strict";
// Without this script the page is a plain scroll of all turns; with it, one turn at a time.
const moments = Array.from(document.querySelectorAll(".moment"));
const controls = document.querySelector(".controls");
const slider = controls.querySelector("input");
const told = controls.querySelector("output");
const button = (name) => controls.querySelector(`[data-do=${name}]`);
const fitting = button("fit");  // none where nothing is drawn
let at = 0, playing = 0;
function show(place) {
  at = Math.max(0, Math.min(moments.length - 1, place));
  moments.forEach((moment, number) => moment.classList.toggle("shown", number === at));
  slider.value = String(at);
  told.textContent = moments[at].querySelector("h2").textContent;
  button("first").disabled = button("back").disabled = at === 0;
  button("next").disabled = button("last").disabled = at === moments.length - 1;
  try { history.replaceState(null, "", "#" + moments[at].id); } catch { /* an address that may not change */ }
  if (at === moments.length - 1) play(false);
}
function play(on) {
  clearInterval(playing);
  playing = on ? setInterval(() => show(at + 1), 2000) : 0;
  button("play").setAttribute("aria-pressed", String(on));
  button("play").textContent = on ? "Stop" : "Play";
}
function fit(on) {
  document.body.classList.toggle("fitted", on);
  fitting.setAttribute("aria-pressed", String(on));
}
const acts = {
  first: () => show(0), back: () => show(at - 1), next: () => show(at + 1), last: () => show(moments.length - 1),
  play: () => { if (playing === 0 && at === moments.length - 1) show(0); play(playing === 0); },
  ...(fitting && { fit: () => fit(!document.body.classList.contains("fitted")) }),
};
for (const [name, act] of Object.entries(acts)) button(name).addEventListener("click", act);
slider.addEventListener("input", () => show(Number(slider.value)));
const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", p: "play", f: "fit" };
if (moments.length > 1) {
  controls.hidden = document.querySelector(".keys").hidden = false;
  addEventListener("keydown", (event) => {
    const name = keys[event.key];
    if (acts[name] === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target === slider && name !== "play" && name !== "fit") return;  // a slider has these keys itself
    event.preventDefault();
    acts[name]();
  });
  document.body.classList.add("stepping");
  const named = moments.findIndex((moment) => "#" + moment.id === location.hash);
  show(named < 0 ? 0 : named);
  scrollTo(0, 0);
  addEventListener("hashchange", () => {
    const asked = moments.findIndex((moment) => "#" + moment.id === location.hash);
    if (asked >= 0) show(asked);
  });
}
