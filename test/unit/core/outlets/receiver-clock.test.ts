import { describe, expect, test } from 'vitest';
import { ReceiverClock } from '../../../../src-main/core/outlets/receiver-clock.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';

const MINUTE = 60_000;

describe('[OUTLET-30] the time of a receiver', () => {
  test('is this computer’s before the first response, and then never after the receiver’s and at most three seconds before', async () => {
    for (const aheadMs of [0, 11 * MINUTE, -11 * MINUTE, 370])
      for (const fraction of [0, 1, 500, 999]) {
        const clock = new FakeClock(Date.UTC(2026, 0, 1) + fraction);
        const receiverNow = () => clock.now() - aheadMs;
        const receiver = new ReceiverClock(clock);
        expect(receiver.time).toEqual({ now: clock.now(), offsetMs: 0, isKnown: false });
        // The header `Date` has no fraction of a second.
        receiver.update(Math.floor(receiverNow() / 1_000) * 1_000 - clock.now());
        await clock.advance(MINUTE);
        const { now, offsetMs, isKnown } = receiver.time;
        expect([now < receiverNow(), now > receiverNow() - 3_000, isKnown]).toEqual([true, true, true]);
        expect(Math.abs(offsetMs + (Math.abs(aheadMs) > 1_000 ? aheadMs : 0))).toBeLessThan(3_000);
      }
  });

  test('does not move when the clock of this computer is set', () => {
    const clock = new FakeClock();
    const receiver = new ReceiverClock(clock);
    receiver.update(-11 * MINUTE);
    const { now } = receiver.time;
    clock.setWallClock(clock.now() - 11 * MINUTE);
    expect(receiver.time).toEqual({ now, offsetMs: 0, isKnown: true });
  });
});
