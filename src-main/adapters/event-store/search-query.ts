/**
 * From a filter's terms on texts and identifiers to a question to the search index: which blocks can have an event that
 * matches. It may only ever say too much. Pure.
 */
import type { TextTerm } from './filter-condition.ts';
import { ALWAYS_CANDIDATE, type Gram, gramsOfRun } from './search-grams.ts';
import { type SearchNeedle, needlesFor } from './text-search.ts';

/** In the language of FTS5. */
export type SearchQuery = string;

/** Grams that one word is looked for by: each costs a lookup, and hardly a block has as many by chance. */
const MAX_GRAMS_PER_WORD = 12;
/** A list that is longer than people type is compared with the texts. */
const MAX_WORDS = 32;

/** `null` where the terms narrow nothing: what they exclude, or words without three letters or digits in a row. */
export function searchQuery(terms: readonly TextTerm[]): SearchQuery | null {
  const narrowing = terms.filter(({ negated }) => !negated).flatMap((term) => termQuery(needlesFor(term)) ?? []);
  return narrowing.length === 0 ? null : `(${narrowing.join(' AND ')}) OR "${ALWAYS_CANDIDATE}"`;
}

function termQuery(words: readonly SearchNeedle[]): string | null {
  if (words.length > MAX_WORDS) return null;
  const narrowing = words.map(wordQuery);
  // One that narrows nothing may be anywhere.
  return narrowing.includes(null) ? null : `(${narrowing.join(' OR ')})`;
}

const RUN = /[0-9a-z]+/g;

function wordQuery({ text, endsWord }: SearchNeedle): string | null {
  const lowered = text.toLowerCase();
  const grams = [...lowered.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    const isLast = index + run.length === lowered.length;
    return gramsOfRun(run, isLast ? endsWord : true);
  });
  // One that is open is read in all its forms: dear, and hardly any narrower than what else there is.
  const closed = grams.filter(({ isPrefix }) => !isPrefix);
  const asked = [...new Set((closed.length > 0 ? closed : grams.slice(0, 1)).map(phraseOf))];
  return asked.length === 0 ? null : `(${sampleEvenly(asked).join(' AND ')})`;
}

function sampleEvenly(grams: readonly string[]): readonly string[] {
  if (grams.length <= MAX_GRAMS_PER_WORD) return grams;
  const step = (grams.length - 1) / (MAX_GRAMS_PER_WORD - 1);
  return Array.from({ length: MAX_GRAMS_PER_WORD }, (_, place) => grams[Math.round(place * step)] ?? '');
}

function phraseOf({ text, isPrefix: isOpen }: Gram): string {
  return isOpen ? `"${text}" *` : `"${text}"`;
}
