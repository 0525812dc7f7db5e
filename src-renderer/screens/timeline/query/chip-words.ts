/** Words of a chip: the field, the kind of match, and the values, which are untrusted. */
import { type FilterTerm, isIdentifierField } from '../../../../src-shared/domain/filter/filter.ts';
import { printFilterTime } from '../../../../src-shared/domain/filter/filter-time.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { fieldWords } from '../../../words/query-words.ts';

export interface ChipWords {
  readonly isNegated: boolean;
  readonly field: string;
  /** `is` for an exact identifier. */
  readonly operator: 'is' | null;
  /** Untrusted. */
  readonly value: string;
}

export function chipWords(term: FilterTerm): ChipWords {
  switch (term.kind) {
    case 'value': {
      const { field, values, negated } = term;
      const isExact = isIdentifierField(field) && values.every((value) => value.startsWith('='));
      const value = values.map((each) => (isExact ? each.slice(1) : each)).join(', ');
      return { isNegated: negated, field: fieldWords(field).name, operator: isExact ? 'is' : null, value };
    }
    case 'text': {
      const value = term.values.map((each) => `“${each}”`).join(', ');
      return { isNegated: term.negated, field: 'text', operator: null, value };
    }
    case 'seen':
      return { isNegated: false, field: 'seen', operator: null, value: term.seen ? 'yes' : 'no' };
    case 'since':
    case 'until':
      return { isNegated: false, field: term.kind, operator: null, value: printFilterTime(term.time) };
    default:
      return assertNever(term);
  }
}

/** Returns the words that a screen reader reads. */
export function chipText(term: FilterTerm): string {
  const { isNegated, field, operator, value } = chipWords(term);
  return [isNegated ? 'not' : '', field, operator ?? '', value].filter((word) => word !== '').join(' ');
}
