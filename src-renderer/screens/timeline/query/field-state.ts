/** Reducer for the query field: the query, the focus and the list of suggestions. Pure. */
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { type QueryInput, queryOf, type QueryState, reduceQuery } from './query-editing.ts';

export interface FieldState {
  readonly query: QueryState;
  readonly isFocused: boolean;
  /** True if the list is open when there is something to suggest. */
  readonly isOpen: boolean;
  readonly chosen: string | null;
}

export type FieldEvent =
  | QueryInput
  | { readonly kind: 'focus' }
  | { readonly kind: 'blur' }
  | { readonly kind: 'leave' }
  | { readonly kind: 'list'; readonly isOpen: boolean }
  | { readonly kind: 'choose'; readonly text: string | null };

export const OPEN_LIST: FieldEvent = { kind: 'list', isOpen: true };

export function fieldOf(filter: Filter): FieldState {
  return { query: queryOf(filter), isFocused: false, isOpen: false, chosen: null };
}

export function reduceField(state: FieldState, event: FieldEvent): FieldState {
  switch (event.kind) {
    case 'focus':
      return { ...state, isFocused: true };
    case 'blur': {
      const query = { ...state.query, current: null, isAll: false };
      return { ...state, query, isFocused: false, isOpen: false };
    }
    case 'leave': {
      const query = reduceQuery(state.query, { kind: 'give-up' });
      return { query, isFocused: false, isOpen: false, chosen: null };
    }
    case 'list':
      return { ...state, isOpen: event.isOpen, chosen: null };
    case 'choose':
      return { ...state, chosen: event.text };
    case 'rest':
    case 'filter':
      return { ...state, query: reduceQuery(state.query, event) };
    case 'write':
    case 'caret':
    case 'finish':
    case 'back':
    case 'delete':
    case 'left':
    case 'right':
    case 'edit':
    case 'remove':
    case 'negate':
    case 'all':
    case 'give-up': {
      const query = reduceQuery(state.query, event);
      const isEmpty = query.draft === '' && query.caret === 0;
      return { ...state, query, chosen: null, isOpen: state.isOpen && !isEmpty };
    }
    default:
      return assertNever(event);
  }
}
