/**
 * Tests a watching process that is stopped with SIGSTOP, as by a debugger or an overloaded host, while the service goes
 * on writing.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openEventReader } from '../../../src-main/adapters/sqlite/events/event-reader.ts';
import { storePaths } from '../../../src-main/adapters/sqlite/store-paths.ts';
import { EVERYTHING } from '../../../src-shared/domain/filter/filter.ts';
import { someProfile } from '../../doubles/profile.ts';
import { FaultServer } from './fault-server.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';

const CHILD = new URL('watching-child.ts', import.meta.url).pathname;
/** Blind after 4 s: less than the stop, and more than a busy machine lets a process wait. */
const HEARTBEAT_SECONDS = 1.6;
const STOPPED_MS = 6_000;
/** Events at 50 ms intervals: more than the 4 s after which a dead connection is given up. */
const EVENTS_AFTERWARDS = 90;
/** For a busy machine; waits normally end earlier. */
const WAIT_OPTIONS = { timeout: 60_000 };

describe.skipIf(process.platform === 'win32')('a process that was stopped', () => {
  let child: ChildProcess | null = null;
  let dataDir = '';
  const over = new AbortController();

  afterEach(async () => {
    over.abort();
    child?.kill('SIGKILL');
  });

  it('[STREAM-1] stores all events that were in its socket, and has a gap for the stop', async () => {
    dataDir = temporaryDirectory();
    let written = 0;
    const server = await FaultServer.start(async ({ open, write, socket }) => {
      await open();
      while (!over.signal.aborted && !socket.destroyed) {
        written += 1;
        await write(`event: HEARTBEAT\ndata: ${written}\n\n`);
        await pause(50, undefined, { signal: over.signal }).catch(() => undefined);
      }
    });
    const argv = [CHILD, new URL(server.url).origin, String(HEARTBEAT_SECONDS), dataDir];
    const watching = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
    child = watching;
    let stored = 0;
    createInterface({ input: watching.stdout }).on('line', (line) => (stored = Number(line)));
    await vi.waitFor(() => expect(stored).toBeGreaterThan(20), WAIT_OPTIONS);

    watching.kill('SIGSTOP');
    await vi.waitFor(async () => expect(await stateOf(watching.pid ?? 0)).toBe('T'), WAIT_OPTIONS);
    const stoppedAt = Date.now();
    await pause(STOPPED_MS);
    const writtenInStop = written;
    const continuedAt = Date.now();
    watching.kill('SIGCONT');
    await vi.waitFor(() => expect(stored).toBeGreaterThan(writtenInStop + EVENTS_AFTERWARDS), WAIT_OPTIONS);

    const reader = openEventReader(storePaths(dataDir, { id: someProfile.id, practice: false }).events);
    const { sessions, gaps } = await reader.coverage({ from: 0, to: Number.MAX_SAFE_INTEGER });
    const { rows } = await reader.summaries({ filter: EVERYTHING, direction: 'newer', from: 0, limit: writtenInStop });
    const texts = await Promise.all(rows.map(async ({ seq }) => (await reader.event(seq))?.raw));
    await reader.close();
    expect(texts).toEqual(Array.from({ length: writtenInStop }, (_, index) => String(index + 1)));
    expect([server.requests.length, sessions.map(({ reason }) => reason), gaps.map(({ reason }) => reason)]).toEqual([
      1,
      ['not-running', null],
      ['not-running'],
    ]);
    const [gap] = gaps;
    expect(gap?.to).toBe(sessions[1]?.from);
    expect(gap?.from).toBeCloseTo(sessions[0]?.lastEventAt ?? 0, -1);
    expect(gap?.from).toBeLessThanOrEqual(stoppedAt);
    expect(gap?.to).toBeGreaterThanOrEqual(continuedAt);
    expect(gap?.lengthMs).toBeGreaterThanOrEqual(STOPPED_MS);
  });
});

/**
 * Returns the state of a process from `/proc`; `T` means stopped. macOS has no `/proc`, and stops a process as quickly.
 */
async function stateOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') return 'T';
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
}
