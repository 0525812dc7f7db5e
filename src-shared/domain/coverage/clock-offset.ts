/**
 * Offset of the provider's clock (`docs/service.md` §10.9). A late event shows nothing about a clock, so it is the
 * median of many samples, and unknown while they disagree. The state is plain JSON.
 */
import * as z from 'zod';
import type { EventSummary } from '../event/event.ts';

const sampleSchema = z.object({
  at: z.number(),
  offsetMs: z.number(),
});

export const clockOffsetStateSchema = z.object({ samples: z.array(sampleSchema) });
export type ClockOffsetState = z.infer<typeof clockOffsetStateSchema>;

export const NO_CLOCK_OFFSET: ClockOffsetState = { samples: [] };

/** 25 minutes of heartbeats. */
const MAX_SAMPLES = 50;
/** Five minutes of heartbeats. */
const MIN_SAMPLES = 10;
/** Max difference within the middle half of the samples; sending and receiving take far less. */
const MAX_SPREAD_MS = 5_000;
/** If this many samples agree with each other but not with the ones before, a clock was set. */
const MIN_JUMP_SAMPLES = 5;
/** Events that arrive within this time (a replay, a burst) are one sample. */
const SAME_ARRIVAL_MS = 1_000;
/** Users compare clocks by the second, and a number that changes with every event would be an update each time. */
const ROUNDING_MS = 1_000;

export function nextClockOffset(
  state: ClockOffsetState,
  { receivedAt, createdAt }: Pick<EventSummary, 'receivedAt' | 'createdAt'>,
): ClockOffsetState {
  if (createdAt === null) return state;
  const offsetMs = createdAt - receivedAt;
  const last = state.samples.at(-1);
  // The event that was sent last is nearest to the true offset.
  if (last !== undefined && receivedAt >= last.at && receivedAt < last.at + SAME_ARRIVAL_MS)
    return offsetMs <= last.offsetMs ? state : { samples: [...state.samples.slice(0, -1), { at: last.at, offsetMs }] };
  const samples = [...state.samples, { at: receivedAt, offsetMs }].slice(-MAX_SAMPLES);
  return { samples: sinceJump(samples) };
}

/** Whole seconds in ms, positive if the provider's clock is ahead; null while the offset is not stable. */
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

function quantile(values: readonly number[], part: number): number {
  return values[Math.round((values.length - 1) * part)] ?? 0;
}
