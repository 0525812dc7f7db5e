import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createProcessKeychain } from '../../../src-main/adapters/keychain/process-keychain.ts';
import { startKeychainUtility } from '../../../src-main/hosts/electron/keychain-process.ts';
import { startedProcesses, UtilityProcess } from '../../doubles/electron-utility-process.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';

vi.mock('electron', () => import('../../doubles/electron.ts'));

const never = new AbortController().signal;
let folder: string;
beforeEach(async () => {
  startedProcesses.length = 0;
  folder = temporaryDirectory();
});
afterEach(async () => {
  for (const child of startedProcesses) child.forget();
});

async function keychainOf(code: string) {
  const worker = join(folder, 'worker.mjs');
  await writeFile(worker, code);
  return createProcessKeychain({ worker: pathToFileURL(worker), start: startKeychainUtility, mayPrompt: false });
}
const RESPONDER = `process.parentPort.on('message', ({ data }) =>
  process.parentPort.postMessage({ kind: 'done', value: data.account === 'here' ? 'kept' : null }))`;
/** Blocks as a call to a frozen Secret Service does, for at most 60 s in case a test is killed. */
const FROZEN = `process.on('SIGTERM', () => {}); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000); process.exit(1);`;
const allExited = () =>
  vi.waitFor(() =>
    expect(startedProcesses.map(({ hasExited }) => hasExited)).toEqual(startedProcesses.map(() => true)),
  );

test('a keychain call in Electron runs in its own utility process and forks no Node', async () => {
  const keychain = await keychainOf(RESPONDER);
  expect([await keychain.read('here', never), await keychain.read('away', never)]).toEqual(['kept', null]);
  expect(startedProcesses.map(({ forkArguments }) => forkArguments)).toEqual(
    Array.from({ length: 2 }, () => [
      join(folder, 'worker.mjs'),
      [],
      { serviceName: 'Watchfloor keychain', stdio: 'ignore' },
    ]),
  );
  await allExited();
});

test.each([
  ['that does not answer', FROZEN, { problem: 'silent' }],
  ['whose process dies', 'process.exit(7)', { problem: 'failed', detail: 'its process ended' }],
  ['whose V8 gives up', `process.parentPort.fatal()`, { problem: 'failed', detail: 'its process ended' }],
])('a keychain %s is unavailable, and its process is gone', async (_case, code, facts) => {
  const keychain = await keychainOf(code);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const failed = keychain.read('any', never).catch((error: unknown) => error);
  if (code === FROZEN) await vi.advanceTimersByTimeAsync(10_000);
  expect(await failed).toMatchObject({ data: { code: 'KEYCHAIN_UNAVAILABLE', facts } });
  vi.useRealTimers();
  await allExited();
});

test('a call that is given up before its process starts has that process killed when it starts', async () => {
  const keychain = await keychainOf('setInterval(() => {}, 1000)');
  const reading = keychain.read('any', never);
  await keychain.close();
  await expect(reading).rejects.toMatchObject({ code: 'KEYCHAIN_UNAVAILABLE' });
  expect(startedProcesses.map(({ wasSpawnedBeforeKill }) => wasSpawnedBeforeKill)).toEqual([true]);
  await allExited();
});

test('the worker of the product answers over the port of a utility process', async () => {
  const response = await new Promise((resolve) => {
    const worker = new URL('../../../src-main/adapters/keychain/worker.ts', import.meta.url).pathname;
    const child = UtilityProcess.fork(worker, [], {});
    child.once('message', (message: unknown) => {
      child.kill();
      resolve(message);
    });
    child.postMessage({ kind: 'read', account: 'client-secret:test' });
  });
  // Linux has none of the keychains that the worker is for, so only an answer is expected.
  expect(response).toMatchObject({ kind: expect.stringMatching(/^(?:done|unavailable)$/) });
});
