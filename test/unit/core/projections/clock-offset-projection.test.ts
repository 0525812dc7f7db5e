import { expect, test } from 'vitest';
import { clockOffsetProjection } from '../../../../src-main/core/projections/clock-offset-projection.ts';
import { summaryOf } from '../../../doubles/example-events.ts';

const HOUR = 3_600_000;
const heartbeats = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => {
    const receivedAt = (from + index) * 30_000;
    return summaryOf(from + index, { kind: 'HEARTBEAT', receivedAt, createdAt: receivedAt + 2 * HOUR });
  });

test('knows the clock offset after some minutes of heartbeats, and immediately after a restart', () => {
  const { restore, apply, offsetMs } = clockOffsetProjection;
  const few = apply(restore([]), heartbeats(1, 4));
  const enough = apply(few.state, heartbeats(5, 12));
  const restarted = restore(enough.put);
  expect([few.state, enough.state, restarted].map(offsetMs)).toEqual([null, 2 * HOUR, 2 * HOUR]);
});
