// Keeps the page as fresh as the board: card by card, and never over what somebody is typing.

export const root = document.body.dataset.root;
export const board = document.getElementById("board");
export const dialog = document.getElementById("dialog");
const live = document.getElementById("live");
const renewed = new Map(); // card key -> the new card that waits, because the old one is in use
const OPEN_EVERY = 3000;
const READING_EVERY = 300;
const PATIENCE = 20000; // an answer that never comes must not keep the page from asking again
let lost = false;
let wasReading = false;
let isAsked = false; // somebody pressed for this reading, and hears of its end
let timer = 0;
let isPolling = false;

export const cards = () => [...board.querySelectorAll("[data-card]")];
export const cardOf = (key) => cards().find((card) => card.dataset.card === key);
const counted = () => board.querySelector("[data-count]");
export const announce = (words) => { live.textContent = ""; setTimeout(() => { live.textContent = words; }, 50); };
export const parse = (html) => new DOMParser().parseFromString(html, "text/html");
export const words = (node) => node.textContent.replace(/\s+/g, " ").trim();

export const get = (address) => fetch(address, { signal: AbortSignal.timeout(PATIENCE) });

export function isDirty(node) {
  return [...node.querySelectorAll("textarea, input:not([type=hidden])")].some((field) =>
    "checked" in field && field.type !== "textarea" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);
}

// Looks at once, and hears the end of the reading that runs where `asked` says so.
export function wake(asked = false) {
  isAsked = isAsked || asked;
  clearTimeout(timer);
  poll();
}

async function poll() {
  if (isPolling) return;
  isPolling = true;
  let wait = OPEN_EVERY;
  try {
    if (!document.hidden) wait = await look();
  } catch {
    lose();
  }
  isPolling = false;
  timer = setTimeout(poll, wait);
}

async function look() {
  const answer = await get(root + "state");
  if (!answer.ok) throw new Error("gone");
  const state = await answer.json();
  document.getElementById("lost")?.remove();
  lost = false;
  const before = cards().map((card) => card.dataset.card).join();
  if (String(state.version) !== board.dataset.version) await renew();
  if (wasReading && !state.is_reading) {
    const now = cards();
    if (state.failure) announce(state.failure.what);
    else if (isAsked || now.map((card) => card.dataset.card).join() !== before) announce(`Read again: ${words(counted())}.`);
    isAsked = false;
  }
  wasReading = state.is_reading;
  return state.is_reading ? READING_EVERY : OPEN_EVERY;
}

function lose() {
  if (lost) return;
  lost = true;
  const banner = document.createElement("div");
  banner.className = "banner bad";
  banner.id = "lost";
  banner.setAttribute("role", "alert");
  const said = document.createElement("p");
  said.textContent = "The dashboard does not answer. What is shown may be old, and nothing can be sent. Start it again, and open the address that it prints.";
  banner.append(said);
  document.getElementById("main").prepend(banner);
}

export async function renew() {
  const answer = await get(root + "board");
  if (!answer.ok) throw new Error("gone");
  const fresh = parse(await answer.text());
  const focused = remembered();
  const anchor = cards().find((card) => card.getBoundingClientRect().bottom > 0);
  const top = anchor?.getBoundingClientRect().top;
  for (const part of fresh.querySelectorAll("[data-part]")) {
    const old = board.querySelector(`[data-part="${part.dataset.part}"]`);
    if (old.innerHTML !== part.innerHTML) old.replaceChildren(...part.childNodes);
  }
  swap([...fresh.querySelectorAll("[data-card]")]);
  board.dataset.version = fresh.querySelector("[data-version]").dataset.version;
  const waiting = counted()?.dataset.count ?? "0";
  document.title = (waiting === "0" ? "" : `(${waiting}) `) + "Decision inbox";
  const kept = anchor && cardOf(anchor.dataset.card);
  if (kept && top !== undefined) scrollBy({ top: kept.getBoundingClientRect().top - top, behavior: "instant" });
  focused();
  checkDialog();
}

function remembered() {
  const was = document.activeElement;
  const key = was?.closest("[data-card]")?.dataset.card;
  return () => {
    if (!was || was === document.body || was === document.activeElement) return;
    const same = was.id && document.getElementById(was.id);
    (same || (key && cardOf(key)) || document.getElementById("main")).focus({ preventScroll: true });
  };
}

