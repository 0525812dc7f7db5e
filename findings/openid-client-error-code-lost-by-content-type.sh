#!/usr/bin/env bash
# openid-client 6.8.9 with oauth4webapi 3.8.8, run 2026-11-29.
#
# Guess: an error of the token endpoint (RFC 6749, 5.2) is reported with its code, however the server writes the media
# type: media types are case-insensitive, and spaces may precede a parameter (RFC 9110, 8.3.1 and 5.6.6). The library reads
# a token from such an answer, whatever its content type is.
# Seen: it compares the text before the first ";" with "application/json", only for errors. For "Application/JSON" and for
# "application/json ;charset=utf-8" the code of the error is lost: OAUTH_RESPONSE_IS_NOT_JSON instead of invalid_client.
#
# Why it matters: a wrong client secret looks like a server that is no token issuer, and users look for a proxy. So
# Watchfloor passes on the media type in lower case, without spaces and repetitions.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund --ignore-scripts openid-client@6.8.9 oauth4webapi@3.8.8

cat >measure.mjs <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:http';
import * as client from 'openid-client';

let answer;
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(answer.status, { 'content-type': answer.type }).end(JSON.stringify(answer.body));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const issuer = `http://127.0.0.1:${server.address().port}`;
const configuration = new client.Configuration({ issuer, token_endpoint: `${issuer}/token` }, 'a-client', {}, client.ClientSecretBasic('a-secret'));
client.allowInsecureRequests(configuration);

const token = { status: 200, body: { access_token: 'a', token_type: 'Bearer' } };
const error = { status: 400, body: { error: 'invalid_client' } };
for (const type of ['application/json', 'application/json;charset=utf-8', 'Application/JSON', 'application/json ;charset=utf-8'])
  for (const [name, one] of Object.entries({ token, error })) {
    answer = { ...one, type };
    const outcome = await client.clientCredentialsGrant(configuration).then(
      () => 'accepted',
      (reason) => reason.error ?? reason.code,
    );
    console.log(`${type} | ${name}: ${outcome}`);
  }
server.close();
JS

seen=$(node measure.mjs)
expected='application/json | token: accepted
application/json | error: invalid_client
application/json;charset=utf-8 | token: accepted
application/json;charset=utf-8 | error: invalid_client
Application/JSON | token: accepted
Application/JSON | error: OAUTH_RESPONSE_IS_NOT_JSON
application/json ;charset=utf-8 | token: accepted
application/json ;charset=utf-8 | error: OAUTH_RESPONSE_IS_NOT_JSON'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed. Expected:" >&2; echo "$expected" >&2; exit 1; }
