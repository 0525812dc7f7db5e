import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createKeychainKeys } from '../../../../src-main/adapters/vault/keychain-keys.ts';
import type { Keychain } from '../../../../src-main/core/ports/keychain.ts';
import { never, one, two, vaultFolder } from './vault-folder.ts';

const ACCOUNT = `vault-key:${one}`;

describe('[VAULT-1] the vault', () => {
  test('reports a locked keychain and deletes nothing', async () => {
    const { open, keychain, file } = vaultFolder();
    await open().write(one, 'grant', 'kept', 'store', never);
    const before = readFileSync(file);
    keychain.state = 'locked';
    const vault = open();
    const unavailable = { data: { code: 'KEYCHAIN_UNAVAILABLE', facts: { problem: 'locked' } } };
    await expect(vault.read(one, 'grant', never)).rejects.toMatchObject(unavailable);
    await expect(vault.write(one, 'grant', 'new', 'store', never)).rejects.toMatchObject(unavailable);
    expect(readFileSync(file)).toEqual(before);
    keychain.state = 'open';
    expect(await vault.read(one, 'grant', never)).toEqual({ text: 'kept', kept: 'keychain' });
  });

  test('knows without the keychain if a value exists, even if another process removed it', async () => {
    const { open, keychain } = vaultFolder();
    const other = open();
    await other.write(one, 'grant', 'kept', 'store', never);
    keychain.state = 'locked';
    const vault = open();
    const before = await vault.has(one, 'grant');
    await other.remove(one, 'grant');
    expect([before, await vault.has(one, 'grant')]).toEqual([true, false]);
  });

  test('[SIGN-22] asks the keychain in advance, and not again until a value is stored', async () => {
    const { open, keychain, file } = vaultFolder();
    const vault = open();
    keychain.state = 'locked';
    await expect(vault.ready(one, never)).rejects.toMatchObject({ data: { code: 'KEYCHAIN_UNAVAILABLE' } });
    keychain.state = 'open';
    await vault.ready(one, never);
    keychain.state = 'locked';
    expect(existsSync(file)).toBe(false);
    await vault.write(one, 'grant', 'given', 'store', never);
    keychain.state = 'open';
    expect(await open().read(one, 'grant', never)).toEqual({ text: 'given', kept: 'keychain' });
  });

  test('keeps a sealed value that it cannot open while another one is kept in memory', async () => {
    const { open, keychain } = vaultFolder();
    await open().write(one, 'grant', 'sealed', 'store', never);
    keychain.state = 'locked';
    const vault = open();
    await vault.write(one, 'grant', 'held', 'memory', never);
    const grant = await vault.read(one, 'grant', never);
    keychain.state = 'open';
    expect([grant, await vault.read(one, 'grant', never), await open().read(one, 'grant', never)]).toEqual([
      { text: 'held', kept: 'memory' },
      { text: 'held', kept: 'memory' },
      { text: 'sealed', kept: 'keychain' },
    ]);
    // A sealed value that could be opened is replaced.
    const other = open();
    await other.read(one, 'grant', never);
    await other.write(one, 'grant', 'held', 'memory', never);
    expect(await open().read(one, 'grant', never)).toBeNull();
  });

  test('reports a value that was never given as absent, whatever the state of the keychain, and does not use it', async () => {
    const { open, keychain } = vaultFolder();
    keychain.state = 'locked';
    expect([await open().read(one, 'grant', never), await open().remove(one, 'grant'), keychain.requests]).toEqual([
      null,
      false,
      [],
    ]);
  });

  test('gives up a keychain that never answers immediately on abort', async () => {
    const { open, keychain } = vaultFolder();
    await open().write(one, 'grant', 'kept', 'store', never);
    keychain.state = 'mute';
    const givingUp = new AbortController();
    const waiting = [
      open().read(one, 'grant', givingUp.signal),
      open().write(one, 'grant', 'new', 'store', givingUp.signal),
    ];
    setImmediate(() => givingUp.abort(new Error('enough')));
    await Promise.all(waiting.map((each) => expect(each).rejects.toThrow('enough')));
  });

  test.each([
    ['is gone', (entries: Map<string, string>) => entries.clear()],
    ['was replaced', (entries: Map<string, string>) => entries.set(ACCOUNT, Buffer.alloc(32, 7).toString('base64'))],
    ['is not a key', (entries: Map<string, string>) => entries.set(ACCOUNT, 'a password of another program')],
  ])('reports a key that %s as gone, keeps the file, and can store a value again', async (_case, change) => {
    const { open, keychain, file } = vaultFolder();
    const first = open();
    await first.write(one, 'grant', 'grant', 'store', never);
    await first.write(one, 'client-secret', 'secret', 'store', never);
    const before = readFileSync(file);
    change(keychain.stored);
    const vault = open();
    const keyMissing = { data: { code: 'VAULT_KEY_GONE', facts: { profile: one } } };
    await expect(vault.read(one, 'grant', never)).rejects.toMatchObject(keyMissing);
    expect(readFileSync(file)).toEqual(before);
    await vault.write(one, 'grant', 'anew', 'store', never);
    expect(await open().read(one, 'grant', never)).toEqual({ text: 'anew', kept: 'keychain' });
    // The other value was sealed with the lost key.
    await expect(open().read(one, 'client-secret', never)).rejects.toMatchObject(keyMissing);
    expect(await open().remove(one, 'client-secret')).toBe(true);
  });
});

