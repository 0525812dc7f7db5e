import { chmod, readFile } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import { simulatedService } from './simulated-service.ts';

const service = simulatedService();

/** Collects until an event with this id is stored. Returns the event id that the collector asked to resume after. */
async function collectOne(simulator: Simulator, profile: string, id: string): Promise<string | null | undefined> {
  const collector = service.collectInProcess(profile);
  await collector.waitForText(/Watching/);
  const resumedAfter = simulator.control.subscribers()[0]?.lastEventId;
  simulator.control.emit({ event: 'LOCALIZATION', id, data: '{}' });
  await vi.waitFor(async () => {
    const printed = await service.workplace.events('--profile', profile, '--kind', 'LOCALIZATION', '--limit', '1');
    expect(printed[0]?.['id']).toBe(id);
  }, 60_000);
  expect(await collector.stop()).toBe(0);
  return resumedAfter;
}

const idsOf = async (profile: string) =>
  (await service.workplace.events('--profile', profile, '--kind', 'LOCALIZATION')).map(({ id }) => id);

test('[ID-1] a renamed profile in a read-only file keeps its events and resumes', async () => {
  const old = await service.workplace.profile(service.simulator, { name: 'Old name' });
  const written = await readFile(old, 'utf8');
  expect(written).not.toContain('"id"');
  await chmod(old, 0o400);
  expect(await collectOne(service.simulator, old, 'before')).toBeNull();
  expect(await readFile(old, 'utf8')).toBe(written);

  const renamed = await service.workplace.profile(service.simulator, { name: 'New name' });
  expect(await collectOne(service.simulator, renamed, 'after')).toBe('before');
  expect(await idsOf('New name')).toEqual(['before', 'after']);
});

test('[SIGN-1] a profile file that is edited to another issuer gets its secret only after `secret bind`', async () => {
  const second = await startSimulator({ scenario: 'none', subscriptions: 1_000 });
  onTestFinished(() => second.stop());
  const { workplace } = service;
  const path = await workplace.profile(service.simulator, {}, 'edited.json');
  await collectOne(service.simulator, path, 'before');
  await workplace.profile(second, {}, 'edited.json');

  const refused = service.collectInProcess(path);
  expect([await refused.exit, second.control.requests().length]).toEqual([2, 0]);
  expect(refused.stderr).toContain('watchfloor secret bind');

  await workplace.output(['secret', 'bind', '--profile', path, '--data-dir', workplace.dataDir]);
  await collectOne(second, path, 'after');
});
