import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOsKeychain } from '../../../src-main/adapters/keychain/os-keychain.ts';
import { readClientSecret, takeSecretFromEnvironment } from '../../../src-main/adapters/sign-in/client-secret.ts';
import type { Keychain } from '../../../src-main/core/ports/keychain.ts';
import { AppError } from '../../../src-shared/api/errors.ts';
import { someProfile } from '../../doubles/profile.ts';

/** A keychain with one secret, or none, or out of order. */
class OneSecret implements Keychain {
  /** `locked` is a state, not a secret. */
  readonly #state: string | null;
  constructor(state: string | null) {
    this.#state = state;
  }
  async read(): Promise<string | null> {
    if (this.#state === 'locked') throw new AppError('KEYCHAIN_UNAVAILABLE', 'The keychain is locked. Unlock it.');
    return this.#state;
  }
  async write(): Promise<void> {}
  async remove(): Promise<boolean> {
    return false;
  }
  async close(): Promise<void> {}
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watchfloor-secret-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('the environment wins over the file, the file over the keychain', async () => {
  const file = join(folder, 'secret.txt');
  await writeFile(file, 'from file\n');
  const withFile = { ...someProfile, clientSecretFile: file };
  const keychain = new OneSecret('from keychain');
  expect([
    await readClientSecret(withFile, { fromEnvironment: 'from environment', keychain }),
    await readClientSecret(withFile, { fromEnvironment: undefined, keychain }),
    await readClientSecret(someProfile, { fromEnvironment: undefined, keychain }),
  ]).toEqual(['from environment', 'from file', 'from keychain']);
});

test('the secret is taken out of the environment', () => {
  const environment = { WATCHFLOOR_CLIENT_SECRET: 's', OTHER: 'o' };
  expect(takeSecretFromEnvironment(environment)).toBe('s');
  expect(environment).toEqual({ OTHER: 'o' });
});

test('a secret that is absent is not the same as a keychain that cannot be asked', async () => {
  const places = { fromEnvironment: undefined };
  await expect(readClientSecret(someProfile, { ...places, keychain: new OneSecret(null) })).rejects.toMatchObject({
    code: 'NO_SECRET',
  });
  await expect(readClientSecret(someProfile, { ...places, keychain: new OneSecret('locked') })).rejects.toMatchObject({
    code: 'KEYCHAIN_UNAVAILABLE',
  });
});

test('a file that is missing or empty is named', async () => {
  const file = join(folder, 'secret.txt');
  const read = () =>
    readClientSecret(
      { ...someProfile, clientSecretFile: file },
      { fromEnvironment: undefined, keychain: new OneSecret(null) },
    );
  await expect(read()).rejects.toMatchObject({ code: 'NO_SECRET', message: expect.stringContaining('ENOENT') });
  await writeFile(file, '\n');
  await expect(read()).rejects.toMatchObject({ code: 'NO_SECRET', message: expect.stringContaining('empty') });
});

// Without a Secret Service the real keychain must say so; it must never fall back to a store that forgets.
test.runIf(process.platform === 'linux')(
  'the real keychain without a session bus is unavailable, not empty',
  async () => {
    const before = process.env['DBUS_SESSION_BUS_ADDRESS'];
    process.env['DBUS_SESSION_BUS_ADDRESS'] = 'unix:path=/nonexistent';
    const keychain = createOsKeychain();
    try {
      await expect(keychain.read('client-secret:test')).rejects.toMatchObject({ code: 'KEYCHAIN_UNAVAILABLE' });
      await expect(keychain.write('client-secret:test', 'x')).rejects.toMatchObject({ code: 'KEYCHAIN_UNAVAILABLE' });
    } finally {
      await keychain.close();
      if (before === undefined) delete process.env['DBUS_SESSION_BUS_ADDRESS'];
      else process.env['DBUS_SESSION_BUS_ADDRESS'] = before;
    }
  },
);
