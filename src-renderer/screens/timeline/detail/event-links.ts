/** From an event to those that belong to it: each is a filter of the timeline, so that its address can be passed on. */
import type { EventSummary } from '../../../../src-shared/domain/event.ts';
import { type CaseKey, caseKey } from '../../../../src-shared/domain/case-keys.ts';
import { onlyValue } from '../../../../src-shared/domain/filter-edit.ts';
import type { Filter } from '../../../../src-shared/domain/filter.ts';
import { identifiersOf } from '../../../../src-shared/service/identifiers.ts';
import { LOCALIZATION_KIND, REQUEST_KIND } from '../../../../src-shared/service/event-vocabulary.ts';
import { isSessionEvent } from '../../../words/summarize.ts';
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

/**
 * The case that an event of a localization or a change request belongs to; `null`: it belongs to none. As the backend makes
 * it: by its number where it names neither eUICC nor request.
 */
export function eventCase(event: Pick<EventSummary, 'kind' | 'eid' | 'requestId' | 'seq'>): {
  readonly screen: 'localizations' | 'requests';
  readonly key: CaseKey;
} | null {
  const { kind, eid, requestId, seq } = event;
  const alone = caseKey({ kind: 'event', seq });
  if (kind === LOCALIZATION_KIND)
    return { screen: 'localizations', key: eid ? caseKey({ kind: 'eid', eid: eid.toWellFormed() }) : alone };
  if (kind !== REQUEST_KIND) return null;
  return {
    screen: 'requests',
    key: requestId ? caseKey({ kind: 'request', requestId: requestId.toWellFormed() }) : alone,
  };
}

/** As long as a request of some hundred resources: what names more subscriptions is about none of them. */
const MAX_TEXT_LENGTH = 65_536;
/** Shorter, it would be found in others. */
const MIN_ID_LENGTH = 4;

/** By which the one subscription that an event is about is found in the inventory, the surest first. */
export function subscriptionIds({ eid, iccid }: EventSummary, raw: string | null): readonly string[] {
  const named = raw === null || raw.length > MAX_TEXT_LENGTH ? null : identifiersOf(raw);
  // Of several resources none is the one.
  const only = (ids: readonly string[] = []) => (ids.length === 1 ? (ids[0] ?? null) : null);
  const ids = [iccid ?? only(named?.iccid), only(named?.imsi), only(named?.msisdn), eid ?? only(named?.eid)];
  return ids.filter((id) => id !== null).filter((id) => id.length >= MIN_ID_LENGTH);
}
