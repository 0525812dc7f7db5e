import type { Alarm } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import type { CaseKey, CauseKey } from '../../../src-shared/domain/cases/case.ts';
import type { Cases } from '../cases/create-cases.ts';
import { groupOperatorState, caseOperatorState } from '../cases/projection/operator-state.ts';
import type { GroupState, OperatorState } from '../ports/case-projection.ts';
import type { AlarmState } from './alarm-state.ts';
import { caseOfFailures } from './alarm-target.ts';

type CaseSources = Pick<Cases, 'projection' | 'progress'>;

/** Max cases per query. If there are more, only the newest are checked. */
const MAX_CASES_PER_QUERY = 500;

/** `taken`: every open case has an owner, or the group is muted. `muted`: muted after the alarm, and not marked yet. */
export async function handledCauses(
  { alarms, groups: failing }: Pick<AlarmState, 'alarms' | 'groups'>,
  { projection, progress }: CaseSources,
  now: number,
) {
  const taken: CauseKey[] = [];
  const muted: CauseKey[] = [];
  const newest = newestOfCauses(alarms.values());
  const addHandled = (cause: CauseKey, { owner, mute }: OperatorState) => {
    const of = newest.get(cause);
    if (of?.isUnseen === true && (owner !== null || mute !== null)) taken.push(cause);
    if (of !== undefined && mute !== null && mute.at >= of.alarm.firstAt && failing.get(cause)?.isMuted === false)
      muted.push(cause);
  };
  const single = new Map<CaseKey, GroupState>();
  for (const [cause, { alarm, isUnseen }] of newest) {
    if (!isUnseen && failing.get(cause)?.isMuted !== false) continue;
    const group = progress.groups.get(cause);
    // Before the case projection has applied the failure, an owner belongs to an earlier failure.
    const isKnown = (progress.processedThrough?.cursor ?? 0) >= (alarm.lastSeq ?? 0);
    if (group === undefined || group.open === 0 || !isKnown) continue;
    const status = groupOperatorState(group, now);
    if (isHandled(status)) addHandled(cause, status);
    const key = alarm.about.kind === 'failures' ? caseOfFailures(alarm.about) : null;
    if (!isHandled(status) && group.open === 1 && key !== null) single.set(key, group);
  }
  if (single.size === 0) return { taken, muted };
  for (const state of await projection.cases([...single.keys()].slice(-MAX_CASES_PER_QUERY))) {
    const group = single.get(state.key);
    if (group === undefined || state.openedAt === null || state.cause !== group.key) continue;
    addHandled(group.key, caseOperatorState(state, group, now));
  }
  return { taken, muted };
}

interface OfCause {
  readonly alarm: Alarm;
  readonly isUnseen: boolean;
}

function newestOfCauses(alarms: Iterable<Alarm>): ReadonlyMap<CauseKey, OfCause> {
  const causes = new Map<CauseKey, OfCause>();
  for (const alarm of alarms) {
    const cause = alarm.about.kind === 'failures' ? alarm.about.cause : null;
    if (cause === null) continue;
    const isUnseen = alarm.seenAt === null || causes.get(cause)?.isUnseen === true;
    causes.set(cause, { alarm, isUnseen });
  }
  return causes;
}

function isHandled({ owner, mute }: OperatorState): boolean {
  return owner !== null || mute !== null;
}
