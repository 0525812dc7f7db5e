#!/usr/bin/env bash
# Prometheus Alertmanager 0.25.0 (Debian 12), run 2026-11-29.
#
# Guess: an active alert that is sent again with an earlier end, such as in one second, ends then.
# Seen: Alertmanager answers 200 and keeps the later end of before. Only an end that is not after its own time replaces it.
#
# Why it matters: a sender gives each active alert an end some minutes ahead. If its clock is one second ahead of
# Alertmanager's when it sends the end, the alert goes on for all of these minutes. So the end must come from a time that
# is certainly not after the receiver's, such as the header Date of its last response.
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
const options = ['--config.file=config.yml', '--storage.path=.', '--cluster.listen-address='];
const alertmanager = spawn('usr/bin/prometheus-alertmanager', [...options, `--web.listen-address=${address}`], {
  stdio: 'ignore',
});
const alerts = `http://${address}/api/v2/alerts`;
for (let isReady = false; !isReady; await delay(50)) isReady = await fetch(alerts).then(({ ok }) => ok, () => false);

const time = (seconds) => new Date(Date.now() + seconds * 1_000).toISOString();
async function send(name, endsIn) {
  const body = JSON.stringify([{ labels: { alertname: name }, startsAt: time(-10), endsAt: time(endsIn) }]);
  const { status } = await fetch(alerts, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  if (status !== 200) throw new Error(`HTTP ${status}`);
}
const active = async () => (await (await fetch(alerts)).json()).map(({ labels }) => labels.alertname).toSorted();

for (const name of ['end-in-the-past', 'end-in-one-second']) await send(name, 240);
await send('end-in-one-second', 1);
await send('end-in-the-past', -0.01);
await delay(3_000);
console.log(`active after 3 s: ${(await active()).join(', ')}`);
alertmanager.kill('SIGKILL');
process.exit();
JS

seen=$(node measure.mjs)
expected='active after 3 s: end-in-one-second'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed. Expected: $expected" >&2; exit 1; }
