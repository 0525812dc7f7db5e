import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { letIn } from './raw-http.ts';
import { testedWebHost } from './tested-web-host.ts';

describe('[PAGE-422] a finished export', () => {
  const web = testedWebHost();
  const requested: string[] = [];
  const give = () => {
    requested.length = 0;
    web.exports = {
      read: async (key) => {
        requested.push(key);
        const content = Readable.from(['{}\n'], { objectMode: false });
        return key === 'RsOk' ? { fileName: 'Fälle (2).jsonl', bytes: 3, content } : null;
      },
    };
  };

  it('is returned as a download to a browser with a session', async () => {
    give();
    const cookie = await letIn(web.host.launchUrl);
    const { status, headers, body } = await web.get('/exports/RsOk', [`Cookie: ${cookie}`]);
    expect([status, body, headers.get('content-disposition'), headers.get('content-type')]).toEqual([
      200,
      '{}\n',
      `attachment; filename="F_lle (2).jsonl"; filename*=UTF-8''F%C3%A4lle%20%282%29.jsonl`,
      'application/octet-stream',
    ]);
    expect([headers.get('x-content-type-options'), headers.get('cache-control')]).toEqual(['nosniff', 'no-store']);
  });

  it('is not returned without a session, under another name, or to another site', async () => {
    give();
    expect((await web.get('/exports/RsOk')).status).toBe(401);
    expect(requested).toEqual([]);
    const cookie = await letIn(web.host.launchUrl);
    const status = async (path: string, headers: string[] = []) =>
      (await web.get(path, [`Cookie: ${cookie}`, ...headers])).status;
    expect([
      await status('/exports/'),
      await status('/exports/b3RoZXI'),
      await status('/exports/../events.db'),
      await status('/exports/..%2F..%2Fevents.db'),
      await status('/exports/RsOk', ['Sec-Fetch-Site: cross-site', 'Origin: https://evil.example']),
    ]).toEqual([400, 404, 400, 400, 403]);
  });
});
