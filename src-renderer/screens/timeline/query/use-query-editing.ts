/** State of the query while it is edited. Reports a changed filter, and follows changes from elsewhere. */
import { useState } from 'react';
import type { Filter } from '../../../../src-shared/domain/filter.ts';
import { printFilter } from '../../../../src-shared/domain/filter-text.ts';
import { reduceQuery, filterOf, type QueryInput, queryOf, type QueryState } from './query-editing.ts';

export interface QueryEditing {
  readonly state: QueryState;
  /** Applies the inputs in order, each to the result of the one before. */
  readonly dispatch: (...inputs: readonly QueryInput[]) => QueryState;
}

export function useQueryEditing(filter: Filter, change: (filter: Filter) => void): QueryEditing {
  const [kept, setKept] = useState(() => ({ state: queryOf(filter), given: printFilter(filter) }));
  const given = printFilter(filter);
  let { state } = kept;
  if (given !== kept.given) {
    state = reduceQuery(state, { kind: 'filter', filter });
    setKept({ state, given });
  }
  return {
    state,
    dispatch(...inputs) {
      const next = inputs.reduce(reduceQuery, state);
      setKept({ state: next, given });
      const asked = filterOf(next);
      if (printFilter(asked) !== printFilter(filterOf(state))) change(asked);
      return next;
    },
  };
}
