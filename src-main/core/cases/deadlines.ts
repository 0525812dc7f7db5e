/** When the time to take and the time to end a failure group run out. Both start when the group opens or reopens. */
import {
  type Deadline,
  type DeadlineKind,
  type DeadlineSettings,
  DEFAULT_DEADLINES,
} from '../../../src-shared/domain/cases/deadline.ts';
import { isGroupMuted } from '../../../src-shared/domain/cases/group-order.ts';
import { MINUTE_MS } from '../../../src-shared/lib/durations.ts';
import { localTimeZone } from '../../../src-shared/lib/local-time-zone.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import { LocalHours } from '../lib/local-hours.ts';
import type { GroupAggregate } from '../ports/case-projection.ts';
import { ownersOf } from './group-status.ts';
import { groupOperatorState } from './projection/operator-state.ts';

export interface TimedGroup extends Pick<GroupAggregate, 'state' | 'consequence' | 'muted'> {
  readonly parts: readonly Pick<GroupAggregate['parts'][number], 'owner' | 'count'>[];
}

export class Deadlines {
  readonly changes = new ChangeSignal();
  #settings = DEFAULT_DEADLINES;
  #hours = localHours(DEFAULT_DEADLINES);

  get settings(): DeadlineSettings {
    return this.#settings;
  }

  set(settings: DeadlineSettings): void {
    if (JSON.stringify(settings) === JSON.stringify(this.#settings)) return;
    this.#settings = settings;
    this.#hours = localHours(settings);
    this.changes.notify();
  }

  /** The nearest first; none while muted. A mute does not stop the clock, but no deadline runs out before it ends. */
  of(group: TimedGroup, now: number): readonly Deadline[] {
    const { openSince, standing } = group.state;
    if (openSince === null || isMuted(group, now)) return [];
    const { takeMinutes, endMinutes } = this.#settings.byConsequence[group.consequence];
    const isTaken = ownersOf(group).every(({ owner }) => owner !== null);
    const muteEnds = standing.mute?.ends.kind === 'time' ? standing.mute.ends.at : -Infinity;
    const deadline = (kind: DeadlineKind, minutes: number | null): readonly Deadline[] => {
      const at = minutes === null ? null : this.#hours.after(openSince, minutes * MINUTE_MS);
      return at === null ? [] : [{ kind, at: Math.max(at, muteEnds) }];
    };
    return [...(isTaken ? [] : deadline('take', takeMinutes)), ...deadline('end', endMinutes)].toSorted(
      (one, other) => one.at - other.at,
    );
  }
}

function isMuted(group: TimedGroup, now: number): boolean {
  return isGroupMuted(group) || groupOperatorState(group.state, now).mute !== null;
}

function localHours({ hours, zone }: DeadlineSettings): LocalHours {
  return new LocalHours(hours, zone ?? localTimeZone());
}
