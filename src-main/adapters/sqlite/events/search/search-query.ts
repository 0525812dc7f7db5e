/** Converts terms to a query for blocks that may match. It may find too many blocks, but never too few. Pure. */
import { identifierPatterns } from '../../../../../src-shared/domain/filter/identifier-pattern.ts';
import { identifierKinds } from '../../../../../src-shared/service/identifiers.ts';
import type { TextTerm } from '../columns/filter-condition.ts';
import { isExact, lineText } from './indexed-chunk.ts';
import { slotsOfEid, slotsOfRun } from './search-grams.ts';
import { type SearchNeedle, needlesFor } from './text-search.ts';

export interface TermQuery {
  /** A block that may match has all slots of one of these words; null if the words narrow nothing. */
  readonly words: readonly (readonly number[])[] | null;
  /** A block that may match has one of the texts in its line of one of the kinds; null for a text. */
  readonly identifiers: { readonly kinds: readonly number[]; readonly texts: readonly string[] } | null;
}

export interface SearchQuery {
  /** Equal only for equal queries. */
  readonly key: string;
  readonly terms: readonly TermQuery[];
  /** True if the identifiers in the index decide all terms. */
  readonly isExact: boolean;
}

/** A longer list than people type is compared with the texts instead. */
const MAX_WORDS = 32;
/** Slots of a word that rule out every other block, so that no more are compared. */
const ENOUGH_SLOTS = 32;

/** Returns null if the terms narrow nothing: exclusions, or words without three letters or five digits in a row. */
export function searchQuery(terms: readonly TextTerm[]): SearchQuery | null {
  const narrowing = terms.flatMap((term) => (term.negated ? [] : (termQuery(term) ?? [])));
  const areExact = terms.every((term) => !term.negated && hasExactIdentifiers(term));
  return narrowing.length === 0
    ? null
    : { key: JSON.stringify([areExact, narrowing]), terms: narrowing, isExact: areExact };
}

function hasExactIdentifiers(term: TextTerm): boolean {
  return identifierQuery(term) !== null && identifierPatterns(term.values).every(isExact);
}

function termQuery(term: TextTerm): TermQuery | null {
  const needles = needlesFor(term);
  if (needles.length > MAX_WORDS) return null;
  const isEid = term.kind === 'value' && term.field === 'eid';
  const words = needles.map((needle) => {
    const ofEid = isEid ? slotsOfEid(needle.text) : [];
    return ofEid.length >= ENOUGH_SLOTS ? ofEid : [...slotsOfNeedle(needle), ...ofEid];
  });
  // A word without slots may be in any block.
  const narrowing = words.some(({ length }) => length === 0) ? null : words;
  const identifiers = identifierQuery(term);
  return narrowing === null && identifiers === null ? null : { words: narrowing, identifiers };
}

function identifierQuery(term: TextTerm): TermQuery['identifiers'] {
  // An event's own id is not among the identifiers of its text.
  if (term.kind === 'text' || term.field === 'event') return null;
  const kinds = [...identifierKinds.keys()].filter(
    (kind) => term.field === 'id' || identifierKinds[kind] === term.field,
  );
  return { kinds, texts: identifierPatterns(term.values).map(lineText) };
}

/** A run, and the letter before the hyphen or underscore before it. */
const RUN = /(?<=(?<letter>[a-z]?)[-_]?)[0-9a-z]+/g;

function slotsOfNeedle({ text, endsWord }: SearchNeedle): readonly number[] {
  const lowered = text.toLowerCase();
  const slots = [...lowered.matchAll(RUN)].flatMap(({ 0: run, index, groups }) =>
    slotsOfRun(run, index + run.length === lowered.length ? endsWord : true, groups?.['letter']),
  );
  return [...new Set(slots)];
}
