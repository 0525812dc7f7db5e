import { expect, test } from 'vitest';
import { boardOf } from '../../../../src-main/core/cases/board.ts';
import { Deadlines } from '../../../../src-main/core/cases/deadlines.ts';
import { boardSchema } from '../../../../src-shared/api/cases.ts';
import { GroupTally } from '../../../../src-main/adapters/sqlite/cases/group-tally.ts';
import { aGroupState, pauseRefusal, OPEN_CASE } from '../../../doubles/case-states.ts';

test('[REQ-5] keeps the figures valid if requests report the largest possible number of resources', () => {
  const tally = new GroupTally(0);
  for (const number of [1, 2])
    tally.add({
      ...OPEN_CASE,
      id: number,
      consequence: 4,
      outcome: 'partial',
      failedSeq: number,
      failedResources: Number.MAX_SAFE_INTEGER,
      resources: Number.MAX_SAFE_INTEGER,
    });
  const group = tally.aggregate(aGroupState(pauseRefusal, { open: 2 }), () => null);
  const snapshot = {
    position: { cursor: 2, actions: 0 },
    groups: group === null ? [] : [group, group],
    others: [],
    endedWell: 0,
  };
  const board = boardOf({ snapshot, now: 5, upTo: 2, behind: 0, details: new Map(), deadlines: new Deadlines() });
  const parsed = boardSchema.parse(board);
  const max = Number.MAX_SAFE_INTEGER;
  expect([parsed.failedResources, parsed.resources, parsed.groups[0]?.resources]).toEqual([max, max, max]);
});
