import { describe, expect, it } from 'vitest';
import type { CaseEventBatch, CaseEventEntry, EventBatch } from '../../../src-main/core/ports/event-store.ts';
import type { StoredEvent } from '../../../src-shared/domain/event/event.ts';
import { OUTCOME_EVENTS } from '../../../src-shared/domain/filter/class-filters.ts';
import { EVERYTHING, type Filter } from '../../../src-shared/domain/filter/filter.ts';
import { emptyExtent, nothingToResume } from '../../doubles/empty-store.ts';
import { randomEvents } from '../../doubles/random-events.ts';
import { randomNumbers } from '../../doubles/random-numbers.ts';
import { batchOf, receivedEvent, receivedEvents } from '../../doubles/received-events.ts';
import { undecoded } from '../../doubles/undecoded.ts';
import { newest } from './newest.ts';
import { EVER, lost } from './spans.ts';
import type { TestedStore } from './tested-store.ts';

export function keepsEvents(tested: TestedStore): void {
  describe('events', () => {
    it('have no position to resume from in an empty store, and nothing to show', async () => {
      expect({
        resumed: await tested.store.writer.resume(),
        extent: await tested.store.reader.extent(),
        rows: await tested.store.reader.summaries({ filter: EVERYTHING, direction: 'newer', from: 0, limit: 10 }),
        count: await tested.store.reader.count({ filter: EVERYTHING, after: 0, to: 10 }),
        event: await tested.store.reader.event(1),
        coverage: await tested.store.reader.coverage(EVER),
      }).toEqual({
        resumed: nothingToResume,
        extent: emptyExtent,
        rows: { rows: [], next: null },
        count: { count: 0, next: null },
        event: null,
        coverage: { sessions: [], gaps: [] },
      });
    });

    it('[STORE-1] are numbered in the order of arrival, whatever their times are', async () => {
      const events = [receivedEvent(1), receivedEvent(2, { receivedAt: 5 }), receivedEvent(3)];
      const appended = await tested.store.writer.append(batchOf('opens', events));
      const { rows } = await tested.store.reader.summaries({
        filter: EVERYTHING,
        direction: 'newer',
        from: 0,
        limit: 10,
      });
      expect({ appended, rows: rows.map(({ seq, id, receivedAt }) => [seq, id, receivedAt]) }).toEqual({
        appended: {
          sessionId: expect.any(Number),
          extent: { oldestSeq: 1, newestSeq: 3, storedEvents: 3 },
          domain: 'acme/emea',
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

    it('[STORE-11] are stored once if their batch is appended again after a lost answer', async () => {
      const writer = tested.store.writer;
      await writer.append({ ...batchOf('opens', receivedEvents(1, 3)), after: 0 });
      const batch = {
        ...batchOf(
          1,
          receivedEvents(4, 5).map((event) => ({ ...event, id: null })),
        ),
        after: 3,
      };
      const [first, again] = [await writer.append(batch), await writer.append(batch)];
      const opens = { ...batchOf('opens', [receivedEvent(6)]), after: 5 };
      await writer.endSession(1, lost);
      const sessions = [(await writer.append(opens)).sessionId, (await writer.append(opens)).sessionId];
      expect({ first, again, sessions, extent: await tested.store.reader.extent() }).toEqual({
        first: expect.objectContaining({ sessionId: 1, stored: 2, repeated: 0 }),
        again: first,
        sessions: [2, 2],
        extent: { oldestSeq: 1, newestSeq: 6, storedEvents: 6 },
      });
    });

    it('are read in both directions from any cursor to any end', async () => {
      await tested.store.writer.append(batchOf('opens', receivedEvents(1, 9)));
      const slice = async (direction: 'older' | 'newer', from: number, limit: number, to?: number) => {
        const { rows, next } = await tested.store.reader.summaries({ filter: EVERYTHING, direction, from, limit, to });
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
      await tested.store.writer.append(batchOf('opens', events));
      const filter: Filter = {
        terms: [
          { kind: 'value', field: 'outcome', values: ['failed'], negated: false },
          { kind: 'text', values: ['e-7'], negated: false },
          { kind: 'since', time: { kind: 'at', at: 2_000 } },
        ],
      };
      const { rows, next } = await tested.store.reader.summaries({ filter, direction: 'older', from: 10, limit: 10 });
      expect({
        seqs: rows.map(({ seq }) => seq),
        next,
        counted: await tested.store.reader.count({ filter, after: 4, to: 9 }),
      }).toEqual({ seqs: [7, 4], next: null, counted: { count: 1, next: null } });
    });

    it('are decoded, and their text is stored unchanged', async () => {
      const data =
        ' {"operation":"FALLBACK_SET", "state":"FAILED",\n"detailedMessage":{"errorCode":"X"} }\u0000\u{1F6F0}';
      await tested.store.writer.append(batchOf('opens', [receivedEvent(1, { kind: 'LOCALIZATION', id: null, data })]));
      expect(await tested.store.reader.event(1)).toEqual({
        seq: 1,
        receivedAt: 1_000,
        kind: 'LOCALIZATION',
        id: null,
        repeats: 0,
        seen: false,
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
      await tested.store.writer.append(batchOf('opens', [receivedEvent(1, { kind: 'LOCALIZATION', data })]));
      expect(await newest(tested.store.reader, 1)).toMatchObject([
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

    it('are stored unchanged with 10 MB of data', async () => {
      const data = JSON.stringify({ operation: '-', filler: 'x'.repeat(10 * 1_024 * 1_024) });
      await tested.store.writer.append(batchOf('opens', [receivedEvent(1, { data }), receivedEvent(2)]));
      const stored = await tested.store.reader.event(1);
      expect({ verbatim: stored?.raw === data, next: (await tested.store.reader.event(2))?.id }).toEqual({
        verbatim: true,
        next: 'e-2',
      });
    });

    it('have a mark if they were too large to store', async () => {
      const oversize = { bytes: 50_000_000, sha256: 'ab'.repeat(32) };
      await tested.store.writer.append(batchOf('opens', [receivedEvent(1, { data: '{"oper', oversize })]));
      expect(await tested.store.reader.event(1)).toMatchObject({
        raw: '{"oper',
        marks: [{ code: 'oversize', detail: `50000000 bytes, SHA-256 ${oversize.sha256}` }],
      });
    });

    it('[DECODE-5] have a mark with the bytes that were not UTF-8, and only those', async () => {
      const events = [
        { replacedBytes: '\\xE9\\xFC', data: '{"note":"\uFFFD \uFFFD"}' },
        { data: '{"note":"\uFFFD \uFFFD"}' },
      ];
      await tested.store.writer.append(
        batchOf(
          'opens',
          events.map((event, index) => receivedEvent(index + 1, { kind: 'HEARTBEAT', ...event })),
        ),
      );
      const marks = await Promise.all([1, 2].map(async (seq) => (await tested.store.reader.event(seq))?.marks));
      expect(marks.map((all) => all?.filter(({ code }) => code === 'not-utf8'))).toEqual([
        [{ code: 'not-utf8', detail: '\\xE9\\xFC' }],
        [],
      ]);
    });

    it('[DECODE-5] are stored completely, with a short row, if their name or id is extremely long', async () => {
      const kind = `K${'\u{1F6F0}'.repeat(500_000)}`;
      const id = 'i'.repeat(1_048_576);
      await tested.store.writer.append(batchOf('opens', [receivedEvent(1, { kind, id }), receivedEvent(2)]));
      const [, row] = await newest(tested.store.reader, 2);
      const fullTexts = (await tested.store.reader.event(1))?.whole;
      expect({
        row,
        whole: { kind: fullTexts?.kind === kind, id: fullTexts?.id === id },
        ordinary: (await tested.store.reader.event(2))?.whole,
      }).toMatchObject({
        row: {
          // 256 characters would split a surrogate pair.
          kind: `K${'\u{1F6F0}'.repeat(127)}`,
          id: 'i'.repeat(256),
          marks: [
            { code: 'oversize', detail: `event: ${kind.length} characters` },
            { code: 'oversize', detail: `id: ${id.length} characters` },
            { code: 'unknown-kind' },
          ],
        },
        whole: { kind: true, id: true },
        ordinary: null,
      });
    });

    it('are the same for a case as for the timeline, with the texts of requests only', async () => {
      const { writer, reader } = tested.store;
      await writer.append(batchOf('opens', randomEvents(300, randomNumbers(90))));
      const query = { filter: OUTCOME_EVENTS, direction: 'newer', to: 290, limit: 300 } as const;
      const expected: StoredEvent[] = [];
      // A read ends after some time, on a busy machine after a few events.
      for (let from: number | null = 3; from !== null;) {
        const batch: EventBatch = await reader.events({ ...query, from });
        expected.push(...batch.events);
        from = batch.next;
      }
      const found: CaseEventEntry[] = [];
      for (let after: number | null = 3; after !== null;) {
        const batch: CaseEventBatch = await reader.caseEvents({ after, to: 290, limit: 7 });
        found.push(...batch.events);
        after = batch.next;
      }
      expect(found.length).toBeGreaterThan(50);
      expect(found).toEqual(
        expected.map(({ raw, id: _id, repeats: _repeats, seen: _seen, whole: _whole, ...event }) => ({
          event,
          raw: event.kind === 'CMP_EVENT' ? raw : null,
        })),
      );
    });

    it('exist after the store was closed and opened again', async () => {
      await tested.store.writer.append(batchOf('opens', receivedEvents(1, 3)));
      await tested.reopen();
      const { extent, stored } = await tested.store.writer.append(batchOf('opens', [receivedEvent(4)]));
      expect({ extent, stored, event: await tested.store.reader.event(2) }).toMatchObject({
        extent: { oldestSeq: 1, newestSeq: 4, storedEvents: 4 },
        stored: 1,
        event: { id: 'e-2', raw: receivedEvent(2).data },
      });
    });
  });
}
