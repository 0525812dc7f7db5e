/** What is said of a mistake in the query: what is wrong, what exists, and the text with which Enter goes on. */
import { facetFields, type FacetField } from '../../../../src-shared/domain/filter.ts';
import { filterSlip } from '../../../../src-shared/domain/filter-mistake.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { fieldWords, isNamedField } from '../../../words/query-words.ts';
import type { Mistake } from './query-editing.ts';

export interface MistakeHelp {
  readonly says: string;
  /** Empty where there is no more to say. */
  readonly exists: string;
  readonly fix: {
    /** The whole text, mended. */
    readonly draft: string;
    /** The part that is new, as it is shown. */
    readonly name: string;
    /** Of which the events can be counted. */
    readonly counted: { readonly field: FacetField; readonly value: string } | null;
  } | null;
}

export function mistakeHelp(draft: string, mistake: Mistake): MistakeHelp {
  const { at, length, problem } = mistake;
  const { word, field, known, nearest } = filterSlip({ text: draft, at, length, problem });
  const mended = (part: string) => draft.slice(0, at) + part + draft.slice(at + length);
  const named = field !== null && isNamedField(field) ? fieldWords(field).name : (field ?? '');
  switch (problem) {
    case 'unknown-field':
      return {
        says: `There is no field “${word}”.`,
        exists: `There are: ${known.join(', ')}.`,
        fix: nearest === null ? null : { draft: mended(nearest), name: `${nearest}:`, counted: null },
      };
    case 'unknown-value': {
      const facet = facetFields.find((each) => each === field);
      const counted = facet === undefined || nearest === null ? null : { field: facet, value: nearest };
      return {
        says: field === 'seen' ? `Seen is yes or no, not “${word}”.` : `No ${named} is called “${word}”.`,
        exists: `There are: ${known.join(', ')}.`,
        fix: nearest === null ? null : { draft: mended(nearest), name: `${field}:${nearest}`, counted },
      };
    }
    case 'missing-value':
      return { says: named === '' ? 'A value is missing.' : `A value of ${named} is missing.`, exists: '', fix: null };
    case 'open-quote':
      return {
        says: 'A quotation mark is not closed.',
        exists: '',
        fix: { draft: `${draft}"`, name: `${draft.slice(at)}"`, counted: null },
      };
    case 'bad-time':
      return {
        says: `“${word}” is no time.`,
        exists: 'Write an age such as 15m, 2h or 7d, or a time as 2026-11-21T14:00Z.',
        fix: null,
      };
    case 'not-negatable':
      return {
        says: 'A time cannot be negated.',
        exists: '',
        fix: { draft: mended(''), name: draft.slice(at + length).split(/\s/)[0] ?? '', counted: null },
      };
    case 'too-short':
      return {
        says: `“${word}” is too short to tell one identifier from another.`,
        exists: 'Any piece will do, from 4 characters on.',
        fix: null,
      };
    case 'too-long':
      return { says: 'This is more than a query may hold.', exists: '', fix: null };
    default:
      return assertNever(problem);
  }
}
