/** Terms must all match; a term matches if one of its values does or, if negated, if none does. */
import {
  type FacetField,
  facetFields,
  facetTable,
  type FieldWords,
  type IdentifierField,
  identifierFields,
} from '../event/event-fields.ts';
import { assertNever } from '../../lib/assert-never.ts';
import { daysBefore } from '../../lib/day-words.ts';
import { isTooShort, parseIdentifierPattern } from './identifier-pattern.ts';
import { DAY_MS } from '../../lib/durations.ts';

export type ValueField = FacetField | IdentifierField;
export const valueFields: readonly ValueField[] = [...facetFields, ...identifierFields];

interface OtherFieldEntry extends FieldWords {
  readonly isTime: boolean;
  readonly isNegatable: boolean;
  /** Words that it accepts, with their meanings; null if it accepts others. */
  readonly words: Readonly<Record<string, string>> | null;
  readonly hint: string | null;
}

const TIME = { isTime: true, isNegatable: false, words: null, hint: null } as const;

/** Fields of the terms that are neither facets nor identifiers, in the order in which completion offers them. */
export const otherFieldTable = {
  seen: {
    name: 'seen',
    plural: 'Seen',
    meaning: 'marked as seen or not',
    isTime: false,
    isNegatable: false,
    words: { no: 'not marked as seen', yes: '' },
    hint: null,
  },
  text: {
    name: 'text',
    plural: 'Texts',
    meaning: 'anywhere in the received text',
    isTime: false,
    isNegatable: true,
    words: null,
    hint: 'Searches the received text, ignoring case. Use quotes to search for a phrase.',
  },
  since: { ...TIME, name: 'since', plural: 'Times', meaning: 'from this time on' },
  until: { ...TIME, name: 'until', plural: 'Times', meaning: 'up to this time' },
} as const satisfies Readonly<Record<string, OtherFieldEntry>>;

export type OtherField = keyof typeof otherFieldTable;
export type FilterField = ValueField | OtherField;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the object itself
const otherFields = Object.keys(otherFieldTable) as readonly OtherField[];

export const filterFields: readonly FilterField[] = [
  ...facetFields,
  'seen',
  ...identifierFields,
  ...otherFields.filter((field) => field !== 'seen'),
];

export function isOtherField(field: FilterField): field is OtherField {
  return otherFields.some((each) => each === field);
}

export type FilterTime =
  | { kind: 'at'; at: number }
  | { kind: 'ago'; ms: number }
  /** The start of a day in UTC: `today`, `yesterday` or a weekday (`day-words.ts`). */
  | { kind: 'day'; day: string };

export type FilterTerm =
  /** A value cannot be `""`: an event without the field matches only a negated term. */
  | { kind: 'value'; field: ValueField; values: string[]; negated: boolean }
  /** Part of the received text, as written or without its JSON escapes, or of the event's id; ignores case. */
  | { kind: 'text'; values: string[]; negated: boolean }
  | { kind: 'seen'; seen: boolean }
  /** Local receive time: at or after (`since`), at or before (`until`). */
  | { kind: 'since'; time: FilterTime }
  | { kind: 'until'; time: FilterTime };

export interface Filter {
  terms: FilterTerm[];
}

export const FILTER_LIMITS = { terms: 64, values: 64, valueLength: 256 };

export function allowedValues(field: ValueField): readonly string[] | null {
  if (isIdentifierField(field)) return null;
  const { values } = facetTable[field];
  return values.kind === 'own' ? values.words : null;
}

/** Returns null if the field can have the value. An unknown word of the service may be one of a later version. */
export function valueProblem(field: ValueField, value: string): 'too-short' | 'unknown-value' | null {
  if (isIdentifierField(field)) return isTooShort(parseIdentifierPattern(value)) ? 'too-short' : null;
  return allowedValues(field)?.includes(value) === false ? 'unknown-value' : null;
}

export const EVERYTHING: Filter = { terms: [] };

export function resolveTime(time: FilterTime, now: number): number {
  switch (time.kind) {
    case 'at':
      return time.at;
    case 'ago':
      return now - time.ms;
    case 'day': {
      const days = daysBefore(time.day, new Date(now).getUTCDay()) ?? 0;
      return (Math.floor(now / DAY_MS) - days) * DAY_MS;
    }
    default:
      return assertNever(time);
  }
}

export function resolveTimes(filter: Filter, now: number): Filter {
  return {
    terms: filter.terms.map((term) =>
      (term.kind === 'since' || term.kind === 'until') && term.time.kind !== 'at'
        ? { ...term, time: { kind: 'at', at: resolveTime(term.time, now) } }
        : term,
    ),
  };
}

export function needsTexts({ terms }: Filter): boolean {
  return terms.some((term) => term.kind === 'text' || (term.kind === 'value' && isIdentifierField(term.field)));
}

export function isIdentifierField(field: FilterField): field is IdentifierField {
  return identifierFields.some((identifierField) => identifierField === field);
}

export function isFacetField(field: FilterField): field is FacetField {
  return facetFields.some((facetField) => facetField === field);
}
