/**
 * What can be written at the caret: names of fields, values of a field with what they mean and how many events each would
 * bring, times. Pure, and in an order that does not change while the reader looks: counts that come later fill in.
 */
import { facetFields, type FacetField } from '../../../../src-shared/domain/filter.ts';
import { printFilter } from '../../../../src-shared/domain/filter-text.ts';
import {
  fieldHint,
  fieldWords,
  isNamedField,
  type NamedField,
  queryFields,
  suggestedValues,
  valueMeaning,
} from '../../../words/query-words.ts';
import type { CaretContext } from './caret-context.ts';

export interface Suggestion {
  /** As it is written into the text. */
  readonly text: string;
  /** As it is shown: untrusted. */
  readonly name: string;
  readonly meaning: string;
  /** Events under the other filters; `null` where that is not known, or means nothing. */
  readonly count: number | null;
}

export interface Completion {
  readonly groups: readonly { readonly title: string; readonly suggestions: readonly Suggestion[] }[];
  /** What Tab takes where nothing was chosen; `null` where nothing was written that begins it. */
  readonly best: Suggestion | null;
  /** Where there is no list. */
  readonly hint: string | null;
  /** Whether the counts matter here. */
  readonly isCounted: boolean;
}

/** Of the field in which the caret is, most frequent first. */
export type Counts = ReadonlyMap<string, number>;
/** What the language reads as a time, with what it is called. */
export type TimeSuggestion = Pick<Suggestion, 'text' | 'meaning'>;

/** With the heads and the foot no higher than what a small window has below the bar. */
const MAX_SUGGESTIONS = { startingWith: 8, others: 5 };
const NOTHING: Completion = { groups: [], best: null, hint: null, isCounted: false };

export function completionAt(place: CaretContext, counts: Counts | null, times: readonly TimeSuggestion[]): Completion {
  if (place.field === null) return fieldChoices(place);
  if (!isNamedField(place.field)) return NOTHING;
  if (place.field === 'since' || place.field === 'until') return timeChoices(place, times);
  const hint = fieldHint(place.field);
  return hint === null ? valueChoices(place.field, place, counts) : { ...NOTHING, hint };
}

/** The facet field whose values are to be counted; `null` where the caret is in none. */
export function countedField({ field }: CaretContext): FacetField | null {
  return facetFields.find((facetField) => facetField === field) ?? null;
}

function fieldChoices({ typed, isNegated }: CaretContext): Completion {
  const begun = typed.toLowerCase();
  const names = isNegated ? queryFields.filter(canBeNegated) : queryFields;
  const all = names.map((field) => ({
    text: `${field}:`,
    name: `${field}:`,
    meaning: fieldWords(field).meaning,
    count: null,
  }));
  const fitting = all.filter(({ name }) => name.startsWith(begun));
  // A word that begins no field is looked for as it is.
  if (fitting.length === 0) return { ...NOTHING, hint: fieldHint('text') };
  const title = begun === '' ? 'Fields' : `Fields that start with “${typed}”`;
  return { ...NOTHING, groups: [{ title, suggestions: fitting }], best: begun === '' ? null : (fitting[0] ?? null) };
}

function canBeNegated(field: NamedField): boolean {
  return field !== 'since' && field !== 'until' && field !== 'seen';
}

function valueChoices(field: NamedField, { typed, others }: CaretContext, counts: Counts | null): Completion {
  const facetField = facetFields.find((candidate) => candidate === field) ?? null;
  const usual = suggestedValues(field);
  // Those that are always offered stay where they are when the counts come.
  const counted = facetField === null ? [] : (counts?.keys() ?? []);
  const known = [...new Set([...usual, ...counted])].filter((value) => !others.includes(value));
  const choices = known.map((value) => ({
    text: printValue(value),
    name: value,
    meaning: facetField === null ? (value === 'no' ? 'nobody looked at it' : '') : valueMeaning(facetField, value),
    count: facetField === null || counts === null ? null : (counts.get(value) ?? 0),
  }));
  const begun = typed.toLowerCase();
  const fits = ({ name, meaning }: Suggestion) =>
    name.toLowerCase().startsWith(begun) || (field === 'country' && meaning.toLowerCase().startsWith(begun));
  // What is written whole already is meant, however rare it is.
  const fitting = choices
    .filter(fits)
    .toSorted((one, other) => Number(other.name === typed) - Number(one.name === typed));
  const rest = choices.filter((choice) => !fits(choice));
  const { plural } = fieldWords(field);
  const groups =
    begun === ''
      ? [{ title: plural, suggestions: choices.slice(0, MAX_SUGGESTIONS.startingWith + MAX_SUGGESTIONS.others) }]
      : [
          {
            title: `${plural} that start with “${typed}”`,
            suggestions: fitting.slice(0, MAX_SUGGESTIONS.startingWith),
          },
          { title: 'Also in this field', suggestions: rest.slice(0, MAX_SUGGESTIONS.others) },
        ];
  return {
    groups: groups.filter((group) => group.suggestions.length > 0),
    best: begun === '' ? null : (fitting[0] ?? null),
    hint: null,
    isCounted: facetField !== null,
  };
}

function timeChoices({ typed }: CaretContext, times: readonly TimeSuggestion[]): Completion {
  const begun = typed.toLowerCase();
  const fitting = times
    .filter(({ text, meaning }) => text.toLowerCase().startsWith(begun) || meaning.toLowerCase().startsWith(begun))
    .map(({ text, meaning }) => ({ text, name: text, meaning, count: null }));
  if (fitting.length === 0)
    return { ...NOTHING, hint: 'An age such as 15m, 2h or 7d, or a time as 2026-11-21T14:00Z.' };
  return {
    ...NOTHING,
    groups: [{ title: 'Times', suggestions: fitting }],
    best: begun === '' ? null : (fitting[0] ?? null),
  };
}

/** As it stands in a text, in quotes where it needs them. */
function printValue(value: string): string {
  return printFilter({ terms: [{ kind: 'text', values: [value], negated: false }] });
}

/** What of a choice is still to be written behind what was typed; empty where it does not go on from there. */
export function remainder({ text }: Suggestion, typed: string): string {
  return text.toLowerCase().startsWith(typed.toLowerCase()) ? text.slice(typed.length) : '';
}
