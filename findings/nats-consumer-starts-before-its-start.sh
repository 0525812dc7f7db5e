#!/usr/bin/env bash
# NATS Server 2.9.10 (Debian 12), @nats-io/jetstream and @nats-io/transport-node 3.4.0, run 2026-11-29.
#
# Guess: a consumer with `deliver_policy: by_start_sequence` and `opt_start_seq: 100` on a stream whose last message is
# number 5 is refused, or waits for message 100. One with `by_start_time` and a time in an hour delivers nothing until then.
# Seen: the server takes both, repeats 100 and the time in their configuration, and delivers message 6 to both at once.
#
# Why it matters: a reader that continues at its stored position after the log was made anew, or put back from an older
# copy, gets other events without an error. A monitor has to compare its position with the end of the log first, and the
# number of the first message with the one that it asked for.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

VERSION=2.9.10-1+b3
apt-get download --quiet --quiet "nats-server=$VERSION" 2>/dev/null ||
  { echo "nats-server $VERSION cannot be downloaded" >&2; exit 1; }
dpkg-deb --extract nats-server_*.deb .
npm install --silent --no-audit --no-fund --ignore-scripts @nats-io/transport-node@3.4.0 @nats-io/jetstream@3.4.0

cat >measure.mjs <<'JS'
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const probe = createServer().listen(0, '127.0.0.1');
await once(probe, 'listening');
const { port } = probe.address();
probe.close();
await once(probe, 'close');

const server = spawn('usr/sbin/nats-server', ['--addr', '127.0.0.1', '--port', port, '--jetstream', '--store_dir', 'store'], { stdio: 'ignore' });
process.on('exit', () => server.kill('SIGKILL'));
let connection;
for (; connection === undefined; await delay(100))
  connection = await connect({ servers: `127.0.0.1:${port}` }).catch(() => undefined);
const manager = await jetstreamManager(connection);
const log = jetstream(connection);

await manager.streams.add({ name: 'log', subjects: ['event'] });
for (let number = 1; number <= 5; number += 1) await log.publish('event', `event ${number}`);
const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
const starts = {
  'from 100': { deliver_policy: 'by_start_sequence', opt_start_seq: 100 },
  'from a time in an hour': { deliver_policy: 'by_start_time', opt_start_time: inAnHour },
};
const consumers = {};
for (const [index, [name, start]] of Object.entries(starts).entries()) {
  const durable = `reader-${index}`;
  const { config } = await manager.consumers.add('log', { durable_name: durable, ack_policy: 'explicit', ...start });
  const isRepeated = config.opt_start_seq === 100 || Date.parse(config.opt_start_time) === Date.parse(inAnHour);
  console.log(`${name}: accepted, the start is in the configuration: ${isRepeated}`);
  consumers[name] = await log.consumers.get('log', durable);
}
await log.publish('event', 'event 6');
for (const [name, consumer] of Object.entries(consumers)) {
  const message = await consumer.next({ expires: 5_000 });
  console.log(`${name}: first message ${message === null ? 'none' : message.seq}`);
}
await connection.close();
process.exit();
JS

seen=$(node measure.mjs)
expected='from 100: accepted, the start is in the configuration: true
from a time in an hour: accepted, the start is in the configuration: true
from 100: first message 6
from a time in an hour: first message 6'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed. Expected:" >&2; echo "$expected" >&2; exit 1; }
