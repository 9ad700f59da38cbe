"""A browser follows an entry; a call that a push service brings is shown by its worker, and leads to who was called.

The browser of a test has no push service and shows no notification: a page and a worker are given what they ask for,
and what they ask of the browser is noted.
"""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.accessibility import findings
from tests.e2e.browsing import CONTROLLED, PHONE, Hall
from tests.e2e.letters import AS_IT_WAS, SIZES, unreadable, wider

# A push service: one subscription, which lasts from page to page as that of a browser does.
SUBSCRIBES = """
const kept = () => JSON.parse(localStorage.getItem("test-push") ?? "null");
const point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const made = (key) => ({
  endpoint: "https://fcm.googleapis.com/fcm/send/" + key.slice(0, 4).join(""),
  options: { applicationServerKey: Uint8Array.from(key).buffer },
  toJSON: () => ({ keys: { p256dh: point, auth: "BTBZMqHH6r4Tts7J_aSIgg" } }),
});
const pushManager = {
  getSubscription: async () => (kept() ? made(kept()) : null),
  subscribe: async ({ applicationServerKey }) => {
    localStorage.setItem("test-push", JSON.stringify([...applicationServerKey]));
    return made(kept());
  },
};
Object.defineProperty(navigator.serviceWorker, "ready", { get: async () => ({ pushManager }) });
window.PushManager = class {};
window.Notification = class {
  static get permission() { return localStorage.getItem("test-leave") ?? "default"; }
  static async requestPermission() { localStorage.setItem("test-leave", "granted"); return "granted"; }
};
"""
START, STOP, FAILED = "[data-push-start]", "[data-push-stop]", "[data-push-failed]"
CHANGE = """
async ([before, after]) => {
  const point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
  const keys = { p256dh: point, auth: "BTBZMqHH6r4Tts7J_aSIgg" };
  self.asked = [];
  const asks = self.fetch;
  self.fetch = async (url, how) => {
    const answer = await asks(url, how);
    if (how) self.asked.push([url, how.method, how.body.get("old"), how.body.get("endpoint"), answer.status]);
    return answer;
  };
  let work;
  const event = new Event("pushsubscriptionchange");
  event.oldSubscription = before ? { endpoint: before } : null;
  event.newSubscription = { toJSON: () => ({ endpoint: after, keys }) };
  event.waitUntil = (promise) => { work = promise; };
  self.dispatchEvent(event);
  await work;
  self.fetch = asks;
  return self.asked;
}
"""

NOTE = """
() => {
  self.noted = [];
  self.led = [];
  self.registration.showNotification = async (title, { body, tag, data }) => {
    self.noted.push([title, body, tag, data.url]);
  };
  self.clients.openWindow = async (url) => self.led.push(new URL(url).pathname);
}
"""
BRING = """
async (data) => {
  let work;
  const event = new PushEvent("push", { data });
  event.waitUntil = (promise) => { work = promise; };
  self.dispatchEvent(event);
  await work;
  return self.noted.at(-1);
}
"""
TAP = """
async (url) => {
  let work;
  const notification = { close: () => {}, data: { url } };
  const waitUntil = (promise) => { work = promise; };
  self.dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil }));
  await work;
  return self.led;
}
"""


def test_a_pushed_call_is_shown_and_leads_to_its_page(hall: Hall, stage: Any) -> None:
    event = stage("event", name="Coppa da lontano", state="called", pairs=4)
    way = f"/e/{event['slug']}/dove/{event['tables'][0]['entries'][0]}/"
    person = hall.person(viewport=PHONE, keeps_pages=True)
    page = person.open(f"/e/{event['slug']}/")
    page.wait_for_function(CONTROLLED)
    worker = person.context.service_workers[0]
    worker.evaluate(NOTE)
    told = {"title": "Ora al tavolo 3", "body": "Airola – Boot", "url": way, "tag": "table-3"}
    assert worker.evaluate(BRING, json.dumps(told)) == ["Ora al tavolo 3", "Airola – Boot", "table-3", way]
    assert worker.evaluate(BRING, "no json") == ["127.0.0.1", "", "", "/"]
    assert worker.evaluate(TAP, way) == [way]
    assert worker.evaluate(TAP, "https://elsewhere.example/") == [way]


@pytest.fixture
def followed(hall: Hall, stage: Any) -> tuple[Page, str]:
    """The page of somebody who waits for a table, on a phone whose browser has a push service; and its event."""
    event = stage("event", name="Coppa degli avvisi", state="drawn", pairs=4)
    person = hall.person(viewport=PHONE, bypass_csp=True)
    person.context.add_init_script(SUBSCRIBES)
    entry = event["tables"][0]["entries"][0]
    return person.open(f"/e/{event['slug']}/dove/{entry}/"), event["slug"]


