/** Decides the next step of an export that waits for a complete search. */
import type { SearchState } from '../../../src-shared/api/searches.ts';
import type { AppErrorData } from '../../../src-shared/api/errors.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';

export type LoadStep =
  | { readonly kind: 'whole' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'load' }
  | { readonly kind: 'failed'; readonly error: AppErrorData }
  /** A user cancelled the load, or it ended with the watch. */
  | { readonly kind: 'given-up' };

export function loadStep(state: SearchState, hasRequested: boolean): LoadStep {
  const otherwise: LoadStep = hasRequested ? { kind: 'given-up' } : { kind: 'load' };
  switch (state.kind) {
    case 'ended':
      return { kind: 'whole' };
    case 'asking':
      return { kind: 'wait' };
    case 'loading':
      // If a user pauses the load later, the export waits until it continues.
      return state.isPaused && !hasRequested ? { kind: 'load' } : { kind: 'wait' };
    case 'more':
    case 'lapsed':
    case 'cancelled':
      return otherwise;
    case 'stored':
      return state.end === null ? otherwise : { kind: 'whole' };
    case 'failed':
      return hasRequested ? { kind: 'failed', error: state.error } : { kind: 'load' };
    default:
      return assertNever(state);
  }
}
