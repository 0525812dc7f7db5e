/** Tests a computer without a keychain, such as a server: a key file seals secrets, but only if a command names it. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { simulatedService } from './simulated-service.ts';

const service = simulatedService();
const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', WATCHFLOOR_CLIENT_SECRET: '' };

async function server() {
  const { workplace, simulator } = service;
  const keyFile = join(workplace.folder, 'key');
  writeFileSync(keyFile, 'k'.repeat(40), { mode: 0o600 });
  const at = ['--profile', await workplace.profile(simulator), '--data-dir', workplace.dataDir];
  const given = `${simulator.clients.basic.clientSecret}\n`;
  const run = (...args: string[]) => workplace.runInProcess([...args, ...at], NO_KEYCHAIN, given);
  /** Runs in a process of its own, because the process finds its keychain through its environment. */
  const withoutFile = async (...args: string[]) => {
    const command = workplace.run([...args, ...at], NO_KEYCHAIN);
    command.process.stdin?.end(given);
    return [await command.exit, command.stderr];
  };
  const secret = async (what: 'set' | 'remove', ...options: string[]) => {
    const command = run('secret', what, ...options);
    return [await command.exit, (command.stdout + command.stderr).trim()];
  };
  return { keyFile, run, withoutFile, secret };
}

test('[VAULT-2] a collector uses the secret that is sealed with its key file, and no command uses a key file that it does not name', async () => {
  const { keyFile, run, withoutFile, secret } = await server();
  const flag = ['--vault-key-file', keyFile];
  const without = await withoutFile('secret', 'set');
  expect(await secret('set', ...flag)).toEqual([0, 'Client secret stored, encrypted with the key from the file.']);
  const collector = run('collect', ...flag);
  await collector.waitForText(/Watching/);
  expect(await collector.stop()).toBe(0);
  const refused = [2, expect.stringMatching(/keychain of this computer cannot be used/)];
  expect([without, await withoutFile('collect')]).toEqual([refused, refused]);
  expect([await secret('remove', ...flag), await secret('remove', ...flag)]).toEqual([
    [0, 'Client secret removed.'],
    [0, 'No client secret was stored.'],
  ]);
});

// Windows has no such file modes.
test.skipIf(process.platform === 'win32')('refuses a key file that other users may read in every command', async () => {
  const { keyFile, run, secret } = await server();
  chmodSync(keyFile, 0o644);
  const collector = run('collect', '--vault-key-file', keyFile);
  expect([await secret('set', '--vault-key-file', keyFile), [await collector.exit, collector.stderr.trim()]]).toEqual([
    [2, expect.stringContaining(keyFile)],
    [2, expect.stringContaining(keyFile)],
  ]);
});
