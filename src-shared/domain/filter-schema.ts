/** What a filter has to be where it comes from outside: nothing that its text (`filter-text.ts`) could not say. */
import * as z from 'zod';
import { closedValues, type Filter, FILTER_MOST, isIdentifierField, type ValueField, valueFields } from './filter.ts';
import { identifierPiece, isTooShort } from './identifier-match.ts';

const filterTimeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('at'), at: z.number() }),
  z.object({ kind: z.literal('ago'), ms: z.number().nonnegative() }),
]);

const valuesSchema = z.array(z.string().min(1).max(FILTER_MOST.valueLength)).min(1).max(FILTER_MOST.values);
const filterTermSchema = z.discriminatedUnion('kind', [
  z
    .object({ kind: z.literal('value'), field: z.enum(valueFields), values: valuesSchema, negated: z.boolean() })
    .refine(({ field, values }) => values.every((value) => mayBe(field, value)), 'values that the field can have'),
  z.object({ kind: z.literal('text'), values: valuesSchema, negated: z.boolean() }),
  z.object({ kind: z.literal('seen'), seen: z.boolean() }),
  z.object({ kind: z.literal('since'), time: filterTimeSchema }),
  z.object({ kind: z.literal('until'), time: filterTimeSchema }),
]);

export const filterSchema = z.object({
  terms: z.array(filterTermSchema).max(FILTER_MOST.terms),
}) satisfies z.ZodType<Filter>;

/** What no text of a filter could say is no filter, either. */
function mayBe(field: ValueField, value: string): boolean {
  if (isIdentifierField(field)) return !isTooShort(identifierPiece(value));
  return closedValues(field)?.includes(value) ?? true;
}
