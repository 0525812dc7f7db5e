/** Suggests what to write at the caret. The order does not change when counts arrive later. Pure. */
import { type FacetField, facetFields } from '../../../../src-shared/domain/event/event-fields.ts';
import { printFilter } from '../../../../src-shared/domain/filter/filter-text.ts';
import {
  type FilterField,
  filterFields,
  isOtherField,
  otherFieldTable,
} from '../../../../src-shared/domain/filter/filter.ts';
import { fieldNamed } from '../../../../src-shared/domain/filter/filter-interpretation.ts';
import { fieldHint, fieldWords } from '../../../words/query-words.ts';
import { suggestedValues, valueMeaning } from '../../../words/value-words.ts';
import type { CaretContext } from './caret-context.ts';

export interface Suggestion {
  readonly text: string;
  /** Text that is shown; untrusted. */
  readonly name: string;
  readonly meaning: string;
  /** Matching events under the other filters; null if unknown or meaningless. */
  readonly count: number | null;
}

export interface Completion {
  readonly groups: readonly { readonly title: string; readonly suggestions: readonly Suggestion[] }[];
  /** Suggestion that Tab accepts if none was chosen; null if no suggestion starts with the typed text. */
  readonly best: Suggestion | null;
  readonly hint: string | null;
  readonly isCounted: boolean;
}

/** Counts of the field at the caret, most frequent first. */
export type Counts = ReadonlyMap<string, number>;
export interface TimeSuggestion extends Pick<Suggestion, 'text' | 'meaning'> {
  /** Offered only once a part of it is typed, to keep the first list short. */
  readonly isTypedOnly?: boolean;
}

/** Limits the height, including headings and footer, to the space below the bar in a small window. */
const MAX_SUGGESTIONS = { startingWith: 8, others: 5 };
const NOTHING: Completion = { groups: [], best: null, hint: null, isCounted: false };

export function completionAt(
  context: CaretContext,
  counts: Counts | null,
  times: readonly TimeSuggestion[],
): Completion {
  if (context.field === null) return fieldChoices(context);
  const field = fieldNamed(context.field);
  if (field === null) return NOTHING;
  if (isTimeField(field)) return timeChoices(context, times);
  const hint = fieldHint(field);
  return hint === null ? valueChoices(field, context, counts) : { ...NOTHING, hint };
}

export function countedField({ field }: CaretContext): FacetField | null {
  return facetFields.find((facetField) => facetField === field) ?? null;
}

function fieldChoices({ typed, isNegated }: CaretContext): Completion {
  const prefix = typed.toLowerCase();
  const names = isNegated ? filterFields.filter(canBeNegated) : filterFields;
  const all = names.map((field) => ({
    text: `${field}:`,
    name: `${field}:`,
    meaning: fieldWords(field).meaning,
    count: null,
  }));
  const fitting = all.filter(({ name }) => name.startsWith(prefix));
  // A word that starts no field name is searched as text.
  if (fitting.length === 0) return { ...NOTHING, hint: fieldHint('text') };
  const title = prefix === '' ? 'Fields' : `Fields that start with “${typed}”`;
  return { ...NOTHING, groups: [{ title, suggestions: fitting }], best: prefix === '' ? null : (fitting[0] ?? null) };
}

function canBeNegated(field: FilterField): boolean {
  return !isOtherField(field) || otherFieldTable[field].isNegatable;
}

export function isTimeField(field: FilterField): boolean {
  return isOtherField(field) && otherFieldTable[field].isTime;
}

function valueChoices(field: FilterField, { typed, others }: CaretContext, counts: Counts | null): Completion {
  const facetField = facetFields.find((candidate) => candidate === field) ?? null;
  const words: Readonly<Record<string, string>> = (isOtherField(field) ? otherFieldTable[field].words : null) ?? {};
  const usual = facetField === null ? Object.keys(words) : suggestedValues(facetField);
  // Fixed values come first and keep their places when the counts arrive.
  const counted = facetField === null ? [] : (counts?.keys() ?? []);
  const values = [...new Set([...usual, ...counted])].filter((value) => !others.includes(value));
  const choices = values.map((value) => ({
    text: printValue(value),
    name: value,
    meaning: facetField === null ? (words[value] ?? '') : valueMeaning(facetField, value),
    count: facetField === null || counts === null ? null : (counts.get(value) ?? 0),
  }));
  const prefix = typed.toLowerCase();
  const fits = ({ name, meaning }: Suggestion) =>
    name.toLowerCase().startsWith(prefix) || (field === 'country' && meaning.toLowerCase().startsWith(prefix));
  // An exact match comes first, however rare it is.
  const fitting = choices
    .filter(fits)
    .toSorted((one, other) => Number(other.name === typed) - Number(one.name === typed));
  const otherChoices = choices.filter((choice) => !fits(choice));
  const { plural } = fieldWords(field);
  const groups =
    prefix === ''
      ? [{ title: plural, suggestions: choices.slice(0, MAX_SUGGESTIONS.startingWith + MAX_SUGGESTIONS.others) }]
      : [
          {
            title: `${plural} that start with “${typed}”`,
            suggestions: fitting.slice(0, MAX_SUGGESTIONS.startingWith),
          },
          { title: 'Also in this field', suggestions: otherChoices.slice(0, MAX_SUGGESTIONS.others) },
        ];
  return {
    groups: groups.filter((group) => group.suggestions.length > 0),
    best: prefix === '' ? null : (fitting[0] ?? null),
    hint: null,
    isCounted: facetField !== null,
  };
}

function timeChoices({ typed }: CaretContext, times: readonly TimeSuggestion[]): Completion {
  const prefix = typed.toLowerCase();
  const fitting = times
    .filter(({ isTypedOnly }) => isTypedOnly !== true || prefix !== '')
    .filter(({ text, meaning }) => text.toLowerCase().startsWith(prefix) || meaning.toLowerCase().startsWith(prefix))
    .map(({ text, meaning }) => ({ text, name: text, meaning, count: null }));
  if (fitting.length === 0)
    return {
      ...NOTHING,
      hint: 'An age such as 15m, 2h or 7d, a day such as yesterday, or a time as 2026-11-21T14:00Z.',
    };
  return {
    ...NOTHING,
    groups: [{ title: 'Times', suggestions: fitting }],
    best: prefix === '' ? null : (fitting[0] ?? null),
  };
}

function printValue(value: string): string {
  return printFilter({ terms: [{ kind: 'text', values: [value], negated: false }] });
}

export function choicesOf(completion: Completion | null): readonly Suggestion[] {
  return completion?.groups.flatMap(({ suggestions }) => suggestions) ?? [];
}

/** Returns the rest of the suggestion after the typed text; empty if it does not start with that text. */
export function remainder({ text }: Suggestion, typed: string): string {
  return text.toLowerCase().startsWith(typed.toLowerCase()) ? text.slice(typed.length) : '';
}
