import { eventClass } from '../../../../src-shared/domain/event/event-class.ts';
import type { EventSummary } from '../../../../src-shared/domain/event/event.ts';
import type { ValueField } from '../../../../src-shared/domain/filter/filter.ts';
import { NO_OPERATION } from '../../../../src-shared/service/event-vocabulary.ts';
import { countryName } from '../../../../src-shared/words/country-words.ts';
import { errorMeaning } from '../../../words/event-words.ts';

export interface EventField {
  readonly name: string;
  readonly value: string;
  readonly field: ValueField | null;
  readonly remark?: string | null;
}

/** A malicious event may have 64; the received text has all of them. */
const MAX_CODES_SHOWN = 6;

export function eventFields(event: EventSummary): EventField[] {
  const optional = (name: string, value: string | null, field: ValueField | null, remark: string | null = null) =>
    value === null ? [] : [{ name, value, field, remark }];
  const { errorCodes, resourceCount, failedCount } = event;
  return [
    ...optional('EID', event.eid, 'eid'),
    ...optional('ICCID', event.iccid, 'iccid'),
    ...optional('Request', event.requestId, 'request'),
    ...errorCodes.slice(0, MAX_CODES_SHOWN).map((value) => ({
      // Inner codes come from the detailed errors; `errorCode` is that of the event.
      name: value === event.errorCode ? 'Error code' : 'Inner code',
      value,
      field: 'code' as const,
    })),
    ...event.errorTypes
      .slice(0, MAX_CODES_SHOWN)
      .map((value) => ({ name: 'Error type', value, field: 'type' as const })),
    ...optional(
      'More codes',
      errorCodes.length > MAX_CODES_SHOWN ? errorCodes.slice(MAX_CODES_SHOWN).join(', ') : null,
      null,
    ),
    ...optional('Operation', event.operation === NO_OPERATION ? null : event.operation, 'operation'),
    ...optional('State', event.state, 'state'),
    ...optional('Country', event.countryCode, 'country', countryName(event.countryCode)),
    ...optional('Company', event.company, 'company'),
    ...optional('Created by', event.createdBy, 'user'),
    ...event.targets.map((value) => ({ name: 'Target', value, field: 'target' as const })),
    ...optional('Resources', resourceCount === null ? null : String(resourceCount), null, failedWords(failedCount)),
    ...optional('Kind', event.kind, 'kind'),
    ...optional('Domain', event.principal, 'principal'),
    ...optional('Event id', event.id, 'event'),
    ...optional('Received again', event.repeats === 0 ? null : times(event.repeats), null),
  ];
}

export function absentFields(event: EventSummary): string[] {
  const isLocalization = eventClass(event) === 'localization';
  const isRequest = eventClass(event) === 'request';
  const expected: readonly (readonly [name: string, isAbsent: boolean])[] = [
    ['EID', isLocalization && event.eid === null],
    ['ICCID', isLocalization && event.iccid === null],
    ['country', isLocalization && event.countryCode === null],
    ['request', isRequest && event.requestId === null],
    ['number of resources', isRequest && event.resourceCount === null],
    ['error code', event.outcome === 'failed' && event.errorCodes.length === 0],
    ['operation', event.operation === null],
    ['state', event.state === null],
    ['domain', event.principal === null],
    ['event id', event.id === null],
  ];
  return expected.filter(([, isAbsent]) => isAbsent).map(([name]) => name);
}

/** Codes within a localization's detailed errors are "not standardized" and may look like those of requests. */
export function explainedCodes(event: EventSummary): { readonly code: string; readonly meaning: string }[] {
  return documentedCodes(event).flatMap((code) => {
    const meaning = errorMeaning(code);
    return meaning === null ? [] : [{ code, meaning }];
  });
}

/** In an event of another kind the same code may have another meaning. */
function documentedCodes(event: EventSummary): readonly string[] {
  const { errorCode, errorCodes } = event;
  if (eventClass(event) === 'request') return errorCodes;
  return eventClass(event) === 'localization' && errorCode !== null ? [errorCode] : [];
}

function failedWords(failedCount: number | null): string | null {
  return failedCount === null || failedCount === 0 ? null : `${failedCount} failed`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
