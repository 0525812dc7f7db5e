/** Words of a chip: the field, the kind of match, and the values, which are untrusted. */
import { type FilterTerm, isIdentifierField } from '../../src-shared/domain/filter/filter.ts';
import { printFilterTime } from '../../src-shared/domain/filter/filter-time.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { fieldWords } from './query-words.ts';

export interface ChipWords {
  readonly isNegated: boolean;
  readonly field: string;
  /** `is` for an exact identifier. */
  readonly operator: 'is' | null;
  /** Untrusted. */
  readonly values: readonly string[];
}

export function chipWords(term: FilterTerm): ChipWords {
  switch (term.kind) {
    case 'value': {
      const { field, values, negated } = term;
      const isExact = isIdentifierField(field) && values.every((value) => value.startsWith('='));
      return {
        isNegated: negated,
        field: fieldWords(field).name,
        operator: isExact ? 'is' : null,
        values: isExact ? values.map((each) => each.slice(1)) : values,
      };
    }
    case 'text':
      return { isNegated: term.negated, field: 'text', operator: null, values: term.values.map((each) => `“${each}”`) };
    case 'seen':
      return { isNegated: false, field: 'seen', operator: null, values: [term.seen ? 'yes' : 'no'] };
    case 'since':
    case 'until':
      return { isNegated: false, field: term.kind, operator: null, values: [printFilterTime(term.time)] };
    default:
      return assertNever(term);
  }
}

/** Returns the words that a screen reader reads. */
export function chipText(term: FilterTerm): string {
  const { isNegated, field, operator, values } = chipWords(term);
  return [isNegated ? 'not' : '', field, operator ?? '', values.join(', ')].filter((word) => word !== '').join(' ');
}
