import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import type { EventStore } from '../../../src-main/core/ports/event-store.ts';
import { inThreadDatabases } from '../../doubles/in-thread-databases.ts';
import { eventsAfter, flawsOf } from '../../doubles/team-log.ts';
import { rounds } from '../../support/breadth.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';
import { outputOf } from '../kill-9.ts';
import { KILLED_STORE } from '../killed-store.ts';
import { entryAt, MEMBERSHIP } from './numbered-log.ts';

const CHILD = new URL('following-child.ts', import.meta.url).pathname;
const KILLS = rounds({ usual: 2, thorough: 60 });
/** More events than a process receives before it is killed. */
const APART = 1_000_000;

/** Kills after an amount of work, not after a time. Returns the numbers of the acknowledged events. */
async function followUntilKilled(dataDir: string, first: number, lines: number): Promise<number[]> {
  const child = spawn(process.execPath, [CHILD, dataDir, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const acknowledged: number[] = [];
  const end = once(child, 'close');
  let received = 0;
  for await (const line of createInterface({ input: outputOf(child) })) {
    received += 1;
    if (line !== 'open' && line !== 'read') acknowledged.push(Number(line) - 1, Number(line));
    if (received === lines) child.kill('SIGKILL');
  }
  await end;
  return acknowledged;
}

async function openStore(dataDir: string): Promise<EventStore> {
  const store = await inThreadDatabases(dataDir).stores.open(KILLED_STORE, () => undefined);
  onTestFinished(() => store.close());
  return store;
}

test(`[TEAM-340] a member that is killed ${KILLS} times has what the log has up to its position, and loses no event of its own`, async () => {
  const dataDir = temporaryDirectory();
  const acknowledged: number[] = [];
  for (let kill = 1; kill <= KILLS; kill += 1)
    acknowledged.push(...(await followUntilKilled(dataDir, kill * APART, 20 + ((kill * 37) % 90))));
  const store = await openStore(dataDir);
  const followed = await store.team.follow(MEMBERSHIP);
  if (followed.kind !== 'follows') throw new Error(followed.kind);
  const { position, confirmedSeq } = followed.progress;
  const other = await openStore(temporaryDirectory());
  await other.team.follow(MEMBERSHIP);
  for (let next = 1; next <= position; next += 1) await other.team.applyLog(entryAt(next));

  const contentOf = async (of: EventStore) => ({
    events: (await eventsAfter(of, 0)).filter(({ seq }) => seq <= confirmedSeq),
    actions: await of.reader.actions(0, 100_000),
    flaws: await flawsOf(of.reader),
  });
  expect(await contentOf(store)).toEqual(await contentOf(other));
  const late = await store.team.lateEvents(0, 100_000);
  const { events } = await store.team.unconfirmed(100_000);
  const own = new Set([...late, ...events].map(({ event }) => event.receivedAt));
  expect(acknowledged.filter((number) => !own.has(number))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(KILLS);
});
