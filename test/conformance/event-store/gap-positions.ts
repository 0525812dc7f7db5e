/** Checks where a gap is among the events: after the newest one at its beginning, whatever the clocks show. */
import { describe, expect, it } from 'vitest';
import type { GapsQuery } from '../../../src-main/core/ports/event-store.ts';
import { type GapReason, gapReasonSchema } from '../../../src-shared/domain/coverage/coverage.ts';
import { batchOf, moment, receivedEvent, receivedEvents } from '../../doubles/received-events.ts';
import { lost } from './spans.ts';
import type { TestedStore } from './tested-store.ts';

const EVERYWHERE: GapsQuery = { first: 0, last: Number.MAX_SAFE_INTEGER, direction: 'older', limit: 100 };

export function locatesGaps(tested: TestedStore): void {
  const positions = async (query: Partial<GapsQuery> = {}) =>
    (await tested.store.reader.gaps({ ...EVERYWHERE, ...query })).map(
      ({ reason, afterSeq }) => `${reason} ${afterSeq}`,
    );
  const session = async (from: number, to: number, reason: GapReason = 'silent') => {
    const { sessionId } = await tested.store.writer.append(batchOf('opens', receivedEvents(from, to)));
    await tested.store.writer.endSession(sessionId, { reason, detail: null });
  };

  describe('[DAMAGE-8] a gap is placed after the event that was the newest at its beginning', () => {
    it.each(gapReasonSchema.options)('for any reason: %s', async (reason) => {
      await session(1, 3);
      await tested.store.writer.append(batchOf('opens', [receivedEvent(90)]));
      await tested.store.writer.endSession(2, { reason, detail: null });
      await tested.store.writer.append(batchOf('opens', [receivedEvent(190)]));
      expect(await positions()).toEqual([`${reason} 4`, 'silent 3']);
    });

    it('also before the first event, and with several gaps after one event', async () => {
      await tested.store.writer.openGap(moment(100), moment(200), { reason: 'unreachable', detail: null });
      await tested.store.writer.openGap(moment(100), moment(300), { reason: 'refused', detail: null });
      await session(1, 2);
      // A session that contains only repeats.
      await session(1, 2, 'connection-lost');
      expect(await positions()).toEqual(['connection-lost 2', 'silent 2', 'refused 0', 'unreachable 0']);
    });

    it('even if the clock was set', async () => {
      const at = (time: number, elapsed: number) =>
        batchOf('opens', [receivedEvent(1, { id: null, receivedAt: time })], { first: elapsed, last: elapsed });
      await tested.store.writer.append(at(90_000_000, 1_000));
      await tested.store.writer.endSession(1, { reason: 'clock-set', detail: null });
      await tested.store.writer.append(at(10_000_000, 61_000));
      await tested.store.writer.endSession(2, lost);
      await tested.store.writer.append(at(50_000_000, 121_000));
      expect(await positions()).toEqual(['connection-lost 2', 'clock-set 1']);
    });

    it('after a crash, in a session and in a gap', async () => {
      await tested.store.writer.append(batchOf('opens', receivedEvents(1, 3)));
      await tested.crash();
      await tested.store.writer.resume();
      await session(60, 61, 'unreachable');
      await tested.store.writer.openGap(moment(61_000), moment(99_000), { reason: 'unreachable', detail: null });
      await tested.crash();
      await tested.store.writer.resume();
      await tested.store.writer.append(batchOf('opens', [receivedEvent(200)], { first: 5, last: 5 }));
      expect(await positions()).toEqual(['crashed 5', 'unreachable 5', 'crashed 3']);
    });

    it('while it is open, and after a restart', async () => {
      await session(1, 3, 'stopped');
      await tested.reopen();
      await tested.store.writer.resume();
      const open = await positions();
      await tested.store.writer.append(batchOf('opens', [receivedEvent(60)], { first: 5, last: 5 }));
      expect([open, await positions()]).toEqual([['stopped 3'], ['stopped 3']]);
    });
  });

  describe('gaps after a range of events', () => {
    it('are returned in the requested order, both ends included, up to the limit', async () => {
      for (const start of [10, 20, 30, 40]) await session(start, start + 1);
      expect({
        inside: await positions({ first: 4, last: 6 }),
        newest: await positions({ limit: 2 }),
        oldest: await positions({ direction: 'newer', limit: 2 }),
        none: await positions({ first: 5, last: 5 }),
      }).toEqual({
        inside: ['silent 6', 'silent 4'],
        newest: ['silent 8', 'silent 6'],
        oldest: ['silent 2', 'silent 4'],
        none: [],
      });
    });

    it('[COVER-2] include no reconnect, and no planned end before its length is known', async () => {
      await session(1, 2, 'session-expired');
      await session(12, 13, 'session-expired');
      const { sessionId } = await tested.store.writer.append(batchOf('opens', [receivedEvent(24)]));
      await tested.store.writer.endSession(sessionId, { reason: 'session-expired', detail: null });
      // From 2 s to 12 s, from 13 s to 24 s, and an open one.
      expect(await positions()).toEqual(['session-expired 4']);
    });
  });
}
