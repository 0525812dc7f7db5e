/** Tests `watchfloor events --follow` next to a collector, each as in a terminal of its own. */
import { rm } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { type InProcessCommand, parseNdjson, type RunningCommand } from '../support/command.ts';
import { simulatedService } from './simulated-service.ts';

const service = simulatedService();

function emit(kind: string, number: number): void {
  const data = { operation: '-', detailedMessage: `number ${number}` };
  service.simulator.control.emit({ event: kind, id: `event-${number}`, data });
}

const follow = (...args: string[]) =>
  service.workplace.run(['events', '--data-dir', service.workplace.dataDir, '--follow', '--format', 'ndjson', ...args]);

const printed = (command: RunningCommand) => parseNdjson(command.stdout).map(({ id }) => id);

async function collecting(profile: string, number: number): Promise<InProcessCommand> {
  const collector = service.collectInProcess(profile);
  await collector.waitForText(/Watching/);
  await vi.waitFor(() => expect(service.simulator.control.subscribers()).toHaveLength(1), 60_000);
  emit('WANTED', number);
  await vi.waitFor(
    async () => expect((await service.workplace.storedEvents('kind:WANTED')).at(-1)?.id).toBe(`event-${number}`),
    60_000,
  );
  return collector;
}

test('[CLI-100] --follow prints each event that a collector stores once, and continues after the store was replaced', async () => {
  const profile = await service.workplace.profile(service.simulator);
  const collector = await collecting(profile, 1);
  const matching = follow('--query', 'kind:WANTED', '--limit', '1', '--fields', 'id,raw');
  await matching.waitForText(/event-1"/);
  for (let number = 2; number <= 40; number += 1) emit(number % 2 === 0 ? 'WANTED' : 'OTHER', number);
  await matching.waitForText(/event-40"/);
  const even = Array.from({ length: 20 }, (_, index) => `event-${(index + 1) * 2}`);
  expect(printed(matching)).toEqual(['event-1', ...even]);
  expect(parseNdjson(matching.stdout)[1]).toEqual({
    id: 'event-2',
    raw: JSON.stringify({ operation: '-', detailedMessage: 'number 2' }),
  });

  expect(await collector.stop()).toBe(0);
  const [store = ''] = service.workplace.databases();
  await Promise.all(['', '-wal', '-shm'].map((end) => rm(store + end, { force: true })));
  await matching.waitForText(/Following continues when it can be read/);
  await collecting(profile, 50);
  await matching.waitForText(/event-50"/);
  expect(printed(matching)).toEqual(['event-1', ...even, 'event-50']);
  expect(await matching.stop('SIGINT')).toBe('SIGINT');
});

test('[CLI-100] --follow ends with 0 and no message when its reader closes', async () => {
  await collecting(await service.workplace.profile(service.simulator), 1);
  const matching = follow('--query', 'kind:WANTED');
  await matching.waitForText(/event-1"/);
  matching.process.stdout?.destroy();
  emit('WANTED', 2);
  expect([await matching.exit, matching.stderr]).toEqual([0, '']);
});
