import { writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createPinoLog } from '../../../src-main/adapters/log/pino-log.ts';
import { smallDisk } from '../../support/small-disk.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = temporaryDirectory();
  path = join(folder, 'logs', 'watchfloor.log');
});

test('the log contains no secret, whatever field or text it is in', async () => {
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

test('[LEAK-1] the log contains no known secret of an unexpected error, its stack or its causes', async () => {
  const log = createPinoLog(path, (text) => text.replaceAll('canary', '[known]'));
  log.error('unexpected canary', { error: new Error('boom canary', { cause: new Error('canary') }), path: ['canary'] });
  const text = await readFile(path, 'utf8');
  expect(text).not.toMatch(/canary/);
  expect(JSON.parse(text)).toMatchObject({ error: { message: 'boom [known]', cause: { message: '[known]' } } });
});

test('the log keeps the codes of failures readable', async () => {
  createPinoLog(path).warn('the stream ended', { code: 'HTTP 503', failures: 2 });
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ code: 'HTTP 503', failures: 2 });
});

test('the log is readable by this user only', async () => {
  createPinoLog(path).info('x');
  expect((await stat(path)).mode & 0o077).toBe(0);
});

const size = async (file: string) => (await stat(file)).size;

test('[HOST-1] a full log is rotated while the program runs, and there are at most two files of 10 MB', async () => {
  createPinoLog(path);
  await writeFile(path, 'x'.repeat(9_999_990));
  const running = createPinoLog(path);
  running.info('the first that does not fit');
  running.info('the next');
  expect((await readFile(path, 'utf8')).split('\n')[0]).toContain('the first that does not fit');
  expect(await size(`${path}.1`)).toBe(9_999_990);

  const text = 'y'.repeat(100_000);
  for (let line = 0; line < 250; line += 1) running.warn(text);
  expect((await readdir(dirname(path))).toSorted()).toEqual(['watchfloor.log', 'watchfloor.log.1']);
  expect(Math.max(await size(path), await size(`${path}.1`))).toBeLessThanOrEqual(10_000_000);
});

test('[HOST-1] the first of two processes with the same log rotates it, and the second continues in the new file', async () => {
  createPinoLog(path);
  await writeFile(path, 'x'.repeat(9_999_990));
  const [first, second] = [createPinoLog(path), createPinoLog(path)];
  first.info('one');
  second.info('two');
  const lines = (await readFile(path, 'utf8')).trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['one', 'two']);
  expect(await size(`${path}.1`)).toBe(9_999_990);
});

test('a full log that cannot be rotated is emptied', async () => {
  await mkdir(`${path}.1`, { recursive: true });
  await writeFile(path, 'x'.repeat(10_000_000));
  createPinoLog(path).info('after');
  expect(await size(path)).toBeLessThan(200);
});

test('a full disk does not make logging fail', (context) => {
  const disk = smallDisk(1, context);
  const log = createPinoLog(join(disk, 'watchfloor.log'));
  expect(() => writeFileSync(join(disk, 'filling'), Buffer.alloc(2_000_000))).toThrow('ENOSPC');
  expect(() => log.error('nowhere to go'.repeat(10_000))).not.toThrow();
});
