/** Returns the values of an event that can be filters, the most useful first. Pure. */
import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import { withSpan } from '../../../src-shared/domain/filter/filter-edit.ts';
import { EVERYTHING, type Filter, type ValueField } from '../../../src-shared/domain/filter/filter.ts';

export interface RowValue {
  readonly field: ValueField;
  /** Received text, untrusted. */
  readonly value: string;
}

export function rowValues(event: EventSummary): readonly [RowValue, ...RowValue[]] {
  const { errorCode, operation, outcome, countryCode, eid, iccid, requestId, company, createdBy, targets, kind } =
    event;
  const values: (RowValue | null)[] = [
    valueOf('code', errorCode),
    valueOf('operation', operation === '-' ? null : operation),
    valueOf('outcome', outcome),
    valueOf('country', countryCode),
    valueOf('eid', eid),
    valueOf('iccid', iccid),
    valueOf('request', requestId),
    valueOf('company', company),
    valueOf('user', createdBy),
    ...targets.map((target) => valueOf('target', target)),
  ];
  const kinds: RowValue = { field: 'kind', value: kind };
  const [first, ...others] = values.filter((each) => each !== null);
  return first === undefined ? [kinds] : [first, ...others, kinds];
}

function valueOf(field: ValueField, value: string | null): RowValue | null {
  return value === null || value === '' ? null : { field, value };
}

/** Long enough to see a storm start, short enough to read. */
const AROUND_MS = 5 * 60_000;

/** Matches all events shortly before and after the event, without the other terms. */
export function aroundFilter({ receivedAt }: Pick<EventSummary, 'receivedAt'>): Filter {
  return withSpan(EVERYTHING, {
    since: { kind: 'at', at: receivedAt - AROUND_MS },
    until: { kind: 'at', at: receivedAt + AROUND_MS },
  });
}
