/** Which of the failures that alarmed somebody has taken or muted since: nobody has to be called for them again. */
import type { Alarm } from '../../../src-shared/api/alarms.ts';
import { caseKey, type CaseKey, type CauseKey } from '../../../src-shared/domain/case.ts';
import type { RunningCases } from '../cases/create-cases.ts';
import { groupStandingAt, standingAt } from '../cases/standing.ts';
import type { GroupState, Standing } from '../ports/case-book.ts';
import type { AlarmBook } from './alarm-book.ts';

type Known = Pick<RunningCases, 'book' | 'progress'>;

/** Cases that are asked for at once; of more than that the newest. */
const ASKED = 500;

interface Causes {
  /** Of alarms that nobody has seen, of which every open case has an owner, or which are muted as a whole. */
  readonly taken: readonly CauseKey[];
  /** Which fail at present, and were muted as a whole since their alarm called: as far as that is not known yet. */
  readonly muted: readonly CauseKey[];
}

export async function takenCauses(
  { alarms, groups: failing }: Pick<AlarmBook, 'alarms' | 'groups'>,
  { book, progress }: Known,
  now: number,
): Promise<Causes> {
  const taken: CauseKey[] = [];
  const muted: CauseKey[] = [];
  const newest = newestOfCauses(alarms.values());
  const hold = (cause: CauseKey, { owner, mute }: Standing) => {
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
    const isKnown = (progress.looked?.cursor ?? 0) >= (alarm.lastSeq ?? 0);
    if (group === undefined || group.open === 0 || !isKnown) continue;
    const standing = groupStandingAt(group, now);
    if (isHeld(standing)) hold(cause, standing);
    else if (group.open === 1) for (const key of caseOf(alarm)) single.set(key, group);
  }
  if (single.size === 0) return { taken, muted };
  for (const state of await book.cases([...single.keys()].slice(-ASKED))) {
    const group = single.get(state.key);
    if (group === undefined || state.openedAt === null || state.cause !== group.key) continue;
    hold(group.key, standingAt(state, group, now));
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

function isHeld({ owner, mute }: Standing): boolean {
  return owner !== null || mute !== null;
}
