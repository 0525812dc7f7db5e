/**
 * From a filter's terms on texts and identifiers to a question to the search index: which blocks can have an event that
 * matches. It may only ever say too much. Pure.
 */
import type { TextTerm } from './filter-condition.ts';
import { ALWAYS, type Gram, gramsOfRun } from './search-grams.ts';
import { type Sought, soughtBy } from './text-search.ts';

/** In the language of FTS5. */
export type SearchQuery = string;

/** Grams that one word is looked for by: each costs a lookup, and hardly a block has as many by chance. */
const MOST_GRAMS = 12;
/** A list that is longer than people type is compared with the texts. */
const MOST_WORDS = 32;

/** `null` where the terms narrow nothing: what they exclude, or words without three letters or digits in a row. */
export function searchQuery(terms: readonly TextTerm[]): SearchQuery | null {
  const narrowing = terms.filter(({ negated }) => !negated).flatMap((term) => ofTerm(soughtBy(term)) ?? []);
  return narrowing.length === 0 ? null : `(${narrowing.join(' AND ')}) OR "${ALWAYS}"`;
}

function ofTerm(words: readonly Sought[]): string | null {
  if (words.length > MOST_WORDS) return null;
  const narrowing = words.map(ofWord);
  // One that narrows nothing may be anywhere.
  return narrowing.includes(null) ? null : `(${narrowing.join(' OR ')})`;
}

const RUN = /[0-9a-z]+/g;

function ofWord({ text, endsThere }: Sought): string | null {
  const lowered = text.toLowerCase();
  const grams = [...lowered.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    const isLast = index + run.length === lowered.length;
    return gramsOfRun(run, isLast ? endsThere : true);
  });
  // One that is open is read in all its forms: dear, and hardly any narrower than what else there is.
  const closed = grams.filter(({ isOpen }) => !isOpen);
  const asked = [...new Set((closed.length > 0 ? closed : grams.slice(0, 1)).map(phraseOf))];
  return asked.length === 0 ? null : `(${spread(asked).join(' AND ')})`;
}

function spread(grams: readonly string[]): readonly string[] {
  if (grams.length <= MOST_GRAMS) return grams;
  const step = (grams.length - 1) / (MOST_GRAMS - 1);
  return Array.from({ length: MOST_GRAMS }, (_, place) => grams[Math.round(place * step)] ?? '');
}

function phraseOf({ text, isOpen }: Gram): string {
  return isOpen ? `"${text}" *` : `"${text}"`;
}
