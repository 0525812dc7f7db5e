/**
 * `docs/service.md` §7.1, §7.2. Choices: `between` on lastModifiedAt (ends included) is the only filter; any field
 * sorts.
 */
import * as z from 'zod';
import { fieldNames, type FieldName } from '../fleet/fields.ts';
import type { SortKey } from '../fleet/fleet-order.ts';
import { parse } from './refusal.ts';

export const PREFIX = 'iotSubscription.';

const fieldSchema = z.string().transform((name, context): FieldName => {
  const field = fieldNames.find((each) => `${PREFIX}${each}` === name);
  if (field !== undefined) return field;
  const expected = fieldNames.map((each) => PREFIX + each).join(', ');
  context.addIssue({ code: 'custom', message: `"${name}" is not a field; fields are ${expected}` });
  return z.NEVER;
});

const timeSchema = z.iso.datetime({ error: 'expected an ISO 8601 UTC time such as 2026-03-01T00:00:00.000Z' });

const ONE_OR_MORE = 'expected one or more entries; leave it out for none';

const filterSchema = z.strictObject({
  fields: z
    .array(
      z.literal(`${PREFIX}lastModifiedAt`, {
        error: `this service filters only by ${PREFIX}lastModifiedAt`,
      }),
    )
    .min(1),
  type: z.literal('between', { error: 'this service supports only the filter type "between"' }),
  values: z.strictObject({ min: timeSchema, max: timeSchema }),
});

const requestSchema = z.strictObject({
  filters: z.array(filterSchema).min(1, ONE_OR_MORE).optional(),
  sortBy: z
    .array(z.strictObject({ direction: z.enum(['asc', 'desc']), field: fieldSchema }))
    .min(1, ONE_OR_MORE)
    .optional(),
  after: z.string().optional(),
  limit: z.int().min(1).optional(),
  returnFields: z.array(fieldSchema).min(1).optional(),
});
export type SearchRequest = z.output<typeof requestSchema>;

export interface Query {
  readonly sortBy: readonly SortKey[];
  /** Range of `lastModifiedAt` in UTC epoch ms, both included. Null: any. */
  readonly between: Between | null;
}

export interface Between {
  readonly min: number;
  readonly max: number;
}

export function searchRequest(body: unknown): SearchRequest {
  return parse(requestSchema, body);
}

/** All filters must match. A repeated sort field has no effect. */
export function queryOf({ filters = [], sortBy = [] }: SearchRequest): Query {
  const seen = new Set<FieldName>();
  let [min, max] = [-Infinity, Infinity];
  for (const { values } of filters) {
    min = Math.max(min, Date.parse(values.min));
    max = Math.min(max, Date.parse(values.max));
  }
  return {
    sortBy: sortBy.filter(({ field }) => !seen.has(field) && seen.add(field)),
    between: filters.length === 0 ? null : { min, max },
  };
}

export function isSameQuery(one: Query, other: Query): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
