/** Tests the commands that record an action of an operator, next to a running watch and without one. */
import { existsSync, readdirSync } from 'node:fs';
import { cp, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { isWriterLocked } from '../../src-main/adapters/sqlite/events/files/writer-lock.ts';
import { listStores } from '../../src-main/adapters/sqlite/events/files/store-directory.ts';
import { pathsIn } from '../../src-main/adapters/sqlite/store-paths.ts';
import { createSystemClock } from '../../src-main/adapters/clock/system-clock.ts';
import type { Clock } from '../../src-main/core/ports/clock.ts';
import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import { inThreadDatabases } from '../doubles/in-thread-databases.ts';
import { batchOf } from '../doubles/received-events.ts';
import { sentLocalization } from '../doubles/sent-failures.ts';
import { FILLED_STORE_ID, parseNdjson } from '../support/command.ts';
import { simulatedService } from './simulated-service.ts';

const service = simulatedService();
const EID = '89049032000001000000035728471950';
const OTHER = '89049032000001000000035728479999';
const GROUP = 'cause:localization/ALLOCATED//START_PROFILE_ALLOCATION_FAILED';

const args = (kind: string, ...more: string[]) => [kind, '--data-dir', service.workplace.dataDir, ...more];
const run = (kind: string, ...more: string[]) => service.workplace.runInProcess(args(kind, ...more));
const output = (kind: string, ...more: string[]) => service.workplace.output(args(kind, ...more));
const rows = async (kind: string, ...more: string[]) => parseNdjson(await output(kind, '--format', 'ndjson', ...more));
const folder = () => dirname(service.workplace.databases()[0] ?? '');

function fail(...eids: string[]): void {
  for (const [index, eid] of eids.entries()) {
    const fields = {
      eid,
      operation: 'ALLOCATED',
      at: Date.now() + index,
      errorCode: 'START_PROFILE_ALLOCATION_FAILED',
    };
    const { kind, id, data } = sentLocalization(fields);
    service.simulator.control.emit({ event: kind, id, data });
  }
}

/** Collects two failures of one group. */
async function collecting(collect: 'collect' | 'collectInProcess' = 'collectInProcess') {
  const collector = service[collect](await service.workplace.profile(service.simulator));
  await collector.waitForText(/Watching/);
  await vi.waitFor(() => expect(service.simulator.control.subscribers()).toHaveLength(1), 60_000);
  fail(EID, OTHER);
  await vi.waitFor(async () => expect(await service.workplace.storedEvents('outcome:failed')).toHaveLength(2), 60_000);
  return collector;
}

/** Fills the store with two failures of one group, as a collector that has ended. */
async function collected(): Promise<void> {
  const store = await service.workplace.openStore();
  await store.writer.resume();
  const failures = [EID, OTHER].map((eid) =>
    sentLocalization({ eid, operation: 'ALLOCATED', at: Date.now(), errorCode: 'START_PROFILE_ALLOCATION_FAILED' }),
  );
  await store.writer.append(batchOf('opens', failures));
  await store.close();
}

/** Holds the lock of the store and takes no actions of commands. */
async function openForWriting(): Promise<EventStore> {
  const [found] = listStores(service.workplace.dataDir);
  if (found === undefined) throw new Error('There is no store.');
  const { id, name, practice } = found;
  return inThreadDatabases(service.workplace.dataDir).stores.open({ id, name, practice, source: '' }, () => undefined);
}

/** A profile of the store that `collected` filled. */
const sameStore = () => service.workplace.profile(service.simulator, { id: FILLED_STORE_ID });

const stored = async (store: EventStore) => (await store.reader.actions(0, 100)).map(({ text }) => text);

/** The cases that `watchfloor cases` prints, with what operators did. */
const owners = async () => (await rows('cases')).map(({ owner, muted, ended }) => ({ owner, muted, ended }));
const UNTOUCHED = { owner: null, muted: false, ended: null };
const both = (changed: object) => [1, 2].map(() => ({ ...UNTOUCHED, ...changed }));

describe('[CLI-107] next to a running watch', () => {
  test('each command is recorded by that process, for a group and for a part of an identifier, and says what was done', async () => {
    const collector = await collecting();
    const ines = ['--by', 'Ines Haugen'];
    expect(await rows('take', GROUP, ...ines)).toEqual([
      {
        action: 'take',
        subject: GROUP,
        name: 'Allocation failed (START_PROFILE_ALLOCATION_FAILED)',
        isGroup: true,
        cases: 2,
        by: 'Ines Haugen',
        at: expect.stringMatching(/Z$/),
        note: '',
        ends: null,
        actions: [expect.stringMatching(/^[0-9a-f]{32}$/)],
      },
    ]);
    expect(await owners()).toEqual(both({ owner: 'Ines Haugen' }));
    expect(
      await output('done', '…1950', ...ines, '--note', 'device swapped', '--format', 'table', '--no-headers'),
    ).toMatch(new RegExp(`^\\S+Z Ines Haugen marked it as done: eUICC ${EID}\n$`));
    expect(await owners()).toContainEqual({ owner: 'Ines Haugen', muted: false, ended: 'done' });
    await output('reopen', EID, ...ines);
    await output('mute', 'Allocation failed', ...ines, '--for', '2h');
    expect(await owners()).toEqual(both({ owner: 'Ines Haugen', muted: true }));
    const [note] = await rows('note', OTHER, ...ines, '--note', 'ticket 4711');
    expect(note).toMatchObject({ action: 'note', subject: `eid:${OTHER}`, note: 'ticket 4711' });
    await output('unmute', 'Allocation failed', ...ines);
    expect(await owners()).toEqual(both({ owner: 'Ines Haugen' }));
    const report = await output('report', '--since', '1h', '--format', 'md');
    for (const words of ['ticket 4711', 'device swapped']) expect(report).toContain(words);
    expect(readdirSync(join(folder(), 'inbox'))).toEqual([]);
    expect(await collector.stop()).toBe(0);
  });

  test('commands of several processes at once are all recorded, once each', async () => {
    const collector = await collecting();
    const commands = Array.from({ length: 12 }, (_, number) =>
      run('note', EID, '--by', 'bot', '--note', `note ${number}`),
    );
    expect(await Promise.all(commands.map(({ exit }) => exit))).toEqual(commands.map(() => 0));
    await collector.stop();
    const store = await openForWriting();
    const notes = await stored(store);
    await store.close();
    expect(notes.toSorted()).toEqual(commands.map((_, number) => `note ${number}`).toSorted());
  });

  test('a command that names something unknown or ambiguous does nothing and exits with 2', async () => {
    await collecting();
    for (const [subjects, words] of [
      [['847'], 'Nothing that is stored has the name "847".'],
      [[EID, 'nothing'], 'Nothing that is stored has the name "nothing".'],
      [['3572847'], `"3572847" can be eid:${OTHER}, eid:${EID}. Name one of them in full. Nothing was done.`],
    ] as const) {
      const command = run('take', ...subjects, '--by', 'Ines');
      expect([await command.exit, command.stdout, command.stderr]).toEqual([2, '', expect.stringContaining(words)]);
    }
    expect(await owners()).toEqual([UNTOUCHED, UNTOUCHED]);
  });
});

describe('[CLI-107] without a running watch', () => {
  test('a command writes by itself, and the next watch finds what was done and leaves nothing of the command', async () => {
    await collected();
    const [taken] = await rows('take', EID, OTHER, '--by', 'Ines');
    expect(taken).toMatchObject({ subject: `eid:${EID}`, cases: 1 });
    const { lock } = pathsIn(folder());
    expect([isWriterLocked(lock), await owners()]).toEqual([false, both({ owner: 'Ines' })]);
    const next = service.collectInProcess(await sameStore());
    await next.waitForText(/Watching/);
    expect(await owners()).toEqual(both({ owner: 'Ines' }));
    expect(await next.stop()).toBe(0);
  });

  test('a command leaves an unclean end of the last watch to the next one, which checks the store', async () => {
    const collector = await collecting('collect');
    if ('process' in collector) expect(await collector.stop('SIGKILL')).toBe('SIGKILL');
    await output('note', EID, '--by', 'Ines', '--note', 'after the crash');
    const store = await openForWriting();
    expect((await store.writer.resume()).hadUncleanShutdown).toBe(true);
    await store.close();
  });

  test('a command refuses a copied data folder and leaves it as it is', async () => {
    await (await collecting()).stop();
    const copy = `${service.workplace.dataDir}-copy`;
    await cp(service.workplace.dataDir, copy, { recursive: true });
    const command = service.workplace.runInProcess(['take', EID, '--by', 'Ines', '--data-dir', copy]);
    expect([await command.exit, command.stderr]).toEqual([2, expect.stringContaining('is a copy of')]);
  });
});

describe('[CLI-107] a process that writes the store and takes no actions', () => {
  test('ends the command with 1 after 5 s, and nothing is done then or later', async () => {
    await collected();
    const store = await openForWriting();
    const command = service.workplace.runInProcess(
      args('note', EID, '--by', 'bot', '--note', 'one'),
      {},
      '',
      secondsClock(),
    );
    expect([await command.exit, command.stdout]).toEqual([1, '']);
    expect(command.stderr).toContain('did not answer, and nothing was done.');
    expect([await stored(store), readdirSync(join(folder(), 'inbox'))]).toEqual([[], []]);
    await store.close();
  });

  test('does not keep the command from recording the action itself once that process has ended', async () => {
    await collected();
    const store = await openForWriting();
    const command = run('note', EID, '--by', 'bot', '--note', 'one');
    await vi.waitFor(
      () => expect(readdirSync(join(folder(), 'inbox'))).toEqual([expect.stringMatching(/\.request$/)]),
      60_000,
    );
    await store.close();
    expect([await command.exit, command.stderr]).toEqual([0, '']);
    const again = await openForWriting();
    expect(await stored(again)).toEqual(['one']);
    await again.close();
  });

  test('leaves a request of a killed command undone if it is older than a minute', async () => {
    await collected();
    const store = await openForWriting();
    const command = service.workplace.run(args('note', EID, '--by', 'bot', '--note', 'late'));
    const inbox = join(folder(), 'inbox');
    const requests = () => readdirSync(inbox).filter((name) => name.endsWith('.request'));
    await vi.waitFor(() => expect(requests()).toHaveLength(1), 60_000);
    await command.stop('SIGKILL');
    await store.close();
    const long = new Date(Date.now() - 61_000);
    await Promise.all(requests().map((name) => utimes(join(inbox, name), long, long)));
    const watch = service.collectInProcess(await sameStore());
    await watch.waitForText(/Watching/);
    await vi.waitFor(() => expect(readdirSync(inbox)).toEqual([]), 60_000);
    await watch.stop();
    const after = await openForWriting();
    expect(await stored(after)).toEqual([]);
    await after.close();
  });
});

/** A clock on which each look at the time is a second later. */
function secondsClock(): Clock {
  let now = 0;
  return { ...createSystemClock(), monotonic: () => (now += 1_000), sleep: async () => setImmediate() };
}

test('[CLI-105] a name and a note are required where they matter, and wrong options exit with 2', async () => {
  await (await collecting()).stop();
  for (const [kind, ...more] of [
    ['take', EID],
    ['take', '--by', 'Ines'],
    ['take', EID, '--by', ' '],
    ['take', ' ', '--by', 'Ines'],
    ['take', EID, '--by', 'x'.repeat(61)],
    ['note', EID, '--by', 'Ines'],
    ['note', EID, '--by', 'Ines', '--note', ' '],
    ['mute', EID, '--by', 'Ines', '--for', 'long'],
    ['mute', EID, '--by', 'Ines', '--for', '2026-01-01'],
    ['mute', EID, '--by', 'Ines', '--for', '1h', '--until', 'worse'],
    ['take', EID, '--by', 'Ines', '--for', '1h'],
  ] as const) {
    const command = run(kind, ...more);
    expect([kind, ...more, await command.exit, command.stdout]).toEqual([kind, ...more, 2, '']);
  }
  expect(await owners()).toEqual([UNTOUCHED, UNTOUCHED]);
  expect(existsSync(join(folder(), 'inbox'))).toBe(true);
});

test('[REPORT-6] a reason in a service report is recorded by the process that watches', async () => {
  await collecting();
  const month = ['--month', '2025-10', '--zone', 'UTC'];
  const reason = ['--missed', 'watched', '--reason', 'not installed yet', '--by', 'Ines Haugen'];
  expect(await output('report', ...month, ...reason)).toContain('not installed yet (Ines Haugen)');
  expect(isWriterLocked(pathsIn(folder()).lock)).toBe(true);
});
