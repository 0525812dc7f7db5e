"""Example consumer of the service that uses only Python's standard library.

It signs in (client credentials), pages through the complete fleet, and follows the notification stream until it has
seen a number of session starts. Each line of its output is JSON: a result, or a failure that it handles.

    python3 consumer.py --base URL --events URL --auth URL --realm NAME --client ID --sessions N

The environment variable CLIENT_SECRET holds the secret of the client.
"""

import argparse
import base64
import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

PAGE = 400
FIRST_WAIT, LONGEST_WAIT = 1.0, 30.0
# Two and a half heartbeats, in seconds. After this silence the stream counts as dead, even if its connection is open.
SILENCE = 75.0


def tell(what, **more):
    print(json.dumps({"what": what, **more}), flush=True)


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Refuses redirects, so that the token is sent only to the service."""

    def redirect_request(self, *_):
        return None


class Consumer:
    def __init__(self, options):
        self.options = options
        self.http = urllib.request.build_opener(NoRedirects)
        self.token, self.token_ends = None, 0.0
        self.failures = 0

    def sign_in(self):
        """Returns the current token until 90 % of its life is over, then a new one."""
        if self.token is not None and time.monotonic() < self.token_ends:
            return self.token
        quoted = [urllib.parse.quote_plus(part) for part in (self.options.client, os.environ["CLIENT_SECRET"])]
        basic = base64.b64encode(":".join(quoted).encode()).decode()
        url = f"{self.options.auth}/auth/realms/{self.options.realm}/protocol/openid-connect/token"
        form = urllib.parse.urlencode({"grant_type": "client_credentials", "scope": "openid"}).encode()
        asked = time.monotonic()
        with self.http.open(urllib.request.Request(url, form, {"Authorization": f"Basic {basic}"}), timeout=SILENCE) as answer:
            given = json.load(answer)
        self.token, self.token_ends = given["access_token"], asked + 0.9 * given["expires_in"]
        tell("signed-in")
        return self.token

    def ask(self, url, accept, body=None):
        """Returns an open answer. Retries after failures with growing waits, and at least as long as Retry-After says."""
        while True:
            token = self.sign_in()
            headers = {"Authorization": f"Bearer {token}", "Accept": accept, "Content-Type": "application/json"}
            if body is None:
                del headers["Content-Type"]
            try:
                return self.http.open(urllib.request.Request(url, body, headers), timeout=SILENCE)
            except urllib.error.HTTPError as refusal:
                refusal.close()
                if refusal.code == 401 and token == self.token:
                    self.token = None
                elif refusal.code not in (408, 409, 423, 429) and refusal.code < 500:
                    raise
                tell("refused", status=refusal.code)
                asked = refusal.headers.get("Retry-After", "")
                self.wait(float(asked) if asked.isdigit() else 0.0)
            except OSError as error:
                tell("unreachable", why=str(error))
                self.wait(0.0)

    def wait(self, least):
        """Waits at least `least` seconds, and longer after each failure."""
        growing = min(LONGEST_WAIT, FIRST_WAIT * 2**self.failures) * random.uniform(0.75, 1.0)
        self.failures += 1
        time.sleep(max(growing, least * random.uniform(1.01, 1.1)))

    def page_fleet(self):
        url = f"{self.options.base}/iot-connect/subscription-inventory/v2/search"
        order = [{"direction": "asc", "field": "iotSubscription.iotSubscriptionId"}]
        query = {"limit": PAGE, "sortBy": order}
        items, after = 0, {}
        while True:
            with self.ask(url, "application/json", json.dumps({**query, **after}).encode()) as answer:
                page = json.load(answer)
            self.failures = 0
            items += len(page["items"])
            # The last page has a token, too, so the count shows the end.
            if not page["items"] or items >= page["pagination"]["totalHits"]:
                return tell("fleet", items=items, hits=page["pagination"]["totalHits"])
            after = {"after": page["pagination"]["next"]}

    def follow(self):
        """Follows the stream until enough sessions have started and the last one has sent a heartbeat."""
        sessions, heartbeats, retry = 0, 0, 0.0
        while True:
            ended = False
            try:
                with self.ask(f"{self.options.events}/connect/subscribe", "text/event-stream") as stream:
                    for event in events_of(stream):
                        retry = event.get("retry", retry)
                        kind = event.get("event")
                        sessions += kind == "SUBSCRIPTION_STARTED"
                        heartbeats = heartbeats + 1 if kind == "HEARTBEAT" else 0
                        ended = kind == "SUBSCRIPTION_ENDED"
                        tell("event", event=kind, state=event["data"]["state"])
                        if heartbeats > 0:
                            self.failures = 0
                        if heartbeats > 0 and sessions >= self.options.sessions:
                            return
            except (OSError, http.client.HTTPException) as error:
                tell("broken", why=type(error).__name__)
            if not ended:
                self.wait(retry)


def events_of(stream):
    """Parses the part of server-sent events that this service uses: one line each of event, id, retry (ms), data (JSON)."""
    event = {}
    for line in stream:
        name, _, value = line.decode().rstrip("\r\n").partition(":")
        value = value.removeprefix(" ")
        if name == "" and "data" in event:
            yield event
        if name == "":
            event = {}
        elif name == "data":
            event["data"] = json.loads(value)
        elif name == "retry" and value.isdigit():
            event["retry"] = int(value) / 1000
        else:
            event[name] = value


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("base", "events", "auth", "realm", "client"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--sessions", type=int, required=True)
    consumer = Consumer(parser.parse_args())
    consumer.page_fleet()
    consumer.follow()
    sys.exit(0)
