/**
 * Converts a filter's terms on texts and identifiers to a query of the search index for blocks that may match. The
 * query may find too many blocks, but never too few. Pure.
 */
import type { TextTerm } from '../columns/filter-condition.ts';
import { ALWAYS_CANDIDATE, type Gram, gramsOfRun } from './search-grams.ts';
import { type SearchNeedle, needlesFor } from './text-search.ts';

export type SearchQuery = string;

/** Max grams per word. Each costs a lookup, and hardly any block has as many by chance. */
const MAX_GRAMS_PER_WORD = 12;
/** A longer list than people type is compared with the texts instead. */
const MAX_WORDS = 32;

/** Returns null if the terms narrow nothing: exclusions, or words without three letters or digits in a row. */
export function searchQuery(terms: readonly TextTerm[]): SearchQuery | null {
  const narrowing = terms.filter(({ negated }) => !negated).flatMap((term) => termQuery(needlesFor(term)) ?? []);
  return narrowing.length === 0 ? null : `(${narrowing.join(' AND ')}) OR "${ALWAYS_CANDIDATE}"`;
}

function termQuery(words: readonly SearchNeedle[]): string | null {
  if (words.length > MAX_WORDS) return null;
  const narrowing = words.map(wordQuery);
  // A word without grams may be in any block.
  return narrowing.includes(null) ? null : `(${narrowing.join(' OR ')})`;
}

const RUN = /[0-9a-z]+/g;

function wordQuery({ text, endsWord }: SearchNeedle): string | null {
  const lowered = text.toLowerCase();
  const grams = [...lowered.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    const isLast = index + run.length === lowered.length;
    return gramsOfRun(run, isLast ? endsWord : true);
  });
  // An open gram is a slow prefix search and hardly narrows more than the closed ones.
  const closed = grams.filter(({ isPrefix }) => !isPrefix);
  const phrases = [...new Set((closed.length > 0 ? closed : grams.slice(0, 1)).map(phraseOf))];
  return phrases.length === 0 ? null : `(${sampleEvenly(phrases).join(' AND ')})`;
}

function sampleEvenly(grams: readonly string[]): readonly string[] {
  if (grams.length <= MAX_GRAMS_PER_WORD) return grams;
  const step = (grams.length - 1) / (MAX_GRAMS_PER_WORD - 1);
  return Array.from({ length: MAX_GRAMS_PER_WORD }, (_, index) => grams[Math.round(index * step)] ?? '');
}

function phraseOf({ text, isPrefix: isOpen }: Gram): string {
  return isOpen ? `"${text}" *` : `"${text}"`;
}
