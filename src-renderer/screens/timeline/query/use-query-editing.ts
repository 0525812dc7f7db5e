/** The query of the screen while it is written: tells the filter when it has changed, and follows it when others do. */
import { useState } from 'react';
import type { Filter } from '../../../../src-shared/domain/filter.ts';
import { printFilter } from '../../../../src-shared/domain/filter-text.ts';
import { afterInput, filterOf, type QueryInput, queryOf, type QueryState } from './query-editing.ts';

export interface QueryEditing {
  readonly state: QueryState;
  /** One after another: each is made of what the one before it has left. */
  readonly put: (...inputs: readonly QueryInput[]) => QueryState;
}

export function useQueryEditing(filter: Filter, change: (filter: Filter) => void): QueryEditing {
  const [kept, setKept] = useState(() => ({ state: queryOf(filter), given: printFilter(filter) }));
  const given = printFilter(filter);
  let { state } = kept;
  if (given !== kept.given) {
    state = afterInput(state, { kind: 'filter', filter });
    setKept({ state, given });
  }
  return {
    state,
    put(...inputs) {
      const next = inputs.reduce(afterInput, state);
      setKept({ state: next, given });
      const asked = filterOf(next);
      if (printFilter(asked) !== printFilter(filterOf(state))) change(asked);
      return next;
    },
  };
}
