import type { Outlet } from '../../src-shared/domain/outlets/outlet.ts';
import type { Turn } from '../../src-shared/domain/outlets/turn.ts';
import { causeKey } from '../../src-shared/domain/cases/case.ts';
import { allocationFailure } from './case-states.ts';

export function anOutlet(fields: Partial<Outlet> = {}): Outlet {
  return {
    id: 'outlet-1',
    name: 'on call',
    kind: 'cloudevents',
    url: 'https://hooks.example.com/in',
    auth: null,
    topics: ['groups', 'signal'],
    views: [],
    areIdentifiersWhole: false,
    template: null,
    isBatched: false,
    everySeconds: 30,
    ...fields,
  };
}

export const ALLOCATION = causeKey(allocationFailure);
export const CHANGE = causeKey({
  kind: 'request',
  operation: 'CHANGE_SUBSCRIPTIONPACKAGE',
  type: 'DCP_ERROR',
  code: '73',
});

type GroupTurn = Turn & { readonly kind: 'group' };

export function aGroupTurn(
  number: number,
  fields: Partial<GroupTurn> = {},
  facts: Partial<GroupTurn['facts']> = {},
): GroupTurn {
  const at = fields.at ?? 0;
  return {
    kind: 'group',
    number,
    id: `turn-${number}`,
    at,
    key: ALLOCATION,
    turn: 'opened',
    facts: {
      cause: allocationFailure,
      consequence: 'unusable',
      open: 2,
      failures: 2,
      failedResources: 0,
      resources: 0,
      countries: [{ country: 'NO', count: 2 }],
      others: 0,
      owners: [],
      since: at,
      lastAt: at,
      deadline: null,
      ...facts,
    },
    ...fields,
  };
}
