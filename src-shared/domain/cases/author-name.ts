/**
 * Only a person who signed in is marked "(verified)". A name has no bracket or symbol, so a typed one cannot end with
 * that mark; one that imitates it is marked "(typed)". The caller makes names visible text.
 */
import type { Author } from './action.ts';
import { isSignedInAuthor } from './author-id.ts';

type Person = Pick<Author, 'id' | 'name'>;

export const VERIFIED_NOTE = 'A verified name is that of a person who signed in with the service. Others were typed.';

export function authorWords(author: Person): string {
  return isSignedInAuthor(author) ? `${withoutMarks(author.name)} (verified)` : typedNameWords(author.name);
}

export function typedNameWords(name: string): string {
  const plain = withoutMarks(name);
  return imitatesMark(plain) ? `${plain} (typed)` : plain;
}

/** Names the authors of one list. If one of them is verified, each of the others is marked "(typed)". */
export function authorNamer(authors: Iterable<Person | null>): (author: Person) => string {
  const isMixed = [...authors].some((author) => author !== null && isSignedInAuthor(author));
  return (author) =>
    isMixed && !isSignedInAuthor(author) ? `${withoutMarks(author.name)} (typed)` : authorWords(author);
}

/** Removes brackets, ticks, and every other symbol that could be taken for a mark. */
function withoutMarks(name: string): string {
  return name
    .replaceAll(/[\p{Ps}\p{Pe}\p{So}\p{Co}]|(?![<=>+|~])\p{Sm}/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

const DIGITS: Readonly<Record<string, string>> = { 1: 'i', 3: 'e', 0: 'o' };
/** Letters of phonetic and other extensions, which look like small Latin letters or capitals. */
const RARE_LATIN = /[\u0250-\u02af\u1d00-\u1dbf\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f]/u;

/** True if the name contains "verified" in some spelling, or letters of two scripts in one word. */
function imitatesMark(name: string): boolean {
  const folded = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const letters = folded.replaceAll(/[130]/g, (digit) => DIGITS[digit] ?? '').replaceAll(/[^a-z]/g, '');
  const isMixed = folded
    .split(/[^\p{L}]+/u)
    .some((word) => /[a-z]/.test(word) && /(?!\p{Script=Latin})\p{L}/u.test(word));
  return letters.includes('verif') || isMixed || RARE_LATIN.test(name);
}
