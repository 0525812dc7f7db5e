/**
 * From a filter's terms on texts and identifiers to a question to the search index: which blocks can have an event that
 * matches. It may only ever say too much. Pure.
 */
import type { TextTerm } from './filter-condition.ts';
import { ALWAYS, GRAM, LEAST_RUN } from './search-grams.ts';
import { wordsOf } from './text-search.ts';

/** In the language of FTS5. */
export type SearchQuery = string;

/** Grams that one word is looked for by: each costs a lookup, and hardly a block has as many by chance. */
const MOST_GRAMS = 12;
/** As few values as people type. A list that is longer is compared with the texts. */
const MOST_WORDS = 32;

/** `null` where the terms narrow nothing: what they exclude, or words without a run of three letters or digits. */
export function searchQuery(terms: readonly TextTerm[]): SearchQuery | null {
  const narrowing = terms.filter(({ negated }) => !negated).flatMap((term) => ofTerm(wordsOf(term)) ?? []);
  return narrowing.length === 0 ? null : `(${narrowing.join(' AND ')}) OR "${ALWAYS}"`;
}

function ofTerm(words: readonly string[]): string | null {
  if (words.length > MOST_WORDS) return null;
  const narrowing = words.map(ofWord);
  // One that narrows nothing may be anywhere.
  return narrowing.includes(null) ? null : `(${narrowing.join(' OR ')})`;
}

const RUN = /[0-9a-z]+/g;

function ofWord(word: string): string | null {
  const runs =
    word
      .toLowerCase()
      .match(RUN)
      ?.filter((run) => run.length >= LEAST_RUN) ?? [];
  const long = runs.filter((run) => run.length >= GRAM);
  if (long.length > 0)
    return `(${spread([...new Set(long.flatMap(gramsOf))])
      .map(quoted)
      .join(' AND ')})`;
  // Whatever of the index begins so: each of them is read for it, which is why it is asked for where there is no other.
  return runs.length === 0 ? null : `(${[...new Set(runs)].map((run) => `${quoted(run)} *`).join(' AND ')})`;
}

function gramsOf(run: string): string[] {
  return Array.from({ length: run.length - GRAM + 1 }, (_, at) => run.slice(at, at + GRAM));
}

function spread(grams: readonly string[]): readonly string[] {
  if (grams.length <= MOST_GRAMS) return grams;
  const step = (grams.length - 1) / (MOST_GRAMS - 1);
  return Array.from({ length: MOST_GRAMS }, (_, place) => grams[Math.round(place * step)] ?? '');
}

function quoted(gram: string): string {
  return `"${gram}"`;
}
