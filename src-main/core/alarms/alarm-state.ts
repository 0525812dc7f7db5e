/** Never changed in place, so that a step can be applied again if its commit failed. */
import type { Alarm } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import type { GroupTally } from './group-tally.ts';

export interface AlarmState {
  /** The newest `MAX_STORED_ALARMS` alarms, ordered by when something last happened to their subject. */
  readonly alarms: ReadonlyMap<string, Alarm>;
  /** Groups that currently fail. A restart ends them. */
  readonly groups: ReadonlyMap<string, FailingGroup>;
  readonly notified: ReadonlySet<string>;
  /** The last minute's, oldest first. Times here and below are shifted when the clock is set back. */
  readonly recentNotifications: readonly number[];
  readonly overflow: Overflow | null;
  readonly at: number | null;
}

export interface FailingGroup {
  readonly alarm: string;
  /** The earlier alarm whose notification is still on the screen, because later alarms were silent; `null` if there is none. */
  readonly displayedAlarm: string | null;
  /** Receive time of the first failure. Not shifted when the clock is set back. */
  readonly since: number;
  /** Starts at 1. Each summary window is twice as long as the one before. */
  readonly windowNumber: number;
  readonly windowStartedAt: number;
  readonly lastFailureAt: number;
  /** Muted after it notified. The failure that ends the mute notifies, however soon it comes. */
  readonly isMuted: boolean;
  readonly tally: GroupTally;
  /** Last time its notification was shown or updated. `hasPendingUpdate` is true if more is known since then. */
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
  notified: new Set(),
  recentNotifications: [],
  overflow: null,
  at: null,
};

/**
 * After a start no group is failing, and the first step handles alarms that are due. `running`: the current state on a
 * reload; alarms that notified in this run do not notify again.
 */
export function restoreAlarmState(stored: readonly Alarm[], running = INITIAL_STATE): AlarmState {
  const each = [...new Map(stored.map((alarm) => [alarm.id, alarm])).values()];
  const inOrder = each.toSorted((one, other) => one.lastAt - other.lastAt || one.firstAt - other.firstAt);
  return { ...running, alarms: new Map(inOrder.map((alarm) => [alarm.id, alarm])) };
}

/** Shifts stored times when the clock is set back, so that running intervals keep their length. */
export function alarmStateAt(state: AlarmState, now: number): AlarmState {
  const back = state.at === null ? 0 : Math.max(0, state.at - now);
  const recent = (at: number) => at > now - 60_000;
  if (back === 0) return { ...state, at: now, recentNotifications: state.recentNotifications.filter(recent) };
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
    recentNotifications: state.recentNotifications.map((at) => at - back).filter(recent),
    overflow: state.overflow === null ? null : { ...moved(state.overflow), lastAt: state.overflow.lastAt - back },
    at: now,
  };
}
