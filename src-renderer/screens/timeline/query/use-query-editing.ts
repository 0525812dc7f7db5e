/** State of the query while it is edited. Reports a changed filter, and follows changes from elsewhere. */
import { useState } from 'react';
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../../src-shared/domain/filter/filter-text.ts';
import { reduceQuery, filterOf, type QueryInput, queryOf, type QueryState } from './query-editing.ts';

export interface QueryEditing {
  readonly state: QueryState;
  /** Applies the inputs in order, each to the result of the one before. */
  readonly dispatch: (...inputs: readonly QueryInput[]) => QueryState;
}

export function useQueryEditing(filter: Filter, change: (filter: Filter) => void): QueryEditing {
  const [editing, setEditing] = useState(() => ({ state: queryOf(filter), given: printFilter(filter) }));
  const given = printFilter(filter);
  let { state } = editing;
  if (given !== editing.given) {
    state = reduceQuery(state, { kind: 'filter', filter });
    setEditing({ state, given });
  }
  return {
    state,
    dispatch(...inputs) {
      const next = inputs.reduce(reduceQuery, state);
      setEditing({ state: next, given });
      const nextFilter = filterOf(next);
      if (printFilter(nextFilter) !== printFilter(filterOf(state))) change(nextFilter);
      return next;
    },
  };
}
