/** Makes filters of any shape from seeded random numbers, with values from the given pool. */
import {
  allowedValues,
  type Filter,
  type FilterTerm,
  type FilterTime,
  isIdentifierField,
  type ValueField,
  valueFields,
} from '../../src-shared/domain/filter/filter.ts';
import { parseIdentifierPattern, isTooShort, exactPattern } from '../../src-shared/domain/filter/identifier-pattern.ts';

export interface FilterPool {
  /** Returns a value for a field. Fields with fixed values do not use it. */
  readonly values: (field: string, random: (limit: number) => number) => string;
  readonly time: (random: (limit: number) => number) => FilterTime;
  readonly maxTerms: number;
  readonly terms?: readonly FilterTerm[];
}

export function randomFilter(random: (limit: number) => number, pool: FilterPool): Filter {
  return {
    terms: Array.from({ length: random(pool.maxTerms + 1) }, () =>
      pool.terms === undefined ? randomTerm(random, pool) : oneOf(pool.terms, random),
    ),
  };
}

export function randomTerm(random: (limit: number) => number, pool: FilterPool): FilterTerm {
  const negated = random(3) === 0;
  const some = (field: string) => Array.from({ length: 1 + random(3) }, () => pool.values(field, random));
  const draw: Readonly<Record<FilterTerm['kind'], () => FilterTerm>> = {
    text: () => ({ kind: 'text', values: some('text'), negated }),
    since: () => ({ kind: 'since', time: pool.time(random) }),
    until: () => ({ kind: 'until', time: pool.time(random) }),
    seen: () => ({ kind: 'seen', seen: random(2) === 0 }),
    value: () => {
      const field = oneOf(valueFields, random);
      const words = allowedValues(field);
      const values = words === null ? some(field).map((value) => possible(field, value)) : [oneOf(words, random)];
      return { kind: 'value', field, values, negated };
    },
  };
  return draw[random(3) === 0 ? oneOf(filterKinds(draw), random) : 'value']();
}

function filterKinds(draw: Readonly<Record<FilterTerm['kind'], unknown>>): readonly FilterTerm['kind'][] {
  return Object.keys(draw) as FilterTerm['kind'][];
}

/** Makes a value that is too short for a part of an identifier into a complete one. */
function possible(field: ValueField, value: string): string {
  return isIdentifierField(field) && isTooShort(parseIdentifierPattern(value)) ? exactPattern(value) : value;
}

export function oneOf<Item>(items: readonly Item[], random: (limit: number) => number): Item {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}