def test_what_follows_is_what_the_server_was_told(followed: tuple[Page, str]) -> None:
    """To stop without a network leaves the alerts on: the server would go on to send them."""
    page, _slug = followed
    page.locator(START).tap()
    expect(page.locator(STOP)).to_be_visible()
    expect(page.locator("[data-push-on]")).to_be_visible()
    page.route("**/avvisami/", lambda route: route.fulfill(status=404))
    page.locator(STOP).tap()
    expect(page.locator(FAILED)).to_be_visible()
    expect(page.locator(STOP)).to_be_visible()
    page.unroute("**/avvisami/")
    page.locator(STOP).tap()
    expect(page.locator(START)).to_be_visible()
    expect(page.locator(FAILED)).to_be_hidden()


def test_a_page_that_could_not_tell_the_server_anew_tells_it_when_it_is_new(
    followed: tuple[Page, str], stage: Any
) -> None:
    page, slug = followed
    page.locator(START).tap()
    expect(page.locator(STOP)).to_be_visible()
    told: list[int] = []

    def post(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        told.append(404 if not told else 204)
        route.fulfill(status=told[-1])

    page.route("**/avvisami/", post)
    with page.expect_response(lambda answer: answer.request.method == "POST" and answer.status == 404):
        page.reload()
    with page.expect_response(lambda answer: answer.request.method == "POST" and answer.status == 204):
        stage("call_round", slug=slug, number=1)
    expect(page.locator(STOP)).to_be_visible()
    assert told == [404, 204]


@pytest.mark.parametrize(
    ("code", "is_kept"),
    [
        pytest.param("too_many_tries", True, marks=pytest.mark.full),
        ("push_full", True),
        ("push_service", False),
        pytest.param("wrong_status", False, marks=pytest.mark.full),
    ],
)
def test_a_refusal_for_now_is_not_forgotten_and_one_for_good_is(
    code: str, is_kept: bool, followed: tuple[Page, str]
) -> None:
    page, _slug = followed
    page.locator(START).tap()
    expect(page.locator(STOP)).to_be_visible()

    def post(route: Route) -> None:
        if route.request.method == "POST":
            route.fulfill(status=422, json={"code": code, "sentence": "Not now."})
        else:
            route.continue_()

    page.route("**/avvisami/", post)
    page.reload()
    expect(page.locator(FAILED)).to_have_text("Not now.")
    expect(page.locator(START)).to_be_visible()
    page.unroute("**/avvisami/")
    page.reload()
    expect(page.locator(STOP if is_kept else START)).to_be_visible()


@pytest.mark.full
def test_the_button_is_open_to_everybody_in_all_its_states(followed: tuple[Page, str], axe: str) -> None:
    page, _slug = followed

    def looked_at() -> list[str]:
        found = [*findings(page, axe), *wider(page)]
        for letters, window in SIZES.values():
            page.evaluate(AS_IT_WAS)
            found += unreadable(page, letters, window)
        page.evaluate(AS_IT_WAS)
        page.set_viewport_size(PHONE)
        return found

    found = {"off": looked_at()}
    page.route("**/avvisami/", lambda route: route.fulfill(status=404))
    page.locator(START).tap()
    expect(page.locator(FAILED)).to_be_visible()
    found["failed"] = looked_at()
    page.unroute("**/avvisami/")
    page.locator(START).tap()
    expect(page.locator(STOP)).to_be_visible()
    found["on"] = looked_at()
    page.evaluate("localStorage.setItem('test-leave', 'denied')")
    page.reload()
    expect(page.locator("[data-push-refused]")).to_be_visible()
    found["refused"] = looked_at()
    assert found == {"off": [], "failed": [], "on": [], "refused": []}


def test_the_worker_tells_the_server_of_a_new_subscription(hall: Hall, stage: Any) -> None:
    person = hall.person(viewport=PHONE, keeps_pages=True)
    page = person.open("/")
    page.wait_for_function(CONTROLLED)
    worker = person.context.service_workers[0]
    first, second, third = (f"https://fcm.googleapis.com/fcm/send/{name}" for name in ("first", "second", "third"))
    assert worker.evaluate(CHANGE, [first, second]) == [["/avvisi/", "POST", first, second, 204]]
    # A browser that does not say what it was: the worker remembers.
    assert worker.evaluate(CHANGE, ["", third]) == [["/avvisi/", "POST", second, third, 204]]
