/** The query of the screen while it is written: tells the filter when it has changed, and follows it when others do. */
import { useState } from 'react';
import type { Filter } from '../../../../src-shared/domain/filter.ts';
import { printFilter } from '../../../../src-shared/domain/filter-text.ts';
import { reduceQuery, filterOf, type QueryInput, queryOf, type QueryState } from './query-editing.ts';

export interface QueryEditing {
  readonly state: QueryState;
  /** One after another: each is made of what the one before it has left. */
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
