#!/usr/bin/env bash
# cloudevents 10.0.0 (the SDK for JavaScript), run 2026-11-29.
#
# Guess: with `datacontenttype: application/json`, data that is a text is sent as JSON text, so in quotes, and `binary` and
# `structured` carry the same data.
# Seen: `HTTP.structured` does so. `HTTP.binary` takes a text for JSON that is already written, and sends it as it is. An
# ICCID as data becomes a number and loses its last digits in any reader of JSON; other text is no JSON at all. The SDK
# reads back text as text, a text that looks like an object as an object, and refuses its own event whose data is a number.
#
# Why it matters: the same event has other data in the other mode. A monitor sends objects only, never a bare identifier or
# message as data, and its tests read the body with a parser of JSON, not with the SDK that wrote it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund --ignore-scripts cloudevents@10.0.0

cat >measure.mjs <<'JS'
import { CloudEvent, HTTP } from 'cloudevents';

const attempt = (work) => {
  try {
    return JSON.stringify(work());
  } catch (error) {
    return error.name;
  }
};
const read = { binary: (body) => JSON.parse(body), structured: (body) => JSON.parse(body).data };

for (const data of ['89445385230110012345', 'eUICC busy', '{"state":1}', 5, { state: 1 }]) {
  const event = new CloudEvent({ id: '1', source: '/a-service', type: 'an.event', datacontenttype: 'application/json', data });
  for (const [mode, readJson] of Object.entries(read)) {
    const message = HTTP[mode](event);
    const json = attempt(() => readJson(message.body));
    const sdk = attempt(() => HTTP.toEvent(message).data);
    console.log(`${JSON.stringify(data)}, ${mode}: as JSON ${json}, by the SDK ${sdk}`);
  }
}
JS

seen=$(node measure.mjs)
expected='"89445385230110012345", binary: as JSON 89445385230110020000, by the SDK "89445385230110012345"
"89445385230110012345", structured: as JSON "89445385230110012345", by the SDK "89445385230110012345"
"eUICC busy", binary: as JSON SyntaxError, by the SDK "eUICC busy"
"eUICC busy", structured: as JSON "eUICC busy", by the SDK "eUICC busy"
"{\"state\":1}", binary: as JSON {"state":1}, by the SDK {"state":1}
"{\"state\":1}", structured: as JSON "{\"state\":1}", by the SDK "{\"state\":1}"
5, binary: as JSON 5, by the SDK TypeError
5, structured: as JSON 5, by the SDK 5
{"state":1}, binary: as JSON {"state":1}, by the SDK {"state":1}
{"state":1}, structured: as JSON {"state":1}, by the SDK {"state":1}'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed. Expected:" >&2; echo "$expected" >&2; exit 1; }
