#!/usr/bin/env bash
# HAProxy 2.6.12 (Debian 12), run 2026-11-28.
#
# Guess: when the client of a streaming response disconnects, HAProxy closes its connection to the server, at the latest
# with `option abortonclose` in the backend, where its manual allows the option.
# Seen: HAProxy keeps the connection open for as long as the server sends nothing. The option changes this in `defaults`
# (which the frontend inherits), and has no effect in `backend`.
#
# Why it matters: a service that allows one stream for each client refuses the next request until HAProxy has left.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

VERSION=2.6.12-1+deb12u4
apt-get download --quiet --quiet "haproxy=$VERSION" liblua5.3-0 2>/dev/null ||
  { echo "haproxy $VERSION cannot be downloaded" >&2; exit 1; }
for package in *.deb; do dpkg-deb --extract "$package" .; done
export LD_LIBRARY_PATH="$folder/usr/lib/$(dpkg-architecture --query DEB_HOST_MULTIARCH 2>/dev/null || gcc -print-multiarch)"

cat >measure.mjs <<'JS'
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const open = [];
const origin = createServer((_request, response) => {
  open.push(response);
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n');
}).listen(0, '127.0.0.1');
await once(origin, 'listening');

async function measure(name, { defaults = '', backend = '' }) {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  writeFileSync(
    `${name}.cfg`,
    `defaults
  mode http
  timeout connect 5s
  timeout client 50s
  timeout server 50s
  ${defaults}
frontend in
  bind 127.0.0.1:${port}
  default_backend out
backend out
  ${backend}
  server origin 127.0.0.1:${origin.address().port}
`,
  );
  const proxy = spawn('./usr/sbin/haproxy', ['-f', `${name}.cfg`], { stdio: 'inherit' });
  for (let isListening = false; !isListening; await delay(50)) {
    const socket = connect(port, '127.0.0.1');
    isListening = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)]).catch(() => false);
    socket.destroy();
  }
  const client = get({ host: '127.0.0.1', port, agent: false });
  const [response] = await once(client, 'response');
  await once(response, 'data');
  const atOrigin = open.at(-1);
  const closed = once(atOrigin, 'close').then(() => 'closed');
  client.destroy();
  const after = await Promise.race([closed, delay(3_000, 'open')]);
  const beat = setInterval(() => atOrigin.write('data: next\n\n'), 100);
  const later = await Promise.race([closed, delay(5_000, 'still open')]);
  clearInterval(beat);
  proxy.kill('SIGKILL');
  return `${name}: ${after} 3 s after the client left; ${later} after the next byte`;
}

const option = 'option abortonclose';
console.log(await measure('without', {}));
console.log(await measure('in-backend', { backend: option }));
console.log(await measure('in-defaults', { defaults: option }));
process.exit();
JS

seen=$(node measure.mjs)
expected='without: open 3 s after the client left; closed after the next byte
in-backend: open 3 s after the client left; closed after the next byte
in-defaults: closed 3 s after the client left; closed after the next byte'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed. Expected:" >&2; echo "$expected" >&2; exit 1; }
