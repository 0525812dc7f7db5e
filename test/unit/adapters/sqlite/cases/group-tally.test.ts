import { expect, test } from 'vitest';
import { GroupTally } from '../../../../../src-main/adapters/sqlite/cases/group-tally.ts';
import { aGroupState, allocationFailure, OPEN_CASE } from '../../../../doubles/case-states.ts';

test('[HEALTH-2] a part of a group has the time of its oldest case, in whatever order they are read', () => {
  const tally = new GroupTally(0);
  for (const openedAt of [3_000, 1_000, 2_000]) tally.add({ ...OPEN_CASE, openedAt });
  expect(tally.aggregate(aGroupState(allocationFailure), () => null)?.parts).toEqual([
    { consequence: 'unusable', owner: null, count: 3, openedAt: 1_000 },
  ]);
});
