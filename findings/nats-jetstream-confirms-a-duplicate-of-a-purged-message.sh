#!/usr/bin/env bash
# NATS Server 2.9.10 (Debian 12), @nats-io/jetstream and @nats-io/transport-node 3.4.0, run 2026-11-29.
#
# Guess: a message id (`Nats-Msg-Id`) makes a publish a duplicate while the stream holds the message with that id. After a
# purge the same events can be published again.
# Seen: the id counts for the whole duplicate window (2 minutes unless set), wherever the message has gone: purged, deleted,
# pushed out by a limit, or worked off a queue. The server stores nothing and confirms with the number of the message that
# is gone. After a restart it knows only the ids of messages that are still there, and stores the others.
#
# Why it matters: whoever purges a log and fills it anew gets every publish confirmed, and the log stays empty. A monitor
# that publishes its history must take `duplicate: true` for a failure unless it can read the message with that number.
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

let server, connection, manager, log;
process.on('exit', () => server?.kill('SIGKILL'));
async function start() {
  server = spawn('usr/sbin/nats-server', ['--addr', '127.0.0.1', '--port', port, '--jetstream', '--store_dir', 'store'], { stdio: 'ignore' });
  for (connection = undefined; connection === undefined; await delay(100))
    connection = await connect({ servers: `127.0.0.1:${port}` }).catch(() => undefined);
  manager = await jetstreamManager(connection);
  log = jetstream(connection);
}
async function publish(stream, msgID) {
  const { seq, duplicate } = await log.publish(`${stream}.event`, 'an event', { msgID });
  return `number ${seq}, duplicate ${duplicate}`;
}

const leave = {
  purged: () => manager.streams.purge('purged'),
  deleted: () => manager.streams.deleteMessage('deleted', 1),
  limited: () => publish('limited', 'another id'),
  worked: async () => {
    await manager.consumers.add('worked', { durable_name: 'reader', ack_policy: 'explicit' });
    const consumer = await log.consumers.get('worked', 'reader');
    await (await consumer.next({ expires: 5_000 })).ackAck();
  },
};
const settings = { purged: {}, deleted: {}, limited: { max_msgs: 1 }, worked: { retention: 'workqueue' } };

await start();
for (const [name, go] of Object.entries(leave)) {
  await manager.streams.add({ name, subjects: [`${name}.>`], ...settings[name] });
  const first = await publish(name, 'an id');
  await go();
  const again = await publish(name, 'an id');
  const isThere = await manager.streams.getMessage(name, { seq: 1 }).then((message) => message !== null, () => false);
  console.log(`${name}: first ${first}; again ${again}; message 1 is there: ${isThere}`);
}
await connection.close();
server.kill('SIGTERM');
await once(server, 'exit');
await start();
for (const name of Object.keys(leave)) console.log(`${name}, after a restart: ${await publish(name, 'an id')}`);
await connection.close();
process.exit();
JS

seen=$(node measure.mjs)
expected='purged: first number 1, duplicate false; again number 1, duplicate true; message 1 is there: false
deleted: first number 1, duplicate false; again number 1, duplicate true; message 1 is there: false
limited: first number 1, duplicate false; again number 1, duplicate true; message 1 is there: false
worked: first number 1, duplicate false; again number 1, duplicate true; message 1 is there: false
purged, after a restart: number 2, duplicate false
deleted, after a restart: number 2, duplicate false
limited, after a restart: number 3, duplicate false
worked, after a restart: number 2, duplicate false'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed. Expected:" >&2; echo "$expected" >&2; exit 1; }
