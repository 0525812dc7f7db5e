import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Keychain } from '../../../../src-main/core/ports/keychain.ts';
import { createOsKeychain } from '../../../../src-main/adapters/keychain/os-keychain.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const never = new AbortController().signal;
let folder: string;
beforeEach(() => void (folder = temporaryDirectory()));

// Without a Secret Service the keychain must report that it is unavailable. It must never fall back to a store that
// forgets.
test.runIf(process.platform === 'linux')(
  'the real keychain is unavailable, not empty, without a session bus',
  async () => {
    const before = process.env['DBUS_SESSION_BUS_ADDRESS'];
    process.env['DBUS_SESSION_BUS_ADDRESS'] = 'unix:path=/nonexistent';
    const keychain = createOsKeychain();
    try {
      await expect(keychain.read('client-secret:test', never)).rejects.toMatchObject({ code: 'KEYCHAIN_UNAVAILABLE' });
      await expect(keychain.write('client-secret:test', 'x')).rejects.toMatchObject({ code: 'KEYCHAIN_UNAVAILABLE' });
    } finally {
      await keychain.close();
      if (before === undefined) delete process.env['DBUS_SESSION_BUS_ADDRESS'];
      else process.env['DBUS_SESSION_BUS_ADDRESS'] = before;
    }
  },
);

async function playedKeychain(code: string, mayPrompt = false) {
  const worker = join(folder, 'worker.mjs');
  await writeFile(worker, code);
  return createOsKeychain({ workerUrl: pathToFileURL(worker), mayPrompt });
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
    data: { code: 'KEYCHAIN_UNAVAILABLE', facts: { detail: 'its process ended' } },
  });
});

describe('[VAULT-10] a keychain that does not answer', () => {
  /** Answers only for the account `here`. */
  const WAITS = `process.once('message', (asked) => {
    if (asked.account === 'here') process.send({ kind: 'done', value: 'kept' });
    else for (;;);
  })`;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  async function waitsFor(keychain: Keychain): Promise<number> {
    const failed = keychain.read('away', never).catch((error: unknown) => error);
    const isOver = vi.fn<() => void>();
    void failed.then(isOver);
    let seconds = 0;
    for (; isOver.mock.calls.length === 0 && seconds < 300; seconds += 5) {
      await vi.advanceTimersByTimeAsync(5_000);
    }
    expect(await failed).toMatchObject({
      data: {
        code: 'KEYCHAIN_UNAVAILABLE',
        facts: { detail: `it did not answer within ${String(seconds)} seconds` },
      },
    });
    return seconds;
  }

  test('is given up after 10 s if it cannot prompt the user', async () => {
    expect(await waitsFor(await playedKeychain(WAITS))).toBe(10);
  });

  test('may take 2 min until its first answer, because it may be asking the user for a password', async () => {
    const keychain = await playedKeychain(WAITS, true);
    const before = [await waitsFor(keychain), await waitsFor(keychain)];
    expect([before, await keychain.read('here', never), await waitsFor(keychain)]).toEqual([[120, 120], 'kept', 10]);
  });
});

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

// A thread that waits for a frozen bus would block even `process.exit`.
test.runIf(process.platform === 'linux')(
  '[SIGN-4] a frozen keychain does not keep the process from ending',
  async () => {
    const source = new URL('../../../../src-main/adapters/keychain/os-keychain.ts', import.meta.url).href;
    const script = `
      import { createServer } from 'node:net';
      import { createOsKeychain } from ${JSON.stringify(source)};
      process.env.DBUS_SESSION_BUS_ADDRESS = ${JSON.stringify(`unix:path=${join(folder, 'bus')}`)};
      const givingUp = new AbortController();
      const keychain = createOsKeychain();
      // The bus takes the call and never says a word.
      createServer(() => givingUp.abort(new Error('enough'))).listen(${JSON.stringify(join(folder, 'bus'))});
      await keychain.read('any', givingUp.signal).catch((error) => console.log(error.message));
      process.exit();`;
    const ended = new Promise<string>((resolve, reject) => {
      execFile(
        process.execPath,
        ['--input-type=module', '--eval', script],
        { timeout: 20_000, killSignal: 'SIGKILL' },
        (error, output) => (error === null ? resolve(output) : reject(error)),
      );
    });
    expect(await ended).toBe('enough\n');
  },
);
