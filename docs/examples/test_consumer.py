"""Tests a consumer against the simulator. Run it with `python3 -m unittest test_consumer` or with pytest.

Set WATCHFLOOR to the command that starts Watchfloor; the default is "npx watchfloor".
"""

import base64
import json
import os
import shlex
import subprocess
import unittest
import urllib.error
import urllib.parse
import urllib.request


class Simulator:
    """Starts a simulator on a free port and reads its addresses and accounts."""

    def __init__(self, *options):
        command = shlex.split(os.environ.get("WATCHFLOOR", "npx watchfloor"))
        arguments = ["simulator", "--format", "json", "--scenario", "none", *options]
        self.process = subprocess.Popen([*command, *arguments], stdout=subprocess.PIPE, text=True)
        self.ready = json.loads(self.process.stdout.readline())

    def control(self, name, body=None):
        """GET without a body, else POST."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"{self.ready['control']}/{name}", data=data, headers={"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def stop(self):
        self.process.terminate()
        self.process.communicate()


def read_permissions(profile, secret):
    """Replace it by the consumer that you test."""
    quote = urllib.parse.quote_plus
    credentials = base64.b64encode(f"{quote(profile['clientId'])}:{quote(secret)}".encode()).decode()
    token_request = urllib.request.Request(
        f"{profile['authUrl']}/auth/realms/{profile['realm']}/protocol/openid-connect/token",
        data=b"grant_type=client_credentials",
        headers={"Authorization": f"Basic {credentials}"},
    )
    with urllib.request.urlopen(token_request) as answer:
        token = json.load(answer)["access_token"]
    request = urllib.request.Request(
        f"{profile['baseUrl']}/identity-access-management/token-permissions",
        headers={"Authorization": f"Bearer {token}"},
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


class ConsumerTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.simulator = Simulator("--subscriptions", "10", "--time-scale", "60")
        cls.addClassCleanup(cls.simulator.stop)

    def setUp(self):
        # Each test starts with the state of a new simulator.
        self.simulator.control("reset", {"everything": True})
        self.profile = self.simulator.ready["profile"]
        self.secret = self.simulator.ready["clients"][0]["clientSecret"]

    def test_reads_permissions(self):
        self.assertIn("permissions", read_permissions(self.profile, self.secret))
        self.assertEqual(self.simulator.control("report?only=sign-in")["findings"], [])

    def test_meets_a_service_that_is_down(self):
        answer = {"status": 503, "headers": {"retry-after": "1"}}
        self.simulator.control("fault-plans", {"endpoint": "permissions", "answer": answer})
        with self.assertRaises(urllib.error.HTTPError) as refused:
            read_permissions(self.profile, self.secret)
        refused.exception.close()
        [request] = self.simulator.control("requests?endpoint=permissions")
        self.assertEqual(request["status"], 503)


if __name__ == "__main__":
    unittest.main()
