/** Schema of a filter from outside. Allows only what the text of a filter (`filter-text.ts`) can express. */
import * as z from 'zod';
import { daysBefore } from '../../lib/day-words.ts';
import { type Filter, FILTER_LIMITS, type FilterTerm, valueFields, valueProblem } from './filter.ts';

const filterTimeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('at'), at: z.number() }),
  z.object({ kind: z.literal('ago'), ms: z.number().nonnegative() }),
  z.object({
    kind: z.literal('day'),
    day: z.string().refine((day) => daysBefore(day, 0) !== null, 'a word for a day'),
  }),
]);

const valuesSchema = z.array(z.string().min(1).max(FILTER_LIMITS.valueLength)).min(1).max(FILTER_LIMITS.values);
const schemas = {
  value: z
    .object({ kind: z.literal('value'), field: z.enum(valueFields), values: valuesSchema, negated: z.boolean() })
    .refine(
      ({ field, values }) => values.every((value) => valueProblem(field, value) === null),
      'values that the field can have',
    ),
  text: z.object({ kind: z.literal('text'), values: valuesSchema, negated: z.boolean() }),
  seen: z.object({ kind: z.literal('seen'), seen: z.boolean() }),
  since: z.object({ kind: z.literal('since'), time: filterTimeSchema }),
  until: z.object({ kind: z.literal('until'), time: filterTimeSchema }),
} satisfies { readonly [Kind in FilterTerm['kind']]: z.ZodType<Extract<FilterTerm, { kind: Kind }>> };
const { value, text, seen, since, until } = schemas;
const filterTermSchema = z.discriminatedUnion('kind', [value, text, seen, since, until]);

export const filterSchema = z.object({
  terms: z.array(filterTermSchema).max(FILTER_LIMITS.terms),
}) satisfies z.ZodType<Filter>;
