import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { searchCurl } from '../../../src-shared/service/search-curl.ts';

test.skipIf(process.platform === 'win32')(
  'passes the exact request through a shell, with the token in a variable',
  () => {
    const body = `{ "x": "it's $HOME \`id\` \\\\ ! \u202E",\n "y": "'; rm -rf / #" }`;
    const line = searchCurl({ baseUrl: "https://api.example/o'x", body, after: 'page+/=' });
    const script = `curl() { for part in "$@"; do printf '%s\\0' "$part"; done; }; TOKEN='se cret'; ${line}`;
    const given = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0');
    expect(given).toEqual([
      '--request',
      'POST',
      "https://api.example/o'x/iot-connect/subscription-inventory/v2/search",
      '--header',
      'Content-Type: application/json',
      '--header',
      'Accept: application/json',
      '--header',
      'Authorization: Bearer se cret',
      '--data-raw',
      body.replace(' }', ',\n "after": "page+/=" }'),
      '',
    ]);
    expect(searchCurl({ baseUrl: 'https://a', body })).toContain(' "Authorization: Bearer $TOKEN"');
  },
);
