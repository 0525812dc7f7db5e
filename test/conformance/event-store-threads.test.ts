import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { ThreadRole } from '../../src-main/adapters/sqlite/threads/store-clients.ts';
import { storeThreads } from '../../src-main/adapters/sqlite/threads/store-threads.ts';
import { createSystemClock } from '../../src-main/adapters/clock/system-clock.ts';
import type { EventStore, EventStoreOpener } from '../../src-main/core/ports/event-store.ts';
import { Intake } from '../../src-main/core/stream/intake.ts';
import { walk } from '../../src-main/core/timeline/walk.ts';
import { openDatabases } from '../../src-main/hosts/databases.ts';
import { workerUrl } from '../../src-main/hosts/worker-address.ts';
import { EVERYTHING } from '../../src-shared/domain/filter/filter.ts';
import type { ProfileId } from '../../src-shared/domain/identity.ts';
import { nothingToResume } from '../doubles/empty-store.ts';
import { batchOf, moment, receivedEvent, receivedEvents } from '../doubles/received-events.ts';
import { SilentLog } from '../doubles/silent-log.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';

const loss = { reason: 'silent', detail: null } as const;
const storeIdentity = {
  id: 'threads' as ProfileId,
  name: 'Threads',
  practice: false,
  source: 'https://events.example.com',
};

let dataDir: string;
let stores: EventStoreOpener;
let started: { readonly role: ThreadRole; readonly thread: Worker }[];
/** Returns true if the thread must die, before its message is received. */
let dies: (role: ThreadRole, message: { readonly kind: string }) => boolean;

class MortalWorker extends Worker {
  constructor(role: ThreadRole) {
    super(workerUrl('database'));
    started.push({ role, thread: this });
    const emit = this.emit.bind(this);
    let isDying = false;
    this.emit = (name: string | symbol, ...args: unknown[]) => {
      if (name !== 'message') return emit(name, ...args);
      if (!isDying && !dies(role, args[0] as { kind: string })) return emit(name, ...args);
      isDying = true;
      void this.terminate();
      return true;
    };
  }
}

const open = () => stores.open(storeIdentity, () => {});
const kill = (role: ThreadRole): void => void started.findLast((one) => one.role === role)?.thread.terminate();
const startedOf = (role: ThreadRole): number => started.filter((one) => one.role === role).length;

beforeEach(async () => {
  dataDir = temporaryDirectory();
  started = [];
  dies = () => false;
  const clientsOf = storeThreads((role) => new MortalWorker(role), new SilentLog());
  ({ stores } = openDatabases({ directoryOf: () => dataDir, clientsOf }));
});

/** Tests only what the threads add; the conformance test runs the store in the calling thread. */
describe('a SQLite event store in threads', () => {
  let store: EventStore;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  it('passes on every call and returns its answer', async () => {
    const { reader, scanner, writer } = store;
    const resumed = await writer.resume();
    const { sessionId, extent } = await writer.append(batchOf('opens', receivedEvents(1, 3)));
    await writer.moveCursor('e-9');
    await writer.endSession(sessionId, loss);
    await writer.openGap(moment(3_000), moment(4_000), { ...loss, reason: 'refused' });
    await writer.rememberProfile('Acme', '{}');
    const redecoding = await writer.redecode();
    const position = await writer.loadProjection('cases', 1);
    const put = [{ key: 'a', value: 'b' }];
    const committed = await writer.commitProjection({ name: 'cases', version: 1, from: 0, to: 3, put, remove: [] });
    const { rows, next } = await reader.summaries({ filter: EVERYTHING, direction: 'older', from: 3, limit: 5 });
    expect({
      resumed,
      extent,
      read: await reader.extent(),
      redecoding,
      position,
      committed,
      again: await writer.loadProjection('cases', 1),
      slice: [rows.map(({ seq }) => seq), next],
      count: await scanner.count({ filter: EVERYTHING, after: 1, to: 3 }),
      event: (await reader.event(3))?.id,
      flaws: (await scanner.check(0)).flaws,
      coverage: await reader.coverage({ from: 0, to: 9_000 }),
    }).toEqual({
      resumed: nothingToResume,
      extent: { oldestSeq: 1, newestSeq: 3, storedEvents: 3 },
      read: { oldestSeq: 1, newestSeq: 3, storedEvents: 3 },
      redecoding: false,
      position: { cursor: 0, records: [] },
      committed: true,
      again: { cursor: 3, records: put },
      slice: [[2, 1], null],
      count: { count: 2, next: null },
      event: 'e-3',
      flaws: [],
      coverage: {
        sessions: [{ id: 1, from: 1_000, lastEventAt: 3_000, to: 3_000, lengthMs: 2_000, ...loss, events: 3 }],
        gaps: [
          { id: 1, from: 3_000, to: 4_000, lengthMs: 1_000, ...loss, afterSeq: 3 },
          { id: 2, from: 4_000, to: null, lengthMs: null, ...loss, reason: 'refused', afterSeq: 3 },
        ],
      },
    });
  });

  it('can be read while it is written, and each answer is consistent', async () => {
    const { sessionId } = await store.writer.append(batchOf('opens', receivedEvents(1, 500)));
    const writes = Array.from({ length: 10 }, (_, batch) =>
      store.writer.append({
        ...batchOf(sessionId, receivedEvents(batch * 500 + 501, batch * 500 + 1_000)),
        after: (batch + 1) * 500,
      }),
    );
    const read = () =>
      store.reader.summaries({ filter: EVERYTHING, direction: 'older', from: Number.MAX_SAFE_INTEGER, limit: 500 });
    const slices = await Promise.all(Array.from({ length: 20 }, read));
    await Promise.all(writes);
    const torn = slices.filter(({ rows }) => rows.some(({ seq }, index) => seq !== (rows[0]?.seq ?? 0) - index));
    expect({ torn, newest: (await read()).rows[0]?.seq }).toEqual({ torn: [], newest: 5_500 });
  });

  it('starts no reading thread before the first read', async () => {
    await store.writer.resume();
    expect(started.map(({ role }) => role)).toEqual(['write']);
    await store.reader.extent();
    expect(started.map(({ role }) => role)).toEqual(['write', 'read']);
  });

  it('passes on an error with its code and its facts', async () => {
    await expect(open()).rejects.toMatchObject({
      data: { code: 'STORE_IN_USE', facts: { path: dataDir } },
    });
  });

  it('passes on a programming error unchanged', async () => {
    await expect(store.writer.append({ ...batchOf('opens', []), events: [] })).rejects.toThrow('at least one event');
  });

  it('is the same store when it is opened again', async () => {
    await store.writer.append(batchOf('opens', receivedEvents(1, 3)));
    await store.close();
    store = await open();
    expect(await store.writer.resume()).toMatchObject({ extent: { newestSeq: 3 }, lastEventId: 'e-3' });
  });

  it('can be closed twice, and refuses later calls', async () => {
    await Promise.all([store.close(), store.close()]);
    await store.close();
    await expect(store.writer.resume()).rejects.toMatchObject({ code: 'STORE_LOST' });
    await expect(store.reader.extent()).rejects.toMatchObject({ code: 'STORE_LOST' });
  });

  it('is copied in a thread that ends with the copy, and closing does not wait for a copy', async () => {
    await store.writer.append(batchOf('opens', receivedEvents(1, 3)));
    const shares: number[] = [];
    const { path, storedEvents } = await store.backUp((share) => shares.push(share));
    expect([storedEvents, shares, (await store.backups()).map((copy) => copy.path)]).toEqual([3, [0], [path]]);
    const given = store.backUp();
    await Promise.all([store.close(), expect(given).rejects.toMatchObject({ code: 'STORE_LOST' })]);
    expect(startedOf('copy')).toBe(3);
  });

  it('[THREAD-4] can be opened read-only while it is written', async () => {
    await store.writer.append(batchOf('opens', receivedEvents(1, 3)));
    const reader = await stores.openReadOnly(storeIdentity);
    expect([await reader.extent(), (await reader.event(2))?.id]).toEqual([
      { oldestSeq: 1, newestSeq: 3, storedEvents: 3 },
      'e-2',
    ]);
    await reader.close();
  });

  it('[STREAM-8] repeats the calls of a reader whose thread died', async () => {
    await store.writer.append(batchOf('opens', receivedEvents(1, 3)));
    let replies = 0;
    // The first reply of a new thread is that of opening the store.
    dies = (role) => role === 'read' && (replies += 1) % 3 === 1;
    const events = await Promise.all([1, 2, 3].map((seq) => store.reader.event(seq)));
    expect([events.map((event) => event?.id), startedOf('read')]).toEqual([['e-1', 'e-2', 'e-3'], 4]);
  });
});

