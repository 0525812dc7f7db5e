import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPinoLog } from '../../../src-main/adapters/log/pino-log.ts';

test('secrets never reach the log, whatever field or text they stand in', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'watchfloor-log-'));
  const path = join(folder, 'logs', 'watchfloor.log');
  try {
    const log = createPinoLog({ destination: path });
    log.info('sent Authorization: Bearer canary-1 to https://x.example/cb?code=canary-2&state=canary-3', {
      accessToken: 'canary-4',
      headers: { authorization: 'Basic canary-5', cookie: 'canary-6' },
      list: [{ client_secret: 'canary-7' }, 'https://x.example/#launch=canary-8'],
      error: new Error('refused Bearer canary-9', { cause: new Error('eyJhbGciOi.canary-10.sig') }),
    });
    log.flush();
    const text = await readFile(path, 'utf8');
    expect(text).not.toMatch(/canary/);
    expect(JSON.parse(text)).toMatchObject({
      msg: expect.stringContaining('Bearer[redacted]'),
      error: { name: 'Error' },
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('codes of failures stay readable', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'watchfloor-log-'));
  try {
    const log = createPinoLog({ destination: join(folder, 'a.log') });
    log.warn('the stream ended', { code: 'HTTP 503', failures: 2 });
    log.flush();
    expect(JSON.parse(await readFile(join(folder, 'a.log'), 'utf8'))).toMatchObject({ code: 'HTTP 503', failures: 2 });
  } finally {
    await rm(folder, { recursive: true });
  }
});
