import { describe, expect, it } from 'vitest';
import { isReconnect } from '../../../src-shared/domain/coverage/reconnect.ts';
import { batchOf, moment, receivedEvent } from '../../doubles/received-events.ts';
import { EVER, stopped } from './spans.ts';
import type { TestedStore } from './tested-store.ts';

export function joinsPlannedEnd(tested: TestedStore): void {
  describe('[COVER-2] a planned end', () => {
    const expired = { reason: 'session-expired', detail: 'SUBSCRIPTION_ENDED' } as const;
    const seat = { reason: 'seat-taken', detail: 'HTTP 409' } as const;

    it.each([
      [9, { reason: 'session-expired', detail: 'HTTP 409' }, true],
      [12, { reason: 'session-expired', detail: 'HTTP 409' }, false],
    ] as const)(
      'stays one gap until a session that starts %d s later, whatever faults come before',
      async (seconds, announced, isOne) => {
        await tested.store.writer.append(batchOf('opens', [receivedEvent(1)]));
        await tested.store.writer.endSession(1, expired);
        await tested.store.writer.openGap(moment(1_000), moment(3_000), seat);
        await tested.store.writer.openGap(moment(1_000), moment(8_000), seat);
        await tested.store.writer.append(batchOf('opens', [receivedEvent(1 + seconds)]));
        const { gaps } = await tested.store.reader.coverage(EVER);
        const [from, lengthMs] = [1_000, seconds * 1_000];
        expect(gaps).toEqual([{ id: 1, from, to: from + lengthMs, lengthMs, ...announced, afterSeq: 1 }]);
        expect(gaps.map((gap) => isReconnect(gap, 0))).toEqual([isOne]);
      },
    );

    it.each([
      ['after ten seconds without a session', moment(11_001), seat],
      ['when Watchfloor stops', moment(1_500), stopped],
      ['when a sign-in is needed', moment(1_500), { reason: 'sign-in-needed', detail: null }],
    ] as const)('gets the new reason %s', async (_, at, loss) => {
      await tested.store.writer.append(batchOf('opens', [receivedEvent(1)]));
      await tested.store.writer.endSession(1, expired);
      await tested.store.writer.openGap(moment(1_000), at, loss);
      expect((await tested.store.reader.coverage(EVER)).gaps).toEqual([
        { id: 1, from: 1_000, to: null, lengthMs: null, ...loss, afterSeq: 1 },
      ]);
    });

    it('begins at another time after the clock was set', async () => {
      await tested.store.writer.append(batchOf('opens', [receivedEvent(1)]));
      await tested.store.writer.endSession(1, expired);
      await tested.store.writer.openGap(moment(1_000), moment(3_000), seat);
      await tested.store.writer.openGap(moment(3_601_000), { at: 3_604_000, elapsed: 4_000 }, seat);
      expect((await tested.store.reader.coverage(EVER)).gaps).toMatchObject([{ id: 1, from: 3_601_000, to: null }]);
    });

    it('is not a reconnect if a crash prevented the next session', async () => {
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
