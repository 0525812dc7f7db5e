import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { storePaths } from '../../src-main/adapters/event-store/store-directory.ts';
import type { ProfileId } from '../../src-shared/domain/identity.ts';
import { createInThreadStores } from '../doubles/in-thread-stores.ts';

const STORE = {
  id: 'killed-store' as ProfileId,
  name: 'Kill',
  practice: false,
  source: 'https://events.example.com',
};
const CHILD = new URL('collecting-child.ts', import.meta.url).pathname;
const KILLS = 20;
const COMPILE_CACHE = join(tmpdir(), 'watchfloor-compile-cache');

describe('a collector that is killed with SIGKILL while it writes', () => {
  let dataDir: string;
  let path: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'watchfloor-kill-'));
    path = storePaths(dataDir, STORE).events;
  });

  afterEach(() => rm(dataDir, { recursive: true }));

  it(
    `[STORE-11] loses no acknowledged event in ${KILLS} kills, and each kill is a gap`,
    { timeout: 120_000 },
    async () => {
      const lost: number[] = [];
      const checks: unknown[] = [];
      let stored = 0;
      for (let kill = 1; kill <= KILLS; kill += 1) {
        // A fifth of them behind the two threads of the product: it is the same file that has to survive.
        // The moment varies with the work done, not with a clock: after 1 to 20 acknowledged batches.
        const acknowledged = await collectUntilKilled(stored + 1, kill, kill % 5 === 0);
        const now = readStore();
        if (now.newest < acknowledged) lost.push(kill);
        checks.push(now);
        stored = now.newest;
      }
      expect({ lost, checks }).toEqual({
        lost: [],
        checks: Array.from({ length: KILLS }, () => ({ newest: expect.any(Number), asReceived: true, check: 'ok' })),
      });

      const store = await createInThreadStores({ dataDir }).open(STORE);
      const resumed = await store.resume();
      const { sessions, gaps } = await store.coverage({ from: 0, to: Number.MAX_SAFE_INTEGER });
      await store.close();
      expect({
        extent: resumed.extent,
        gaps: gaps.map(({ from, to, reason }) => ({ from, to, reason })),
        events: sessions.reduce((sum, { events }) => sum + events, 0),
      }).toEqual({
        extent: { oldestSeq: 1, newestSeq: stored, storedEvents: stored },
        // From the last stored event to the first of the next session, for every kill.
        gaps: sessions.map(({ lastEventAt }, index) => ({
          from: lastEventAt,
          to: sessions[index + 1]?.from ?? null,
          reason: 'crashed',
        })),
        events: stored,
      });
      expect(sessions).toHaveLength(KILLS);
    },
  );

  it('[STORE-8] leaves the store free for the next writer, which is refused before', async () => {
    const child = startChild(1, true);
    await lineOf(child, (line) => line === 'open');
    const opener = createInThreadStores({ dataDir });
    await expect(opener.open(STORE)).rejects.toMatchObject({ code: 'STORE_IN_USE' });
    await killed(child);
    const store = await opener.open(STORE);
    await store.close();
  });

  function startChild(first: number, inThreads: boolean): ChildProcess {
    const child = spawn(process.execPath, [CHILD, dataDir, String(first), inThreads ? 'threads' : 'one-thread'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      // Most of the time is start-up: types are stripped, and modules compiled, once for all of them.
      env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  }

  /** @returns the last event whose acknowledgement came through the pipe. */
  async function collectUntilKilled(first: number, batches: number, inThreads: boolean): Promise<number> {
    const child = startChild(first, inThreads);
    let acknowledged = 0;
    let received = 0;
    const end = once(child, 'close');
    for await (const line of createInterface({ input: child.stdout ?? raise() })) {
      if (line === 'open') continue;
      // What was in the pipe when the kill came was acknowledged as well.
      acknowledged = Number(line);
      received += 1;
      if (received === batches) child.kill('SIGKILL');
    }
    await end;
    return acknowledged;
  }

  function readStore() {
    const database = new Sqlite(path, { readonly: true });
    const rows = database
      .prepare<[], { seq: number; raw: string }>('SELECT seq, raw FROM event JOIN payload USING (seq) ORDER BY seq')
      .all()
      .map(({ seq, raw }) => ({ seq, number: Number(JSON.parse(raw).number) }));
    const check = database.pragma('quick_check', { simple: true });
    database.close();
    return {
      newest: rows.length,
      asReceived: rows.every(({ seq, number }, index) => seq === index + 1 && number === seq),
      check,
    };
  }
});

async function lineOf(child: ChildProcess, wanted: (line: string) => boolean): Promise<void> {
  for await (const line of createInterface({ input: child.stdout ?? raise() })) if (wanted(line)) return;
  throw new Error('The child ended without saying so.');
}

async function killed(child: ChildProcess): Promise<void> {
  const end = once(child, 'exit');
  child.kill('SIGKILL');
  await end;
}

function raise(): never {
  throw new Error('The child has no standard output.');
}
