/** Links from an event to related events. Each is a filter of the timeline, so that its address can be shared. */
import { eventClass, reportsOutcome } from '../../../../src-shared/domain/event/event-class.ts';
import type { EventSummary } from '../../../../src-shared/domain/event/event.ts';
import { type CaseKey, caseKeyOf } from '../../../../src-shared/domain/cases/case-keys.ts';
import { onlyValue } from '../../../../src-shared/domain/filter/filter-edit.ts';
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { identifiersOf } from '../../../../src-shared/service/identifiers.ts';
import { isSessionEvent } from '../../../../src-shared/words/events/summarize.ts';
import { aroundFilter } from '../row-values.ts';

export interface EventLink {
  readonly name: string;
  readonly filter: Filter;
}

export function eventLinks(event: EventSummary): readonly EventLink[] {
  const { eid, iccid, requestId, errorCode } = event;
  return [
    eid === null ? null : { name: 'This eUICC', filter: onlyValue('eid', eid) },
    iccid === null ? null : { name: 'This subscription', filter: onlyValue('iccid', iccid) },
    requestId === null ? null : { name: 'This request', filter: onlyValue('request', requestId) },
    errorCode === null ? null : { name: 'Same cause', filter: onlyValue('code', errorCode) },
    isSessionEvent(event) ? null : { name: 'Around this, ±5 min', filter: aroundFilter(event) },
  ].filter((link) => link !== null);
}

export function eventCase(event: Pick<EventSummary, 'kind' | 'eid' | 'requestId' | 'seq'>): {
  readonly screen: 'localizations' | 'requests';
  readonly key: CaseKey;
} | null {
  if (!reportsOutcome(event)) return null;
  return { screen: eventClass(event) === 'request' ? 'requests' : 'localizations', key: caseKeyOf(event) };
}

/** Length of a request with some hundred resources. A longer text names too many subscriptions to be about one. */
const MAX_TEXT_LENGTH = 65_536;
/** Shorter ids would match within others. */
const MIN_ID_LENGTH = 4;

/** Returns the ids of the event's single subscription, the most reliable first. */
export function subscriptionIds({ eid, iccid }: EventSummary, raw: string | null): readonly string[] {
  const named = raw === null || raw.length > MAX_TEXT_LENGTH ? null : identifiersOf(raw);
  // Several ids do not identify a single subscription.
  const only = (ids: readonly string[] = []) => (ids.length === 1 ? (ids[0] ?? null) : null);
  const ids = [iccid ?? only(named?.iccid), only(named?.imsi), only(named?.msisdn), eid ?? only(named?.eid)];
  return ids.filter((id) => id !== null).filter((id) => id.length >= MIN_ID_LENGTH);
}
