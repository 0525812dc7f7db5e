/** Words of a chip: the field, the kind of match, and the values, which are untrusted. */
import { type FilterTerm, isIdentifierField } from '../../src-shared/domain/filter/filter.ts';
import { printTerm } from '../../src-shared/domain/filter/filter-interpretation.ts';
import { fieldWords } from './query-words.ts';

export interface ChipWords {
  readonly isNegated: boolean;
  readonly field: string;
  readonly operator: 'is' | null;
  /** Untrusted. */
  readonly values: readonly string[];
}

export function chipWords(term: FilterTerm): ChipWords {
  if (term.kind === 'text')
    return { isNegated: term.negated, field: 'text', operator: null, values: term.values.map((each) => `“${each}”`) };
  if (term.kind !== 'value') return printedWords(term);
  const { field, values, negated } = term;
  const isExact = isIdentifierField(field) && values.every((value) => value.startsWith('='));
  return {
    isNegated: negated,
    field: fieldWords(field).name,
    operator: isExact ? 'is' : null,
    values: isExact ? values.map((each) => each.slice(1)) : values,
  };
}

function printedWords(term: FilterTerm): ChipWords {
  const [, negation, field = '', value = ''] = /^(-?)(\w+):(.*)$/s.exec(printTerm(term)) ?? [];
  return { isNegated: negation === '-', field, operator: null, values: [value] };
}

export function chipText(term: FilterTerm): string {
  const { isNegated, field, operator, values } = chipWords(term);
  return [isNegated ? 'not' : '', field, operator ?? '', values.join(', ')].filter((word) => word !== '').join(' ');
}
