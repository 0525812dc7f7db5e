/** What alarming remembers between two steps. Never changed in place: whoever could not commit a step takes it again. */
import type { Alarm } from '../../../src-shared/api/alarms.ts';
import { alarmRunKey } from './alarm-run-key.ts';
import type { GroupTally } from './group-tally.ts';

export interface AlarmState {
  /** The newest `MAX_STORED_ALARMS`, in the order in which something happened to what they are about. */
  readonly alarms: ReadonlyMap<string, Alarm>;
  /** Groups that fail at present; a restart ends them. */
  readonly groups: ReadonlyMap<string, FailingGroup>;
  /**
   * When each alarm called last, of those that did since the start and of failures that were shown before it; `null`: a later
   * one of its group stands for it. Times here and below are moved when the clock is.
   */
  readonly lastNotifiedAt: ReadonlyMap<string, number | null>;
  /** Calls of the last minute, oldest first, as far as they count for the limit. */
  readonly recentNotifications: readonly number[];
  /** What the limit kept back. */
  readonly overflow: Overflow | null;
  /** The last repeated call. */
  readonly repeatedAt: number;
  /** The clock of the last step; `null`: there was none. */
  readonly at: number | null;
}

export interface FailingGroup {
  /** Its present alarm. */
  readonly alarm: string;
  /** The earlier alarm whose notification is still on the screen, because later alarms were silent; `null` if there is none. */
  readonly displayedAlarm: string | null;
  /** The first failure, our clock, as it was then. */
  readonly since: number;
  /** From 1: each bundle is twice as long as the one before. */
  readonly windowNumber: number;
  readonly windowStartedAt: number;
  readonly lastFailureAt: number;
  /** Somebody muted it after it called: the failure with which that ends calls, however soon it comes. */
  readonly isMuted: boolean;
  readonly tally: GroupTally;
  /** When its notification was shown or changed last; whether it says less than is known. */
  readonly notifiedAt: number;
  readonly hasPendingUpdate: boolean;
}

export interface Overflow {
  readonly alarm: string;
  readonly lastAt: number;
  readonly notifiedAt: number;
  readonly hasPendingUpdate: boolean;
}

const INITIAL_STATE: AlarmState = {
  alarms: new Map(),
  groups: new Map(),
  lastNotifiedAt: new Map(),
  recentNotifications: [],
  overflow: null,
  repeatedAt: Number.NEGATIVE_INFINITY,
  at: null,
};

/**
 * From what was kept; of one that is there twice the later. After a start nothing is running, and what is due is taken up by
 * the first step.
 * @param running where it was read anew while it ran: what called in this run does not call again
 */
export function restoreAlarmState(kept: readonly Alarm[], running = INITIAL_STATE): AlarmState {
  const each = [...new Map(kept.map((alarm) => [alarm.id, alarm])).values()];
  const inOrder = each.toSorted((one, other) => one.lastAt - other.lastAt || one.firstAt - other.firstAt);
  return {
    ...running,
    alarms: new Map(inOrder.map((alarm) => [alarm.id, alarm])),
    lastNotifiedAt: new Map([...notifiedBefore(inOrder), ...running.lastNotifiedAt]),
  };
}

/** So that what nobody has seen is called for again after a restart as before it. */
function notifiedBefore(inOrder: readonly Alarm[]): Map<string, number | null> {
  const called = new Map<string, number | null>();
  const newest = new Map<string, string>();
  for (const alarm of inOrder) {
    const run = alarmRunKey(alarm);
    if (run === null || alarm.delivery.kind !== 'shown') continue;
    const before = newest.get(run);
    if (before !== undefined) called.set(before, null);
    newest.set(run, alarm.id);
    called.set(alarm.id, alarm.delivery.at);
  }
  return called;
}

/** Lengths that run go on from where they were, when somebody sets the clock back. */
export function alarmStateAt(state: AlarmState, now: number): AlarmState {
  const back = state.at === null ? 0 : Math.max(0, state.at - now);
  const recent = (at: number) => at > now - 60_000;
  // Those of before the start may be of a clock that was ahead.
  const lastNotifiedAt = new Map(
    Array.from(state.lastNotifiedAt, ([id, at]) => [id, at === null ? null : Math.min(at - back, now)]),
  );
  if (back === 0)
    return { ...state, at: now, lastNotifiedAt, recentNotifications: state.recentNotifications.filter(recent) };
  const moved = <Shown extends { readonly notifiedAt: number }>(shown: Shown): Shown => ({
    ...shown,
    notifiedAt: shown.notifiedAt - back,
  });
  return {
    ...state,
    groups: new Map(
      Array.from(state.groups, ([key, group]) => [
        key,
        { ...moved(group), windowStartedAt: group.windowStartedAt - back, lastFailureAt: group.lastFailureAt - back },
      ]),
    ),
    lastNotifiedAt,
    recentNotifications: state.recentNotifications.map((at) => at - back).filter(recent),
    overflow: state.overflow === null ? null : { ...moved(state.overflow), lastAt: state.overflow.lastAt - back },
    repeatedAt: state.repeatedAt - back,
    at: now,
  };
}
