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
import { BASE_POSITION, followingStore, numberedBase, PARTS } from './numbered-base.ts';

const CHILD = new URL('restoring-child.ts', import.meta.url).pathname;
const KILLS = rounds({ usual: 2, thorough: 30 });

/** Kills after an amount of work, not after a time. */
async function restoreUntilKilled(dataDir: string, lines: number): Promise<void> {
  const child = spawn(process.execPath, [CHILD, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const end = once(child, 'close');
  let received = 0;
  for await (const _ of createInterface({ input: outputOf(child) })) {
    received += 1;
    if (received === lines) child.kill('SIGKILL');
  }
  await end;
}

async function openStore(dataDir: string): Promise<EventStore> {
  const store = await inThreadDatabases(dataDir).stores.open(KILLED_STORE, () => undefined);
  onTestFinished(() => store.close());
  return store;
}

async function restoreAll(store: EventStore): Promise<void> {
  const { member } = await followingStore(store);
  for (const line of numberedBase()) {
    if (line.kind === 'end') await member.restoreEnd(line);
    else await member.restorePart(line);
  }
}

async function contentOf(store: EventStore) {
  const { sessions, gaps } = await store.reader.coverage({ from: 0, to: Number.MAX_SAFE_INTEGER });
  return {
    events: await eventsAfter(store, 0),
    actions: await store.reader.actions(0, 1_000),
    sessions,
    gaps: gaps.map((gap) => ({ ...gap, id: 0 })),
    unconfirmed: await store.team.unconfirmed(1_000),
    late: await store.team.lateEvents(0, 1_000),
    flaws: await flawsOf(store.reader),
  };
}

test(`[TEAM-20] a member that is killed ${KILLS} times while it restores a base restores it again, and has everything once`, async () => {
  const dataDir = temporaryDirectory();
  const end = 3 * PARTS + 1;
  for (let kill = 1; kill <= KILLS; kill += 1) await restoreUntilKilled(dataDir, Math.ceil((kill * end) / KILLS));
  const store = await openStore(dataDir);
  const before = await followingStore(store);
  expect(before.progress).toMatchObject({ position: 0, confirmedSeq: (PARTS - 1) * 43 + 40 });
  await restoreAll(store);
  const other = await openStore(temporaryDirectory());
  await restoreAll(other);
  const content = await contentOf(store);
  expect(content).toEqual(await contentOf(other));
  expect([content.events.length, content.actions.length, content.sessions.length, content.gaps.length]).toEqual([
    PARTS * 40,
    PARTS,
    PARTS,
    PARTS - 1,
  ]);
  expect(content.unconfirmed.events).toEqual([]);
  expect((await followingStore(store)).progress.position).toBe(BASE_POSITION);
});
