/**
 * Which values of facets are kept apart. Documented operations, states, codes and countries always are. A field whose
 * values never repeat holds so many others, and every further one is "other": the rest of the event stays as it is.
 */
import {
  EARLIER_STEPS,
  EVENT_STATES,
  FINAL_STEPS,
  LOCALIZATION_ERROR_CODES,
  LOCALIZATION_KIND,
  NO_OPERATION,
  REQUEST_ERROR_CODES,
  REQUEST_KIND,
  REQUEST_OPERATIONS,
  REQUEST_STATES,
  RESOURCE_STATES,
  SESSION_STATES,
} from '../../../src-shared/service/event-vocabulary.ts';
import type { FacetValues } from './statements.ts';

/** In the place of a value that is not kept apart. */
export const OTHER = 'other';

/** Fields whose values the service chooses. Words: as a mark names them to users. */
export const FIELD_WORDS = {
  kind: 'kind',
  operation: 'operation',
  state: 'state',
  code: 'error code',
  type: 'error type',
  country: 'country',
  principal: 'principal',
} as const;
export type BoundedField = keyof typeof FIELD_WORDS;

/** Of the values that are not documented. People are many, and make no groups of failures. */
export const MAX_FIELD_VALUES: Readonly<Record<BoundedField, number>> = {
  kind: 256,
  operation: 256,
  state: 256,
  code: 1_024,
  type: 256,
  country: 256,
  principal: 8_192,
};

const DOCUMENTED: Readonly<Record<BoundedField, readonly Pick<ReadonlySet<string>, 'has'>[]>> = {
  kind: [SESSION_STATES, new Set([LOCALIZATION_KIND, REQUEST_KIND])],
  operation: [EARLIER_STEPS, FINAL_STEPS, REQUEST_OPERATIONS, new Set([NO_OPERATION])],
  state: [EVENT_STATES, REQUEST_STATES, RESOURCE_STATES, new Set(SESSION_STATES.values())],
  code: [LOCALIZATION_ERROR_CODES, REQUEST_ERROR_CODES],
  type: [],
  country: [],
  principal: [],
};

/** A country is documented as two letters of ISO 3166-1, of which there are few hundred. */
export function isDocumented(field: BoundedField, value: string): boolean {
  if (field === 'country' && /^[A-Z]{2}$/.test(value)) return true;
  return value === OTHER || DOCUMENTED[field].some((values) => values.has(value));
}

/** `replace`: the value that is kept for a value. */
export type Replace = (field: BoundedField, value: string) => string;

/** The row with each value of a chosen field replaced; a list holds each value once. */
export function replaceValues(row: FacetValues, replace: Replace): FacetValues {
  const one = (field: BoundedField, value: string | null) => (value === null ? null : replace(field, value));
  const list = (field: BoundedField, json: string) => {
    if (json === '[]') return json;
    const values: string[] = JSON.parse(json);
    return JSON.stringify([...new Set(values.map((value) => replace(field, value)))]);
  };
  return {
    ...row,
    kind: replace('kind', row.kind),
    operation: one('operation', row.operation),
    state: one('state', row.state),
    errorCode: one('code', row.errorCode),
    errorCodes: list('code', row.errorCodes),
    errorTypes: list('type', row.errorTypes),
    countryCode: one('country', row.countryCode),
    principal: one('principal', row.principal),
  };
}

/** What failures are put together by. */
export function causeKeyOf({ operation, errorCode, errorTypes }: FacetValues): string {
  return JSON.stringify([operation, errorCode, errorTypes]);
}

export const FIELDS_OF_CAUSE: ReadonlySet<BoundedField> = new Set(['operation', 'code', 'type']);
