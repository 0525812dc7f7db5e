/** Builds the board from the groups of the case projection. Pure. Muted groups come last; figures include them. */
import { smallest } from '../lib/smallest.ts';
import type { Board, CaseSummary, FailureGroup } from '../../../src-shared/api/cases.ts';
import { consequenceRank } from '../../../src-shared/domain/cases/case-keys.ts';
import { type CauseKey, type ConsequenceKind, consequenceKinds } from '../../../src-shared/domain/cases/case.ts';
import { firstGroups, isGroupMuted, MAX_GROUPS } from '../../../src-shared/domain/cases/group-order.ts';
import type { BoardSnapshot, GroupAggregate, GroupSums } from '../ports/case-projection.ts';
import { cappedCount, isStorm, ownersOf, sharedBy, shownCountries, statusOf, sumOwners } from './group-status.ts';
import type { Deadlines } from './deadlines.ts';
import { groupOperatorState } from './projection/operator-state.ts';

export interface GroupDetails {
  readonly provider: FailureGroup['provider'];
  /** Failures per step: the last 30 min in fine steps, and the last day. */
  readonly recent: FailureGroup['spark'];
  readonly day: FailureGroup['spark'];
  readonly lastHour: number;
  readonly only: CaseSummary | null;
}

export interface BoardParts {
  readonly snapshot: BoardSnapshot;
  readonly now: number;
  readonly upTo: number;
  readonly behind: number;
  readonly details: ReadonlyMap<CauseKey, GroupDetails>;
  readonly deadlines: Pick<Deadlines, 'of'>;
}

export function shownGroups({ groups }: BoardSnapshot): readonly GroupAggregate[] {
  return firstGroups(groups, MAX_GROUPS);
}

export function boardOf({ snapshot, now, upTo, behind, details, deadlines }: BoardParts): Board {
  const groups = [...snapshot.groups.map(sumsOf), ...snapshot.others];
  const localizations = groups.filter(({ kind }) => kind === 'localization');
  const requests = groups.filter(({ kind }) => kind === 'request');
  const isPartial = (consequence: ConsequenceKind): boolean => consequence === 'partial';
  const failing = groups.flatMap(({ parts }) => parts.filter(({ consequence }) => !isPartial(consequence)));
  const shown = shownGroups(snapshot);
  return {
    at: now,
    upTo,
    behind,
    failures: sum(failing.map(({ count }) => count)),
    byOwner: loadsOf(groups),
    eids: sum(localizations.map(({ open }) => open)),
    byConsequence: consequenceKinds
      .map((consequence) => ({ consequence, count: countOf(localizations, (of) => of === consequence) }))
      .filter(({ count }) => count > 0),
    partialRequests: countOf(requests, isPartial),
    failedResources: sum(requests.map(({ failedResources }) => failedResources)),
    resources: sum(requests.map(({ resources }) => resources)),
    localizations: sum(localizations.map(({ open }) => open)),
    requests: sum(requests.map(({ open }) => open)),
    groups: growingFirst(shown, details).map((aggregate) => {
      const [deadline = null] = deadlines.of(aggregate, now);
      return groupOf(aggregate, details.get(aggregate.state.key) ?? NOTHING_MORE, deadline, now);
    }),
    moreGroups: sum(groups.map((group) => group.groups)) - shown.length,
    endedWell: snapshot.endedWell,
    muted: sum(groups.map(({ muted }) => muted)),
  };
}

/** Puts those with most failures in the last hour first among those with the same consequence, muted or not. */
function growingFirst(groups: readonly GroupAggregate[], details: BoardParts['details']): readonly GroupAggregate[] {
  const growth = ({ state: { key } }: GroupAggregate) => details.get(key)?.lastHour ?? 0;
  return groups.toSorted(
    (one, other) =>
      Number(isGroupMuted(one)) - Number(isGroupMuted(other)) ||
      consequenceRank(one.consequence) - consequenceRank(other.consequence) ||
      growth(other) - growth(one),
  );
}

function sumsOf({ state, parts, failedResources, resources, muted }: GroupAggregate): GroupSums {
  return { kind: state.cause.kind, groups: 1, open: state.open, parts, failedResources, resources, muted };
}

const NO_SPARK = { from: 0, stepMs: 1, counts: [] };
const NOTHING_MORE: GroupDetails = { provider: null, recent: NO_SPARK, day: NO_SPARK, lastHour: 0, only: null };

function groupOf(
  aggregate: GroupAggregate,
  { provider, recent, day, lastHour, only }: GroupDetails,
  deadline: FailureGroup['deadline'],
  now: number,
): FailureGroup {
  const { state, consequence, outcome, failedResources, resources, firstAt, failedAt } = aggregate;
  const isInStorm = isStorm(aggregate, recent);
  return {
    key: state.key,
    cause: state.cause,
    consequence,
    outcome,
    open: state.open,
    failedResources: cappedCount(failedResources),
    resources: cappedCount(resources),
    ...shownCountries(aggregate),
    firstAt,
    lastAt: failedAt,
    status: statusOf(aggregate, deadline, now),
    owners: ownersOf(aggregate),
    mute: groupOperatorState(state, now).mute?.ends ?? (isGroupMuted(aggregate) ? only?.mute : null) ?? null,
    remindAt: smallest(state.standing.remindAt, aggregate.remindAt),
    deadline,
    lastHour,
    spark: isInStorm ? recent : day,
    shared: sharedBy(aggregate, now),
    provider,
    only,
    isStorm: isInStorm,
  };
}

function loadsOf(groups: readonly GroupSums[]): Board['byOwner'] {
  const ofKind = (meant: GroupSums['kind']) =>
    sumOwners(groups.flatMap(({ kind, parts }) => (kind === meant ? parts : [])));
  const [localizations, requests] = [ofKind('localization'), ofKind('request')];
  const countIn = (loads: typeof requests, id: string | undefined) =>
    loads.find(({ owner }) => owner?.id === id)?.count ?? 0;
  return sumOwners([...localizations, ...requests]).map(({ owner }) => ({
    owner,
    localizations: countIn(localizations, owner?.id),
    requests: countIn(requests, owner?.id),
  }));
}

function countOf(groups: readonly GroupSums[], isMeant: (consequence: ConsequenceKind) => boolean): number {
  return sum(
    groups.flatMap(({ parts }) => parts.filter(({ consequence }) => isMeant(consequence)).map(({ count }) => count)),
  );
}

function sum(counts: readonly number[]): number {
  return cappedCount(counts.reduce((total, count) => total + count, 0));
}
