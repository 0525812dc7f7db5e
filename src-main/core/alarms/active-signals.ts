/**
 * What is wrong with watching, as it alarms: what stands for a moment only is none, since a planned reconnect looks the same,
 * and so does every start. A beginning is kept while it lasts, whatever a clock that is set makes of it. Pure.
 */
import type { Alarm } from '../../../src-shared/api/alarms.ts';
import type { AlarmSignal } from '../../../src-shared/domain/alarm.ts';
import type { StorageStatus, StreamStatus } from '../../../src-shared/domain/stream-status.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { ActiveSignal } from './alarm-reducer.ts';
import { STREAM_SIGNALS } from './watching-signals.ts';

/** A signal that is there at this moment, and since when we have seen it (monotonic). */
export interface TrackedSignal extends ActiveSignal {
  readonly firstObservedAt: number;
}

interface ActiveSignals {
  readonly tracked: readonly TrackedSignal[];
  /** Those that stood long enough. */
  readonly signals: readonly ActiveSignal[];
  /** In how many ms one more will have. */
  readonly nextIn: number | null;
}

/** As long as a reconnect may take. */
const MIN_SIGNAL_MS = 10_000;
/** What began so near is the same: after a restart the beginning is read from another clock. */
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
    const told = open.find(({ signal, since }) => signal === found.signal && isNear(found.since, since));
    return { ...found, since: told?.since ?? found.since, firstObservedAt: told === undefined ? monotonic : -Infinity };
  };
  const ofStore = ofStorage(storage);
  const tracked = [
    ...streamSignals(ofStream(stream), { before, open, seen, monotonic }),
    ...(ofStore === null ? [] : [seen(ofStore)]),
  ];
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

/**
 * Nobody listens, for one reason or another: what was told goes on until the next reason stood as long, so that nobody is
 * told that it is over; and reasons that change faster than that are told together.
 */
function streamSignals(
  found: ActiveSignal | null,
  {
    before,
    open,
    seen,
    monotonic,
  }: {
    readonly before: readonly TrackedSignal[];
    readonly open: readonly Pick<ActiveSignal, 'signal' | 'since'>[];
    readonly seen: (found: ActiveSignal) => TrackedSignal;
    readonly monotonic: number;
  },
): readonly TrackedSignal[] {
  if (found === null) return [];
  const next = seen(found);
  if (monotonic - next.firstObservedAt >= MIN_SIGNAL_MS) return [next];
  const others = before.filter(({ signal }) => STREAM_SIGNALS.has(signal) && signal !== found.signal);
  const told = others.find(({ firstObservedAt: seenAt }) => monotonic - seenAt >= MIN_SIGNAL_MS);
  if (told !== undefined) return [told, next];
  if (others.length > 0)
    return [
      {
        ...next,
        firstObservedAt: Math.min(...others.map(({ firstObservedAt: seenAt }) => seenAt), next.firstObservedAt),
      },
    ];
  const ofBefore = open.find(({ signal, since }) => STREAM_SIGNALS.has(signal) && isNear(found.since, since));
  return ofBefore === undefined ? [next] : [{ ...ofBefore, cause: null, firstObservedAt: -Infinity }, next];
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
      // While it is followed nobody stopped it: its source has ended by a fault, and nobody listens.
      return { signal: 'blind', since: stream.since, cause: null };
    default:
      return assertNever(stream);
  }
}

function ofStorage(storage: StorageStatus): ActiveSignal | null {
  return storage.kind === 'failing' ? named('not-storing', storage.since) : null;
}

function named(signal: AlarmSignal, since: number): ActiveSignal {
  return { signal, since, cause: null };
}
