import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { inThreadDatabases } from '../doubles/in-thread-databases.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';
import { Kills, outputOf } from './kill-9.ts';
import { KILLED_STORE } from './killed-store.ts';

/** Kills, one per kind of work. `test/long/kill-9.test.ts` does 200. */
const KILLS = 3;

describe('a collector that is killed with SIGKILL while it writes, seals, removes old events and repairs', () => {
  it(`[STORE-11] [PROOF-1] loses no acknowledged event in ${KILLS} kills, each kill is a gap, and what is sealed stays verifiable`, async () => {
    const dataDir = temporaryDirectory();
    const kills = new Kills(dataDir);
    const left: unknown[] = [];
    for (let kill = 1; kill <= KILLS; kill += 1) left.push(await kills.kill(kill));
    expect(left).toEqual(
      Array.from({ length: KILLS }, (_, index) => ({
        kill: index + 1,
        work: expect.any(String),
        flaws: [],
        check: 'ok',
        differences: 0,
      })),
    );

    const store = await inThreadDatabases(dataDir).stores.open(KILLED_STORE, () => undefined);
    await store.writer.resume();
    while (await store.writer.repair());
    const { sessions, gaps } = await store.reader.coverage({ from: 0, to: Number.MAX_SAFE_INTEGER });
    const { storedEvents } = await store.reader.extent();
    await store.close();
    expect(kills.missing()).toEqual({ lost: [], twice: 0 });
    expect(storedEvents).toBeGreaterThan(0);
    // Each gap lasts from the last stored event to the first one of the next session.
    expect(gaps.map(({ from, to, reason }) => ({ from, to, reason }))).toEqual(
      sessions.map(({ lastEventAt }, index) => ({
        from: lastEventAt,
        to: sessions[index + 1]?.from ?? null,
        reason: 'crashed',
      })),
    );
    expect(sessions).toHaveLength(KILLS);
  });

  it('[STORE-8] leaves the store free for the next writer, which is refused before the kill', async () => {
    const dataDir = temporaryDirectory();
    const child = new Kills(dataDir).start(1, 'collect', false);
    const [line] = await once(createInterface({ input: outputOf(child) }), 'line');
    expect(line).toBe('open');
    const opener = inThreadDatabases(dataDir).stores;
    await expect(opener.open(KILLED_STORE, () => undefined)).rejects.toMatchObject({ code: 'STORE_IN_USE' });
    const end = once(child, 'exit');
    child.kill('SIGKILL');
    await end;
    const store = await opener.open(KILLED_STORE, () => undefined);
    await store.close();
  });
});
