import { useLayoutEffect, useRef, useState } from 'react';
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../../src-shared/domain/filter/filter-text.ts';
import { useDebounced } from '../../../stores/queries/use-debounced.ts';
import { choicesOf, remainder } from './completion.ts';
import { type FieldEvent, fieldOf, reduceField } from './field-state.ts';
import { filterOf, mistakeOf } from './query-editing.ts';
import { useCompletion } from './use-completion.ts';

/** Long enough not to report a mistake in the middle of a word. */
const PAUSE_MS = 800;

export type QueryFieldModel = ReturnType<typeof useQueryField>;

export function useQueryField(filter: Filter, change: (filter: Filter) => void) {
  const given = printFilter(filter);
  const [held, setHeld] = useState(() => ({ state: fieldOf(filter), given }));
  let { state } = held;
  if (given !== held.given) {
    state = reduceField(state, { kind: 'filter', filter });
    setHeld({ state, given });
  }
  // The browser may fire several events for a press, before the next render.
  const latest = useRef(state);
  useLayoutEffect(() => {
    latest.current = state;
  }, [state]);

  function dispatch(...events: readonly FieldEvent[]): void {
    const before = latest.current;
    const next = events.reduce(reduceField, before);
    latest.current = next;
    setHeld({ state: next, given });
    const nextFilter = filterOf(next.query);
    if (printFilter(nextFilter) !== printFilter(filterOf(before.query))) change(nextFilter);
  }

  const { query, isFocused, isOpen } = state;
  const mistake = mistakeOf(query);
  const { caretContext, completion, help, counts } = useCompletion(query, isFocused && (isOpen || mistake !== null));
  const hasSuggestions = completion.groups.length > 0 || completion.hint !== null;
  const list = isFocused && isOpen && help === null && hasSuggestions ? completion : null;
  const choices = choicesOf(list);
  const chosen = choices.find(({ text }) => text === state.chosen) ?? null;
  const active = chosen ?? list?.best ?? null;
  const isAtEnd = isFocused && query.caret === query.draft.length;
  const ghost = active !== null && isAtEnd ? remainder(active, caretContext.typed) : '';
  // Shows a mistake even while the caret is in its word. Text that starts a known name may still become one.
  const isUnknownText = isFocused && completion.best === null && query.draft !== '' && !query.isChecked;
  useDebounced(isUnknownText ? query : null, PAUSE_MS, () => dispatch({ kind: 'rest' }));
  return { state, query, mistake, caretContext, help, counts, list, choices, chosen, active, ghost, dispatch };
}
