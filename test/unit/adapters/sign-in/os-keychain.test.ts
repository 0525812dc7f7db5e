import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { localEnvironment } from '../../../../src-main/adapters/dbus/session-bus.ts';
import { forkKeychainProcess } from '../../../../src-main/adapters/keychain/keychain-process.ts';
import { createProcessKeychain } from '../../../../src-main/adapters/keychain/process-keychain.ts';
import { createSecretServiceKeychain } from '../../../../src-main/adapters/keychain/secret-service-keychain.ts';
import { temporaryDirectory } from '../../../fixtures/temporary-directory.ts';

const never = new AbortController().signal;
let folder: string;
beforeEach(() => void (folder = temporaryDirectory()));

const onBus = (address: string | undefined) =>
  createSecretServiceKeychain({
    environment: { ...localEnvironment, platform: 'linux', env: { DBUS_SESSION_BUS_ADDRESS: address } },
    mayPrompt: false,
  });

// The keychain must never fall back to a store that forgets.
test.each([
  ['without a session', undefined],
  ['if the session has ended', 'unix:path=/nonexistent'],
])('the keychain of a desktop is unavailable, not empty, %s', async (_case, address) => {
  const keychain = onBus(address);
  const noSession = { data: { code: 'KEYCHAIN_UNAVAILABLE', facts: { problem: 'no-session' } } };
  await expect(keychain.read('client-secret:test', never)).rejects.toMatchObject(noSession);
  await expect(keychain.write('client-secret:test', 'x')).rejects.toMatchObject(noSession);
  await keychain.close();
});

async function playedKeychain(code: string, mayPrompt = false) {
  const worker = join(folder, 'worker.mjs');
  await writeFile(worker, code);
  return createProcessKeychain({ worker: pathToFileURL(worker), start: forkKeychainProcess(process.env), mayPrompt });
}

test('the keychain returns a stored value, and null for a missing one', async () => {
  const keychain = await playedKeychain(
    `process.once('message', (asked) => process.send({ kind: 'done', value: asked.account === 'here' ? 'kept' : null }))`,
  );
  expect([await keychain.read('here', never), await keychain.read('away', never)]).toEqual(['kept', null]);
});

test('a keychain whose process dies is unavailable, not empty', async () => {
  const keychain = await playedKeychain(`process.exit(7)`);
  await expect(keychain.read('any', never)).rejects.toMatchObject({
    data: { code: 'KEYCHAIN_UNAVAILABLE', facts: { problem: 'failed', detail: 'its process ended' } },
  });
});

test.each([
  { mayPrompt: false, problem: 'silent', seconds: 10 },
  // Also after an answer: each call can show a dialog.
  { mayPrompt: true, problem: 'unanswered', seconds: 120 },
])(
  '[VAULT-1] a keychain that does not answer is given up after $seconds s if a user may be asked: $mayPrompt',
  async ({ mayPrompt, problem, seconds }) => {
    const keychain = await playedKeychain(
      `process.once('message', (asked) => {
        if (asked.account === 'here') process.send({ kind: 'done', value: 'kept' });
        else for (;;);
      })`,
      mayPrompt,
    );
    expect(await keychain.read('here', never)).toBe('kept');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const isOver = vi.fn<() => void>();
    const failed = keychain.read('away', never).catch((error: unknown) => error);
    void failed.then(isOver);
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
    expect(isOver).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await failed).toMatchObject({ data: { code: 'KEYCHAIN_UNAVAILABLE', facts: { problem } } });
  },
);

test('an aborted read rejects immediately with the reason, and closing rejects the others', async () => {
  const keychain = await playedKeychain('setInterval(() => {}, 1000)');
  const givingUp = new AbortController();
  const given = keychain.read('any', givingUp.signal);
  const rest = keychain.read('any', never);
  givingUp.abort(new Error('enough'));
  await expect(given).rejects.toThrow('enough');
  await keychain.close();
  await expect(rest).rejects.toMatchObject({ code: 'KEYCHAIN_UNAVAILABLE' });
});

test('[VAULT-1, CLI-7] a frozen session bus is given up, also if a user may be asked', async () => {
  const path = join(folder, 'bus');
  const bus = createServer();
  await new Promise<void>((resolve) => bus.listen(path, resolve));
  onTestFinished(() => new Promise((resolve) => bus.close(() => resolve())));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const keychain = onBus(`unix:path=${path}`);
  const givingUp = new AbortController();
  const aborted = keychain.read('any', givingUp.signal);
  const failed = keychain.read('any', never).catch((error: unknown) => error);
  givingUp.abort(new Error('enough'));
  await expect(aborted).rejects.toThrow('enough');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await failed).toMatchObject({ data: { code: 'KEYCHAIN_UNAVAILABLE', facts: { problem: 'silent' } } });
  await keychain.close();
});
