/** Values of a field, counted under the other filters. Keeps the order while the pointer is over them. Pure. */
import type { FacetField } from '../../../../src-shared/domain/event/event-fields.ts';
import { valuesOf, withoutValue, withValue } from '../../../../src-shared/domain/filter/filter-edit.ts';
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import type { FacetCount, FacetTable } from '../../../stores/timeline/tally-sums.ts';

export interface FacetLine {
  readonly value: string;
  /** Matching events with this value under all filters except those on its field; null until counted. */
  readonly count: number | null;
  /** Share of the largest count, 0 to 1, in steps, so that small changes do not render the line again. */
  readonly share: number;
  readonly state: 'open' | 'in' | 'out';
}

/** About one per pixel of a bar. */
const SHARE_STEPS = 200;

/** @param always values that are listed first and in this order, even if they do not occur */
export function facetLines(
  field: FacetField,
  filter: Filter,
  table: FacetTable | null,
  always: readonly string[],
  before: readonly string[] | null,
): readonly FacetLine[] {
  const counted = new Map((table?.get(field) ?? []).flatMap(entryOf));
  const included = valuesOf(filter, field, false);
  const excluded = valuesOf(filter, field, true);
  const byCount = [...counted.keys(), ...included, ...excluded];
  const values = [...new Set([...always, ...(before ?? []), ...byCount])];
  const maxCount = Math.max(1, ...counted.values());
  return values
    .filter((value) => always.includes(value) || counted.has(value) || included.has(value) || excluded.has(value))
    .map((value) => {
      const count = table === null ? null : (counted.get(value) ?? 0);
      const state = excluded.has(value) ? 'out' : included.has(value) ? 'in' : 'open';
      return { value, count, share: Math.ceil((SHARE_STEPS * (count ?? 0)) / maxCount) / SHARE_STEPS, state };
    });
}

function entryOf({ value, count }: FacetCount): [string, number][] {
  return value === null ? [] : [[value, count]];
}

/** Always lists included and excluded values, and as many others as fit. */
export function shownLines(lines: readonly FacetLine[], maxCount: number): readonly FacetLine[] {
  return lines.filter(({ state }, index) => index < maxCount || state !== 'open');
}

/** A second click on the same choice removes it. */
export function withFacet(filter: Filter, field: FacetField, { value, state }: FacetLine, negated: boolean): Filter {
  const isDone = negated ? state === 'out' : state === 'in' && valuesOf(filter, field, false).size === 1;
  return isDone ? withoutValue(filter, field, value) : withValue(filter, field, value, negated);
}
