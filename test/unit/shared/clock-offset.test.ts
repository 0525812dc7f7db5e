import { describe, expect, it } from 'vitest';
import {
  clockOffsetMs,
  type ClockOffsetState,
  clockOffsetStateSchema,
  nextClockOffset,
  NO_CLOCK_OFFSET,
} from '../../../src-shared/domain/coverage/clock-offset.ts';

const HEARTBEAT_MS = 30_000;
const TWO_HOURS = 7_200_000;
const START = Date.UTC(2024, 1, 28, 10);

/** Heartbeats in a row, one for each offset in ms; `null` is an event without a readable time. */
function after(offsets: readonly (number | null)[], state: ClockOffsetState = NO_CLOCK_OFFSET): ClockOffsetState {
  const from = (state.samples.at(-1)?.at ?? START) + HEARTBEAT_MS;
  return offsets.reduce<ClockOffsetState>((before, offset, index) => {
    const receivedAt = from + index * HEARTBEAT_MS;
    return nextClockOffset(before, { receivedAt, createdAt: offset === null ? null : receivedAt + offset });
  }, state);
}
const times = (count: number, offset: number | null) => Array.from({ length: count }, () => offset);

describe('the offset of the provider’s clock', () => {
  it.each<[string, (number | null)[], number | null]>([
    ['is unknown at first', [], null],
    ['is unknown after nine events', times(9, TWO_HOURS), null],
    ['is known after ten', times(10, TWO_HOURS), TWO_HOURS],
    ['is zero if events are only delayed on the way', times(10, -240), 0],
    ['is rounded to whole seconds', times(10, 1_640), 2_000],
    ['is negative if the provider is behind', times(10, -TWO_HOURS), -TWO_HOURS],
    ['ignores events without a time', [...times(9, 0), ...times(40, null)], null],
    ['ignores a few events that were sent late', [...times(12, -200), -900_000, -3_600_000, ...times(5, -200)], 0],
    ['ignores a few events with an absurd time', [...times(12, 0), 2.5e14, -6e13], 0],
    ['is unknown while events disagree', [0, 60, 10, 70, 20, 80, 30, 90, 40, 50, 100].map((s) => s * 1_000), null],
    ['is unknown right after a clock was set', [...times(50, 0), ...times(5, TWO_HOURS)], null],
    ['is the new one ten events after a clock was set', [...times(50, 0), ...times(10, TWO_HOURS)], TWO_HOURS],
    ['is unchanged if the jump was reversed', [...times(50, 0), ...times(4, TWO_HOURS), 0], 0],
  ])('%s', (_says, offsets, offset) => {
    expect(clockOffsetMs(after(offsets))).toBe(offset);
  });

  it('counts events that arrive together as one, by the one that was sent last', () => {
    const replayed = Array.from({ length: 500 }, (_, index) => ({
      receivedAt: START + index,
      createdAt: START - 3_600_000 + index,
    }));
    const live = { receivedAt: START + 600, createdAt: START + 400 };
    expect([...replayed, live].reduce(nextClockOffset, NO_CLOCK_OFFSET)).toEqual({
      samples: [{ at: START, offsetMs: -200 }],
    });
  });

  it('continues after our own clock was set back', () => {
    const state = after(times(10, 0));
    const set = nextClockOffset(state, { receivedAt: START - TWO_HOURS, createdAt: START });
    expect(set.samples.at(-1)).toEqual({ at: START - TWO_HOURS, offsetMs: TWO_HOURS });
  });

  it('keeps 50 samples and can be stored as JSON', () => {
    const state = after(times(200, 1_000));
    expect(state.samples).toHaveLength(50);
    expect(clockOffsetStateSchema.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
  });
});
