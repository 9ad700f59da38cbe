/**
 * The service worker: pages are asked from the network first; where that fails, the copy that this device kept is shown with its time, and where
 * there is none the site's own page without a network.
 *
 * The line above this one says what belongs to this build (self.shell): its files, its page without a network, where a person logs out.
 * Kept are the static files with hashed names, and the pages of events that the server does not forbid to keep (no-store): those that are the same for
 * everybody, and apart from them those of one reader, which go when another one reads here or somebody logs out. See docs/adr/0022.
 */

const { shell } = /** @type {any} */ (self);
const scope = /** @type {any} */ (self);

const PREFIX = "settebello-";
const FILES = `${PREFIX}files`;
const PAGES = `${PREFIX}pages`;
const OWN = `${PREFIX}own`;
const STATE = `${PREFIX}state`;
const PUSH = `${PREFIX}push`; // written by push.js: the address that the push service has for this browser
const SHELL = `${PREFIX}shell-${shell.build}`;

const DEADLINE_MS = 8000; // then a kept page is better than nothing
const MOST_PAGES = 40;
const MOST_LETTERS = 4_000_000;
const LONGEST = 1_000_000;
const OLDEST_MS = 3 * 24 * 60 * 60 * 1000;
const MOST_FILES = 250;

const KEPT_AT = "X-Kept-At";
const KEPT_LETTERS = "X-Kept-Letters";
// Of one answer on its way, and true of no copy.
const PASSING = ["Content-Encoding", "Content-Length", "Server-Timing", "ETag", "Set-Cookie"];
const KEEPABLE = /^\/e\/[^/]+\/(?:(?:turni|tabellone|classifica|iscritti|regolamento|dove|dove\/\d+|partite\/\d+|tavoli\/\d+|tavoli\/\d+\/totale)\/)?$/;
const HASHED = /\.[0-9a-f]{12}\.[a-z0-9]+$/;
const [PART, PART_ENDS] = ["<!--part-->", "<!--/part-->"];

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== scope.location.origin) return;
  if (request.method === "POST" && url.pathname === shell.logout) event.waitUntil(leave());
  if (request.method !== "GET") return;
  if (isFile(url)) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(event, url));
  else if (isKeepable(url)) event.respondWith(followed(event, url));
});

scope.addEventListener("push", (event) => event.waitUntil(alertOf(event)));
scope.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(moved(event)));
scope.addEventListener("notificationclick", (event) => event.waitUntil(opened(event)));

/** @param {URL} url */
const isFile = (url) => url.pathname.startsWith(shell.statics) && HASHED.test(url.pathname);

/** Somebody's words stand in an address with a search. @param {URL} url */
const isKeepable = (url) => KEEPABLE.test(url.pathname) && !url.searchParams.has("q");

/** @param {URL} url @returns {string} the address under which a page is kept */
function nameOf(url) {
  const named = new URL(url);
  named.hash = "";
  for (const name of ["v", "l"]) named.searchParams.delete(name);
  return named.origin + named.pathname + named.search;
}

// What is written is written one after the other; where the device has no room, nothing is.
let work = Promise.resolve();
/** @param {() => Promise<void>} job */
const queued = (job) => (work = work.then(job).catch(() => undefined));

// A page that was on its way while somebody logged out is not kept.
let leavings = 0;

/** The files of this build, and what it says without a network; a worker that lacks one of them is none. */
async function install() {
  const files = await caches.open(FILES);
  const known = new Set((await files.keys()).map((one) => new URL(one.url).pathname));
  const own = await caches.open(SHELL);
  await Promise.all([
    ...shell.files.filter((/** @type {string} */ path) => !known.has(path)).map((/** @type {string} */ path) => bring(files, path, {})),
    ...Object.values(shell.offline).map((path) => bring(own, path, { credentials: "omit", cache: "no-store" })),
  ]);
  await scope.skipWaiting();
}

/**
 * @param {Cache} cache
 * @param {string} path
 * @param {RequestInit} how
 */
async function bring(cache, path, how) {
  const answer = await fetch(path, how);
  if (!answer.ok) throw new Error(`no ${path}`);
  await cache.put(path, answer);
}

/** Names of files tell their contents, so files of two builds never mix; what only an earlier worker knew goes. */
async function activate() {
  const current = [FILES, PAGES, OWN, STATE, PUSH, SHELL];
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && !current.includes(name));
  await Promise.all(others.map((name) => caches.delete(name)));
  await scope.clients.claim();
  await queued(trimFiles);
  await Promise.all((await scope.clients.matchAll({ type: "window" })).map(keepOpened));
}

/** A page that was opened before there was a worker. @param {{url: string}} client */
async function keepOpened(client) {
  const url = new URL(client.url);
  if (!isKeepable(url) || (await find(url))) return;
  const since = leavings;
  await fetch(client.url).then((answer) => learn(url, answer, since), () => undefined);
}

