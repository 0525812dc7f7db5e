import { describe, expect, test } from 'vitest';
import { ShiftHandOvers } from '../../../../src-main/core/cases/shift-hand-overs.ts';
import type { ShiftHandOver } from '../../../../src-shared/api/shift.ts';
import type { Action, StoredActionEntry, UndoableAction } from '../../../../src-shared/domain/cases/action.ts';
import { caseKey, causeKey, type CauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import {
  casesOverStore,
  firstState,
  JONAS,
  OLIVIA,
  performAction,
  readBoard,
} from '../../../doubles/cases-over-store.ts';
import { allocationFailure } from '../../../doubles/case-states.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const allocation = causeKey(allocationFailure);
const download = causeKey({
  kind: 'localization',
  operation: 'DOWNLOADED',
  type: null,
  code: 'START_PROFILE_DOWNLOAD_FAILED',
});

type Step = readonly [what: Action, subjects?: readonly CauseKey[], author?: typeof OLIVIA, text?: string];

/** Returns the state of each group of each hand-over, newest first. The steps have the ids `step-001` and so on. */
function statesAfter(steps: readonly Step[]): readonly (readonly string[])[] {
  const found = new ShiftHandOvers();
  for (const [index, [what, subjects = [allocation], author = JONAS, text = '']] of steps.entries()) {
    const at = index + 1;
    const made = { id: idOf(at), number: at, afterSeq: at, at, author, what, text };
    const entry: StoredActionEntry = { ...made, subjects: [...subjects] };
    found.add(entry);
  }
  return found
    .list()
    .map(({ items }) =>
      [...items.values()].map((state) =>
        state.kind === 'waiting' ? state.kind : `${state.kind} ${state.author.name}`,
      ),
    );
}
const idOf = (step: number) => `step-${String(step).padStart(3, '0')}`;

const handedOver: Step = [{ kind: 'hand-over' }, [allocation, download], OLIVIA];
const accept: Action = { kind: 'accept', of: idOf(1) };
const decline: Action = { kind: 'decline', of: idOf(1) };
const undo = (step: number, undone: UndoableAction): Step => [
  { kind: 'undo', of: idOf(step), undone },
  [allocation, download],
];

describe('[REPORT-40] a handed-over group waits until it is answered', () => {
  test.each<readonly [what: string, steps: readonly Step[], states: readonly (readonly string[])[]]>([
    ['nothing happened since', [handedOver], [['waiting', 'waiting']]],
    ['one was accepted', [handedOver, [accept]], [['accepted Jonas Lind', 'waiting']]],
    ['one was taken', [handedOver, [{ kind: 'take' }]], [['accepted Jonas Lind', 'waiting']]],
    ['one was declined', [handedOver, [decline]], [['declined Jonas Lind', 'waiting']]],
    ['it was accepted after it was declined', [handedOver, [decline], [accept]], [['accepted Jonas Lind', 'waiting']]],
    [
      'two operators accepted it, of whom the first keeps it',
      [handedOver, [accept], [accept, [allocation], OLIVIA]],
      [['accepted Jonas Lind', 'waiting']],
    ],
    [
      'the later of two operators who accepted it undid that',
      [handedOver, [accept], [accept, [allocation], OLIVIA], undo(3, accept)],
      [['accepted Jonas Lind', 'waiting']],
    ],
    ['it was declined after it was accepted', [handedOver, [accept], [decline]], [['accepted Jonas Lind', 'waiting']]],
    [
      'it was taken from the operator who accepted it',
      [handedOver, [accept], [{ kind: 'take' }, [allocation], OLIVIA]],
      [['accepted Jonas Lind', 'waiting']],
    ],
    ['the answer was undone', [handedOver, [accept], undo(2, accept)], [['waiting', 'waiting']]],
    [
      'the answer was undone after another action',
      [handedOver, [accept], [{ kind: 'note' }], undo(2, accept)],
      [['accepted Jonas Lind', 'waiting']],
    ],
    [
      'the second answer was undone',
      [handedOver, [decline], [accept], undo(3, accept)],
      [['declined Jonas Lind', 'waiting']],
    ],
    ['the hand-over was undone', [handedOver, undo(1, { kind: 'hand-over' })], []],
    [
      'one was handed over again',
      [handedOver, [accept], [{ kind: 'hand-over' }, [allocation], JONAS]],
      [['waiting'], ['waiting']],
    ],
    [
      'one was handed over again, which was undone',
      [handedOver, [accept], [{ kind: 'hand-over' }, [allocation], JONAS], undo(3, { kind: 'hand-over' })],
      [['accepted Jonas Lind', 'waiting']],
    ],
    [
      'an answer was about another hand-over',
      [handedOver, [{ kind: 'accept', of: idOf(9) }]],
      [['waiting', 'waiting']],
    ],
    ['a note was written', [handedOver, [{ kind: 'note' }]], [['waiting', 'waiting']]],
  ])('if %s', (_, steps, states) => expect(statesAfter(steps)).toEqual(states));
});

async function handedOverShift() {
  const made = await casesOverStore();
  await made.receiveLocalizations({ eid: 'a' }, { eid: 'b' }, { eid: 'c', operation: 'DOWNLOADED' });
  const { cases } = made.run();
  await cases.waitUntilCaughtUp();
  const { actions } = await performAction(cases, { kind: 'hand-over' }, [allocation, download]);
  return { ...made, cases, of: actions[0] ?? '' };
}
type Cases = Awaited<ReturnType<typeof handedOverShift>>['cases'];

async function shownBy(cases: Cases): Promise<ShiftHandOver[]> {
  await cases.waitUntilCaughtUp();
  return firstState((signal) => cases.handOvers(signal));
}
const statesOf = (handOvers: readonly ShiftHandOver[]) =>
  handOvers.map(({ items }) => items.map(({ open, state }) => [open, state.kind]));

test('[REPORT-40] an operator who accepts a group owns it and its cases; a declined one keeps its owner', async () => {
  const { cases, of } = await handedOverShift();
  await performAction(cases, { kind: 'take' }, [download], OLIVIA);
  await performAction(cases, { kind: 'accept', of }, [allocation], JONAS);
  await performAction(cases, { kind: 'decline', of }, [download], JONAS);
  await cases.waitUntilCaughtUp();
  const owners = (await readBoard(cases)).groups.map(({ key, owners: of_ }) => [key, of_.map(({ owner }) => owner)]);
  expect(new Map(owners as [string, unknown][])).toEqual(
    new Map([
      [allocation, [JONAS]],
      [download, [OLIVIA]],
    ]),
  );
  const { actions } = await cases.detail(caseKey({ kind: 'eid', eid: 'a' }));
  expect(actions.map(({ what }) => what.kind)).toEqual(['accept', 'hand-over']);
});

describe('[REPORT-40] a hand-over is shown while a group of it needs an answer', () => {
  test('with what ended meanwhile, and what failed again as over', async () => {
    const { cases, receiveLocalizations } = await handedOverShift();
    expect(statesOf(await shownBy(cases))).toEqual([
      [
        [2, 'waiting'],
        [1, 'waiting'],
      ],
    ]);
    const over = [
      [
        [2, 'waiting'],
        [0, 'ended'],
      ],
    ];
    await receiveLocalizations({ eid: 'c', operation: 'ENABLED', state: 'COMPLETED' });
    expect(statesOf(await shownBy(cases))).toEqual(over);
    await receiveLocalizations({ eid: 'c', operation: 'DOWNLOADED' });
    expect(statesOf(await shownBy(cases))).toEqual(over);
  });

  test('for twelve hours once it is answered, and for a week before', async () => {
    const { cases, clock, of } = await handedOverShift();
    await performAction(cases, { kind: 'accept', of }, [allocation], JONAS);
    await clock.advance(13 * HOUR);
    expect(await shownBy(cases)).toHaveLength(1);
    await performAction(cases, { kind: 'accept', of }, [download], JONAS);
    expect(await shownBy(cases)).toEqual([]);
  });

  test('not after a week, when every shift knows what is open', async () => {
    const { cases, clock } = await handedOverShift();
    await clock.advance(6 * DAY);
    expect(await shownBy(cases)).toHaveLength(1);
    await clock.advance(2 * DAY);
    expect(await shownBy(cases)).toEqual([]);
    expect(await shownBy(cases)).toEqual([]);
  });
});