function swap(fresh) {
  const list = document.getElementById("cards");
  const wanted = new Set(fresh.map((card) => card.dataset.card));
  for (const old of cards()) {
    if (wanted.has(old.dataset.card)) continue;
    if (isDirty(old)) mark(old, null);
    else old.remove();
  }
  let after = null;
  for (const card of fresh) {
    let here = cardOf(card.dataset.card);
    if (!here) here = card;
    else if (here.dataset.digest === card.dataset.digest) { unmark(here); age(here, card); }
    else if (!isDirty(here)) here = replace(here, card);
    else if (isSameForm(here, card)) around(here, card);
    else mark(here, card);
    const place = after ? after.nextElementSibling : list.firstElementChild;
    if (place !== here) list.insertBefore(here, place);
    after = here;
  }
}

function age(old, card) {
  for (const span of card.querySelectorAll("[data-age]")) {
    const here = old.querySelector(`[data-age="${CSS.escape(span.dataset.age)}"]`);
    if (here && here.textContent !== span.textContent) here.textContent = span.textContent;
  }
}

const isSameForm = (old, card) => !renewed.has(old.dataset.card) && Boolean(card.querySelector("[data-form]"))
  && old.querySelector("[data-form]")?.dataset.form === card.querySelector("[data-form]").dataset.form;

// Everything is new but the questions, in which somebody is typing: those stay where they are.
function around(old, card) {
  const form = old.querySelector("[data-form]");
  keepFolds(old, card);
  for (const child of [...old.children]) if (child !== form) child.remove();
  let isAbove = true;
  for (const child of [...card.children]) {
    if (child.matches("[data-form]")) isAbove = false;
    else if (isAbove) form.before(child);
    else old.append(child);
  }
  old.dataset.digest = card.dataset.digest;
}

function keepFolds(old, card) {
  for (const fold of old.querySelectorAll("details[data-fold]")) {
    const here = card.querySelector(`details[data-fold="${CSS.escape(fold.dataset.fold)}"]`);
    if (here) here.open = fold.open;
  }
}

function replace(old, card) {
  keepFolds(old, card);
  renewed.delete(old.dataset.card);
  old.replaceWith(card);
  return card;
}

function mark(card, fresh) {
  renewed.set(card.dataset.card, fresh);
  const line = card.querySelector("[data-changed]");
  const said = fresh ? "This changed on GitHub meanwhile. What you typed is still here, and cannot be sent for the old one." : "This does not wait any more. What you typed is still here.";
  line.querySelector("span").textContent = said;
  line.querySelector("button").textContent = fresh ? "Show the new one" : "Take it away";
  if (line.hidden) announce(said);
  line.hidden = false;
  for (const button of card.querySelectorAll("form button:not([data-choice]):not(:disabled)")) {
    button.disabled = true;
    button.dataset.held = "";
  }
  for (const button of card.querySelectorAll("[data-choice]:not([aria-disabled])")) {
    button.setAttribute("aria-disabled", "true");
    button.dataset.held = "";
  }
}

function unmark(card) {
  if (!renewed.delete(card.dataset.card)) return;
  card.querySelector("[data-changed]").hidden = true;
  for (const button of card.querySelectorAll("[data-held]")) {
    button.disabled = false;
    button.removeAttribute("aria-disabled");
    delete button.dataset.held;
  }
}

// The new card takes the place of one that was marked; what was typed in the old one goes.
export function showNew(card) {
  const fresh = renewed.get(card.dataset.card);
  const here = fresh ? replace(card, fresh) : (card.remove(), document.getElementById("main"));
  renewed.delete(card.dataset.card);
  here.focus();
}

export function problem(form, said) {
  let line = form.querySelector("[data-problem]");
  if (!line) {
    line = document.createElement("p");
    line.className = "changed";
    line.dataset.problem = "";
    line.setAttribute("role", "alert");
    form.append(line);
  }
  line.textContent = said;
  line.hidden = false;
}

function checkDialog() {
  const asked = dialog.open && dialog.querySelector("[data-confirmation]");
  const button = dialog.querySelector("[data-send-answer]");
  if (!asked || !button || button.disabled) return;
  const key = asked.dataset.card;
  const card = renewed.has(key) ? renewed.get(key) : cardOf(key);
  if (card?.querySelector("[data-ballot]")?.dataset.round === asked.dataset.round) return;
  button.disabled = true;
  problem(button.form, "The ballot changed on GitHub meanwhile: its head, its round, or it is answered. Close this and look at it again; what you typed is still here.");
}

document.addEventListener("visibilitychange", () => { if (!document.hidden) wake(); });