async function trimFiles() {
  const files = await caches.open(FILES);
  const paths = (await files.keys()).map((one) => new URL(one.url).pathname);
  const others = paths.filter((path) => !shell.files.includes(path));
  const tooMany = others.slice(0, Math.max(0, paths.length - MOST_FILES));
  await Promise.all(tooMany.map((path) => files.delete(path)));
}

/** @param {Request} request */
async function file(request) {
  const files = await caches.open(FILES);
  const kept = await files.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.type === "basic") {
    await files.put(request.url, answer.clone());
    queued(trimFiles);
  }
  return answer;
}

/**
 * @param {any} event
 * @param {URL} url
 */
async function page(event, url) {
  const since = leavings;
  const end = new AbortController();
  const asked = fetch(event.request, { signal: end.signal }).catch(() => undefined);
  const soon = await Promise.race([asked, new Promise((done) => setTimeout(done, DEADLINE_MS))]);
  const kept = soon ? undefined : await shown(url);
  // What nobody waits for any more must not hold a connection.
  if (kept) end.abort();
  if (kept) return kept;
  const answer = await asked;
  if (!answer) return withoutNetwork();
  event.waitUntil(learn(url, answer.clone(), since));
  return answer;
}

/**
 * What a page on show brings by itself: the same page anew, or its main part; a copy of it never takes the place of the network.
 * @param {any} event
 * @param {URL} url
 */
async function followed(event, url) {
  const since = leavings;
  const answer = await fetch(event.request);
  const isPart = url.searchParams.has("v");
  if (answer.ok && isPart) event.waitUntil(learnPart(url, answer.clone()));
  else if (!isPart && event.request.credentials !== "omit") event.waitUntil(learn(url, answer.clone(), since));
  return answer;
}

/**
 * Keep an answer, or what it says of the copy that is kept.
 * @param {URL} url
 * @param {Response} answer
 * @param {number} since how many had logged out when it was asked for
 */
async function learn(url, answer, since) {
  const name = nameOf(url);
  const isGone = answer.type === "opaqueredirect" || answer.redirected || [401, 403, 404, 410].includes(answer.status);
  // Everything that the program itself says names its language; a hotel's log-in page does not.
  const isOurs = answer.headers.get("Content-Type")?.startsWith("text/html") && answer.headers.has("Content-Language") && answer.status < 500;
  const html = isOurs && answer.status === 200 && !answer.redirected ? await answer.text() : "";
  await queued(async () => {
    if (since !== leavings) return;
    if (isGone) await drop(name);
    if (isOurs) await recognise(answer);
    if (html && isKeepable(url)) await keep(name, html, answer);
  });
}

/**
 * The main part of a kept page, newer than what is kept.
 * @param {URL} url
 * @param {Response} answer
 */
async function learnPart(url, answer) {
  const name = nameOf(url);
  const text = await answer.text();
  const part = text.slice(text.indexOf("</title>") + "</title>".length);
  await queued(async () => {
    const kept = await match(name);
    const html = (await kept?.text()) ?? "";
    const [from, to] = [html.indexOf(PART), html.lastIndexOf(PART_ENDS)];
    if (!kept || from < 0 || kept.headers.get("Content-Language") !== url.searchParams.get("l")) return;
    await keep(name, html.slice(0, from + PART.length) + part + html.slice(to), kept);
  });
}

/**
 * Remember who reads here, by the name that the server gives a session, and in which language.
 * @param {Response} answer
 */
async function recognise(answer) {
  const before = await state();
  const now = { reader: answer.headers.get("X-Reader") ?? "", language: answer.headers.get("Content-Language") };
  if (before.reader === now.reader && before.language === now.language) return;
  if (before.reader !== now.reader) await caches.delete(OWN);
  await (await caches.open(STATE)).put("/", new Response(JSON.stringify(now)));
}

/** @returns {Promise<{reader: string, language: string}>} */
async function state() {
  const kept = await (await caches.open(STATE)).match("/");
  return kept ? kept.json() : { reader: "", language: "" };
}

/**
 * @param {string} name
 * @param {string} html
 * @param {Response} answer
 */
async function keep(name, html, answer) {
  const rules = answer.headers.get("Cache-Control") ?? "no-store";
  if (rules.includes("no-store") || html.length > LONGEST) {
    await drop(name);
    return;
  }
  const headers = new Headers(answer.headers);
  for (const passing of PASSING) headers.delete(passing);
  headers.set(KEPT_AT, String(Date.now()));
  headers.set(KEPT_LETTERS, String(html.length));
  const [place, other] = rules.includes("public") ? [PAGES, OWN] : [OWN, PAGES];
  await (await caches.open(place)).put(name, new Response(html, { headers }));
  await (await caches.open(other)).delete(name);
  await trimPages();
}

