/**
 * How many failed in a group since it began: distinct eUICCs, requests and countries, bounded in memory. A request that is
 * reported again replaces its report before; five hundred failed resources of it are one failure.
 */
import type { Alarm } from '../../../src-shared/api/alarms.ts';
import { MOST_COUNTED } from '../../../src-shared/domain/alarm.ts';
import type { EventSummary } from '../../../src-shared/domain/event.ts';
import { type Counted, countedAs, countedEntries, NONE_COUNTED, withCounted } from './counted.ts';

type Failures = Alarm['about'] & { readonly kind: 'failures' };
type Figures = Pick<
  Failures,
  | 'failures'
  | 'eids'
  | 'isMore'
  | 'requests'
  | 'wholly'
  | 'failedResources'
  | 'resources'
  | 'countries'
  | 'others'
  | 'only'
>;

export interface GroupTally {
  readonly failures: number;
  readonly eids: Counted<true>;
  readonly requests: Counted<Resources>;
  /** Requests of which each resource failed. */
  readonly wholly: number;
  /** How many eUICCs, or events that name none. */
  readonly countries: Counted<number>;
  readonly all: Resources;
  readonly isMore: boolean;
  readonly only: Failures['only'];
}

interface Resources {
  readonly failed: number;
  readonly of: number;
}

/** There are some 250; the rest is not from a country. */
const MOST_COUNTRIES = 300;
const LONGEST_COUNTRY = 40;
const TOLD_COUNTRIES = 8;

const NO_RESOURCES: Resources = { failed: 0, of: 0 };

export const NO_TALLY: GroupTally = {
  failures: 0,
  eids: NONE_COUNTED,
  requests: NONE_COUNTED,
  wholly: 0,
  countries: NONE_COUNTED,
  all: NO_RESOURCES,
  isMore: false,
  only: null,
};

/** Names that are held for it. */
export function heldFor({ eids, requests }: GroupTally): number {
  return eids.size + requests.size;
}

/** @param hasRoom for one more name; else it is only known that there are more */
export function tallied(tally: GroupTally, event: EventSummary, hasRoom: boolean): GroupTally {
  const { eid, requestId } = event;
  const isNewEid = eid !== null && countedAs(tally.eids, eid) === undefined;
  const before = requestId === null ? undefined : countedAs(tally.requests, requestId);
  const fits = (counted: Counted<unknown>) => hasRoom && counted.size < MOST_COUNTED;
  const addsEid = isNewEid && fits(tally.eids);
  const isNewRequest = requestId !== null && before === undefined;
  const addsRequest = isNewRequest && fits(tally.requests);
  const report = { failed: whole(event.failedCount), of: whole(event.resourceCount) };
  return {
    failures: tally.failures + 1,
    eids: addsEid ? withCounted(tally.eids, eid, true) : tally.eids,
    requests:
      requestId !== null && (addsRequest || before !== undefined)
        ? withCounted(tally.requests, requestId, report)
        : tally.requests,
    wholly: sum(tally.wholly, Number(isWhole(report)) - Number(before !== undefined && isWhole(before))),
    countries: isNewEid || eid === null ? withCountry(tally.countries, event.countryCode) : tally.countries,
    all: {
      failed: sum(tally.all.failed, report.failed - (before?.failed ?? 0)),
      of: sum(tally.all.of, report.of - (before?.of ?? 0)),
    },
    isMore: tally.isMore || (isNewEid && !addsEid) || (isNewRequest && !addsRequest),
    only: onlyOf(tally, event),
  };
}

export function figuresOf(tally: GroupTally): Figures {
  const countries = [...countedEntries(tally.countries)]
    .map(([country, count]) => ({ country, count }))
    .toSorted((one, other) => other.count - one.count || (one.country < other.country ? -1 : 1));
  return {
    failures: tally.failures,
    eids: tally.eids.size,
    isMore: tally.isMore,
    requests: tally.requests.size,
    wholly: tally.wholly,
    failedResources: tally.all.failed,
    resources: tally.all.of,
    countries: countries.slice(0, TOLD_COUNTRIES),
    others: Math.max(0, countries.length - TOLD_COUNTRIES),
    only: tally.only,
  };
}

function isWhole({ failed, of }: Resources): boolean {
  return of > 0 && failed >= of;
}

function withCountry(countries: Counted<number>, code: string | null): Counted<number> {
  const country = code?.slice(0, LONGEST_COUNTRY).toWellFormed() ?? '';
  if (country === '') return countries;
  const count = countedAs(countries, country);
  if (count === undefined && countries.size >= MOST_COUNTRIES) return countries;
  return withCounted(countries, country, (count ?? 0) + 1);
}

/** The one that all of it is about, as far as events name it. */
function onlyOf({ failures, only }: GroupTally, { eid, requestId, iccid }: EventSummary): Failures['only'] {
  if (failures === 0) return { eid, requestId, iccid };
  if (only === null || only.eid !== eid || only.requestId !== requestId) return null;
  return eid === null && requestId === null ? null : { eid, requestId, iccid: only.iccid ?? iccid };
}

/** As the service says; a figure that cannot be one counts nothing. */
function whole(count: number | null): number {
  return count !== null && Number.isSafeInteger(count) && count > 0 ? count : 0;
}

function sum(one: number, other: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, one + other));
}
