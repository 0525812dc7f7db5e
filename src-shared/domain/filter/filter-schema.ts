/** Schema of a filter from outside. Allows only what the text of a filter (`filter-text.ts`) can express. */
import * as z from 'zod';
import {
  allowedValues,
  type Filter,
  FILTER_LIMITS,
  isIdentifierField,
  type ValueField,
  valueFields,
} from './filter.ts';
import { parseIdentifierPattern, isTooShort } from './identifier-pattern.ts';

const filterTimeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('at'), at: z.number() }),
  z.object({ kind: z.literal('ago'), ms: z.number().nonnegative() }),
]);

const valuesSchema = z.array(z.string().min(1).max(FILTER_LIMITS.valueLength)).min(1).max(FILTER_LIMITS.values);
const filterTermSchema = z.discriminatedUnion('kind', [
  z
    .object({ kind: z.literal('value'), field: z.enum(valueFields), values: valuesSchema, negated: z.boolean() })
    .refine(
      ({ field, values }) => values.every((value) => isAllowedValue(field, value)),
      'values that the field can have',
    ),
  z.object({ kind: z.literal('text'), values: valuesSchema, negated: z.boolean() }),
  z.object({ kind: z.literal('seen'), seen: z.boolean() }),
  z.object({ kind: z.literal('since'), time: filterTimeSchema }),
  z.object({ kind: z.literal('until'), time: filterTimeSchema }),
]);

export const filterSchema = z.object({
  terms: z.array(filterTermSchema).max(FILTER_LIMITS.terms),
}) satisfies z.ZodType<Filter>;

function isAllowedValue(field: ValueField, value: string): boolean {
  if (isIdentifierField(field)) return !isTooShort(parseIdentifierPattern(value));
  return allowedValues(field)?.includes(value) ?? true;
}
