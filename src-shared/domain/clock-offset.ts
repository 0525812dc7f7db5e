/**
 * By how much the provider's clock differs from ours (`product.md`, trap 9), as a follower of the stored events learns
 * it. An event that was sent late says nothing about a clock, so the offset is the median of many moments, and it is
 * unknown while they disagree. The state is plain JSON.
 */
import * as z from 'zod';
import type { EventSummary } from './event.ts';

const sampleSchema = z.object({
  /** Our receive time, UTC epoch ms. */
  at: z.number(),
  /** The provider's time less ours. */
  offsetMs: z.number(),
});

/** The newest samples, oldest first. */
export const clockOffsetStateSchema = z.object({ samples: z.array(sampleSchema) });
export type ClockOffsetState = z.infer<typeof clockOffsetStateSchema>;

export const NO_CLOCK_OFFSET: ClockOffsetState = { samples: [] };

/** 25 minutes of heartbeats. */
const MAX_SAMPLES = 50;
/** Five minutes of heartbeats. */
const MIN_SAMPLES = 10;
/** What the middle half of the samples may differ by; sending and receiving take far less. */
const MAX_SPREAD_MS = 5_000;
/** So many that agree with each other, and with none before, are a clock that was set. */
const MIN_JUMP_SAMPLES = 5;
/** Events that arrive together (a replay, a burst) are one sample. */
const SAME_ARRIVAL_MS = 1_000;
/** People compare clocks by the second, and a number that changes with every event would be news each time. */
const ROUNDING_MS = 1_000;

export function nextClockOffset(
  state: ClockOffsetState,
  { receivedAt, createdAt }: Pick<EventSummary, 'receivedAt' | 'createdAt'>,
): ClockOffsetState {
  if (createdAt === null) return state;
  const offsetMs = createdAt - receivedAt;
  const last = state.samples.at(-1);
  // Of those that arrive together, the one that was sent last is nearest to the truth.
  if (last !== undefined && receivedAt >= last.at && receivedAt < last.at + SAME_ARRIVAL_MS)
    return offsetMs <= last.offsetMs ? state : { samples: [...state.samples.slice(0, -1), { at: last.at, offsetMs }] };
  const samples = [...state.samples, { at: receivedAt, offsetMs }].slice(-MAX_SAMPLES);
  return { samples: sinceJump(samples) };
}

/** Milliseconds in whole seconds, positive where the provider's clock is ahead; `null` while it is not stable. */
export function clockOffsetMs({ samples }: ClockOffsetState): number | null {
  if (samples.length < MIN_SAMPLES) return null;
  const offsets = sorted(samples);
  if (quantile(offsets, 0.75) - quantile(offsets, 0.25) > MAX_SPREAD_MS) return null;
  // Adding 0 turns -0 into 0.
  return Math.round(quantile(offsets, 0.5) / ROUNDING_MS) * ROUNDING_MS + 0;
}

type Samples = ClockOffsetState['samples'];

function sinceJump(samples: Samples): Samples {
  const newest = sorted(samples.slice(-MIN_JUMP_SAMPLES));
  const earlier = sorted(samples.slice(0, -MIN_JUMP_SAMPLES));
  if (newest.length < MIN_JUMP_SAMPLES || earlier.length === 0) return samples;
  const agree = quantile(newest, 1) - quantile(newest, 0) <= MAX_SPREAD_MS;
  const differ = Math.abs(quantile(newest, 0.5) - quantile(earlier, 0.5)) > MAX_SPREAD_MS;
  return agree && differ ? samples.slice(-MIN_JUMP_SAMPLES) : samples;
}

function sorted(samples: Samples): number[] {
  return samples.map(({ offsetMs }) => offsetMs).toSorted((a, b) => a - b);
}

/** Of a sorted list that is not empty. */
function quantile(values: readonly number[], part: number): number {
  return values[Math.round((values.length - 1) * part)] ?? 0;
}
