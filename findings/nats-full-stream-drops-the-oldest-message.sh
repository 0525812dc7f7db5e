#!/usr/bin/env bash
# NATS Server 2.9.10 (Debian 12), @nats-io/jetstream and @nats-io/transport-node 3.4.0, run 2026-11-29.
#
# Guess: a stream with `discard: new` and `max_bytes` refuses new messages when it is full and keeps the old ones, whatever
# their sizes are.
# Seen: the server counts only headers and payload of a new message before it takes it, and after that the complete record,
# which is larger. If the payload fits and the record does not, it confirms the message and removes the oldest one. With
# messages of equal size this goes on for ever, so that one limit gives a log that refuses, and another one that is 30 bytes larger
# gives a log that forgets. (2.10.27 and 2.15.1 refuse in both cases; tried by hand.)
#
# Why it matters: readers that are away lose messages that nobody refused and no setting allows to remove. A log on 2.9 must
# not be filled to its limit: warn before it is full, compare the first number of the stream with the position of a reader,
# and keep a second source for what has gone.
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

// Each record has 137 bytes, for a payload of 100.
for (const max_bytes of [500, 530]) {
  const name = `log-${max_bytes}`;
  await manager.streams.add({ name, subjects: [name], discard: 'new', max_bytes });
  const answers = [];
  for (let number = 1; number <= 8; number += 1)
    answers.push(await log.publish(name, new Uint8Array(100)).then(({ seq }) => `${seq}`, ({ message }) => message));
  const { first_seq, last_seq, bytes } = (await manager.streams.info(name)).state;
  const refused = answers.filter((answer) => answer === 'maximum bytes exceeded').length;
  console.log(`max_bytes ${max_bytes}: ${8 - refused} confirmed, ${refused} refused; keeps ${first_seq} to ${last_seq}, ${bytes} bytes`);
}
await connection.close();
process.exit();
JS

seen=$(node measure.mjs)
expected='max_bytes 500: 3 confirmed, 5 refused; keeps 1 to 3, 411 bytes
max_bytes 530: 8 confirmed, 0 refused; keeps 6 to 8, 411 bytes'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed. Expected:" >&2; echo "$expected" >&2; exit 1; }
