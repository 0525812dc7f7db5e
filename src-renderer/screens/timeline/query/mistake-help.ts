/** Explains a mistake in the query: what is wrong, what is allowed, and the text that Enter inserts. */
import { type FacetField, facetFields } from '../../../../src-shared/domain/event/event-fields.ts';
import type { AppErrorDetails } from '../../../../src-shared/api/errors.ts';
import { describeFilterMistake } from '../../../../src-shared/domain/filter/filter-mistake.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { filterMistakeWords } from '../../../../src-shared/words/filter-mistake-words.ts';
import type { Mistake } from './query-editing.ts';

export interface MistakeHelp {
  readonly explanation: string;
  readonly alternatives: string;
  readonly fix: MistakeFix | null;
}

export interface MistakeFix {
  readonly draft: string;
  readonly name: string;
  readonly counted: { readonly field: FacetField; readonly value: string } | null;
}

export function mistakeHelp(draft: string, mistake: Mistake): MistakeHelp {
  const { at, length, problem } = mistake;
  const details = { text: draft, at, length, problem };
  const { wrong, allowed } = filterMistakeWords(details, (word) => `“${word}”`);
  return { explanation: wrong, alternatives: allowed, fix: fixOf(details) };
}

function fixOf(details: AppErrorDetails['BAD_FILTER']): MistakeFix | null {
  const { text, at, length, problem } = details;
  const { field, nearest } = describeFilterMistake(details);
  const repaired = (part: string) => text.slice(0, at) + part + text.slice(at + length);
  switch (problem) {
    case 'unknown-field':
      return nearest === null ? null : { draft: repaired(nearest), name: `${nearest}:`, counted: null };
    case 'unknown-value': {
      if (nearest === null) return null;
      const facet = facetFields.find((each) => each === field);
      const counted = facet === undefined ? null : { field: facet, value: nearest };
      return { draft: repaired(nearest), name: `${field}:${nearest}`, counted };
    }
    case 'open-quote':
      return { draft: `${text}"`, name: `${text.slice(at)}"`, counted: null };
    case 'not-negatable':
      return { draft: repaired(''), name: text.slice(at + length).split(/\s/)[0] ?? '', counted: null };
    case 'missing-value':
    case 'bad-time':
    case 'too-short':
    case 'sign-within':
    case 'operator':
    case 'too-long':
      return null;
    default:
      return assertNever(problem);
  }
}
