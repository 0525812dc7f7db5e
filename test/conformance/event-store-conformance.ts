/** What every event store keeps, whatever it is made of: `src-main/core/ports/event-store.ts` as sentences. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Moment } from '../../src-main/core/ports/clock.ts';
import type { EventReader, EventStore, ReceivedBatch } from '../../src-main/core/ports/event-store.ts';
import { isReconnect } from '../../src-shared/domain/coverage.ts';
import type { EventSummary, ReceivedEvent } from '../../src-shared/domain/event.ts';
import { EVERYTHING, type Filter } from '../../src-shared/domain/filter.ts';
import { undecoded } from '../doubles/undecoded.ts';

export interface ConformancePlace {
  /** Opens the same store each time; fed from another source where one is named. */
  open(source?: string): Promise<EventStore>;
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

/** Elapsed time is that of the first and last event, unless said otherwise. */
export function batchOf(
  session: number | 'opens',
  events: readonly ReceivedEvent[],
  elapsed: { first?: number; last?: number } = {},
): ReceivedBatch {
  const first = events[0]?.receivedAt ?? 0;
  const last = events.at(-1)?.receivedAt ?? 0;
  return {
    session,
    events,
    first: { at: first, elapsed: elapsed.first ?? first },
    last: { at: last, elapsed: elapsed.last ?? last },
  };
}

/** A moment whose elapsed time is that of its clock. */
export const moment = (at: number, elapsed = at): Moment => ({ at, elapsed });

const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER };
const lost = { reason: 'connection-lost', detail: 'ECONNRESET' } as const;
const stopped = { reason: 'stopped', detail: null } as const;

/** The newest rows, newest first. */
async function newest(store: EventReader, limit: number): Promise<EventSummary[]> {
  const { rows } = await store.slice({
    filter: EVERYTHING,
    direction: 'older',
    from: Number.MAX_SAFE_INTEGER,
    limit,
  });
  return rows;
}

