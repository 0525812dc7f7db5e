import { type Cause, causeKey } from '../../domain/cases/case-keys.ts';
import type { Turn } from '../../domain/outlets/turn.ts';

const CAUSE: Cause = {
  kind: 'localization',
  operation: 'ALLOCATED',
  type: null,
  code: 'START_PROFILE_ALLOCATION_FAILED',
};

export function exampleTurn(at: number): Turn {
  return {
    kind: 'group',
    number: 1,
    id: 'example',
    at,
    key: causeKey(CAUSE),
    turn: 'opened',
    facts: {
      cause: CAUSE,
      consequence: 'unusable',
      open: 12,
      failures: 12,
      failedResources: 0,
      resources: 0,
      countries: [{ country: 'NO', count: 12 }],
      others: 0,
      owners: ['Olivia'],
      since: at,
      lastAt: at,
      deadline: null,
    },
  };
}
