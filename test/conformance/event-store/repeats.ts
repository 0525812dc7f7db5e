import { describe, expect, it } from 'vitest';
import { batchOf, receivedEvent, receivedEvents } from '../../doubles/received-events.ts';
import { newest } from './newest.ts';
import { EVER, lost } from './spans.ts';
import type { TestedStore } from './tested-store.ts';

export function countsRepeats(tested: TestedStore): void {
  describe('an event that arrives again', () => {
    it('[STORE-3] with the same id, kind and data is counted and adds no row', async () => {
      await tested.store.writer.append(batchOf('opens', [receivedEvent(1), receivedEvent(2)]));
      const again = [receivedEvent(1, { receivedAt: 9_000 }), receivedEvent(3), receivedEvent(3)];
      const appended = await tested.store.writer.append(batchOf(1, again));
      const rows = await newest(tested.store.reader, 10);
      expect({ appended, rows: rows.map(({ id, repeats }) => [id, repeats]) }).toEqual({
        appended: {
          sessionId: 1,
          extent: { oldestSeq: 1, newestSeq: 3, storedEvents: 3 },
          domain: 'acme/emea',
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

    it('is another event if its data, kind or oversize hash differs, or if it has no id and came in the same session', async () => {
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
      expect(await tested.store.writer.append(batchOf('opens', events))).toMatchObject({ stored: 11, repeated: 0 });
    });

    describe('[STORE-3] without an id', () => {
      const data = (minute: number, detailedMessage = 'x') =>
        JSON.stringify({ createdDateTime: `2026-01-01T00:0${minute}:00.000Z`, detailedMessage });
      const timed = (minute: number, id: string | null = null) =>
        receivedEvent(minute, { id, kind: 'CMP_EVENT', data: data(minute) });

      it.each([
        ['the same text with its time', [timed(1), timed(2, '')], [timed(1), timed(2, ''), timed(3)], [1, 2]],
        ['two equal events, both again', [timed(1), timed(1)], [timed(1), timed(1)], [0, 2]],
        ['another text', [timed(1)], [receivedEvent(1, { id: null, kind: 'CMP_EVENT', data: data(1, 'y') })], [1, 0]],
        ['another kind', [timed(1)], [{ ...timed(1), kind: 'LOCALIZATION' }], [1, 0]],
        ['the same text with an id', [timed(1)], [timed(1, 'e-1')], [1, 0]],
        ['the same text without a time', [receivedEvent(1, { id: null })], [receivedEvent(1, { id: null })], [1, 0]],
      ])(
        'is counted in the next session only if it is the same to the byte and has a time: %s',
        async (_, before, again, expected) => {
          await tested.store.writer.append(batchOf('opens', before));
          await tested.store.writer.endSession(1, lost);
          const { stored, repeated } = await tested.store.writer.append(batchOf('opens', again));
          expect([stored, repeated]).toEqual(expected);
        },
      );

      it('is counted in a session after a restart, and is another event within one session', async () => {
        await tested.store.writer.append(batchOf('opens', [timed(1)]));
        await tested.store.writer.endSession(1, lost);
        await tested.reopen();
        const replayed = await tested.store.writer.append(batchOf('opens', [timed(1), timed(2)]));
        const same = await tested.store.writer.append(batchOf(replayed.sessionId, [timed(2), timed(1)]));
        expect([replayed, same].map(({ stored, repeated }) => [stored, repeated])).toEqual([
          [1, 1],
          [1, 1],
        ]);
      });
    });

    it('is recognised after a restart', async () => {
      await tested.store.writer.append(batchOf('opens', receivedEvents(1, 3)));
      await tested.reopen();
      expect(await tested.store.writer.append(batchOf('opens', receivedEvents(2, 4)))).toMatchObject({
        stored: 1,
        repeated: 2,
      });
    });

    it('is recognised among the last 10 000 events and no further back', async () => {
      let session: number | 'opens' = 'opens';
      for (let from = 1; from <= 10_000; from += 500)
        ({ sessionId: session } = await tested.store.writer.append(batchOf(session, receivedEvents(from, from + 499))));
      const oldest = await tested.store.writer.append(batchOf(session, [receivedEvent(1)]));
      const next = await tested.store.writer.append(batchOf(session, [receivedEvent(10_001)]));
      const forgotten = await tested.store.writer.append(batchOf(session, [receivedEvent(1)]));
      expect([oldest, next, forgotten].map(({ stored, repeated }) => [stored, repeated])).toEqual([
        [0, 1],
        [1, 0],
        [1, 0],
      ]);
    });

    it('opens a session like any other event', async () => {
      await tested.store.writer.append(batchOf('opens', [receivedEvent(1)]));
      await tested.store.writer.endSession(1, lost);
      await tested.store.writer.append(batchOf('opens', [receivedEvent(1, { receivedAt: 5_000 })]));
      expect(await tested.store.reader.coverage(EVER)).toMatchObject({
        sessions: [{ id: 1 }, { id: 2, from: 5_000, lastEventAt: 5_000, to: null, events: 0 }],
        gaps: [{ from: 1_000, to: 5_000 }],
      });
    });
  });
}
