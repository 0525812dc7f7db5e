#!/usr/bin/env bash
# Prometheus Alertmanager 0.25.0 (Debian 12), run 2026-11-29.
#
# Guess: a POST of alerts that is refused changes nothing; and every refusal of one alert has the same effect on the others.
# Seen: it depends on the fault. With a label name that has a dot, or a start 6 minutes ahead without an end (which is
# after the end that `resolve_timeout` gives), the answer is 400, and the other alerts of the request are active. With a
# `generatorURL` that is no URL the answer is 422, and none of them is.
#
# Why it matters: 400 does not mean that nobody was called, and 422 lets one alert hold back all others. A monitor whose
# clock is ahead is refused until its alerts have an end. So send an end with each alert, and after a refusal send the
# alerts of the request one by one, so that only the faulty one is given up.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

VERSION=0.25.0-1+b4
apt-get download --quiet --quiet "prometheus-alertmanager=$VERSION" 2>/dev/null ||
  { echo "prometheus-alertmanager $VERSION cannot be downloaded" >&2; exit 1; }
dpkg-deb --extract prometheus-alertmanager_*.deb .
printf 'route: { receiver: nobody }\nreceivers: [{ name: nobody }]\n' >config.yml

cat >measure.mjs <<'JS'
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const probe = createServer().listen(0, '127.0.0.1');
await once(probe, 'listening');
const address = `127.0.0.1:${probe.address().port}`;
probe.close();
await once(probe, 'close');
const options = ['--config.file=config.yml', '--storage.path=.', '--cluster.listen-address='];
const alertmanager = spawn('usr/bin/prometheus-alertmanager', [...options, `--web.listen-address=${address}`], { stdio: 'ignore' });
process.on('exit', () => alertmanager.kill('SIGKILL'));
const alerts = `http://${address}/api/v2/alerts`;
for (let isReady = false; !isReady; await delay(50)) isReady = await fetch(alerts).then(({ ok }) => ok, () => false);

const faults = {
  'a label name with a dot': { labels: { 'service.name': 'a' } },
  'a start 6 minutes ahead': { startsAt: new Date(Date.now() + 360_000).toISOString() },
  'a generatorURL that is no URL': { generatorURL: 'a monitor' },
};
for (const [fault, fields] of Object.entries(faults)) {
  const names = [`before ${fault}`, 'faulty', `after ${fault}`];
  const body = names.map((name) => (name === 'faulty' ? { ...fields, labels: { alertname: name, ...fields.labels } } : { labels: { alertname: name } }));
  const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const { status } = await fetch(alerts, options);
  const active = (await (await fetch(alerts)).json()).map(({ labels }) => labels.alertname);
  console.log(`${fault}: ${status}, ${names.filter((name) => active.includes(name)).length} of 3 active`);
}
process.exit();
JS

seen=$(node measure.mjs)
expected='a label name with a dot: 400, 2 of 3 active
a start 6 minutes ahead: 400, 2 of 3 active
a generatorURL that is no URL: 422, 0 of 3 active'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed. Expected:" >&2; echo "$expected" >&2; exit 1; }
