/** Is the page watching? The age of the last message decides, so old data never shows green. */
import { withBlindness } from '../src-shared/api/stream/blindness.ts';
import type { InterruptionCause, StreamStatus, TeamWatching } from '../src-shared/api/stream/stream-status.ts';
import { assertNever } from '../src-shared/lib/assert-never.ts';
import { visibleText } from './text/visible-text.ts';
import { type ClockReading, elapsedMs } from './time/page-clock.ts';
import type { WatchState } from './watch-state.ts';

interface Interruption {
  /** Time of the last complete event. */
  readonly since: number;
  readonly cause: InterruptionCause | null;
  /** `null` while an attempt is running, or if none is planned. */
  readonly nextAttemptAt: number | null;
}

/** Has times, not ages, so it stays equal until the state changes. All times are by the backend's wall clock. */
export type Signal =
  | { readonly kind: 'connecting' }
  /** `since`: time of the last message. */
  | { readonly kind: 'wire-lost'; readonly since: number }
  | { readonly kind: 'no-profile' }
  | {
      readonly kind: 'watching';
      readonly sessionSince: number;
      /** The heartbeat is late, but not late enough to be blind. */
      readonly late: boolean;
      /** Longest delay of recent events, if something on the way holds the stream back. */
      readonly heldBackMs?: number;
      readonly team?: TeamWatching;
      /** Another process on this computer watches, and this page shows it. */
      readonly isElsewhere?: true;
    }
  /** Reads what the team stored meanwhile; not watching before the end. */
  | ({ readonly kind: 'catching-up'; readonly percent: number | null } & Interruption)
  /** A follower that cannot reach the log of its team, or a viewer of a process that does not answer. */
  | ({ readonly kind: 'not-following' } & Interruption)
  /** At most 10 s; too short to alert the user. */
  | ({ readonly kind: 'reconnecting' } & Interruption)
  | ({ readonly kind: 'blind' } & Interruption)
  | ({ readonly kind: 'seat-taken' } & Interruption)
  | ({ readonly kind: 'sign-in-needed' } & Interruption)
  | { readonly kind: 'stopped'; readonly since: number };

/** The backend's wall clock now, estimated from its last snapshot. */
export function backendNow(state: WatchState, now: ClockReading): number {
  return state.received === null ? now.wall : state.received.snapshot.at + elapsedMs(state.received.at, now);
}

export function computeSignal(state: WatchState, now: ClockReading): Signal {
  if (state.wire.kind === 'lost') return { kind: 'wire-lost', since: state.wire.since };
  if (state.received === null) return { kind: 'connecting' };
  if (state.shown === null) return { kind: 'no-profile' };
  const { stream, storage, profile } = state.shown;
  // Events cannot be stored, so the watch counts as stopped whatever the stream status is.
  if (storage.kind === 'read-only') return { kind: 'stopped', since: stream.since };
  const at = backendNow(state, now);
  // Any complete event proves that the stream works, so blindness counts from the last event of any kind.
  const status = withBlindness(stream, at, profile.heartbeat.blindSeconds * 1_000);
  const signal = signalOf(status, at, profile.heartbeat.lateSeconds * 1_000);
  return signal.kind === 'watching' && storage.kind === 'viewing' ? { ...signal, isElsewhere: true } : signal;
}

