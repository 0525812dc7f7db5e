/**
 * Limits the distinct values of facets. Documented operations, states, codes and countries are always stored. Each
 * field stores a limited number of other values; any further one becomes "other", and the rest of the event is
 * unchanged.
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
} from '../../../../../src-shared/service/event-vocabulary.ts';
import type { FacetValues } from '../rows/statements.ts';

export const OTHER = 'other';

/** Fields whose values the service chooses, with the words that marks show to users. */
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

/** Max values per field that are not documented. Principals are many, and are not part of failure groups. */
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

/** Returns true for documented values. A country is two letters of ISO 3166-1, of which there are few hundred. */
export function isDocumented(field: BoundedField, value: string): boolean {
  if (field === 'country' && /^[A-Z]{2}$/.test(value)) return true;
  return value === OTHER || DOCUMENTED[field].some((values) => values.has(value));
}

export type Replace = (field: BoundedField, value: string) => string;

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

export function causeKeyOf({ operation, errorCode, errorTypes }: FacetValues): string {
  return JSON.stringify([operation, errorCode, errorTypes]);
}

export const FIELDS_OF_CAUSE: ReadonlySet<BoundedField> = new Set(['operation', 'code', 'type']);