/** What every event store keeps, in the words of its port. */
export function eventStoreConformance(name: string, makePlace: () => Promise<ConformancePlace>): void {
  describe(`An event store: ${name}`, () => {
    let place: ConformancePlace;
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
    const crash = async () => {
      await place.crash(store);
      store = await place.open();
    };

    describe('events', () => {
      it('an empty store has nothing to resume from and nothing to show', async () => {
        expect({
          resumed: await store.resume(),
          extent: await store.extent(),
          rows: await store.slice({ filter: EVERYTHING, direction: 'newer', from: 0, limit: 10 }),
          count: await store.count({ filter: EVERYTHING, after: 0, to: 10 }),
          event: await store.event(1),
          coverage: await store.coverage(EVER),
        }).toEqual({
          resumed: {
            extent: { oldestSeq: 0, newestSeq: 0, storedEvents: 0 },
            lastEventId: null,
            lastEventAt: null,
            principal: null,
            toRedecode: false,
          },
          extent: { oldestSeq: 0, newestSeq: 0, storedEvents: 0 },
          rows: { rows: [], next: null },
          count: { count: 0, next: null },
          event: null,
          coverage: { sessions: [], gaps: [] },
        });
      });

      it('[STORE-1] are numbered in the order of arrival, whatever their times say', async () => {
        const events = [receivedEvent(1), receivedEvent(2, { receivedAt: 5 }), receivedEvent(3)];
        const appended = await store.append(batchOf('opens', events));
        const { rows } = await store.slice({ filter: EVERYTHING, direction: 'newer', from: 0, limit: 10 });
        expect({ appended, rows: rows.map(({ seq, id, receivedAt }) => [seq, id, receivedAt]) }).toEqual({
          appended: {
            sessionId: expect.any(Number),
            extent: { oldestSeq: 1, newestSeq: 3, storedEvents: 3 },
            principal: 'acme/emea',
            stored: 3,
            repeated: 0,
          },
          rows: [
            [1, 'e-1', 1_000],
            [2, 'e-2', 5],
            [3, 'e-3', 3_000],
          ],
        });
      });

      it('are read in either direction from any cursor to any end', async () => {
        await store.append(batchOf('opens', receivedEvents(1, 9)));
        const slice = async (direction: 'older' | 'newer', from: number, limit: number, to?: number) => {
          const { rows, next } = await store.slice({ filter: EVERYTHING, direction, from, limit, to });
          return [rows.map(({ seq }) => seq), next];
        };
        expect({
          newest: await slice('older', Number.MAX_SAFE_INTEGER, 3),
          older: await slice('older', 7, 2),
          oldest: await slice('older', 3, 5),
          newer: await slice('newer', 4, 3),
          bounded: await slice('newer', 4, 9, 6),
          boundedOlder: await slice('older', 7, 9, 5),
          all: await slice('newer', 0, 9),
          beyond: await slice('newer', 9, 5),
        }).toEqual({
          newest: [[9, 8, 7], 7],
          older: [[6, 5], 5],
          oldest: [[2, 1], null],
          newer: [[5, 6, 7], 7],
          bounded: [[5, 6], null],
          boundedOlder: [[6, 5], null],
          all: [[1, 2, 3, 4, 5, 6, 7, 8, 9], null],
          beyond: [[], null],
        });
      });

      it('are found and counted by a filter', async () => {
        const failed = JSON.stringify({ operation: 'ENABLED', state: 'FAILED', detailedMessage: { eid: 'E-7' } });
        const events = receivedEvents(1, 9).map((event, index) =>
          index % 3 === 0 ? { ...event, kind: 'LOCALIZATION', data: failed } : event,
        );
        await store.append(batchOf('opens', events));
        const filter: Filter = {
          terms: [
            { kind: 'value', field: 'outcome', values: ['failed'], negated: false },
            { kind: 'text', values: ['e-7'], negated: false },
            { kind: 'since', time: { kind: 'at', at: 2_000 } },
          ],
        };
        const { rows, next } = await store.slice({ filter, direction: 'older', from: 10, limit: 10 });
        expect({
          seqs: rows.map(({ seq }) => seq),
          next,
          counted: await store.count({ filter, after: 4, to: 9 }),
        }).toEqual({ seqs: [7, 4], next: null, counted: { count: 1, next: null } });
      });

      it('are decoded, and kept verbatim', async () => {
        const data =
          ' {"operation":"FALLBACK_SET", "state":"FAILED",\n"detailedMessage":{"errorCode":"X"} }\u0000\u{1F6F0}';
        await store.append(batchOf('opens', [receivedEvent(1, { kind: 'LOCALIZATION', id: null, data })]));
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
          whole: null,
        });
      });

      it('keep every error code and mark', async () => {
        const detailedMessage = { eid: 'E', errorCode: 'X', detailedError: [{ errorCode: 'Y' }] };
        const data = JSON.stringify({ operation: 'ENABLED', state: 'FAILED', principal: 'p', detailedMessage });
        await store.append(batchOf('opens', [receivedEvent(1, { kind: 'LOCALIZATION', data })]));
        expect(await newest(store, 1)).toMatchObject([
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
        await store.append(batchOf('opens', [receivedEvent(1, { data }), receivedEvent(2)]));
        const stored = await store.event(1);
        expect({ verbatim: stored?.raw === data, next: (await store.event(2))?.id }).toEqual({
          verbatim: true,
          next: 'e-2',
        });
      });

      it('that were too large to keep say so', async () => {
        const oversize = { bytes: 50_000_000, sha256: 'ab'.repeat(32) };
        await store.append(batchOf('opens', [receivedEvent(1, { data: '{"oper', oversize })]));
        expect(await store.event(1)).toMatchObject({
          raw: '{"oper',
          marks: [{ code: 'oversize', detail: `50000000 bytes, SHA-256 ${oversize.sha256}` }],
        });
      });

      it('[STORE-2] whose name or id is as long as a book have rows that are not, and are kept whole', async () => {
        const kind = `K${'\u{1F6F0}'.repeat(5_000_000)}`;
        const id = 'i'.repeat(10 * 1_024 * 1_024);
        await store.append(batchOf('opens', [receivedEvent(1, { kind, id }), receivedEvent(2)]));
        const [, row] = await newest(store, 2);
        const whole = (await store.event(1))?.whole;
        expect({
          row,
          whole: { kind: whole?.kind === kind, id: whole?.id === id },
          ordinary: (await store.event(2))?.whole,
        }).toMatchObject({
          row: {
            // 256 characters would end within a pair.
            kind: `K${'\u{1F6F0}'.repeat(127)}`,
            id: 'i'.repeat(256),
            marks: [
              { code: 'oversize', detail: 'event: 10000001 characters' },
              { code: 'oversize', detail: 'id: 10485760 characters' },
              { code: 'unknown-kind' },
            ],
          },
          whole: { kind: true, id: true },
          ordinary: null,
        });
      });

      it('are there after the store was closed and opened again', async () => {
        await store.append(batchOf('opens', receivedEvents(1, 3)));
        await reopen();
        const { extent, stored } = await store.append(batchOf('opens', [receivedEvent(4)]));
        expect({ extent, stored, event: await store.event(2) }).toMatchObject({
          extent: { oldestSeq: 1, newestSeq: 4, storedEvents: 4 },
          stored: 1,
          event: { id: 'e-2', raw: receivedEvent(2).data },
        });
      });
    });

    describe('an event that arrives again', () => {
      it('[STORE-3] with the same id, kind and data is counted and makes no new row', async () => {
        await store.append(batchOf('opens', [receivedEvent(1), receivedEvent(2)]));
        const again = [receivedEvent(1, { receivedAt: 9_000 }), receivedEvent(3), receivedEvent(3)];
        const appended = await store.append(batchOf(1, again));
        const rows = await newest(store, 10);
        expect({ appended, rows: rows.map(({ id, repeats }) => [id, repeats]) }).toEqual({
          appended: {
            sessionId: 1,
            extent: { oldestSeq: 1, newestSeq: 3, storedEvents: 3 },
            principal: 'acme/emea',
            stored: 1,
            repeated: 2,
          },
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
          receivedEvent(4, { id: 'x'.repeat(300) }),
          receivedEvent(4, { id: `${'x'.repeat(300)}y` }),
        ];
        expect(await store.append(batchOf('opens', events))).toMatchObject({ stored: 11, repeated: 0 });
      });

      it('is recognized after a restart', async () => {
        await store.append(batchOf('opens', receivedEvents(1, 3)));
        await reopen();
        expect(await store.append(batchOf('opens', receivedEvents(2, 4)))).toMatchObject({ stored: 1, repeated: 2 });
      });

      it('is recognized among the last 10 000 and no further back', async () => {
        let session: number | 'opens' = 'opens';
        for (let from = 1; from <= 10_000; from += 500)
          ({ sessionId: session } = await store.append(batchOf(session, receivedEvents(from, from + 499))));
        const oldest = await store.append(batchOf(session, [receivedEvent(1)]));
        const next = await store.append(batchOf(session, [receivedEvent(10_001)]));
        const forgotten = await store.append(batchOf(session, [receivedEvent(1)]));
        expect([oldest, next, forgotten].map(({ stored, repeated }) => [stored, repeated])).toEqual([
          [0, 1],
          [1, 0],
          [1, 0],
        ]);
      });

      it('opens a session like any other', async () => {
        await store.append(batchOf('opens', [receivedEvent(1)]));
        await store.endSession(1, lost);
        await store.append(batchOf('opens', [receivedEvent(1, { receivedAt: 5_000 })]));
        expect(await store.coverage(EVER)).toMatchObject({
          sessions: [{ id: 1 }, { id: 2, from: 5_000, lastEventAt: 5_000, to: null, events: 0 }],
          gaps: [{ from: 1_000, to: 5_000 }],
        });
      });
    });

    describe('coverage', () => {
      it('[STORE-4] a session lasts from its first event to its last, and a gap from there to the next one', async () => {
        const { sessionId } = await store.append(batchOf('opens', receivedEvents(1, 3)));
        await store.append(batchOf(sessionId, [receivedEvent(4)]));
        await store.endSession(sessionId, lost);
        const second = await store.append(batchOf('opens', receivedEvents(7, 8)));
        expect(await store.coverage(EVER)).toEqual({
          sessions: [
            { id: sessionId, from: 1_000, lastEventAt: 4_000, to: 4_000, lengthMs: 3_000, ...lost, events: 4 },
            {
              id: second.sessionId,
              from: 7_000,
              lastEventAt: 8_000,
              to: null,
              lengthMs: 1_000,
              reason: null,
              detail: null,
              events: 2,
            },
          ],
          gaps: [{ id: 1, from: 4_000, to: 7_000, lengthMs: 3_000, ...lost }],
        });
      });

      it('only what touches the span is told, its ends included', async () => {
        for (const start of [1, 11, 21]) {
          const { sessionId } = await store.append(batchOf('opens', receivedEvents(start, start + 4)));
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
        const changed = [
          await store.openGap(moment(500), moment(600), { reason: 'unreachable', detail: 'ECONNREFUSED' }),
          await store.openGap(moment(500), moment(700), { reason: 'unreachable', detail: 'ETIMEDOUT' }),
          await store.openGap(moment(500), moment(900), { reason: 'refused', detail: 'HTTP 503' }),
        ];
        expect(changed).toEqual([true, false, true]);
        await store.append(batchOf('opens', [receivedEvent(2)]));
        expect((await store.coverage(EVER)).gaps).toEqual([
          { id: 1, from: 500, to: 900, lengthMs: 400, reason: 'unreachable', detail: 'ECONNREFUSED' },
          { id: 2, from: 900, to: 2_000, lengthMs: 1_100, reason: 'refused', detail: 'HTTP 503' },
        ]);
      });

      it('a session ends once', async () => {
        await store.append(batchOf('opens', [receivedEvent(1)]));
        await store.endSession(1, lost);
        await store.endSession(1, stopped);
        expect(await store.coverage(EVER)).toMatchObject({ sessions: [{ ...lost }], gaps: [{ ...lost }] });
      });
    });

    describe('a clock that is set', () => {
      const HOUR = 3_600_000;
      const NOON = 12 * HOUR;
      const at = (time: number) => receivedEvent(1, { id: null, receivedAt: time });

      it('[STORE-5] back by two hours while nobody listens: the gap is as long as it was, and ends when it did', async () => {
        await store.append(batchOf('opens', [at(NOON)], { first: 0, last: 0 }));
        await store.endSession(1, lost);
        await store.append(batchOf('opens', [at(NOON - 2 * HOUR + 600_000)], { first: 600_000, last: 600_000 }));
        const to = NOON - 2 * HOUR + 600_000;
        expect((await store.coverage(EVER)).gaps).toEqual([
          { id: 1, from: to - 600_000, to, lengthMs: 600_000, ...lost },
        ]);
      });

      it('[STORE-5] forward by an hour while nobody listens: the gap is as long as it was', async () => {
        await store.append(batchOf('opens', [at(NOON)], { first: 0, last: 0 }));
        await store.endSession(1, lost);
        await store.append(batchOf('opens', [at(NOON + HOUR + 20_000)], { first: 20_000, last: 20_000 }));
        expect((await store.coverage(EVER)).gaps).toEqual([
          { id: 1, from: NOON + HOUR, to: NOON + HOUR + 20_000, lengthMs: 20_000, ...lost },
        ]);
      });

      it('[STORE-5] in a session: the session is as long as it was', async () => {
        await store.append(batchOf('opens', [at(NOON)], { first: 0, last: 0 }));
        await store.append(batchOf(1, [at(NOON - HOUR + 60_000)], { first: 60_000, last: 60_000 }));
        const open = (await store.coverage(EVER)).sessions;
        await store.endSession(1, lost);
        const ended = (await store.coverage(EVER)).sessions;
        const session = {
          id: 1,
          from: NOON - HOUR,
          lastEventAt: NOON - HOUR + 60_000,
          lengthMs: 60_000,
          events: 2,
        };
        expect({ open, ended }).toEqual({
          open: [{ ...session, to: null, reason: null, detail: null }],
          ended: [{ ...session, to: NOON - HOUR + 60_000, ...lost }],
        });
      });

      it('[STORE-5] while a gap is open: its beginning moves to where the clock now says it was', async () => {
        const unreachable = { reason: 'unreachable', detail: 'ENOTFOUND' } as const;
        await store.openGap(moment(NOON, 0), moment(NOON + 1_000, 1_000), unreachable);
        await store.openGap(moment(NOON, 0), moment(NOON - HOUR + 30_000, 30_000), unreachable);
        const open = (await store.coverage(EVER)).gaps;
        await store.openGap(moment(NOON, 0), moment(NOON - HOUR + 40_000, 40_000), {
          ...unreachable,
          reason: 'refused',
        });
        const [ended] = (await store.coverage(EVER)).gaps;
        expect({ open, ended }).toEqual({
          open: [{ id: 1, from: NOON - HOUR, to: null, lengthMs: null, ...unreachable }],
          ended: { id: 1, from: NOON - HOUR, to: NOON - HOUR + 40_000, lengthMs: 40_000, ...unreachable },
        });
      });

      it('a clock that is nudged, as time services do, moves no beginning', async () => {
        await store.append(batchOf('opens', [at(NOON), at(NOON + 59_400)], { first: 0, last: 60_000 }));
        await store.endSession(1, lost);
        expect((await store.coverage(EVER)).sessions).toMatchObject([
          { from: NOON, to: NOON + 59_400, lengthMs: 60_000 },
        ]);
      });

      it('spans that overlap on the clock are all told, for any span that they touch', async () => {
        // 12:00 to 12:30, then the clock goes back by two hours and the stream on: 10:30 to 13:00.
        const half = HOUR / 2;
        await store.append(batchOf('opens', [at(NOON), at(NOON + half)], { first: 0, last: half }));
        await store.endSession(1, { reason: 'clock-set', detail: null });
        const back = NOON - 2 * HOUR + half;
        await store.append(batchOf('opens', [at(back), at(back + 5 * half)], { first: half, last: 6 * half }));
        await store.endSession(2, lost);
        const ids = async (from: number, to: number) => {
          const { sessions, gaps } = await store.coverage({ from, to });
          return { sessions: sessions.map(({ id }) => id), gaps: gaps.map(({ reason }) => reason) };
        };
        expect({
          early: await ids(back + 1, back + 1_000),
          both: await ids(NOON + 1, NOON + 2),
          late: await ids(NOON + half + 1, NOON + half + 2),
        }).toEqual({
          early: { sessions: [2], gaps: [] },
          both: { sessions: [2, 1], gaps: [] },
          late: { sessions: [2], gaps: [] },
        });
      });
    });

    describe('resuming', () => {
      it('[STORE-6] finds the extent, the newest event, the last id that the stream gave, and the domain', async () => {
        const events = [receivedEvent(1), receivedEvent(2, { id: null, data: '?' })];
        await store.append(batchOf('opens', events));
        await store.endSession(1, stopped);
        await reopen();
        expect(await store.resume()).toEqual({
          extent: { oldestSeq: 1, newestSeq: 2, storedEvents: 2 },
          lastEventId: 'e-1',
          lastEventAt: 2_000,
          principal: 'acme/emea',
          toRedecode: false,
        });
      });

      it('sends no last id after an empty one took it back', async () => {
        await store.append(batchOf('opens', [receivedEvent(1), receivedEvent(2, { id: '' })]));
        expect((await store.resume()).lastEventId).toBeNull();
      });

      it('[STORE-6] goes by an id that came without an event, too', async () => {
        await store.append(batchOf('opens', [receivedEvent(1)]));
        await store.moveCursor('e-9');
        await reopen();
        const moved = (await store.resume()).lastEventId;
        await store.moveCursor('');
        expect({ moved, takenBack: (await store.resume()).lastEventId }).toEqual({ moved: 'e-9', takenBack: null });
      });

      it('does not resume at an id that no request could carry, nor at the one before it', async () => {
        await store.append(batchOf('opens', [receivedEvent(1), receivedEvent(2, { id: 'x'.repeat(2_049) })]));
        expect((await store.resume()).lastEventId).toBeNull();
      });

      it('[STORE-6] sends one source no id of another', async () => {
        await store.append(batchOf('opens', [receivedEvent(1)]));
        await store.close();
        store = await place.open('https://other.example.com');
        const elsewhere = await store.resume();
        await store.append(batchOf('opens', [receivedEvent(2)]));
        const there = await store.resume();
        await reopen();
        expect([elsewhere, there, await store.resume()].map(({ lastEventId }) => lastEventId)).toEqual([
          null,
          'e-2',
          null,
        ]);
      });

      it('after a clean end leaves the gap as it was, and measures it by the wall clock', async () => {
        await store.append(batchOf('opens', [receivedEvent(1)]));
        await store.endSession(1, stopped);
        await reopen();
        await store.resume();
        const open = (await store.coverage(EVER)).gaps;
        // Elapsed time of another process: it begins anywhere.
        await store.append(batchOf('opens', [receivedEvent(61)], { first: 7, last: 7 }));
        expect({ open, ended: (await store.coverage(EVER)).gaps }).toEqual({
          open: [{ id: 1, from: 1_000, to: null, lengthMs: null, ...stopped }],
          ended: [{ id: 1, from: 1_000, to: 61_000, lengthMs: 60_000, ...stopped }],
        });
      });

      it('after a clock that was set back while nothing ran, the gap has no length rather than a wrong one', async () => {
        await store.append(batchOf('opens', [receivedEvent(50)]));
        await store.endSession(1, stopped);
        await reopen();
        await store.resume();
        await store.append(batchOf('opens', [receivedEvent(20)]));
        expect((await store.coverage(EVER)).gaps).toEqual([
          { id: 1, from: 20_000, to: 20_000, lengthMs: 0, ...stopped },
        ]);
      });

      it('[STORE-7] after a crash ends the session at its last event, and the gap begins there', async () => {
        await store.append(batchOf('opens', receivedEvents(1, 3)));
        await crash();
        const resumed = await store.resume();
        expect({ resumed, coverage: await store.coverage(EVER) }).toEqual({
          resumed: {
            extent: { oldestSeq: 1, newestSeq: 3, storedEvents: 3 },
            lastEventId: 'e-3',
            lastEventAt: 3_000,
            principal: 'acme/emea',
            toRedecode: false,
          },
          coverage: {
            sessions: [
              {
                id: 1,
                from: 1_000,
                lastEventAt: 3_000,
                to: 3_000,
                lengthMs: 2_000,
                reason: 'crashed',
                detail: null,
                events: 3,
              },
            ],
            gaps: [{ id: 1, from: 3_000, to: null, lengthMs: null, reason: 'crashed', detail: null }],
          },
        });
      });

      it('[STORE-7] after a crash ends an open gap at the last sign of life, and the time since is "crashed"', async () => {
        const unreachable = { reason: 'unreachable', detail: 'ENOTFOUND' } as const;
        await store.append(batchOf('opens', [receivedEvent(1)]));
        await store.endSession(1, unreachable);
        await store.openGap(moment(1_000), moment(31_000), unreachable);
        await crash();
        await store.resume();
        await store.resume();
        // Ten hours later, in a process whose elapsed time began anew.
        await store.append(batchOf('opens', [receivedEvent(36_000)], { first: 5, last: 5 }));
        expect((await store.coverage(EVER)).gaps).toEqual([
          { id: 1, from: 1_000, to: 31_000, lengthMs: 30_000, ...unreachable },
          { id: 2, from: 31_000, to: 36_000_000, lengthMs: 35_969_000, reason: 'crashed', detail: null },
        ]);
      });

      it('[STORE-7] after a crash without any sign of life in the gap, all of it is "crashed"', async () => {
        await store.append(batchOf('opens', [receivedEvent(1)]));
        await store.endSession(1, { reason: 'session-expired', detail: null });
        await crash();
        await store.resume();
        expect((await store.coverage(EVER)).gaps).toEqual([
          { id: 1, from: 1_000, to: null, lengthMs: null, reason: 'crashed', detail: null },
        ]);
      });

      describe('[COVER-2] a planned end is one piece until the next session', () => {
        const expired = { reason: 'session-expired', detail: 'SUBSCRIPTION_ENDED' } as const;
        const seat = { reason: 'seat-taken', detail: 'HTTP 409' } as const;

        it.each([
          [9, { reason: 'session-expired', detail: 'HTTP 409' }, true],
          [12, { reason: 'session-expired', detail: 'HTTP 409' }, false],
        ] as const)('that comes %d s later, whatever was met before', async (seconds, told, isOne) => {
          await store.append(batchOf('opens', [receivedEvent(1)]));
          await store.endSession(1, expired);
          await store.openGap(moment(1_000), moment(3_000), seat);
          await store.openGap(moment(1_000), moment(8_000), seat);
          await store.append(batchOf('opens', [receivedEvent(1 + seconds)]));
          const { gaps } = await store.coverage(EVER);
          const [from, lengthMs] = [1_000, seconds * 1_000];
          expect(gaps).toEqual([{ id: 1, from, to: from + lengthMs, lengthMs, ...told }]);
          expect(gaps.map((gap) => isReconnect(gap, 0))).toEqual([isOne]);
        });

        it.each([
          ['that is not there after ten seconds', moment(11_001), seat],
          ['that is not tried for, since we stop', moment(1_500), stopped],
          ['that is not tried for before somebody signs in', moment(1_500), { reason: 'sign-in-needed', detail: null }],
        ] as const)('%s, and is named after what keeps us away', async (_, at, loss) => {
          await store.append(batchOf('opens', [receivedEvent(1)]));
          await store.endSession(1, expired);
          await store.openGap(moment(1_000), at, loss);
          expect((await store.coverage(EVER)).gaps).toEqual([
            { id: 1, from: 1_000, to: null, lengthMs: null, ...loss },
          ]);
        });

        it('that begins at another time once the clock was set', async () => {
          await store.append(batchOf('opens', [receivedEvent(1)]));
          await store.endSession(1, expired);
          await store.openGap(moment(1_000), moment(3_000), seat);
          await store.openGap(moment(3_601_000), { at: 3_604_000, elapsed: 4_000 }, seat);
          expect((await store.coverage(EVER)).gaps).toMatchObject([{ id: 1, from: 3_601_000, to: null }]);
        });

        it('that a crash prevented, and is no reconnect', async () => {
          await store.append(batchOf('opens', [receivedEvent(1)]));
          await store.endSession(1, expired);
          await store.openGap(moment(1_000), moment(3_000), seat);
          await crash();
          await store.resume();
          expect((await store.coverage(EVER)).gaps).toEqual([
            { id: 1, from: 1_000, to: null, lengthMs: null, reason: 'crashed', detail: null },
          ]);
        });
      });
    });

    describe('a follower', () => {
      const position = { cursor: 0, records: [] };
      const commit = { name: 'cases', version: 1, from: 0, to: 5, put: [{ key: 'a', value: '1' }], remove: [] };

      it('[FOLLOW-1] begins at 0 with nothing, and goes on where it committed, also after a restart', async () => {
        const first = await store.followerPosition('cases', 1);
        const committed = await store.commitFollower(commit);
        const put = [
          { key: 'b', value: '2' },
          { key: 'a', value: '3' },
          { key: 'c', value: '4' },
        ];
        await store.commitFollower({ ...commit, from: 5, to: 9, put, remove: [] });
        await store.commitFollower({ ...commit, from: 9, to: 9, put: [], remove: ['c', 'unknown'] });
        await crash();
        expect({ first, committed, later: await store.followerPosition('cases', 1) }).toEqual({
          first: position,
          committed: true,
          later: {
            cursor: 9,
            records: [
              { key: 'a', value: '3' },
              { key: 'b', value: '2' },
            ],
          },
        });
      });

      it('[FOLLOW-2] that stands elsewhere, or is of another version, commits nothing', async () => {
        const unknown = await store.commitFollower(commit);
        await store.followerPosition('cases', 1);
        await store.commitFollower(commit);
        const again = await store.commitFollower({ ...commit, put: [{ key: 'a', value: 'twice' }] });
        const other = await store.commitFollower({ ...commit, from: 5, to: 6, version: 2, remove: ['a'], put: [] });
        expect({ unknown, again, other, position: await store.followerPosition('cases', 1) }).toEqual({
          unknown: false,
          again: false,
          other: false,
          position: { cursor: 5, records: [{ key: 'a', value: '1' }] },
        });
      });

      it('[FOLLOW-3] of another version begins anew, and the older one can commit nothing more', async () => {
        await store.followerPosition('cases', 1);
        await store.commitFollower(commit);
        const rebuilt = await store.followerPosition('cases', 2);
        const older = await store.commitFollower({ ...commit, from: 0 });
        const newer = await store.commitFollower({ ...commit, version: 2, to: 3, put: [] });
        expect({ rebuilt, older, newer, position: await store.followerPosition('cases', 2) }).toEqual({
          rebuilt: position,
          older: false,
          newer: true,
          position: { cursor: 3, records: [] },
        });
      });

      it('keeps what it keeps apart from others', async () => {
        await store.followerPosition('cases', 1);
        await store.followerPosition('alarms', 1);
        await store.commitFollower(commit);
        await store.followerPosition('alarms', 2);
        expect(await store.followerPosition('cases', 1)).toEqual({ cursor: 5, records: [{ key: 'a', value: '1' }] });
      });
    });

    describe('one writer', () => {
      it('[STORE-8] a second opener is refused, and the first goes on', async () => {
        await expect(place.open()).rejects.toMatchObject({
          data: { code: 'STORE_IN_USE', facts: { path: expect.any(String) } },
        });
        expect(await store.append(batchOf('opens', [receivedEvent(1)]))).toMatchObject({ stored: 1 });
      });

      it('the store is free when the first has closed', async () => {
        await store.close();
        store = await place.open();
        expect(await store.resume()).toMatchObject({ extent: { newestSeq: 0 } });
      });

      it('closing twice is closing once, and what is asked later is refused', async () => {
        await Promise.all([store.close(), store.close()]);
        await store.close();
        const late = store.append(batchOf('opens', [receivedEvent(1)]));
        await expect(late).rejects.toMatchObject({ code: 'STORE_LOST' });
        await expect(store.extent()).rejects.toMatchObject({ code: 'STORE_LOST' });
      });
    });
  });
}
