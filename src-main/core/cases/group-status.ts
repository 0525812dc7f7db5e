import type { FailureGroup, SharedFactor } from '../../../src-shared/api/cases.ts';
import { STORM } from '../../../src-shared/api/cases.ts';
import type { GroupAggregate } from '../ports/case-projection.ts';
import { DAY_MS, HOUR_MS } from '../../../src-shared/lib/durations.ts';

/** Failures that are further apart do not share their time. */
const MAX_SHARED_SPAN_MS = HOUR_MS;
/** A shorter common prefix only identifies the country or the operator. */
const MIN_SHARED_PREFIX_DIGITS = 8;
const MAX_COUNTRIES = 8;

export function ownersOf({
  parts,
}: {
  readonly parts: readonly FailureGroup['owners'][number][];
}): FailureGroup['owners'] {
  return sumOwners(parts.map(({ owner, count }) => ({ owner, count })));
}

/** Largest first, at most eight. `others`: cases of further countries or without a country. */
export function shownCountries({
  state,
  countries: all,
}: Pick<GroupAggregate, 'state' | 'countries'>): Pick<FailureGroup, 'countries' | 'others'> {
  const named = all.flatMap(({ country, count }) => (country === null ? [] : { country, count }));
  const countries = named.slice(0, MAX_COUNTRIES);
  const shown = countries.reduce((total, { count }) => total + count, 0);
  return { countries, others: Math.max(0, state.open - shown) };
}

/** A request may report as many resources as a safe integer holds, so a sum of two could exceed it. */
export function cappedCount(count: number): number {
  return Math.min(count, Number.MAX_SAFE_INTEGER);
}

/** Sums the counts per owner, largest first. Compares ids, because an operator may have changed the name. */
export function sumOwners(owners: FailureGroup['owners']): FailureGroup['owners'] {
  const sums = new Map<string | null, FailureGroup['owners'][number]>();
  for (const { owner, count } of owners) {
    if (count === 0) continue;
    const known = sums.get(owner?.id ?? null);
    sums.set(owner?.id ?? null, { owner: known?.owner ?? owner, count: (known?.count ?? 0) + count });
  }
  return [...sums.values()].toSorted((one, other) => other.count - one.count);
}

/** @param deadline the nearest one that still applies; null if there is none */
export function statusOf(
  aggregate: Pick<GroupAggregate, 'state' | 'parts'>,
  deadline: FailureGroup['deadline'],
  now: number,
): FailureGroup['status'] {
  const { open, restedAt } = aggregate.state;
  if (open === 0) return 'ended';
  if (deadline !== null && deadline.at <= now) return 'overdue';
  if (restedAt !== null) return 'back';
  return ownersOf(aggregate).every(({ owner }) => owner === null) ? 'new' : 'ongoing';
}

export function sharedBy(aggregate: GroupAggregate, now: number): SharedFactor[] {
  const { state, countries, codes, casesWithCodes, iccidPrefix, firstAt, failedAt } = aggregate;
  const { open } = state;
  if (open < 2) return [];
  const shared: SharedFactor[] = [];
  const [mostCommon] = countries;
  if (mostCommon !== undefined && mostCommon.country !== null && mostCommon.count === open)
    shared.push({ kind: 'country', country: mostCommon.country });
  const within = Math.max(0, failedAt - firstAt);
  if (within <= MAX_SHARED_SPAN_MS) shared.push({ kind: 'within', ms: within });
  const [main, ...others] = codes
    .filter(({ code }) => code !== state.cause.code)
    .map(({ code, count }) => ({ code, count }));
  if (main !== undefined && main.count >= 2 && casesWithCodes * 2 >= open)
    shared.push({ kind: 'code', ...main, others });
  if (/^\d+$/.test(iccidPrefix) && iccidPrefix.length >= MIN_SHARED_PREFIX_DIGITS)
    shared.push({ kind: 'iccid', prefix: iccidPrefix });
  if (state.restedAt === null && now - state.firstAt < DAY_MS) shared.push({ kind: 'first-seen', at: state.firstAt });
  return shared;
}

/** @param spark covers the time in which a storm is not over yet; several of its steps fit into `STORM.ms` */
export function isStorm({ state }: Pick<GroupAggregate, 'state'>, spark: FailureGroup['spark']): boolean {
  if (state.open < STORM.cases) return false;
  const steps = Math.max(1, Math.floor(STORM.ms / spark.stepMs));
  let within = 0;
  for (const [index, count] of spark.counts.entries()) {
    within += count - (spark.counts[index - steps] ?? 0);
    if (within >= STORM.cases) return true;
  }
  return false;
}
