import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { withFileLock } from '../../../../src-main/adapters/vault/file-lock.ts';
import { never, one, vaultFolder } from './vault-folder.ts';

const FILE_LOCK = new URL('../../../../src-main/adapters/vault/file-lock.ts', import.meta.url).href;

async function holder(folder: string): Promise<ChildProcess> {
  const lock = join(folder, one, 'sign-in.lock');
  const script = `
    import { withFileLock } from ${JSON.stringify(FILE_LOCK)};
    await withFileLock(${JSON.stringify(lock)}, () => { console.log('held'); return new Promise((end) => setTimeout(end, 60_000)); },
      new AbortController().signal);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

test('[SIGN-5] another process waits, can give up waiting, and continues when the first one is killed', async () => {
  const { open, folder } = vaultFolder();
  const child = await holder(folder);
  const vault = open();
  const givingUp = new AbortController();
  const runs: string[] = [];
  const given = vault.runExclusively(one, async () => runs.push('given up'), givingUp.signal);
  const waiting = vault.runExclusively(one, async () => runs.push('waited'), never);
  setImmediate(() => givingUp.abort(new Error('enough')));
  await expect(given).rejects.toThrow('enough');
  runs.push('killed');
  child.kill('SIGKILL');
  await waiting;
  expect(runs).toEqual(['killed', 'waited']);
});

test('[SIGN-5] a task that fails has released the lock by the time its error arrives', async () => {
  const { open, folder } = vaultFolder();
  await expect(open().runExclusively(one, () => Promise.reject(new Error('failed')), never)).rejects.toThrow('failed');
  const other = new Sqlite(join(folder, one, 'sign-in.lock'), { timeout: 0 });
  onTestFinished(() => void other.close());
  expect(() => other.exec('BEGIN IMMEDIATE')).not.toThrow();
});

test('[SIGN-5] garbage in place of the lock file does not block a task', async () => {
  const { open, folder } = vaultFolder();
  mkdirSync(join(folder, one));
  writeFileSync(join(folder, one, 'sign-in.lock'), 'x'.repeat(9_000));
  expect(await open().runExclusively(one, async () => 'ran', never)).toBe('ran');
});

test('[SIGN-5] a stopped process that holds the lock is reported after a time limit', async () => {
  const { open, folder } = vaultFolder();
  const child = await holder(folder);
  child.kill('SIGSTOP');
  const lock = join(folder, one, 'sign-in.lock');
  await expect(withFileLock(lock, async () => 'ran', never, 100)).rejects.toMatchObject({
    data: { code: 'STORE_UNWRITABLE', facts: { path: lock, problem: 'locked' } },
  });
  child.kill('SIGKILL');
  expect(await open().runExclusively(one, async () => 'ran', never)).toBe('ran');
});

test('closing rejects the tasks that wait, and waits for a running task that still stores something', async () => {
  const { open } = vaultFolder();
  const vault = open();
  await vault.write(one, 'grant', 'spent', 'store', never);
  const { promise: responded, resolve: respond } = Promise.withResolvers<void>();
  const task = vault.runExclusively(
    one,
    async () => {
      await responded;
      await vault.write(one, 'grant', 'next', 'store', never);
    },
    never,
  );
  const waiting = vault.runExclusively(one, async () => 'never', never);
  await new Promise((resolve) => setImmediate(resolve));
  const closed = vault.close();
  await expect(waiting).rejects.toMatchObject({ code: 'KEYCHAIN_UNAVAILABLE' });
  respond();
  await Promise.all([task, closed]);
  expect(await open().read(one, 'grant', never)).toEqual({ text: 'next', kept: 'keychain' });
  await expect(vault.read(one, 'grant', never)).rejects.toMatchObject({ code: 'KEYCHAIN_UNAVAILABLE' });
});

test('closing does not wait for a task that never ends', async () => {
  const vault = vaultFolder().open();
  void vault.runExclusively(one, () => new Promise(() => undefined), never);
  await new Promise((resolve) => setImmediate(resolve));
  await vault.close();
  await vault.close();
});
