/** What every event store keeps, whatever it is made of: `src-main/core/ports/event-store.ts` as sentences. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event.ts';
import { undecoded } from '../doubles/undecoded.ts';

export interface StorePlace {
  /** Opens the same store each time. */
  open(): Promise<EventStore>;
  /** Ends the store like a crash: nothing is said to it. What was acknowledged stays. */
  crash(store: EventStore): Promise<void>;
  dispose(): Promise<void>;
}

export function receivedEvent(index: number, fields: Partial<ReceivedEvent> = {}): ReceivedEvent {
  const data = JSON.stringify({ operation: '-', state: 'IN_PROGRESS', principal: 'acme/emea', detailedMessage: index });
  return { receivedAt: 1_000 * index, kind: 'HEARTBEAT', id: `e-${index}`, data, ...fields };
}

export const receivedEvents = (from: number, to: number): ReceivedEvent[] =>
  Array.from({ length: to - from + 1 }, (_, index) => receivedEvent(from + index));

const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER };
const lost = { reason: 'connection-lost', detail: 'ECONNRESET' } as const;

export function eventStoreConformance(name: string, makePlace: () => Promise<StorePlace>): void {
  describe(`An event store: ${name}`, () => {
    let place: StorePlace;
    let store: EventStore;

    beforeEach(async () => {
      place = await makePlace();
      store = await place.open();
    });

    afterEach(async () => {
      await store.close();
      await place.dispose();
    });

    const reopen = async () => {
      await store.close();
      store = await place.open();
    };

    describe('events', () => {
      it('an empty store has nothing to resume from and nothing to show', async () => {
        expect({
          resumed: await store.resume(),
          page: await store.page({ limit: 10 }),
          after: await store.after({ after: 0, limit: 10 }),
          event: await store.event(1),
          coverage: await store.coverage(EVER),
        }).toEqual({
          resumed: { newestSeq: 0, lastEventId: null, lastEventAt: null, principal: null },
          page: { rows: [], newestSeq: 0 },
          after: [],
          event: null,
          coverage: { sessions: [], gaps: [] },
        });
      });

      it('are numbered from 1 in the order of arrival, whatever their times say', async () => {
        const events = [receivedEvent(1), receivedEvent(2, { receivedAt: 5 }), receivedEvent(3)];
        const appended = await store.append({ session: 'opens', events });
        const rows = await store.after({ after: 0, limit: 10 });
        expect({ appended, rows: rows.map(({ seq, id, receivedAt }) => [seq, id, receivedAt]) }).toEqual({
          appended: { sessionId: expect.any(Number), newestSeq: 3, principal: 'acme/emea', stored: 3, repeated: 0 },
          rows: [
            [1, 'e-1', 1_000],
            [2, 'e-2', 5],
            [3, 'e-3', 3_000],
          ],
        });
      });

      it('are paged newest first before a seq, and oldest first after one', async () => {
        await store.append({ session: 'opens', events: receivedEvents(1, 9) });
        const page = await store.page({ limit: 3 });
        const older = await store.page({ before: 7, limit: 2 });
        const after = await store.after({ after: 4, limit: 3 });
        expect({
          page: page.rows.map(({ seq }) => seq),
          older: older.rows.map(({ seq }) => seq),
          after: after.map(({ seq }) => seq),
          newestSeq: older.newestSeq,
        }).toEqual({ page: [9, 8, 7], older: [6, 5], after: [5, 6, 7], newestSeq: 9 });
      });

      it('are decoded, and kept verbatim', async () => {
        const data =
          ' {"operation":"FALLBACK_SET", "state":"FAILED",\n"detailedMessage":{"errorCode":"X"} }\u0000\u{1F6F0}';
        await store.append({ session: 'opens', events: [receivedEvent(1, { kind: 'LOCALIZATION', id: null, data })] });
        expect(await store.event(1)).toEqual({
          seq: 1,
          receivedAt: 1_000,
          kind: 'LOCALIZATION',
          id: null,
          repeats: 0,
          ...undecoded,
          outcome: 'unknown',
          marks: [{ code: 'malformed-json', detail: expect.any(String) }],
          raw: data,
        });
      });

      it('keep every error code and mark', async () => {
        const detailedMessage = { eid: 'E', errorCode: 'X', detailedError: [{ errorCode: 'Y' }] };
        const data = JSON.stringify({ operation: 'ENABLED', state: 'FAILED', principal: 'p', detailedMessage });
        await store.append({ session: 'opens', events: [receivedEvent(1, { kind: 'LOCALIZATION', data })] });
        expect((await store.page({ limit: 1 })).rows).toMatchObject([
          {
            outcome: 'failed',
            errorCode: 'X',
            errorCodes: ['X', 'Y'],
            marks: [
              { code: 'missing-field', detail: 'createdDateTime' },
              { code: 'missing-field', detail: 'detailedMessage.localizedProfile' },
              { code: 'unknown-error-code', detail: 'X' },
            ],
          },
        ]);
      });

      it('of 10 MB are stored verbatim', async () => {
        const data = JSON.stringify({ operation: '-', filler: 'x'.repeat(10 * 1_024 * 1_024) });
        await store.append({ session: 'opens', events: [receivedEvent(1, { data }), receivedEvent(2)] });
        const stored = await store.event(1);
        expect({ verbatim: stored?.raw === data, next: (await store.event(2))?.id }).toEqual({
          verbatim: true,
          next: 'e-2',
        });
      });

      it('that were too large to keep say so', async () => {
        const oversize = { bytes: 50_000_000, sha256: 'ab'.repeat(32) };
        await store.append({ session: 'opens', events: [receivedEvent(1, { data: '{"oper', oversize })] });
        expect(await store.event(1)).toMatchObject({
          raw: '{"oper',
          marks: [{ code: 'oversize', detail: `50000000 bytes, SHA-256 ${oversize.sha256}` }],
        });
      });

      it('are there after the store was closed and opened again', async () => {
        await store.append({ session: 'opens', events: receivedEvents(1, 3) });
        await reopen();
        const { newestSeq, stored } = await store.append({ session: 'opens', events: [receivedEvent(4)] });
        expect({ newestSeq, stored, event: await store.event(2) }).toMatchObject({
          newestSeq: 4,
          stored: 1,
          event: { id: 'e-2', raw: receivedEvent(2).data },
        });
      });

      it('can be read while others are written', async () => {
        const { sessionId } = await store.append({ session: 'opens', events: receivedEvents(1, 500) });
        const writes = Array.from({ length: 10 }, (_, batch) =>
          store.append({ session: sessionId, events: receivedEvents(batch * 500 + 501, batch * 500 + 1_000) }),
        );
        const pages = await Promise.all(Array.from({ length: 20 }, () => store.page({ limit: 500 })));
        await Promise.all(writes);
        const holes = pages.filter(({ rows, newestSeq }) => rows.some(({ seq }, index) => seq !== newestSeq - index));
        expect({ holes, newestSeq: (await store.page({ limit: 1 })).newestSeq }).toEqual({
          holes: [],
          newestSeq: 5_500,
        });
      });
    });

    describe('an event that arrives again', () => {
      it('with the same id, kind and data is counted and makes no new row', async () => {
        await store.append({ session: 'opens', events: [receivedEvent(1), receivedEvent(2)] });
        const again = [receivedEvent(1, { receivedAt: 9_000 }), receivedEvent(3), receivedEvent(3)];
        const appended = await store.append({ session: 1, events: again });
        const { rows } = await store.page({ limit: 10 });
        expect({ appended, rows: rows.map(({ id, repeats }) => [id, repeats]) }).toEqual({
          appended: { sessionId: 1, newestSeq: 3, principal: 'acme/emea', stored: 1, repeated: 2 },
          rows: [
            ['e-3', 1],
            ['e-2', 0],
            ['e-1', 1],
          ],
        });
      });

      it('is another event where its data, kind or oversize rest differ, or where it has no id', async () => {
        const oversize = (sha256: string) => ({ data: 'x', id: 'big', oversize: { bytes: 9, sha256 } });
        const events = [
          receivedEvent(1),
          receivedEvent(1, { data: '{}' }),
          receivedEvent(1, { kind: 'CMP_EVENT' }),
          receivedEvent(2, { id: null }),
          receivedEvent(2, { id: null }),
          receivedEvent(2, { id: '' }),
          receivedEvent(2, { id: '' }),
          receivedEvent(3, oversize('aa')),
          receivedEvent(3, oversize('bb')),
        ];
        expect(await store.append({ session: 'opens', events })).toMatchObject({ stored: 9, repeated: 0 });
      });

      it('is recognized after a restart', async () => {
        await store.append({ session: 'opens', events: receivedEvents(1, 3) });
        await reopen();
        expect(await store.append({ session: 'opens', events: receivedEvents(2, 4) })).toMatchObject({
          stored: 1,
          repeated: 2,
        });
      });

      it('is recognized among the last 10 000 and no further back', async () => {
        let session: number | 'opens' = 'opens';
        for (let from = 1; from <= 10_000; from += 500)
          ({ sessionId: session } = await store.append({ session, events: receivedEvents(from, from + 499) }));
        const oldest = await store.append({ session, events: [receivedEvent(1)] });
        const next = await store.append({ session, events: [receivedEvent(10_001)] });
        const forgotten = await store.append({ session, events: [receivedEvent(1)] });
        expect([oldest, next, forgotten].map(({ stored, repeated }) => [stored, repeated])).toEqual([
          [0, 1],
          [1, 0],
          [1, 0],
        ]);
      });

      it('opens a session like any other', async () => {
        await store.append({ session: 'opens', events: [receivedEvent(1)] });
        await store.endSession(1, lost);
        await store.append({ session: 'opens', events: [receivedEvent(1, { receivedAt: 5_000 })] });
        expect(await store.coverage(EVER)).toMatchObject({
          sessions: [{ id: 1 }, { id: 2, from: 5_000, lastEventAt: 5_000, to: null, events: 0 }],
          gaps: [{ from: 1_000, to: 5_000 }],
        });
      });
    });

    describe('coverage', () => {
      it('a session lasts from its first event to its last, and a gap from there to the next one', async () => {
        const { sessionId } = await store.append({ session: 'opens', events: receivedEvents(1, 3) });
        await store.append({ session: sessionId, events: [receivedEvent(4)] });
        await store.endSession(sessionId, lost);
        const second = await store.append({ session: 'opens', events: receivedEvents(7, 8) });
        expect(await store.coverage(EVER)).toEqual({
          sessions: [
            { id: sessionId, from: 1_000, lastEventAt: 4_000, to: 4_000, ...lost, events: 4 },
            { id: second.sessionId, from: 7_000, lastEventAt: 8_000, to: null, reason: null, detail: null, events: 2 },
          ],
          gaps: [{ id: 1, from: 4_000, to: 7_000, ...lost }],
        });
      });

      it('only what touches the span is told, its ends included', async () => {
        for (const start of [1, 11, 21]) {
          const { sessionId } = await store.append({ session: 'opens', events: receivedEvents(start, start + 4) });
          await store.endSession(sessionId, lost);
        }
        const ids = async (from: number, to: number) => {
          const { sessions, gaps } = await store.coverage({ from, to });
          return [sessions.map(({ id }) => id), gaps.map(({ id }) => id)];
        };
        expect({
          before: await ids(0, 999),
          first: await ids(0, 1_000),
          between: await ids(6_000, 10_000),
          middle: await ids(11_000, 15_000),
          after: await ids(30_000, 40_000),
        }).toEqual({
          before: [[], []],
          first: [[1], []],
          between: [[], [1]],
          middle: [[2], [1, 2]],
          after: [[], [3]],
        });
      });

      it('one gap is open at most; when its reason changes, the rest of the blindness is a gap of its own', async () => {
        await store.openGap(500, 600, { reason: 'unreachable', detail: 'ECONNREFUSED' });
        await store.openGap(500, 700, { reason: 'unreachable', detail: 'ETIMEDOUT' });
        await store.openGap(500, 900, { reason: 'refused', detail: 'HTTP 503' });
        await store.append({ session: 'opens', events: [receivedEvent(2)] });
        expect((await store.coverage(EVER)).gaps).toEqual([
          { id: 1, from: 500, to: 900, reason: 'unreachable', detail: 'ECONNREFUSED' },
          { id: 2, from: 900, to: 2_000, reason: 'refused', detail: 'HTTP 503' },
        ]);
      });

      it('a session ends once', async () => {
        await store.append({ session: 'opens', events: [receivedEvent(1)] });
        await store.endSession(1, lost);
        await store.endSession(1, { reason: 'stopped', detail: null });
        expect(await store.coverage(EVER)).toMatchObject({ sessions: [{ ...lost }], gaps: [{ ...lost }] });
      });

      it('a clock that was set back makes no span that ends before it begins', async () => {
        await store.append({ session: 'opens', events: [receivedEvent(5), receivedEvent(4)] });
        await store.endSession(1, lost);
        await store.append({ session: 'opens', events: [receivedEvent(2)] });
        expect(await store.coverage(EVER)).toMatchObject({
          sessions: [{ from: 2_000 }, { from: 5_000, to: 5_000 }],
          gaps: [{ from: 5_000, to: 5_000 }],
        });
      });
    });

    describe('resuming', () => {
      it('finds the newest event, the last id that the stream gave, and the domain', async () => {
        const events = [receivedEvent(1), receivedEvent(2, { id: null, data: '?' })];
        await store.append({ session: 'opens', events });
        await store.endSession(1, { reason: 'stopped', detail: null });
        await reopen();
        expect(await store.resume()).toEqual({
          newestSeq: 2,
          lastEventId: 'e-1',
          lastEventAt: 2_000,
          principal: 'acme/emea',
        });
      });

      it('sends no last id after an empty one took it back', async () => {
        await store.append({ session: 'opens', events: [receivedEvent(1), receivedEvent(2, { id: '' })] });
        expect((await store.resume()).lastEventId).toBeNull();
      });

      it('after a clean end leaves the gap as it was', async () => {
        await store.append({ session: 'opens', events: [receivedEvent(1)] });
        await store.endSession(1, { reason: 'stopped', detail: null });
        await reopen();
        await store.resume();
        expect((await store.coverage(EVER)).gaps).toEqual([
          { id: 1, from: 1_000, to: null, reason: 'stopped', detail: null },
        ]);
      });

      it('after a crash ends the session at its last event, and the gap begins there', async () => {
        await store.append({ session: 'opens', events: receivedEvents(1, 3) });
        await place.crash(store);
        store = await place.open();
        const resumed = await store.resume();
        expect({ resumed, coverage: await store.coverage(EVER) }).toEqual({
          resumed: { newestSeq: 3, lastEventId: 'e-3', lastEventAt: 3_000, principal: 'acme/emea' },
          coverage: {
            sessions: [
              { id: 1, from: 1_000, lastEventAt: 3_000, to: 3_000, reason: 'crashed', detail: null, events: 3 },
            ],
            gaps: [{ id: 1, from: 3_000, to: null, reason: 'crashed', detail: null }],
          },
        });
      });
    });

    describe('one writer', () => {
      it('a second opener is told what to do, and the first goes on', async () => {
        await expect(place.open()).rejects.toMatchObject({
          code: 'STORE_IN_USE',
          message: expect.stringContaining('Stop it first'),
        });
        expect(await store.append({ session: 'opens', events: [receivedEvent(1)] })).toMatchObject({ stored: 1 });
      });

      it('the store is free when the first has closed', async () => {
        await store.close();
        store = await place.open();
        expect(await store.resume()).toMatchObject({ newestSeq: 0 });
      });

      it('closing twice is closing once, and what is asked later is refused', async () => {
        await Promise.all([store.close(), store.close()]);
        await store.close();
        await expect(store.append({ session: 'opens', events: [receivedEvent(1)] })).rejects.toThrow('stopped');
      });
    });
  });
}
