import { expect, test, vi } from 'vitest';
import { boardOf } from '../../../../src-main/core/cases/board.ts';
import { Deadlines } from '../../../../src-main/core/cases/deadlines.ts';
import { GroupTally } from '../../../../src-main/adapters/sqlite/cases/group-tally.ts';
import { NO_OPERATOR_STATE, type GroupAggregate } from '../../../../src-main/core/ports/case-projection.ts';
import type { Board } from '../../../../src-shared/api/cases.ts';
import { MAX_GROUPS } from '../../../../src-shared/domain/cases/group-order.ts';
import { causeKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import { aGroupState, allocationFailure, OPEN_CASE } from '../../../doubles/case-states.ts';
import { performAction, casesOverStore, OLIVIA } from '../../../doubles/cases-over-store.ts';

test('[OWN-4] shows an action on the board of every operator within a second', async () => {
  const { run, receiveLocalizations, clock } = await casesOverStore();
  await receiveLocalizations({ eid: 'a' });
  const { cases } = run();
  await cases.waitUntilCaughtUp();
  const boards: Board[] = [];
  const ending = new AbortController();
  const followed = (async () => {
    for await (const update of cases.subscribe(ending.signal)) boards.push(update.state);
  })();
  await clock.advance(1_000);
  await performAction(cases, { kind: 'take' }, [causeKey(allocationFailure)]);
  await cases.waitUntilCaughtUp();
  await clock.advance(1_000);
  await vi.waitFor(() => expect(boards.at(-1)?.byOwner).toEqual([{ owner: OLIVIA, localizations: 1, requests: 0 }]));
  ending.abort();
  await followed;
});

function groupAggregate(code: string, remindAt: number | null, ofGroup: number | null): GroupAggregate {
  const tally = new GroupTally(0);
  tally.add({ ...OPEN_CASE, remindAt });
  const operatorState = { ...NO_OPERATOR_STATE, remindAt: ofGroup };
  const facts = tally.aggregate(
    aGroupState({ ...allocationFailure, code }, { open: 1, standing: operatorState }),
    () => null,
  );
  if (facts === null) throw new Error('there is a case');
  return facts;
}

function board(groups: readonly GroupAggregate[]): Board {
  const snapshot = { position: { cursor: 2, actions: 0 }, groups, others: [], endedWell: 0 };
  return boardOf({ snapshot, now: 5, upTo: 2, behind: 0, details: new Map(), deadlines: new Deadlines() });
}

test('[CASE-16] counts the causes that exceed the limit of the board, and their cases', () => {
  const groups = Array.from({ length: MAX_GROUPS + 3 }, (_, number) => groupAggregate(`C-${number}`, null, null));
  const { groups: shown, moreGroups, failures } = board(groups);
  expect([shown.length, moreGroups, failures]).toEqual([MAX_GROUPS, 3, MAX_GROUPS + 3]);
});

test('reminds of a group at its first reminder, its own or that of a case', () => {
  const reminders = ([one, group]: readonly [number | null, number | null]) =>
    board([groupAggregate('C', one, group)]).groups[0]?.remindAt;
  expect(
    [[9, 7] as const, [7, 9] as const, [null, 7] as const, [7, null] as const, [null, null] as const].map(reminders),
  ).toEqual([7, 7, 7, 7, null]);
});
