/** Which of the failures that alarmed somebody has taken or muted since: nobody has to be called for them again. */
import type { Alarm } from '../../../src-shared/api/alarms.ts';
import { caseKey, type CaseKey, type CauseKey } from '../../../src-shared/domain/case.ts';
import type { RunningCases } from '../cases/create-cases.ts';
import { groupOperatorState, caseOperatorState } from '../cases/operator-state.ts';
import type { GroupState, OperatorState } from '../ports/case-projection.ts';
import type { AlarmState } from './alarm-state.ts';

type Known = Pick<RunningCases, 'projection' | 'progress'>;

/** Cases that are asked for at once; of more than that the newest. */
const MAX_CASES_PER_QUERY = 500;

interface HandledCauses {
  /** Of alarms that nobody has seen, of which every open case has an owner, or which are muted as a whole. */
  readonly taken: readonly CauseKey[];
  /** Which fail at present, and were muted as a whole since their alarm called: as far as that is not known yet. */
  readonly muted: readonly CauseKey[];
}

export async function handledCauses(
  { alarms, groups: failing }: Pick<AlarmState, 'alarms' | 'groups'>,
  { projection, progress }: Known,
  now: number,
): Promise<HandledCauses> {
  const taken: CauseKey[] = [];
  const muted: CauseKey[] = [];
  const newest = newestOfCauses(alarms.values());
  const hold = (cause: CauseKey, { owner, mute }: OperatorState) => {
    const of = newest.get(cause);
    if (of?.isUnseen === true && (owner !== null || mute !== null)) taken.push(cause);
    if (of !== undefined && mute !== null && mute.at >= of.alarm.firstAt && failing.get(cause)?.isMuted === false)
      muted.push(cause);
  };
  const single = new Map<CaseKey, GroupState>();
  for (const [cause, { alarm, isUnseen }] of newest) {
    if (!isUnseen && failing.get(cause)?.isMuted !== false) continue;
    const group = progress.groups.get(cause);
    // Before the book took what alarmed, an owner is one of what was there before.
    const isKnown = (progress.processedThrough?.cursor ?? 0) >= (alarm.lastSeq ?? 0);
    if (group === undefined || group.open === 0 || !isKnown) continue;
    const standing = groupOperatorState(group, now);
    if (isHeld(standing)) hold(cause, standing);
    else if (group.open === 1) for (const key of caseOf(alarm)) single.set(key, group);
  }
  if (single.size === 0) return { taken, muted };
  for (const state of await projection.cases([...single.keys()].slice(-MAX_CASES_PER_QUERY))) {
    const group = single.get(state.key);
    if (group === undefined || state.openedAt === null || state.cause !== group.key) continue;
    hold(group.key, caseOperatorState(state, group, now));
  }
  return { taken, muted };
}

interface OfCause {
  /** The newest. */
  readonly alarm: Alarm;
  /** Any of them. */
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

function caseOf({ about }: Alarm): readonly CaseKey[] {
  if (about.kind !== 'failures' || about.only === null) return [];
  const { eid, requestId } = about.only;
  if (about.cause?.startsWith('cause:localization/') === true)
    return eid === null ? [] : [caseKey({ kind: 'eid', eid })];
  return requestId === null ? [] : [caseKey({ kind: 'request', requestId })];
}

function isHeld({ owner, mute }: OperatorState): boolean {
  return owner !== null || mute !== null;
}
