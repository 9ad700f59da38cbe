"""Bare pages that hold a line to a table, behind a network that loses, doubles and delays."""

from playwright.sync_api import Browser, BrowserContext, Page

from tests.tournaments.live.matches.served import Hall

PLAYED_MS = 120_000
# A socket between the page and the real one: of the frames that pass, some are lost, doubled or come late.
NETWORK = """
([seed, share]) => {
  let state = seed;
  const dice = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
  const Real = window.WebSocket;
  const open = new Map();
  const cut = (path) => { open.get(path).isCut = true; };
  const counted = { sockets: 0, lost: 0, doubled: 0, late: 0 };
  window.network = { share, isSilent: false, isDeaf: false, isHoldingNews: false, ...counted, said: [], cut };
  window.WebSocket = class {
    static OPEN = 1;
    constructor(url) {
      window.network.sockets += 1;
      this.isCut = false; // half-open: nothing comes or goes any more, and neither side is told
      open.set(new URL(url).pathname, this);
      this.real = new Real(url);
      this.real.onmessage = (event) => {
        const isHeld = window.network.isHoldingNews && /^.{0,4}"is":"(news|view)"/.test(event.data);
        if (!isHeld) this.pass(() => this.onmessage?.(event));
      };
      this.real.onclose = (event) => this.isCut || this.onclose?.(event);
    }
    get readyState() { return this.real.readyState; }
    pass(step) {
      if (window.network.isSilent || this.isCut) return;
      const fate = dice() / window.network.share;
      if (fate < 0.3) { window.network.lost += 1; return; }
      if (fate < 0.6) { window.network.doubled += 1; step(); step(); return; }
      if (fate < 1) { window.network.late += 1; window.setTimeout(step, dice() * 300); return; }
      step();
    }
    send(text) {
      window.network.said.push(JSON.parse(text).do);
      if (window.network.isDeaf) return; // what comes from the server arrives
      this.pass(() => this.real.readyState === 1 && this.real.send(text));
    }
    close() { if (!this.isCut) this.real.close(); }
  };
}
"""
# Opens a line for each address, makes a legal play whenever it is the seat's turn, until the first deal is over or so
# many events are known, and remembers what it was told. The next deal may begin by itself, when nobody has been ready
# for a while.
PLAYER = """
async ([addresses, isPlaying, thinking, most]) => {
  const { openLink } = await import("/static/tournaments/js/table/link.js");
  const sit = (address) => {
    const seen = { view: null, events: [], known: [], touches: [], refused: [], receipts: 0, here: [], gone: false };
    const act = () => {
      const { cards, deal, you, is_over } = seen.view;
      if (!isPlaying || is_over || deal.number > 1 || seen.view.sequence >= (most ?? Infinity)) return;
      if (deal.is_waiting) { if (!deal.ready.includes(you)) link.send("ready", ""); return; }
      if (cards && cards.actions.length) link.send("play", cards.actions[0]);
    };
    const take = (view, events) => {
      seen.view = view;
      seen.events.push(...events.map((each) => each.sequence));
      seen.known.push([view.sequence, Date.now()]);
      window.setTimeout(act, thinking * (0.5 + Math.random()));
    };
    const link = openLink(address, {
      onView: take, onNews: take,
      onReceipt: () => { seen.receipts += 1; },
      onRefused: (frame) => { seen.refused.push(frame.code); window.setTimeout(act, 50); },
      onTouch: (touch) => seen.touches.push([touch, Date.now()]),
      onHere: (seats) => { seen.here = seats; },
      onGone: () => { seen.gone = true; },
    });
    return { seen, link };
  };
  const games = addresses.map(sit);
  Object.assign(window, { games: games.map((each) => each.seen), ...games[0] });
}
"""


def line(match: int) -> str:
    return f"/tavolo/{match}/filo/"


def page_of(
    browser: Browser, contexts: list[BrowserContext], tables: Hall, session: str, seed: int, share: float
) -> Page:
    """A bare page of the site, of somebody with that session, behind a bad network."""
    context = browser.new_context()
    contexts.append(context)
    url = f"http://127.0.0.1:{tables.port}"
    context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
    page = context.new_page()
    page.goto(f"{url}/livez")
    page.evaluate(NETWORK, [seed, share])
    return page


def until(page: Page, condition: str, ms: float = PLAYED_MS) -> None:
    page.wait_for_function(condition, timeout=ms)
