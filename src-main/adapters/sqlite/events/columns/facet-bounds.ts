/** Limits the distinct values of facets: any further one that is not documented becomes "other". */
import {
  type FacetColumn,
  facetColumns,
  type FacetField,
  serviceValues,
} from '../../../../../src-shared/domain/event/event-fields.ts';
import type { FacetRow } from '../rows/statements.ts';

export const OTHER = 'other';

export function isDocumented(field: FacetField, value: string): boolean {
  return value === OTHER || serviceValues(field)?.isDocumented(value) === true;
}

export function replaceValues(row: FacetRow, replace: (field: FacetField, value: string) => string): FacetRow {
  return facetColumns.map(({ field, shape }, index) => {
    const value = row[index] ?? null;
    if (value === null || value === '[]' || serviceValues(field) === null) return value;
    if (shape === 'text') return replace(field, value);
    const values: string[] = JSON.parse(value);
    return JSON.stringify([...new Set(values.map((each) => replace(field, each)))]);
  });
}

const CAUSE_PROPERTIES: ReadonlySet<FacetColumn['property']> = new Set(['operation', 'errorCode', 'errorTypes']);

export function causeKeyOf(row: FacetRow): string {
  return JSON.stringify(row.filter((_, index) => CAUSE_PROPERTIES.has(facetColumns[index]?.property ?? 'kind')));
}

export const FIELDS_OF_CAUSE: ReadonlySet<FacetField> = new Set(['operation', 'code', 'type']);