describe('[STREAM-8] a writer that dies while events arrive loses no event, stores none twice, and continues the session', () => {
  const EVENTS = 8_000;
  const SAMPLE = 100;
  /**
   * The writer dies after this many batches. Must be odd, because a stored batch counts twice. The client gives up
   * after five deaths.
   */
  const EVERY = 3;

  test.each([
    ['after it stored a batch, before its answer arrives', false],
    ['at any point', true],
  ])('%s', async (_, isAnywhere) => {
    const store = await open();
    const resumed = await store.writer.resume();
    let batches = 0;
    let deaths = 0;
    dies = (role, { kind }) => {
      if (isAnywhere || role !== 'write' || kind !== 'done' || deaths === 4) return false;
      batches += 1;
      if (batches % EVERY !== 0) return false;
      deaths += 1;
      return true;
    };
    const intake = new Intake({
      writer: store.writer,
      newestSeq: resumed.extent.newestSeq,
      clock: createSystemClock(),
      log: new SilentLog(),
      onStored() {
        batches += 1;
        if (!isAnywhere || batches % EVERY !== 0 || deaths === 4) return;
        deaths += 1;
        setImmediate(() => kill('write'));
      },
      onCoverage() {},
      onStorage() {},
    });
    for (let index = 1; index <= EVENTS; index += 1) {
      // Without an id, so that a repeat cannot be recognised.
      const room = intake.event(receivedEvent(index, { id: null }), moment(index), index === 1);
      if (room !== undefined) await room;
    }
    expect(await intake.close()).toBe(0);

    const seqs: number[] = [];
    for await (const { seq } of walk(store.reader, { filter: EVERYTHING, direction: 'newer' })) seqs.push(seq);
    const samples = Array.from({ length: EVENTS / SAMPLE }, (_sample, index) => (index + 1) * SAMPLE);
    const texts = await Promise.all(samples.map(async (seq) => (await store.reader.event(seq))?.raw ?? '{}'));
    const { sessions, gaps } = await store.reader.coverage({ from: 0, to: Number.MAX_SAFE_INTEGER });
    await store.close();
    expect({
      deaths,
      writers: startedOf('write'),
      sessions: sessions.map(({ events }) => events),
      gaps,
      stored: seqs.length,
      outOfOrder: seqs.findIndex((seq, index) => seq !== index + 1),
      texts: texts.map((text) => JSON.parse(text).detailedMessage),
    }).toEqual({
      deaths: 4,
      writers: 5,
      sessions: [EVENTS],
      gaps: [],
      stored: EVENTS,
      outOfOrder: -1,
      texts: samples,
    });
  });
});
