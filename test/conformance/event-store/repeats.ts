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

    it('is another event if its data, kind or oversize hash differs, or if it has no id', async () => {
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
