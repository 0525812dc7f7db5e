/** Counts distinct eUICCs, requests and countries of a group. A request with 500 failed resources is one failure. */
import type { Failures } from './alarm-step.ts';
import { MAX_COUNTED_IDS } from '../../../src-shared/domain/cases/alarm.ts';
import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import { type LayeredMap, layeredValue, EMPTY_LAYERED_MAP, withLayeredEntry } from './layered-map.ts';

type FailureCounts = Omit<Failures, 'kind' | 'cause' | 'eventKind' | 'operation' | 'errorCode'>;

export interface GroupTally {
  readonly failures: number;
  readonly eids: LayeredMap<true>;
  readonly requests: LayeredMap<ResourceCounts>;
  readonly wholly: number;
  /** Number of eUICCs per country, or of events that name no eUICC. */
  readonly countries: ReadonlyMap<string, number>;
  readonly all: ResourceCounts;
  readonly isMore: boolean;
  readonly only: Failures['only'];
}

interface ResourceCounts {
  readonly failed: number;
  readonly of: number;
}

/** About 250 country codes exist. Values beyond this limit are not countries. */
const MAX_COUNTRIES = 300;
const MAX_COUNTRY_LENGTH = 40;
const MAX_SHOWN_COUNTRIES = 8;

const NO_RESOURCES: ResourceCounts = { failed: 0, of: 0 };

export const EMPTY_TALLY: GroupTally = {
  failures: 0,
  eids: EMPTY_LAYERED_MAP,
  requests: EMPTY_LAYERED_MAP,
  wholly: 0,
  countries: new Map(),
  all: NO_RESOURCES,
  isMore: false,
  only: null,
};

export function retainedIdCount({ eids, requests }: GroupTally): number {
  return eids.size + requests.size;
}

/** @param hasRoom true if one more id may be held. Otherwise the tally only records that there are more. */
export function withEvent(tally: GroupTally, event: EventSummary, hasRoom: boolean): GroupTally {
  const { eid, requestId } = event;
  const isNewEid = eid !== null && layeredValue(tally.eids, eid) === undefined;
  const before = requestId === null ? undefined : layeredValue(tally.requests, requestId);
  const fits = (counted: LayeredMap<unknown>) => hasRoom && counted.size < MAX_COUNTED_IDS;
  const addsEid = isNewEid && fits(tally.eids);
  const isNewRequest = requestId !== null && before === undefined;
  const addsRequest = isNewRequest && fits(tally.requests);
  const report = { failed: countOrZero(event.failedCount), of: countOrZero(event.resourceCount) };
  return {
    failures: tally.failures + 1,
    eids: addsEid ? withLayeredEntry(tally.eids, eid, true) : tally.eids,
    requests:
      requestId !== null && (addsRequest || before !== undefined)
        ? withLayeredEntry(tally.requests, requestId, report)
        : tally.requests,
    wholly: sum(
      tally.wholly,
      Number(hasFailedCompletely(report)) - Number(before !== undefined && hasFailedCompletely(before)),
    ),
    countries: isNewEid || eid === null ? withCountry(tally.countries, event.countryCode) : tally.countries,
    all: {
      failed: sum(tally.all.failed, report.failed - (before?.failed ?? 0)),
      of: sum(tally.all.of, report.of - (before?.of ?? 0)),
    },
    isMore: tally.isMore || (isNewEid && !addsEid) || (isNewRequest && !addsRequest),
    only: onlyOf(tally, event),
  };
}

export function countsOf(tally: GroupTally): FailureCounts {
  const countries = [...tally.countries]
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
    countries: countries.slice(0, MAX_SHOWN_COUNTRIES),
    others: Math.max(0, countries.length - MAX_SHOWN_COUNTRIES),
    only: tally.only,
  };
}

function hasFailedCompletely({ failed, of }: ResourceCounts): boolean {
  return of > 0 && failed >= of;
}

function withCountry(countries: GroupTally['countries'], code: string | null): GroupTally['countries'] {
  const country = code?.slice(0, MAX_COUNTRY_LENGTH).toWellFormed() ?? '';
  if (country === '') return countries;
  const count = countries.get(country);
  if (count === undefined && countries.size >= MAX_COUNTRIES) return countries;
  return new Map(countries).set(country, (count ?? 0) + 1);
}

/** Null if there are several, as far as events name them. */
function onlyOf({ failures, only }: GroupTally, { eid, requestId, iccid }: EventSummary): Failures['only'] {
  if (failures === 0) return { eid, requestId, iccid };
  if (only === null || only.eid !== eid || only.requestId !== requestId) return null;
  return eid === null && requestId === null ? null : { eid, requestId, iccid: only.iccid ?? iccid };
}

/** Returns the count that the service reported, or 0 if it is not a positive safe integer. */
function countOrZero(count: number | null): number {
  return count !== null && Number.isSafeInteger(count) && count > 0 ? count : 0;
}

function sum(one: number, other: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, one + other));
}
