/** From an event to those that belong to it: each is a filter of the timeline, so that its address can be passed on. */
import type { EventSummary } from '../../../../src-shared/domain/event.ts';
import { onlyValue } from '../../../../src-shared/domain/filter-edit.ts';
import type { Filter } from '../../../../src-shared/domain/filter.ts';
import { isPulse } from '../../../words/summarize.ts';
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
    isPulse(event.kind) ? null : { name: 'Around this, ±5 min', filter: aroundFilter(event) },
  ].filter((link) => link !== null);
}
