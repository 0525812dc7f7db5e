/** A planned end and what is met until the next session. */
import { describe, expect, it } from 'vitest';
import { isReconnect } from '../../../src-shared/domain/reconnect.ts';
import { batchOf, moment, receivedEvent } from '../../doubles/received-events.ts';
import { EVER, stopped } from './spans.ts';
import type { TestedStore } from './tested-store.ts';

export function joinsPlannedEnd(tested: TestedStore): void {
  describe('[COVER-2] a planned end is one piece until the next session', () => {
    const expired = { reason: 'session-expired', detail: 'SUBSCRIPTION_ENDED' } as const;
    const seat = { reason: 'seat-taken', detail: 'HTTP 409' } as const;

    it.each([
      [9, { reason: 'session-expired', detail: 'HTTP 409' }, true],
      [12, { reason: 'session-expired', detail: 'HTTP 409' }, false],
    ] as const)('that comes %d s later, whatever was met before', async (seconds, told, isOne) => {
      await tested.store.writer.append(batchOf('opens', [receivedEvent(1)]));
      await tested.store.writer.endSession(1, expired);
      await tested.store.writer.openGap(moment(1_000), moment(3_000), seat);
      await tested.store.writer.openGap(moment(1_000), moment(8_000), seat);
      await tested.store.writer.append(batchOf('opens', [receivedEvent(1 + seconds)]));
      const { gaps } = await tested.store.reader.coverage(EVER);
      const [from, lengthMs] = [1_000, seconds * 1_000];
      expect(gaps).toEqual([{ id: 1, from, to: from + lengthMs, lengthMs, ...told, afterSeq: 1 }]);
      expect(gaps.map((gap) => isReconnect(gap, 0))).toEqual([isOne]);
    });

    it.each([
      ['that is not there after ten seconds', moment(11_001), seat],
      ['that is not tried for, since we stop', moment(1_500), stopped],
      ['that is not tried for before somebody signs in', moment(1_500), { reason: 'sign-in-needed', detail: null }],
    ] as const)('%s, and is named after what keeps us away', async (_, at, loss) => {
      await tested.store.writer.append(batchOf('opens', [receivedEvent(1)]));
      await tested.store.writer.endSession(1, expired);
      await tested.store.writer.openGap(moment(1_000), at, loss);
      expect((await tested.store.reader.coverage(EVER)).gaps).toEqual([
        { id: 1, from: 1_000, to: null, lengthMs: null, ...loss, afterSeq: 1 },
      ]);
    });

    it('that begins at another time once the clock was set', async () => {
      await tested.store.writer.append(batchOf('opens', [receivedEvent(1)]));
      await tested.store.writer.endSession(1, expired);
      await tested.store.writer.openGap(moment(1_000), moment(3_000), seat);
      await tested.store.writer.openGap(moment(3_601_000), { at: 3_604_000, elapsed: 4_000 }, seat);
      expect((await tested.store.reader.coverage(EVER)).gaps).toMatchObject([{ id: 1, from: 3_601_000, to: null }]);
    });

    it('that a crash prevented, and is no reconnect', async () => {
      await tested.store.writer.append(batchOf('opens', [receivedEvent(1)]));
      await tested.store.writer.endSession(1, expired);
      await tested.store.writer.openGap(moment(1_000), moment(3_000), seat);
      await tested.crash();
      await tested.store.writer.resume();
      expect((await tested.store.reader.coverage(EVER)).gaps).toEqual([
        { id: 1, from: 1_000, to: null, lengthMs: null, reason: 'crashed', detail: null, afterSeq: 1 },
      ]);
    });
  });
}