describe('[REAL-20] the key in the keychain', () => {
  test('is stored before anything is sealed, and nothing is kept if it cannot be stored', async () => {
    const { open, keychain, file } = vaultFolder();
    keychain.state = 'locked';
    await expect(open().write(one, 'grant', 'x', 'store', never)).rejects.toMatchObject({
      code: 'KEYCHAIN_UNAVAILABLE',
    });
    keychain.state = 'forgetful';
    await expect(open().write(one, 'grant', 'x', 'store', never)).rejects.toMatchObject({
      data: { code: 'KEYCHAIN_UNAVAILABLE', facts: { problem: 'failed', detail: 'it did not store the key' } },
    });
    expect(() => readFileSync(file)).toThrow('ENOENT');
  });

  test('has 32 bytes, differs between profiles, and is written once', async () => {
    const { open, keychain } = vaultFolder();
    await open().write(one, 'grant', 'a', 'store', never);
    await open().write(one, 'client-secret', 'b', 'store', never);
    await open().write(two, 'grant', 'c', 'store', never);
    expect([
      [...keychain.stored.values()].map((key) => Buffer.from(key, 'base64').length),
      new Set(keychain.stored.values()).size,
      keychain.requests.filter((request) => request.startsWith('write')),
    ]).toEqual([[32, 32], 2, [`write ${ACCOUNT}`, `write vault-key:${two}`]]);
  });

  test.each([1, 2])(
    'is the same for two processes that start at the same time, if read %i is slow',
    async (slowRead) => {
      const { open, keychain, folder } = vaultFolder();
      // The slow process finds no key, but gets this answer only after the other one has continued.
      const { promise: received, resolve: hear } = Promise.withResolvers<void>();
      let reads = 0;
      const slow: Keychain = {
        read: async (account) => {
          const found = await keychain.read(account);
          if ((reads += 1) === slowRead) await received;
          return found;
        },
        write: (account, secret) => keychain.write(account, secret),
        remove: (account) => keychain.remove(account),
        close: async () => undefined,
      };
      const second = open(createKeychainKeys(slow)).write(one, 'client-secret', 'b', 'store', never);
      await expect.poll(() => reads).toBe(slowRead);
      let isFirstDone = false;
      const first = open().write(one, 'grant', 'a', 'store', never);
      void first.then(() => (isFirstDone = true));
      // While the lock is held, the other process has to wait.
      const hasToWait = () => slowRead === 2 && existsSync(join(folder, one, 'vault-key.lock'));
      await expect.poll(() => isFirstDone || hasToWait()).toBe(true);
      hear();
      await Promise.all([first, second]);
      const vault = open();
      expect([await vault.read(one, 'grant', never), await vault.read(one, 'client-secret', never)]).toEqual([
        { text: 'a', kept: 'keychain' },
        { text: 'b', kept: 'keychain' },
      ]);
    },
  );
});

describe('[REAL-20] a key that was read once', () => {
  test('is enough if the keychain locks itself later', async () => {
    const { open, keychain } = vaultFolder();
    const vault = open();
    await vault.write(one, 'grant', 'first', 'store', never);
    keychain.state = 'locked';
    await vault.write(one, 'grant', 'second', 'store', never);
    expect(await vault.read(one, 'grant', never)).toEqual({ text: 'second', kept: 'keychain' });
  });

  test('is read again if another process has replaced it', async () => {
    const { open, keychain } = vaultFolder();
    const early = open();
    await early.write(one, 'grant', 'first', 'store', never);
    keychain.stored.clear();
    await open(createKeychainKeys(keychain)).write(one, 'grant', 'second', 'store', never);
    const read = await early.read(one, 'grant', never);
    await early.write(one, 'client-secret', 'third', 'store', never);
    expect([read, await open().read(one, 'client-secret', never)]).toEqual([
      { text: 'second', kept: 'keychain' },
      { text: 'third', kept: 'keychain' },
    ]);
  });
});

test('[VAULT-1] a key that another process has removed is not used any more', async () => {
  const { open } = vaultFolder();
  const vault = open();
  await vault.write(one, 'grant', 'before', 'store', never);
  await open().forget(one);
  await vault.write(one, 'grant', 'after', 'store', never);
  expect(await open().read(one, 'grant', never)).toEqual({ text: 'after', kept: 'keychain' });
});

test('[VAULT-1] a keychain that has not answered for 2 s is reported until it answers, and a fast one is not', async () => {
  const { keychain } = vaultFolder();
  const { promise: answered, resolve: answer } = Promise.withResolvers<null>();
  const slow: Keychain = {
    read: async (account) => (account === ACCOUNT ? answered : null),
    write: (account, secret) => keychain.write(account, secret),
    remove: (account) => keychain.remove(account),
    close: async () => undefined,
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const reports: unknown[] = [];
  const keys = createKeychainKeys(slow, (profile, isWaiting) => reports.push([profile, isWaiting]));
  await keys.read(two, never);
  const read = keys.read(one, never);
  await vi.advanceTimersByTimeAsync(1_999);
  const before = [...reports];
  await vi.advanceTimersByTimeAsync(1);
  const meanwhile = [...reports];
  answer(null);
  await read;
  expect([before, meanwhile, reports]).toEqual([
    [],
    [[one, true]],
    [
      [one, true],
      [one, false],
    ],
  ]);
});
