import { describe, expect, it } from 'vitest';
import type { EventStore } from '../../../src-main/core/ports/event-store.ts';
import { batchOf, receivedEvent, receivedEvents } from '../../doubles/received-events.ts';
import { newest } from './newest.ts';
import type { TestedStore } from './tested-store.ts';

export function keepsWhatWasSeen(tested: TestedStore): void {
  describe('a mark of a seen event', () => {
    const seen = async ({ reader }: EventStore) =>
      (await newest(reader, 100)).filter((event) => event.seen).map(({ seq }) => seq);

    it('[STORE-11] stays until it is removed, even after a crash', async () => {
      await tested.store.writer.append(batchOf('opens', receivedEvents(1, 20)));
      await tested.store.writer.markSeen(
        [
          { first: 2, last: 4 },
          { first: 9, last: 9 },
        ],
        true,
      );
      const marked = await seen(tested.store);
      await tested.crash();
      await tested.store.writer.markSeen([{ first: 3, last: 3 }], false);
      await tested.reopen();
      expect([marked, await seen(tested.store)]).toEqual([
        [9, 4, 3, 2],
        [9, 4, 2],
      ]);
    });

    it('[STORE-11] does not apply to later events, and filters find seen and unseen events', async () => {
      const { sessionId } = await tested.store.writer.append(batchOf('opens', receivedEvents(1, 3)));
      await tested.store.writer.markSeen([{ first: 1, last: 1_000_000 }], true);
      await tested.store.writer.append(batchOf(sessionId, [receivedEvent(4)]));
      const counted = async (isSeen: boolean) =>
        (await tested.store.reader.count({ filter: { terms: [{ kind: 'seen', seen: isSeen }] }, after: 0, to: 4 }))
          .count;
      expect([await seen(tested.store), await counted(true), await counted(false)]).toEqual([[3, 2, 1], 3, 1]);
    });
  });
}
