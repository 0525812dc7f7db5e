/**
 * Feeds the alarm projection with the groups that are overdue. Looks when a group or the settings changed, when a
 * deadline runs out, and every few seconds while one is ahead, because the clock may be set and the computer may sleep.
 */
import type { Alarm } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import type { Deadline } from '../../../src-shared/domain/cases/deadline.ts';
import { DAY_MS } from '../../../src-shared/lib/durations.ts';
import { isOverdueAlarm } from '../../../src-shared/words/alarms/overdue-alarm-words.ts';
import { isGroupMuted } from '../../../src-shared/domain/cases/group-order.ts';
import type { Cases } from '../cases/create-cases.ts';
import { groupOperatorState } from '../cases/projection/operator-state.ts';
import { firstChange } from '../lib/first-change.ts';
import type { GroupAggregate } from '../ports/case-projection.ts';
import type { Clock } from '../ports/clock.ts';
import type { AlarmProjection } from './alarm-projection.ts';
import type { OverdueGroup } from './alarm-step.ts';
import { overdueKey } from './overdue-alarms.ts';

export interface OverdueParts {
  readonly projection: Pick<AlarmProjection, 'state' | 'changes' | 'isLoaded' | 'apply'>;
  readonly cases: Pick<Cases, 'projection' | 'progress' | 'deadlines' | 'waitUntilCaughtUp'>;
  readonly clock: Clock;
}

/** Longest pause while a deadline is ahead. An alarm comes at most 5 s after its time. */
const CLOCK_CHECK_MS = 3_000;
/** Shortest time from one look at the groups to the next. */
export const MIN_INTERVAL_MS = 2_000;
const IDLE_INTERVAL_MS = 60_000;

export async function watchOverdueGroups(parts: OverdueParts, signal: AbortSignal): Promise<void> {
  const { cases, clock, projection } = parts;
  let groups: readonly GroupAggregate[] = [];
  let groupsSeen = -1;
  let readAt = -Infinity;
  let published: string | null = null;

  async function read(): Promise<void> {
    [groupsSeen, readAt] = [cases.progress.changes.revision, clock.monotonic()];
    const now = clock.now();
    if (cases.progress.groups.size === 0) groups = [];
    else ({ groups } = await cases.projection.board(now, now - DAY_MS));
  }

  /** Cases that are derived again pass through old states. Nothing starts or ends before all of them are applied. */
  async function publish(): Promise<void> {
    const isKnown = published !== null || activeAlarms(projection.state.alarms.values()).size === 0;
    if (isKnown && JSON.stringify(overdueGroups(parts, groups)) === (published ?? '[]')) return;
    await cases.waitUntilCaughtUp(signal);
    if (signal.aborted) return;
    await read();
    const overdue = overdueGroups(parts, groups);
    const text = JSON.stringify(overdue);
    if (text === published) return;
    await projection.apply({ kind: 'overdue', groups: overdue });
    published = text;
  }

  while (!signal.aborted) {
    const { changes } = cases.progress;
    const others = [cases.deadlines.changes, projection.changes].map((one) => [one, one.revision] as const);
    let isFailing = false;
    try {
      const isRead = changes.revision === groupsSeen && !groups.some((group) => mayMuteEnd(group, clock.now()));
      if (!isRead && clock.monotonic() - readAt >= MIN_INTERVAL_MS) await read();
      if (projection.isLoaded) await publish();
    } catch {
      // The board says that cases cannot be read.
      isFailing = true;
    }
    const nextIn = nextDueIn(parts, groups) ?? (isFailing ? CLOCK_CHECK_MS : IDLE_INTERVAL_MS);
    const readIn = MIN_INTERVAL_MS - (clock.monotonic() - readAt);
    const isChanged = changes.revision !== groupsSeen;
    await firstChange(
      clock,
      isChanged ? others : [...others, [changes, groupsSeen]],
      isChanged ? Math.min(nextIn, Math.max(1, readIn)) : nextIn,
      signal,
    );
  }
}

/** The groups that are overdue now. One stays overdue if the clock is set back. */
function overdueGroups(
  { cases, clock, projection }: OverdueParts,
  groups: readonly GroupAggregate[],
): readonly OverdueGroup[] {
  const now = clock.now();
  const active = activeAlarms(projection.state.alarms.values());
  return groups.flatMap((group) => overdueOf(group, cases.deadlines.of(group, now), now, active));
}

export function overdueOf(
  group: Pick<GroupAggregate, 'state' | 'outcome'>,
  deadlines: readonly Deadline[],
  now: number,
  active: ReadonlyMap<string, number>,
): readonly OverdueGroup[] {
  return deadlines.flatMap(({ kind: deadline, at: dueAt }): readonly OverdueGroup[] => {
    const { key: cause, openSince: since } = group.state;
    if (since === null) return [];
    const isOverdue = dueAt <= now || active.get(overdueKey({ cause, deadline, since })) === dueAt;
    return isOverdue ? [{ cause, deadline, since, dueAt, severity: severityOf(group) }] : [];
  });
}

/** The times of the deadlines, by `overdueKey`. */
function activeAlarms(alarms: Iterable<Alarm>): ReadonlyMap<string, number> {
  const active = new Map<string, number>();
  for (const alarm of alarms)
    if (isOverdueAlarm(alarm) && alarm.about.endedAt === null) active.set(overdueKey(alarm.about), alarm.about.dueAt);
  return active;
}

function severityOf({ outcome }: Pick<GroupAggregate, 'outcome'>): OverdueGroup['severity'] {
  return outcome === 'partial' || outcome === 'unknown' ? outcome : 'failed';
}

/** True if the mutes of single cases mute the group. What was read does not say when they end. */
function mayMuteEnd(group: GroupAggregate, now: number): boolean {
  return isGroupMuted(group) && groupOperatorState(group.state, now).mute === null;
}

/** Returns null if no deadline is ahead. A muted group may have one again at any time. */
function nextDueIn({ cases, clock }: OverdueParts, groups: readonly GroupAggregate[]): number | null {
  const now = clock.now();
  const ahead = groups.flatMap((group) =>
    cases.deadlines.of(group, now).flatMap(({ at }) => (at > now ? [at - now] : [])),
  );
  if (ahead.length === 0 && groups.every(({ muted }) => muted === 0)) return null;
  return Math.min(CLOCK_CHECK_MS, ...ahead);
}
