/** Repeats the kills of `test/faults/kill-9.test.ts` 200 times and prints a summary. */
import { expect, test } from 'vitest';
import { Kills, type Work } from '../faults/kill-9.ts';
import { KILLED_STORE } from '../faults/killed-store.ts';
import { inThreadDatabases } from '../doubles/in-thread-databases.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';

const KILLS = 200;
/** A new store starts after this many kills, because checking a growing store takes most of the time. */
const OVER_ONE_STORE = 20;

test(`[STORE-11] ${KILLS} kills lose no acknowledged event and leave no flaw`, { timeout: 1_800_000 }, async () => {
  const works = new Map<Work, number>();
  const flawed: unknown[] = [];
  const lost: number[] = [];
  let acknowledged = 0;
  let twice = 0;
  for (let kill = 1; kill <= KILLS;) {
    const dataDir = temporaryDirectory();
    const kills = new Kills(dataDir);
    for (const end = kill + OVER_ONE_STORE; kill < end; kill += 1) {
      const killed = await kills.kill(kill);
      works.set(killed.work, (works.get(killed.work) ?? 0) + 1);
      if (killed.flaws.length > 0 || killed.check !== 'ok' || killed.differences > 0) flawed.push(killed);
    }
    const store = await inThreadDatabases(dataDir).stores.open(KILLED_STORE, () => undefined);
    while (await store.writer.repair());
    await store.close();
    const missing = kills.missing();
    lost.push(...missing.lost);
    twice += missing.twice;
    acknowledged += kills.acknowledged;
  }
  console.log(
    `${KILLS} kills (${[...works].map(([work, count]) => `${count} while it was to ${work}`).join(', ')}): ` +
      `${acknowledged} events acknowledged and to be kept, ${lost.length} lost, ${twice} twice`,
  );
  expect({ lost, twice, flawed }).toEqual({ lost: [], twice: 0, flawed: [] });
});
