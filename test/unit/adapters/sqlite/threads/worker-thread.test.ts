import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createWorkerThread } from '../../../../../src-main/adapters/sqlite/threads/worker-thread.ts';
import { SilentLog } from '../../../../doubles/silent-log.ts';
import type { Journal, Shared } from './journal-worker.ts';

const lost = { code: 'STORE_LOST' };

function setUp(idleMs?: number, lingers?: boolean) {
  const shared: Shared = {
    cells: new Int32Array(new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT)),
    notes: new Int32Array(new SharedArrayBuffer(1_024 * Int32Array.BYTES_PER_ELEMENT)),
  };
  const threads: Worker[] = [];
  const messages: unknown[] = [];
  const log = new SilentLog();
  const worker = createWorkerThread(
    () => {
      const thread = new Worker(new URL('./journal-worker.ts', import.meta.url), { workerData: shared });
      threads.push(thread);
      return thread;
    },
    { log, idleMs, lingers },
  );
  const client = worker.client<Journal>('first', {
    onMessage: (value) => messages.push(value),
    notRepeated: new Set(['replace']),
  });
  onTestFinished(async () => {
    release();
    await client.abandon();
  });
  const release = (): void => {
    shared.cells[3] = 1;
    Atomics.notify(shared.cells, 3);
  };
  return {
    worker,
    client,
    journal: client.remote,
    threads,
    messages,
    log,
    release,
    refuseToOpen: (times: number) => (shared.cells[1] = times),
    toDie: (times: number) => (shared.cells[2] = times),
    opened: () => shared.cells[0],
    notes: () => [...shared.notes.subarray(1, 1 + (shared.notes[0] ?? 0))],
  };
}

test('a thread is not started before the first call', async () => {
  const { client, journal, threads, opened } = setUp();
  expect(threads).toHaveLength(0);
  await journal.note(1);
  await client.open();
  expect([threads.length, opened()]).toEqual([1, 1]);
});

test('[STREAM-8] a thread that dies is started again and gets the calls without an answer, in order', async () => {
  const { journal, toDie, opened, notes } = setUp();
  toDie(2);
  const results = [1, 2, 3].map((number) => (number === 2 ? journal.dieAndNote(number) : journal.note(number)));
  expect([await Promise.all(results), notes(), opened()]).toEqual([[1, 2, 3], [1, 2, 3], 3]);
});

test('[STREAM-8] a thread that is ended from outside is started again, too', async () => {
  const { client, journal, threads, log, release, notes } = setUp();
  await client.open();
  const results = [journal.hold(), journal.note(1), journal.note(2)];
  await threads[0]?.terminate();
  release();
  expect([await Promise.all(results), notes()]).toEqual([
    [undefined, 1, 2],
    [1, 2],
  ]);
  const fields = { deaths: 1, error: undefined };
  expect(log.lines).toContainEqual({ level: 'error', message: 'a thread of the store stopped', fields });
});

test('a call that had begun is repeated, so its handler must know if it was done', async () => {
  const { journal, toDie, notes } = setUp();
  toDie(1);
  await journal.noteAndDie(7);
  expect(notes()).toEqual([7, 7]);
});

test('a call that would do harm if repeated is rejected instead', async () => {
  const { journal, toDie } = setUp();
  toDie(1);
  const results = [journal.replace(), journal.note(1)] as const;
  await expect(results[0]).rejects.toMatchObject(lost);
  expect(await results[1]).toBe(1);
});

test('[STREAM-8] a thread that dies more than five times in a minute is lost, and all calls are rejected', async () => {
  const { client, journal, toDie, opened } = setUp();
  toDie(1_000);
  const results = [journal.dieAndNote(1), journal.note(2)];
  await expect(results[0]).rejects.toMatchObject(lost);
  await expect(results[1]).rejects.toMatchObject(lost);
  await expect(journal.note(3)).rejects.toMatchObject(lost);
  await client.close();
  expect(opened()).toBe(6);
});

test('a call whose target cannot be opened rejects with the reason, and the next call tries again', async () => {
  const { client, journal, refuseToOpen, notes } = setUp();
  refuseToOpen(2);
  const refused = { data: { code: 'STORE_IN_USE', facts: { path: '/data/x' } } };
  const results = [client.open(), journal.note(1), journal.note(2)];
  await expect(results[0]).rejects.toMatchObject(refused);
  await expect(results[1]).rejects.toMatchObject(refused);
  expect([await results[2], notes()]).toEqual([1, [2]]);
});