function signalOf(stream: StreamStatus, at: number, lateAfterMs: number): Signal {
  switch (stream.kind) {
    case 'watching': {
      const heartbeatAge = at - (stream.lastHeartbeatAt ?? stream.since);
      return {
        kind: 'watching',
        sessionSince: stream.since,
        late: heartbeatAge >= lateAfterMs,
        ...(stream.heldBackMs !== undefined && { heldBackMs: stream.heldBackMs }),
        ...(stream.team && { team: stream.team }),
      };
    }
    case 'stopped':
      return { kind: 'stopped', since: stream.since };
    case 'sign-in-needed':
      return { kind: 'sign-in-needed', since: stream.since, cause: stream.cause, nextAttemptAt: stream.nextAttemptAt };
    case 'reconnecting':
    case 'blind':
    case 'seat-taken': {
      const details = { since: stream.since, cause: stream.cause, nextAttemptAt: stream.nextAttemptAt };
      if (stream.cause?.kind === 'catching-up')
        return { kind: 'catching-up', percent: stream.cause.percent ?? null, ...details };
      const brief = stream.kind === 'reconnecting';
      const isCutOff =
        stream.cause?.kind === 'log-unreachable' ||
        stream.cause?.kind === 'not-storing' ||
        stream.cause?.kind === 'writer-silent';
      if (!brief && isCutOff) return { kind: 'not-following', ...details };
      // This member connects to nothing: it waits until another one does.
      if (!brief && (stream.cause?.kind === 'no-holder' || stream.cause?.kind === 'holder-blind'))
        return { kind: 'blind', ...details };
      if (stream.kind !== 'reconnecting') return { kind: stream.kind, ...details };
      return { kind: 'reconnecting', ...details };
    }
    default:
      return assertNever(stream);
  }
}

const SIGNAL_NAMES: Readonly<Record<Signal['kind'], string>> = {
  connecting: 'Connecting',
  'wire-lost': "Not connected to Watchfloor's backend",
  'no-profile': 'No profile open',
  watching: 'Watching',
  'catching-up': 'Catching up',
  'not-following': 'Not following',
  reconnecting: 'Reconnecting',
  blind: 'Blind',
  'seat-taken': 'Stream in use',
  'sign-in-needed': 'Sign-in needed',
  stopped: 'Stopped',
};

/** Short name of the state; the same in the rail, the title and for screen readers. */
export function signalName(signal: Signal): string {
  const name = SIGNAL_NAMES[signal.kind];
  if (signal.kind === 'watching' && signal.isElsewhere === true) return `${name} – in another window`;
  if (signal.kind === 'watching' && signal.team?.kind === 'following')
    return `${name} – via ${visibleText(signal.team.holder)}`;
  if (signal.kind === 'watching' && signal.team?.kind === 'alone') return `${name} – alone`;
  if (signal.kind === 'catching-up' && signal.percent !== null) return `${name} · ${signal.percent} %`;
  if (signal.kind === 'seat-taken' && signal.cause?.kind === 'seat-of-member')
    return `${name} – probably by ${visibleText(signal.cause.holder ?? 'another member')}, which cannot reach the team`;
  if (signal.kind === 'blind' && signal.cause?.kind === 'no-holder') return `${name} – no member holds the seat`;
  return name;
}

/** Longer than a brief reconnect: the page shows an alert that is visible from a distance. */
export function isOutage(signal: Signal): boolean {
  switch (signal.kind) {
    case 'connecting':
    case 'no-profile':
    case 'watching':
    case 'catching-up':
    case 'reconnecting':
      return false;
    case 'wire-lost':
    case 'blind':
    case 'not-following':
    case 'seat-taken':
    case 'sign-in-needed':
    case 'stopped':
      return true;
    default:
      return assertNever(signal);
  }
}

export function signalCharacter(signal: Signal): string {
  switch (signal.kind) {
    case 'watching':
      if (signal.late || signal.heldBackMs !== undefined) return '◌';
      return signal.isElsewhere === true ? '▣' : signal.team?.kind === 'alone' ? '◉' : '●';
    case 'connecting':
    case 'catching-up':
    case 'reconnecting':
      return '◔';
    case 'blind':
    case 'not-following':
      return '▨';
    case 'seat-taken':
      return '◆';
    case 'sign-in-needed':
      return '▲';
    case 'stopped':
      return '■';
    case 'wire-lost':
    case 'no-profile':
      return '○';
    default:
      return assertNever(signal);
  }
}
