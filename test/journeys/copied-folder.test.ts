/** Watches with a data folder, copies it and starts on the copy, as after a move to another computer. */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { type OpenedApplication, openApplication } from '../../src-main/hosts/compose.ts';
import type { WatchSnapshot } from '../../src-shared/api/watch.ts';
import type { ProfileId } from '../../src-shared/domain/identity.ts';
import { inThreadDatabases } from '../doubles/in-thread-databases.ts';
import { simulatedService } from './simulated-service.ts';

const service = simulatedService();
const running: OpenedApplication[] = [];
let copy: string;
let id: ProfileId;

async function start(dataDir: string): Promise<OpenedApplication> {
  const vaultKeyFile = join(service.workplace.folder, 'key');
  const opened = await openApplication({ dataDir, vaultKeyFile, openDatabases: inThreadDatabases });
  running.push(opened);
  return opened;
}
async function snapshot({ application }: OpenedApplication): Promise<WatchSnapshot | undefined> {
  const { value } = await application.snapshots(undefined).next();
  return value?.state.watches[0];
}
const watches = (opened: OpenedApplication) =>
  vi.waitFor(async () => expect((await snapshot(opened))?.stream.kind).toBe('watching'), 60_000);
const subscriptions = () => service.simulator.control.counters().subscribe;
/** Without lengths, because the gap that is open grows with each reading. */
const coverage = async () =>
  (await service.workplace.output(['coverage', '--data-dir', copy, '--format', 'ndjson'])).replaceAll(
    /"lengthSeconds":[\d.]+,/g,
    '',
  );

/** A profile with its secret, watched once in the original folder, which is then copied. */
beforeEach(async () => {
  const { workplace, simulator } = service;
  writeFileSync(join(workplace.folder, 'key'), 'a key that nobody guesses, for tests alone', { mode: 0o600 });
  const opened = await start(workplace.dataDir);
  const { clientId, clientSecret } = simulator.clients.basic;
  const profile = { name: 'Acme', ...simulator.profile, clientId, flow: 'clientCredentials' as const };
  id = await opened.application.profiles.save({ id: null, profile });
  await opened.application.signIns.giveSecret(await opened.application.profiles.get(id), clientSecret, 'store');
  await opened.application.profiles.watch(id);
  await watches(opened);
  await opened.stop();
  copy = join(workplace.folder, 'copy');
  cpSync(workplace.dataDir, copy, { recursive: true });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
});

test('[PAGE-460] a copy is read only, stores no gap and takes no seat until the user chooses to watch with it', async () => {
  const before = [await coverage(), subscriptions()];
  const opened = await start(copy);
  expect(opened.warnings).toEqual([]);
  expect(await snapshot(opened)).toMatchObject({
    stream: { kind: 'stopped' },
    storage: {
      kind: 'read-only',
      error: { code: 'FOLDER_COPIED', facts: { path: copy, from: service.workplace.dataDir, computer: null } },
    },
  });
  // A changed profile opens its watch again.
  const profile = await opened.application.profiles.get(id);
  await opened.application.profiles.save({ id, profile: { ...profile, heartbeatSeconds: 31 } });
  expect((await snapshot(opened))?.storage.kind).toBe('read-only');
  expect([await coverage(), subscriptions()]).toEqual(before);

  await opened.application.profiles.watchCopy();
  await watches(opened);
  await opened.stop();
  const later = await start(copy);
  await watches(later);
  await later.stop();
  await watches(await start(service.workplace.dataDir));
});

test('[PAGE-460] collect on a copy exits with 2 and says what to do; --watch-copy is needed once', async () => {
  const { workplace, simulator } = service;
  const profile = await workplace.profile(simulator, { id });
  const collect = (...more: string[]) =>
    workplace.runInProcess(['collect', '--no-notify', '--profile', profile, '--data-dir', copy, ...more], {
      [SECRET_VARIABLE]: simulator.clients.basic.clientSecret,
    });
  const before = [await coverage(), subscriptions()];
  const refused = collect();
  expect(await refused.exit).toBe(2);
  expect(refused.stderr).toContain(`The data folder ${copy} is a copy of ${workplace.dataDir}.`);
  expect(refused.stderr).toContain('add --watch-copy once');
  expect([await coverage(), subscriptions()]).toEqual(before);

  for (const more of [['--watch-copy'], []]) {
    const collecting = collect(...more);
    await collecting.waitForText(/watching/i);
    expect(await collecting.stop()).toBe(0);
  }
});

test('[PAGE-460] a copy of a folder that is watched reports no crash and no gap after its last record', async () => {
  const { workplace } = service;
  await watches(await start(workplace.dataDir));
  cpSync(workplace.dataDir, copy, { recursive: true, force: true });
  const printed = (...args: string[]) => workplace.output([...args, '--data-dir', copy]);
  const table = await printed('coverage', '--format', 'table');
  expect(table).toMatch(/session .* the rest is not in this copy\n/);
  expect(table).toMatch(/Later: not in this copy \(made about \d\d:\d\d:\d\d UTC\)\.\n$/);
  expect(table).not.toContain('crashed');
  const report = await printed('report', '--since', '1h', '--zone', 'UTC');
  expect(report).toMatch(/are not in this copy\**\s*\(made about \d\d:\d\d:\d\d UTC\)/);
  expect(report).not.toMatch(/unexpectedly|without a gap|No gap/);
});
