/** Kills the process that watches while commands hand actions to it. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openEventReader } from '../../src-main/adapters/sqlite/events/event-reader.ts';
import { sentLocalization } from '../doubles/sent-failures.ts';
import { simulatedService } from '../journeys/simulated-service.ts';
import { rounds } from '../support/breadth.ts';

const KILLS = rounds({ usual: 2, thorough: 40 });
const COMMANDS = rounds({ usual: 4, thorough: 6 });
/** The others run in the process of the test. A process takes a second of CPU time. */
const PROCESSES = rounds({ usual: 1, thorough: 6 });
const EID = '89049032000001000000035728471950';
const service = simulatedService();

async function notes(): Promise<string[]> {
  const reader = openEventReader(service.workplace.databases()[0] ?? '');
  const actions = await reader.actions(0, 10_000);
  await reader.close();
  return actions.map(({ text }) => text);
}

const noteCommand = (text: string) => {
  const { dataDir } = service.workplace;
  return ['note', EID, '--by', 'bot', '--note', text, '--data-dir', dataDir];
};
const note = (text: string) => service.workplace.runInProcess(noteCommand(text));
const noteInOwnProcess = (text: string) => service.workplace.run(noteCommand(text));

/** Waits until an action is handed over, taken or answered, or until all of them are done. */
async function killPoint(kill: number, commands: readonly { readonly exit: Promise<number> }[]): Promise<void> {
  const ending = ['.request', '.taken', '.answer'][kill % 3] ?? '';
  const inbox = join(dirname(service.workplace.databases()[0] ?? ''), 'inbox');
  const all = new AbortController();
  void Promise.all(commands.map(({ exit }) => exit)).then(() => all.abort());
  const isReached = () => all.signal.aborted || readdirSync(inbox).some((name) => name.endsWith(ending));
  await vi.waitFor(() => expect(isReached()).toBe(true), { timeout: 60_000, interval: 1 });
}

test(`[CLI-107] if the watch is killed ${KILLS} times, each action of a command is recorded once`, async () => {
  const profile = await service.workplace.profile(service.simulator);
  const asked: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const watch = service.collect(profile);
    await watch.waitForText(/Watching/);
    if (kill === 0) {
      await vi.waitFor(() => expect(service.simulator.control.subscribers()).toHaveLength(1), 60_000);
      const { kind, id, data } = sentLocalization({ eid: EID, operation: 'ALLOCATED', at: Date.now(), errorCode: 'X' });
      service.simulator.control.emit({ event: kind, id, data });
      await vi.waitFor(async () => expect(await service.workplace.storedEvents('id:…1950')).toHaveLength(1), 60_000);
    }
    const texts = Array.from({ length: COMMANDS }, (_, number) => `note ${kill}.${number}`);
    const commands = texts.map(note);
    await killPoint(kill, commands);
    await watch.stop('SIGKILL');
    for (const command of commands) expect(await command.exit).toBe(0);
    asked.push(...texts);
  }
  expect((await notes()).toSorted()).toEqual(asked.toSorted());
});

test('[CLI-107] commands without a watch that run at the same time are all recorded, once each', async () => {
  const collector = service.collectInProcess(await service.workplace.profile(service.simulator));
  await collector.waitForText(/Watching/);
  await vi.waitFor(() => expect(service.simulator.control.subscribers()).toHaveLength(1), 60_000);
  const { kind, id, data } = sentLocalization({ eid: EID, operation: 'ALLOCATED', at: Date.now(), errorCode: 'X' });
  service.simulator.control.emit({ event: kind, id, data });
  await vi.waitFor(async () => expect(await service.workplace.storedEvents('id:…1950')).toHaveLength(1), 60_000);
  await collector.stop();
  const texts = Array.from({ length: COMMANDS }, (_, number) => `note ${number}`);
  const commands = texts.map((text, number) => (number < PROCESSES ? noteInOwnProcess(text) : note(text)));
  for (const command of commands) expect(await command.exit).toBe(0);
  expect((await notes()).toSorted()).toEqual(texts);
});