test('a thread serves several targets, opens all of them again after it died, and ends with the last', async () => {
  const { worker, client, journal, threads, opened, toDie, notes } = setUp();
  const other = worker.client<Journal>('second');
  expect([await journal.note(1), await other.remote.note(2), opened()]).toEqual([1, 2, 2]);
  toDie(1);
  await journal.dieAndNote(3);
  expect([opened(), threads.length]).toEqual([4, 2]);
  await client.close();
  await expect(journal.note(4)).rejects.toMatchObject(lost);
  await other.remote.note(5);
  const ended = new Promise((resolve) => threads[1]?.once('exit', resolve));
  await other.close();
  await ended;
  expect(notes()).toEqual([1, 2, 3, -1, 5, -1]);
});

test('a call that waits does not delay the calls after it', async () => {
  const { journal, notes } = setUp();
  const waiting = journal.waitForNote();
  await journal.note(1);
  await waiting;
  expect(notes()).toEqual([1]);
});

test('[THREAD-6] an aborted call never begins and rejects immediately', async () => {
  const { journal, release, notes } = setUp();
  const cancel = new AbortController();
  const reason = new Error('another page');
  const pending = journal.hold();
  const results = [journal.note(1), journal.note(2, cancel.signal), journal.note(3, cancel.signal), journal.note(4)];
  cancel.abort(reason);
  await expect(results[1]).rejects.toBe(reason);
  await expect(results[2]).rejects.toBe(reason);
  await expect(journal.note(5, cancel.signal)).rejects.toBe(reason);
  release();
  await pending;
  expect([await results[0], await results[3], notes()]).toEqual([1, 2, [1, 4]]);
});

test('a call removes its listener from the signal', async () => {
  const { journal } = setUp();
  const { signal } = new AbortController();
  const removed = vi.spyOn(signal, 'removeEventListener');
  await journal.note(1, signal);
  expect(removed).toHaveBeenCalledOnce();
});

test('an expected failure keeps its facts across threads, and a bug keeps its stack', async () => {
  const { journal } = setUp();
  await expect(journal.refuse()).rejects.toMatchObject({
    data: { code: 'STORE_UNWRITABLE', facts: { path: '/data/x', problem: 'full' } },
  });
  await expect(journal.fail()).rejects.toThrow(/TypeError: a bug[\s\S]*journal-worker/);
});

test('a message from the thread arrives before the answers that follow it', async () => {
  const { journal, messages } = setUp();
  await journal.post('something happened');
  expect(messages).toEqual(['something happened']);
});

test('closing waits for earlier calls and rejects later ones', async () => {
  const { client, journal, notes } = setUp();
  const results = [journal.note(1), journal.note(2)];
  await Promise.all([client.close(), client.close()]);
  await expect(journal.note(3)).rejects.toMatchObject(lost);
  expect([await Promise.all(results), notes()]).toEqual([
    [1, 2],
    [1, 2, -1],
  ]);
});

test('abandoning ends the thread in the middle of a call', async () => {
  const { client, journal, threads, notes } = setUp();
  const pending = journal.hold();
  await vi.waitFor(() => expect(threads).toHaveLength(1));
  const givenUp = client.abandon();
  await expect(pending).rejects.toMatchObject(lost);
  await givenUp;
  expect([threads.length, notes()]).toEqual([1, []]);
});

test('a thread without a call for a while closes its targets and ends, and the next call starts another', async () => {
  const { journal, threads, log, opened, notes } = setUp(1);
  await journal.note(1);
  await new Promise((resolve) => threads[0]?.once('exit', resolve));
  expect([notes(), opened()]).toEqual([[1, -1], 1]);
  expect(await journal.note(2)).toBe(3);
  expect([threads.length, opened(), log.lines]).toEqual([2, 2, []]);
});

test('a thread that lingers serves the next client after the last one closed, and keeps no process running meanwhile', async () => {
  const { worker, client, journal, threads } = setUp(60_000, true);
  await journal.note(1);
  const [thread] = threads;
  const unref = vi.spyOn(thread!, 'unref');
  await client.close();
  expect(unref).toHaveBeenCalledOnce();
  const ref = vi.spyOn(thread!, 'ref');
  const next = worker.client<Journal>('second');
  expect([await next.remote.note(2), ref.mock.calls.length, threads.length]).toEqual([3, 1, 1]);
  await next.abandon();
});
