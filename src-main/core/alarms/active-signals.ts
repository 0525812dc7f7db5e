/**
 * Derives signals from the stream and storage status. A signal must last 10 s first, because planned reconnects look
 * the same. It keeps its start time while it lasts, even if the clock is set. Pure.
 */
import type { Alarm } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import type { StorageStatus, StreamStatus } from '../../../src-shared/api/stream/stream-status.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { STREAM_SIGNALS } from './watching-signals.ts';
import type { ActiveSignal } from './alarm-step.ts';

/** An active signal, and when it was first seen (monotonic ms). */
export interface TrackedSignal extends ActiveSignal {
  readonly firstObservedAt: number;
}

interface ActiveSignals {
  readonly tracked: readonly TrackedSignal[];
  readonly signals: readonly ActiveSignal[];
  /** Time in ms until another signal has lasted long enough; null if none is waiting. */
  readonly nextIn: number | null;
}

/** A planned reconnect may take this long. */
const MIN_SIGNAL_MS = 10_000;
/** Two starts this close are the same signal: after a restart the start time comes from another clock. */
const SAME_SIGNAL_TOLERANCE_MS = 60_000;

export function activeSignals(
  before: readonly TrackedSignal[],
  stream: StreamStatus,
  storage: StorageStatus,
  alarms: Iterable<Alarm>,
  monotonic: number,
): ActiveSignals {
  const open = [...alarms].flatMap(({ about, since }) =>
    about.kind === 'signal' && about.endedAt === null ? [{ signal: about.signal, since }] : [],
  );
  const seen = (found: ActiveSignal): TrackedSignal => {
    const same = before.find(({ signal }) => signal === found.signal);
    if (same !== undefined) return { ...same, cause: found.cause };
    const displayed = open.find(({ signal, since }) => signal === found.signal && isNear(found.since, since));
    return {
      ...found,
      since: displayed?.since ?? found.since,
      firstObservedAt: displayed === undefined ? monotonic : -Infinity,
    };
  };
  /**
   * Merges the stream signals, which all mean that no event arrives. A new reason replaces the old one only after it
   * lasted `MIN_SIGNAL_MS`, so that no end is reported in between. Reasons that change faster count their time together.
   */
  const streamSignals = (found: ActiveSignal | null): readonly TrackedSignal[] => {
    if (found === null) return [];
    const next = seen(found);
    if (monotonic - next.firstObservedAt >= MIN_SIGNAL_MS) return [next];
    const others = before.filter(({ signal }) => STREAM_SIGNALS.has(signal) && signal !== found.signal);
    const displayed = others.find(({ firstObservedAt: seenAt }) => monotonic - seenAt >= MIN_SIGNAL_MS);
    if (displayed !== undefined) return [displayed, next];
    if (others.length > 0)
      return [
        {
          ...next,
          firstObservedAt: Math.min(...others.map(({ firstObservedAt: seenAt }) => seenAt), next.firstObservedAt),
        },
      ];
    const ofBefore = open.find(({ signal, since }) => STREAM_SIGNALS.has(signal) && isNear(found.since, since));
    return ofBefore === undefined ? [next] : [{ ...ofBefore, cause: null, firstObservedAt: -Infinity }, next];
  };
  const storageSignals =
    storage.kind === 'failing' ? [seen({ signal: 'not-storing', since: storage.since, cause: null })] : [];
  const tracked = [...streamSignals(ofStream(stream)), ...storageSignals];
  const ages = tracked
    .map(({ firstObservedAt }) => MIN_SIGNAL_MS - (monotonic - firstObservedAt))
    .filter((ms) => ms > 0);
  return {
    tracked,
    signals: tracked
      .filter(({ firstObservedAt: seenAt }) => monotonic - seenAt >= MIN_SIGNAL_MS)
      .map(({ signal, since, cause }) => ({ signal, since, cause })),
    nextIn: ages.length === 0 ? null : Math.min(...ages),
  };
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) < SAME_SIGNAL_TOLERANCE_MS;
}

function ofStream(stream: StreamStatus): ActiveSignal | null {
  switch (stream.kind) {
    case 'watching':
    case 'reconnecting':
      return null;
    case 'blind':
    case 'seat-taken':
    case 'sign-in-needed':
      return { signal: stream.kind, since: stream.since, cause: stream.cause };
    case 'stopped':
      // This code runs only while the stream is followed, so its source ended by a fault.
      return { signal: 'blind', since: stream.since, cause: null };
    default:
      return assertNever(stream);
  }
}
