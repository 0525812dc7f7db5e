import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEventStoreOpener } from '../../src-main/adapters/event-store/event-store.ts';
import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import { EVERYTHING } from '../../src-shared/domain/filter.ts';
import type { ProfileId } from '../../src-shared/domain/identity.ts';
import { nothingToResume } from '../doubles/empty-store.ts';
import { batchOf, moment, receivedEvents } from '../doubles/received-events.ts';

const loss = { reason: 'silent', detail: null } as const;

/** What a store does is specified in the thread that asks; here is what the threads between add. */
describe('a SQLite event store behind its two threads', () => {
  let dataDir: string;
  let store: EventStore;
  const open = () =>
    createEventStoreOpener({ dataDir }).open({
      id: 'two-threads' as ProfileId,
      name: 'Two threads',
      practice: false,
      source: 'https://events.example.com',
    });

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'watchfloor-threads-'));
    store = await open();
  });

  afterEach(async () => {
    await store.close();
    await rm(dataDir, { recursive: true });
  });

  it('passes every call on, and its answer back', async () => {
    const resumed = await store.resume();
    const { sessionId, extent } = await store.append(batchOf('opens', receivedEvents(1, 3)));
    await store.moveCursor('e-9');
    await store.endSession(sessionId, loss);
    await store.openGap(moment(3_000), moment(4_000), { ...loss, reason: 'refused' });
    await store.rememberProfile('{}');
    const redecoding = await store.redecode(10);
    const position = await store.followerPosition('cases', 1);
    const put = [{ key: 'a', value: 'b' }];
    const committed = await store.commitFollower({ name: 'cases', version: 1, from: 0, to: 3, put, remove: [] });
    const { rows, next } = await store.slice({ filter: EVERYTHING, direction: 'older', from: 3, limit: 5 });
    expect({
      resumed,
      extent,
      read: await store.extent(),
      redecoding,
      position,
      committed,
      again: await store.followerPosition('cases', 1),
      slice: [rows.map(({ seq }) => seq), next],
      count: await store.count({ filter: EVERYTHING, after: 1, to: 3 }),
      event: (await store.event(3))?.id,
      coverage: await store.coverage({ from: 0, to: 9_000 }),
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
      coverage: {
        sessions: [{ id: 1, from: 1_000, lastEventAt: 3_000, to: 3_000, lengthMs: 2_000, ...loss, events: 3 }],
        gaps: [
          { id: 1, from: 3_000, to: 4_000, lengthMs: 1_000, ...loss },
          { id: 2, from: 4_000, to: null, lengthMs: null, ...loss, reason: 'refused' },
        ],
      },
    });
  });

  it('can be read while it is written, and each answer is of one moment', async () => {
    const { sessionId } = await store.append(batchOf('opens', receivedEvents(1, 500)));
    const writes = Array.from({ length: 10 }, (_, batch) =>
      store.append(batchOf(sessionId, receivedEvents(batch * 500 + 501, batch * 500 + 1_000))),
    );
    const read = () =>
      store.slice({ filter: EVERYTHING, direction: 'older', from: Number.MAX_SAFE_INTEGER, limit: 500 });
    const slices = await Promise.all(Array.from({ length: 20 }, read));
    await Promise.all(writes);
    const torn = slices.filter(({ rows }) => rows.some(({ seq }, index) => seq !== (rows[0]?.seq ?? 0) - index));
    expect({ torn, newest: (await read()).rows[0]?.seq }).toEqual({ torn: [], newest: 5_500 });
  });

  it('a failure crosses with its code and its facts', async () => {
    await expect(open()).rejects.toMatchObject({
      data: { code: 'STORE_IN_USE', facts: { path: join(dataDir, 'profiles', 'two-threads') } },
    });
  });

  it('a fault of ours crosses as what it is', async () => {
    await expect(store.append({ ...batchOf('opens', []), events: [] })).rejects.toThrow('at least one event');
  });

  it('is the same store when it is opened again', async () => {
    await store.append(batchOf('opens', receivedEvents(1, 3)));
    await store.close();
    store = await open();
    expect(await store.resume()).toMatchObject({ extent: { newestSeq: 3 }, lastEventId: 'e-3' });
  });

  it('closing twice is closing once, and what is asked later is refused', async () => {
    await Promise.all([store.close(), store.close()]);
    await store.close();
    await expect(store.resume()).rejects.toMatchObject({ code: 'STORE_LOST' });
    await expect(store.extent()).rejects.toMatchObject({ code: 'STORE_LOST' });
  });
});
