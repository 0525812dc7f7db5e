/** Texts for the comparison with a list of ids: the list, the searches compared, and why an id was not found. */
import type { SearchSummary } from '../../src-shared/api/searches.ts';
import { canSearchSimilar, fitsCheckDigit, type IdForm } from '../../src-shared/service/id-form.ts';
import { numberText, counted } from '../../src-shared/words/store-words.ts';
import { type IdList, MAX_IDS } from '../text/id-list.ts';
import { ageText, shortTimeText, type Zone, zoneText } from '../time/time-text.ts';

const FORMS: Record<IdForm, string> = { iccid: 'ICCID', eid: 'EID', imsi: 'IMSI', msisdn: 'MSISDN', other: 'other' };

/** `240 ids, 2 duplicates, 230 ICCID, 8 EID`. Determined by the form of the ids only. */
export function idListSummary({ ids, entries, forms }: IdList): string {
  const again = entries.length - ids.length;
  const kinds = [...forms].toSorted(([, a], [, b]) => b - a);
  const [only] = kinds;
  return [
    counted(entries.length, 'id'),
    again === 0 ? '' : counted(again, 'duplicate'),
    kinds.length === 1 && only !== undefined
      ? only[0] === 'other'
        ? ''
        : `${ids.length === 1 ? '' : 'all '}${FORMS[only[0]]}`
      : kinds.map(([form, number]) => `${numberText(number)} ${FORMS[form]}`).join(', '),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** Lists what is not compared, so that nothing is omitted silently. */
export function skippedWords({ skipped, rounded, overLimit }: IdList): string[] {
  const first = skipped.first.map((word) => `“${word.slice(0, 24)}”`).join(', ');
  return [
    skipped.count === 0
      ? ''
      : `${counted(skipped.count, 'piece')} without an id ${skipped.count === 1 ? 'was' : 'were'} skipped: ${first}${skipped.count > skipped.first.length ? ' …' : ''}`,
    rounded === 0
      ? ''
      : `${counted(rounded, 'number')} such as 8.9462E+18 lost ${rounded === 1 ? 'its' : 'their'} digits in a spreadsheet: copy ${rounded === 1 ? 'it' : 'them'} as text.`,
    overLimit === 0 ? '' : `${numberText(overLimit)} more are not compared: the limit is ${numberText(MAX_IDS)}.`,
  ].filter((line) => line !== '');
}

export function comparedTitle(missing: number, all: number): string {
  if (missing === 0) return all === 1 ? 'It was found' : `All ${numberText(all)} were found`;
  if (missing === all) return all === 1 ? 'It was not found' : `None of ${numberText(all)} was found`;
  return `${numberText(missing)} of ${numberText(all)} ${missing === 1 ? 'was' : 'were'} not found`;
}

export function storedSearchName({ rows, askedAt, totalHits }: SearchSummary, now: number): string {
  const ofTotal = totalHits !== null && totalHits > rows ? ` of ${numberText(totalHits)}` : '';
  const age = askedAt === null ? '' : `, ${ageText(now - askedAt)} old`;
  return `${numberText(rows)}${ofTotal} rows${age}`;
}

export function comparisonScopeWords(
  scope: { readonly rows: number; readonly askedAt: number | null },
  searches: readonly SearchSummary[],
  now: number,
  zone: Zone,
): string {
  const at =
    scope.askedAt === null ? '' : ` ${shortTimeText(scope.askedAt, now, zone)} ${zoneText(scope.askedAt, zone)}`;
  const rows = counted(scope.rows, 'row');
  return searches.length === 1
    ? `Searched ${rows} stored at${at}. Later changes are not included.`
    : `Searched ${rows} of ${numberText(searches.length)} searches, the oldest from${at}. Later changes are not included.`;
}

/** Warns if the search is not fully loaded, because "not found" is then unreliable; null if it is. */
export function incompleteSearchWords({ rows, totalHits, state }: SearchSummary): string | null {
  if (state.kind === 'ended' || (state.kind === 'stored' && state.end !== null)) return null;
  return totalHits !== null && totalHits > rows
    ? `Only ${numberText(rows)} of ${numberText(totalHits)} are loaded: an id that was not found may be among the others.`
    : 'Not all rows are loaded: an id that was not found may be among the rest.';
}

/** Why an id may not have been found. `at`: index of the character of `near` that differs; -1 if there is none. */
export interface NotFoundWords {
  readonly words: string;
  readonly near: string | null;
  readonly at: number;
}

export function notFoundWords(id: string, near: string | null, lines: readonly number[]): NotFoundWords {
  if (near !== null) {
    const at = differsAt(id, near);
    const sign = /^\d\d$/.test(`${id[at]}${near[at]}`) ? 'digit' : 'character';
    const scopeText =
      at === -1 ? 'nearly the same' : at === near.length - 1 ? `last ${sign} differs` : `${sign} ${at + 1} differs`;
    return { words: `${scopeText}:`, near, at };
  }
  if (fitsCheckDigit(id) === false) return justWords('wrong check digit: a typing mistake?');
  // A spreadsheet keeps 15 digits of a number.
  if (/^\d{15}0{3,}$/.test(id)) return justWords('ends in zeros: a spreadsheet may have rounded it');
  if (lines.length > 1)
    return justWords(
      `in the list ${lines.length === 2 ? 'twice' : `${lines.length} times`}, lines ${linesText(lines)}`,
    );
  return justWords(canSearchSimilar(id) ? 'no similar id' : 'similar ids not searched');
}

/** `30 and 118`; only the first five of many. */
export function linesText(lines: readonly number[]): string {
  const first = lines.slice(0, 5).map(numberText);
  if (lines.length > first.length) return `${first.join(', ')} …`;
  return first.length < 2 ? first.join('') : `${first.slice(0, -1).join(', ')} and ${first.at(-1)}`;
}

function justWords(words: string): NotFoundWords {
  return { words, near: null, at: -1 };
}

function differsAt(one: string, other: string): number {
  if (one.length !== other.length) return -1;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return at;
  return -1;
}
