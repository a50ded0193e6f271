// Asks before an answer is sent, sends without leaving the page, and hears the keys.
// Without script all of it works, too: the forms are real ones.

import { announce, board, cardOf, cards, dialog, get, isDirty, parse, problem, renew, showNew, wake, words } from "./fresh.js";

const ANEW = "This page is of a dashboard that ended, so nothing was sent. Open the address that the new one printed. What you typed is still here, to be copied.";
const REFUSED = "The dashboard refused this. What you typed is still here: copy it, then load the page again.";
const keys = document.getElementById("keys");
const typed = new Map(); // card key -> a reason that was typed and not sent yet
let sending = false;
let asked = 0; // counts what was asked for, so that only the last of it opens
let isOpening = false; // letters typed before a confirmation is there belong to its reason, not to another answer

document.documentElement.classList.add("js");

async function ask(button) {
  if (button.getAttribute("aria-disabled") === "true") {
    const described = button.getAttribute("aria-describedby").split(" ");
    const why = document.getElementById(described.find((id) => id.endsWith("-blocked")));
    announce(why ? words(why) : "This changed on GitHub meanwhile: look at the new one first.");
    return;
  }
  const mine = ++asked;
  isOpening = true;
  try {
    const answer = await get(button.formAction);
    const section = parse(await answer.text()).querySelector("main > section");
    if (mine !== asked || document.querySelector("dialog[open]")) return;
    dialog.replaceChildren(section);
    dialog.setAttribute("aria-labelledby", section.getAttribute("aria-labelledby"));
    const reason = section.querySelector("textarea");
    if (reason && !reason.value) reason.value = typed.get(section.dataset.card) ?? "";
    dialog.showModal();
    (reason ?? section.querySelector("a"))?.focus();
  } catch {
    if (mine !== asked) return;
    announce("The dashboard does not answer.");
    wake(); // if it is gone, the page says so where everybody sees it
  } finally {
    if (mine === asked) isOpening = false;
  }
}

async function send(form) {
  if ("questions" in form.dataset && !("refilled" in form.dataset) && !isDirty(form)) {
    problem(form, "Nothing was changed in this form, so nothing was sent.");
    return;
  }
  const held = [...form.querySelectorAll('button:not(:disabled, [aria-disabled="true"])')];
  const isOurs = "send" in form.dataset;
  const key = form.closest("[data-card]")?.dataset.card;
  const before = newest(key);
  const fields = [...form.querySelectorAll("textarea, input:not([type=hidden])")];
  const filled = fields.map((field) => ({ field, checked: field.checked, value: field.value }));
  // A reading, or Escape pressed twice, may take the form away while its answer is on the way.
  const here = () => (form.isConnected ? form : cardOf(key) ?? document.getElementById("main"));
  const body = new URLSearchParams(new FormData(form));
  let isDone = false;
  sending = true;
  for (const button of held) button.setAttribute("aria-disabled", "true"); // a disabled one loses the focus
  form.setAttribute("aria-busy", "true");
  if (isOurs) announce("Sending…");
  try {
    const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" });
    if (answer.type !== "opaqueredirect") {
      const said = parse(await answer.text()).querySelector("#problem");
      problem(here(), said ? words(said) : answer.status === 404 ? ANEW : REFUSED);
      return;
    }
    if (isOurs) settle(form, key, filled);
    isDone = true;
    await renew();
    if (isOurs) tell(key, before);
    wake("refresh" in form.dataset);
  } catch {
    if (isDone) announce("The dashboard took it, and does not answer any more. Load the page again to see what became of it.");
    else problem(here(), "The dashboard does not answer, so nobody knows whether this was sent. What you typed is still here.");
  } finally {
    sending = false;
    form.removeAttribute("aria-busy");
    for (const button of held) button.removeAttribute("aria-disabled");
  }
}

// What was sent stands in a note from now on, whatever became of it; the fields are in use no more,
// unless somebody went on typing meanwhile.
function settle(form, key, filled) {
  for (const { field, checked, value } of filled) {
    if (field.type === "radio" || field.type === "checkbox") field.defaultChecked = checked;
    else field.defaultValue = value;
  }
  if (!form.elements.reason) return;
  typed.delete(key);
  if (!dialog.contains(form)) return;
  form.remove();
  dialog.close();
}

const notesOf = (key) => [...(cardOf(key) ?? board).querySelectorAll("[data-note]")];
const newest = (key) => Math.max(0, ...notesOf(key).map((note) => Number(note.dataset.note)));

// A reading may show what was sent before anybody could see its note; a failure always has a new one.
function tell(key, before) {
  const isOld = (note) => note.dataset.outcome === "not-sent" && Number(note.dataset.note) <= before;
  const note = notesOf(key).filter((note) => !isOld(note)).pop();
  (note ?? cardOf(key) ?? document.getElementById("main")).focus();
  announce(note ? words(note) : "Sent, and this page shows it already.");
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.submitter?.dataset.choice) {
    event.preventDefault();
    ask(event.submitter);
  } else if (form.method === "post") {
    event.preventDefault();
    if (!sending && event.submitter?.getAttribute("aria-disabled") !== "true") send(form);
  }
});

document.addEventListener("click", (event) => {
  const on = (selector) => event.target.closest(selector);
  if (on('[data-choice][type="button"]')) ask(on("[data-choice]"));
  else if (on("[data-keys]")) keys.showModal();
  else if (on("[data-show-new]")) showNew(on("[data-card]"));
  else if (on("[data-close]") && dialog.open) {
    event.preventDefault();
    if (!sending) dialog.close();
  }
});

dialog.addEventListener("cancel", (event) => { if (sending) event.preventDefault(); });
dialog.addEventListener("close", () => {
  const section = dialog.querySelector("section");
  const reason = section?.querySelector("textarea");
  if (reason) typed.set(section.dataset.card, reason.value);
  dialog.replaceChildren();
  if (document.activeElement === document.body) cardOf(section?.dataset.card)?.focus({ preventScroll: true });
});

const LETTERS = { a: "A", b: "B", c: "C", r: "reject" };

function answer(letter) {
  const card = document.activeElement?.closest("[data-card]");
  const button = card?.querySelector(`[data-choice="${LETTERS[letter]}"]`);
  if (button) ask(button);
  else announce(card ? "This card has no such answer." : "Choose a card first: press j.");
}

function move(step) {
  const list = cards();
  const here = list.indexOf(document.activeElement?.closest("[data-card]"));
  const next = list[here < 0 ? (step > 0 ? 0 : list.length - 1) : Math.min(Math.max(here + step, 0), list.length - 1)];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "start" });
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") { asked += 1; isOpening = false; }
  const isTyping = event.target.closest('textarea, select, input:not([type="radio"]):not([type="checkbox"])');
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || isTyping) return;
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "j" || event.key === "k") move(event.key === "j" ? 1 : -1);
  else if (event.key === "?") keys.showModal();
  else if (event.key in LETTERS && !event.repeat) { if (!isOpening) answer(event.key); }
  else return;
  event.preventDefault();
});

wake();