/** Keep no more than so much, no longer than so long: the oldest go first. */
async function trimPages() {
  const all = [];
  for (const cache of await Promise.all([PAGES, OWN].map((name) => caches.open(name)))) {
    for (const request of await cache.keys()) {
      const headers = (await cache.match(request))?.headers;
      all.push({ cache, request, at: Number(headers?.get(KEPT_AT)), letters: Number(headers?.get(KEPT_LETTERS)) });
    }
  }
  all.sort((one, other) => other.at - one.at);
  let letters = 0;
  for (const [place, one] of all.entries()) {
    letters += one.letters;
    if (place >= MOST_PAGES || letters > MOST_LETTERS || one.at < Date.now() - OLDEST_MS) await one.cache.delete(one.request);
  }
}

/** @param {string} name */
async function drop(name) {
  for (const cache of [PAGES, OWN]) await (await caches.open(cache)).delete(name);
}

/** Somebody logs out: nothing that was read here stays, whether the server hears of it or not. */
function leave() {
  leavings += 1;
  return queued(async () => {
    for (const name of [PAGES, OWN, STATE]) await caches.delete(name);
  });
}

/** @param {string} name @returns {Promise<Response | undefined>} */
async function match(name) {
  for (const cache of [OWN, PAGES]) {
    const kept = await (await caches.open(cache)).match(name);
    if (kept && Number(kept.headers.get(KEPT_AT)) > Date.now() - OLDEST_MS) return kept;
  }
  return undefined;
}

/** @param {URL} url */
const find = (url) => match(nameOf(url));

/**
 * The kept copy of a page with its time in sight.
 * @param {URL} url
 */
async function shown(url) {
  const kept = isKeepable(url) ? await find(url) : undefined;
  if (!kept) return undefined;
  const at = Number(kept.headers.get(KEPT_AT));
  const html = marked(await kept.text(), at, kept.headers.get("Content-Language") ?? "it");
  return new Response(html, { headers: kept.headers });
}

/**
 * @param {string} html
 * @param {number} at
 * @param {string} language
 */
function marked(html, at, language) {
  const locale = language === "en" ? "en-GB" : language;
  const time = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" }).format(at);
  const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long" }).format(at);
  const when = new Date(at).toDateString() === new Date().toDateString() ? "today" : "before";
  return html
    .replace('id="kept" role="status" hidden', `id="kept" role="status" data-behaviour="kept" data-kept-at="${at}"`)
    .replace(`data-kept-when="${when}" hidden`, `data-kept-when="${when}"`)
    .replaceAll("<span data-kept-time></span>", `<b>${time}</b>`)
    .replaceAll("<span data-kept-day></span>", `<b>${day}</b>`);
}

/** What to do without a network, and which pages are kept. */
async function withoutNetwork() {
  const { language } = await state();
  const own = await caches.open(SHELL);
  const page = await own.match(shell.offline[language] ?? Object.values(shell.offline)[0]);
  return page ?? Response.error();
}

/**
 * A pair or player that this device follows is called. A browser wants a notification for each message, whatever stands in it.
 * @param {any} event
 */
function alertOf(event) {
  /** @type {{title?: string, body?: string, url?: string, tag?: string, lang?: string}} */
  let told = {};
  try {
    told = event.data.json();
  } catch {
    // Shown without words below.
  }
  const { title = scope.location.hostname, body = "", url = "/", tag = "", lang = "" } = told;
  return scope.registration.showNotification(title, { body, tag, lang, renotify: Boolean(tag), vibrate: [400, 150, 400], icon: shell.icon, data: { url } });
}

/**
 * The browser's subscription has changed: the server is told both addresses, so that what the old one followed goes to the new one. Not every browser
 * says what the old one was, or makes the new one.
 * @param {any} event
 */
async function moved(event) {
  const kept = await caches.open(PUSH);
  const old = event.oldSubscription?.endpoint ?? (await (await kept.match("/"))?.text());
  if (!old) return;
  const { key } = await (await fetch(shell.moved)).json();
  const own = event.newSubscription ?? (await scope.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { endpoint, keys } = own.toJSON();
  const answer = await fetch(shell.moved, { method: "POST", body: new URLSearchParams({ old, endpoint, p256dh: keys.p256dh, auth: keys.auth }) });
  if (answer.ok) await kept.put("/", new Response(endpoint));
}

/**
 * The page of the pair or player that was called: the window that shows it, or a new one.
 * @param {any} event
 */
async function opened(event) {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? "/", scope.location.origin);
  if (url.origin !== scope.location.origin) return;
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find((/** @type {{url: string}} */ one) => new URL(one.url).pathname === url.pathname);
  await (open ? open.focus() : scope.clients.openWindow(url.href));
}
