import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPinoLog } from '../../../src-main/adapters/log/pino-log.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watchfloor-log-'));
  path = join(folder, 'logs', 'watchfloor.log');
});
afterEach(() => rm(folder, { recursive: true }));

test('secrets never reach the log, whatever field or text they stand in', async () => {
  const log = createPinoLog(path);
  log.info('sent Authorization: Bearer canary-1 to https://x.example/cb?code=canary-2&state=canary-3', {
    accessToken: 'canary-4',
    headers: { authorization: 'Basic canary-5', cookie: ['canary-6'] },
    list: [{ client_secret: 'canary-7' }, 'https://x.example/#launch=canary-8'],
    error: new Error('refused Bearer canary-9', { cause: new Error('eyJhbGciOi.canary-10.sig') }),
    tokens: { access: 'canary-11' },
    secrets: ['canary-12'],
    password: Buffer.from('canary-13'),
    form: 'client_secret=canary-14&x=1',
    json: '{"refresh_token":"canary-15","x": 1}',
  });
  const text = await readFile(path, 'utf8');
  expect(text).not.toMatch(/canary/);
  expect(JSON.parse(text)).toMatchObject({
    msg: expect.stringContaining('Bearer [redacted]'),
    error: { name: 'Error' },
    form: 'client_secret=[redacted]&x=1',
  });
});

test('codes of failures stay readable', async () => {
  createPinoLog(path).warn('the stream ended', { code: 'HTTP 503', failures: 2 });
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ code: 'HTTP 503', failures: 2 });
});

test('only its user can read it', async () => {
  createPinoLog(path).info('x');
  expect((await stat(path)).mode & 0o077).toBe(0);
});

test('a file that has grown too large is put aside at the next start', async () => {
  createPinoLog(path).info('first');
  await writeFile(path, 'x'.repeat(10_000_001));
  createPinoLog(path).info('second');
  expect((await readFile(path, 'utf8')).split('\n')[0]).toContain('second');
  expect(existsSync(`${path}.1`)).toBe(true);
});

// A device that is always full, as only Linux has one.
test.runIf(existsSync('/dev/full'))('a full disk is no error of whoever logs', () => {
  const log = createPinoLog('/dev/full');
  expect(() => log.error('nowhere to go')).not.toThrow();
});
