/**
 * Changes of a subscription: `docs/service.md` §6.4, states PAUSE and DEACTIVATED, codes 70 and 73. The simulator adds
 * the state ACTIVE, makes DEACTIVATED final and lets packages be full.
 */
import type { Subscription } from '../fleet/fields.ts';

export const subscriptionStates = ['ACTIVE', 'PAUSE', 'DEACTIVATED'] as const;

export type RequestedChange =
  | { readonly kind: 'state'; readonly target: string }
  | { readonly kind: 'package'; readonly target: string };

export interface ResourceFailure {
  readonly errorCode: string;
  readonly errorMessage: string;
}

export function changeFailure(
  { state, subscriptionPackage }: Pick<Subscription, 'state' | 'subscriptionPackage'>,
  { kind, target }: RequestedChange,
): ResourceFailure | null {
  if (kind === 'state')
    return state === target || state === 'DEACTIVATED'
      ? { errorCode: '70', errorMessage: `Cannot change the current subscription state ${state} to ${target}` }
      : null;
  if (state === 'DEACTIVATED')
    return { errorCode: '70', errorMessage: `Cannot change a subscription whose current state is ${state}` };
  return subscriptionPackage === target
    ? { errorCode: '73', errorMessage: 'Cannot move a subscription to the package it already belongs to' }
    : null;
}

/** Not documented. */
export const packageIsFull: ResourceFailure = {
  errorCode: '412',
  errorMessage: 'Quota of the package is exhausted',
};
