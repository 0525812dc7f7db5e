/** Tests what `watchfloor` reports and keeps in each state of the real keychain of a Linux desktop. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { storePaths } from '../../src-main/adapters/sqlite/events/files/store-directory.ts';
import { createOsKeychain } from '../../src-main/adapters/keychain/os-keychain.ts';
import { readProfileFile } from '../../src-main/adapters/profile/profile-file.ts';
import { createGrants } from '../../src-main/adapters/sign-in/grants.ts';
import { createSecretBindings } from '../../src-main/adapters/sign-in/secret-bindings.ts';
import { createKeychainKeys } from '../../src-main/adapters/vault/keychain-keys.ts';
import { createVault } from '../../src-main/adapters/vault/vault.ts';
import { statusOf } from '../../src-main/core/sign-in/sign-in-status.ts';
import { Keyring, missingKeyring } from '../support/keyring.ts';
import { simulatedService } from './simulated-service.ts';

const BUS = 'DBUS_SESSION_BUS_ADDRESS';
const NO_BUS = 'unix:path=/nonexistent';
/**
 * Timeout of a test and of a command in it. A command waits for a frozen keychain as long as operators may need to
 * unlock it, while other tests run.
 */
const TIMEOUT_MS = 240_000;

const service = simulatedService();

describe.skipIf(missingKeyring() !== null)('[VAULT-1] the real keychain', { timeout: TIMEOUT_MS }, () => {
  let keyring: Keyring;
  const usual = process.env[BUS];
  beforeEach(async () => {
    keyring = await Keyring.start();
  });
  afterEach(async () => {
    if (usual === undefined) delete process.env[BUS];
    else process.env[BUS] = usual;
    await keyring.stop();
  });

  /** Prepares a workplace whose commands, and whose calls in this process, use this bus. */
  async function desk() {
    const { workplace, simulator } = service;
    const file = await workplace.profile(simulator);
    const profile = await readProfileFile(file);
    const { dataDir } = workplace;
    const directoryOf = (id: typeof profile.id) => storePaths(dataDir, { id, practice: false }).directory;
    const at = ['--profile', file, '--data-dir', dataDir];
    const environment = (bus: string) => ({ [BUS]: bus, WATCHFLOOR_CLIENT_SECRET: '' });
    return {
      sealed: () =>
        createHash('sha256')
          .update(readFileSync(`${directoryOf(profile.id)}/vault.db`))
          .digest('hex'),
      setSecret: async (bus = keyring.address) => {
        const command = workplace.run(['secret', 'set', ...at], environment(bus));
        command.process.stdin?.end(`${simulator.clients.basic.clientSecret}\n`);
        return [await command.exit, (command.stdout + command.stderr).trim()];
      },
      collect: async (bus = keyring.address) => {
        const command = workplace.run(['collect', ...at], environment(bus));
        await Promise.race([command.exit, command.waitForText(/Watching/, TIMEOUT_MS)]).catch(() => undefined);
        const isWatching = /Watching/.test(command.stderr);
        return isWatching ? ['Watching', await command.stop()] : [await command.exit, command.stderr.trim()];
      },
      status: async (bus = keyring.address) => {
        process.env[BUS] = bus;
        const vault = createVault({ keys: createKeychainKeys(createOsKeychain()), directoryOf });
        try {
          const grants = createGrants({ vault, fromEnvironment: undefined, bindings: createSecretBindings(dataDir) });
          return statusOf(await grants.of(profile).read(new AbortController().signal), profile.name, Date.now());
        } finally {
          await vault.close();
        }
      },
      /** Returns the exit code. Stored events are readable in every state of the keychain. */
      events: async (bus = keyring.address) => {
        const command = workplace.run(['events', ...at.slice(2)], environment(bus));
        return command.exit;
      },
    };
  }

  const cannotBeUsed = expect.stringMatching(
    /^watchfloor: The keychain of this computer cannot be used for "Journey" \(/,
  );
  const unavailable = {
    kind: 'unavailable',
    error: { code: 'KEYCHAIN_UNAVAILABLE', facts: { detail: expect.any(String), profile: 'Journey' } },
  };
  const ready = { kind: 'ready', kept: 'keychain', as: null, since: null };
  const missing = {
    kind: 'missing',
    error: { code: 'NO_SECRET', facts: { profile: 'Journey', problem: 'none' } },
  };

  test.each(['no bus', 'a bus without a service'])('stores no secret if there is %s', async (state) => {
    const { setSecret, collect, status } = await desk();
    const bus = state === 'no bus' ? NO_BUS : keyring.address;
    expect([await status(bus), await setSecret(bus), await collect(bus), await status(bus)]).toEqual([
      missing,
      [2, cannotBeUsed],
      [2, expect.stringMatching(/^watchfloor: There is no client secret/)],
      missing,
    ]);
  });

  test('changes nothing while the keychain is locked, frozen or gone, and works again after it is unlocked', async () => {
    const { setSecret, collect, status, events, sealed } = await desk();
    await keyring.unlock('home');
    expect([await status(), await setSecret(), await collect(), await status()]).toEqual([
      missing,
      [0, 'Client secret stored, encrypted with a key in the keychain.'],
      ['Watching', 0],
      ready,
    ]);
    const before = sealed();
    // In parallel, because each of them waits for its own answer from a frozen keychain.
    const all = async (bus = keyring.address) => [
      ...(await Promise.all([status(bus), setSecret(bus), collect(bus), events(bus)])),
      sealed(),
    ];
    const nothingChanged = [unavailable, [2, cannotBeUsed], [2, cannotBeUsed], 0, before];
    expect(await all(NO_BUS)).toEqual(nothingChanged);
    keyring.lock();
    expect(await all()).toEqual(nothingChanged);
    keyring.freeze();
    expect(await all()).toEqual(nothingChanged);
    keyring.thaw();
    await keyring.unlock('home');
    expect([await status(), await collect(), sealed()]).toEqual([ready, ['Watching', 0], before]);
  });

  test('reports that the key is gone if the keychain has other content, deletes nothing, and works again after the secret is given again', async () => {
    const { setSecret, collect, status, sealed } = await desk();
    await keyring.unlock('home');
    await setSecret();
    const before = sealed();
    await keyring.unlock('another home');
    const keyMissing = { kind: 'unavailable', error: { code: 'VAULT_KEY_GONE', facts: { profile: 'Journey' } } };
    expect([await status(), await collect(), sealed()]).toEqual([
      keyMissing,
      [2, expect.stringMatching(/^watchfloor: .*keychain/)],
      before,
    ]);
    await keyring.unlock('home');
    expect(await status()).toEqual(ready);
    await keyring.unlock('another home');
    await setSecret();
    expect([await status(), await collect()]).toEqual([ready, ['Watching', 0]]);
  });
});
