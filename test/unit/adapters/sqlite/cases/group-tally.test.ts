import { expect, test } from 'vitest';
import { GroupTally, type OpenCase } from '../../../../../src-main/adapters/sqlite/cases/group-tally.ts';
import { aGroupState, allocationFailure } from '../../../../doubles/case-states.ts';

const OPEN_CASE: OpenCase = {
  id: 1,
  consequence: 0,
  outcome: 'failed',
  openedAt: 0,
  failedAt: 0,
  failedSeq: 1,
  country: null,
  owner: null,
  ownedAt: null,
  otherCodes: [],
  iccid: null,
  failedResources: 0,
  resources: 0,
  remindAt: null,
  mutedUntil: null,
};

test('[METRIC-2] a part of a group has the time of its oldest case, in whatever order they are read', () => {
  const tally = new GroupTally(0);
  for (const openedAt of [3_000, 1_000, 2_000]) tally.add({ ...OPEN_CASE, openedAt });
  expect(tally.aggregate(aGroupState(allocationFailure), () => null)?.parts).toEqual([
    { consequence: 'unusable', owner: null, count: 3, openedAt: 1_000 },
  ]);
});
