import { describe, expect, test } from 'vitest';
import {
  type StoredActionEntry,
  type UndoableAction,
  undoableActionSchema,
} from '../../../../../src-shared/domain/cases/action.ts';
import { caseKey, causeKey } from '../../../../../src-shared/domain/cases/case.ts';
import { INES, JONAS, localizationEvent, minute, storedActionEntry } from '../../../../doubles/case-events.ts';
import { MemoryCaseProjection, type ProjectionInput } from '../../../../doubles/memory-case-projection.ts';
import { randomCases } from '../../../../doubles/random-cases.ts';
import { randomNumbers } from '../../../../doubles/random-numbers.ts';
import { rounds } from '../../../../support/breadth.ts';
import { allocationFailure } from '../../../../doubles/case-states.ts';

const A = caseKey({ kind: 'eid', eid: 'A' });
const B = caseKey({ kind: 'eid', eid: 'B' });
const GROUP = causeKey(allocationFailure);
const ALL = [GROUP, A, B];

const failed = (seq: number, eid: string, operation = 'ALLOCATED') => localizationEvent(seq, seq, { eid, operation });
const succeeded = (seq: number, eid: string) =>
  localizationEvent(seq, seq, { eid, operation: 'ENABLED', state: 'COMPLETED' });
const two = [failed(1, 'A'), failed(2, 'B')];

function act(afterSeq: number, what: UndoableAction, subjects = ALL, author = INES): StoredActionEntry {
  return storedActionEntry(afterSeq, afterSeq + 0.25, what, subjects, author);
}
function undo({ id, what, subjects }: StoredActionEntry, afterSeq: number): StoredActionEntry {
  const undone = undoableActionSchema.parse(what);
  return storedActionEntry(afterSeq, afterSeq + 0.5, { kind: 'undo', of: id, undone }, subjects);
}

/** Returns the projection without what only undo reads, and without the time of the last action on a case of a group. */
function projected(...inputs: readonly ProjectionInput[]) {
  const caseProjection = new MemoryCaseProjection();
  for (const input of inputs) caseProjection.apply([input]);
  const { cases, groups, stays } = caseProjection;
  return {
    cases: [...cases.values()].map((state) => ({ ...state, before: null })),
    groups: [...groups.values()].map((state) => ({
      ...state,
      before: null,
      standing: { ...state.standing, touchedAt: null },
    })),
    stays: Object.fromEntries([...stays].filter(([, ended]) => ended.length > 0)),
  };
}

const taken = act(2, { kind: 'take' }, ALL, JONAS);
const muted = act(2, { kind: 'mute', ends: { kind: 'worse' } });
const done = act(2, { kind: 'done' });

const HISTORIES = rounds({ usual: 15, thorough: 60 });

describe('[CASE-61] an undone action leaves everything as if it had never been', () => {
  test.for<[string, readonly ProjectionInput[], UndoableAction]>([
    ['a take', two, { kind: 'take' }],
    ['a take of what another operator had', [...two, taken], { kind: 'take' }],
    ['a release', [...two, taken], { kind: 'release' }],
    ['a mute', two, { kind: 'mute', ends: { kind: 'next-failure' } }],
    ['another mute', [...two, muted], { kind: 'mute', ends: { kind: 'time', at: minute(60) } }],
    ['an unmute', [...two, muted], { kind: 'unmute' }],
    ['a reminder', two, { kind: 'remind', at: minute(30) }],
    ['a retry', two, { kind: 'retried' }],
    ['a note', [...two, taken], { kind: 'note' }],
    ['done', two, { kind: 'done' }],
    ['done after a take and a mute', [...two, taken, muted], { kind: 'done' }],
  ])('%s', ([, before, what]) => {
    const action = act(3, what);
    expect(projected(...before, action)).not.toEqual(projected(...before));
    expect(projected(...before, action, undo(action, 3))).toEqual(projected(...before));
  });

  test('whatever was stored before', () => {
    const random = randomNumbers(29);
    let undone = 0;
    for (let round = 0; round < HISTORIES; round += 1) {
      const before = randomCases(40 + random(60), random);
      const caseProjection = MemoryCaseProjection.of(...before);
      const [some = GROUP] = caseProjection.groups.keys();
      const open = [...caseProjection.cases.values()].filter(
        ({ cause, openedAt }) => openedAt !== null && cause === some,
      );
      const actions: UndoableAction[] = [{ kind: 'take' }, muted.what as UndoableAction, { kind: 'done' }];
      const subjects = [...open.map(({ key }) => key), ...(random(2) === 0 ? [some as typeof GROUP] : [])];
      const action = act(200, actions[round % actions.length] ?? { kind: 'note' }, subjects);
      const expected = projected(...before);
      undone += JSON.stringify(projected(...before, action)) === JSON.stringify(expected) ? 0 : 1;
      expect(projected(...before, action, undo(action, 200))).toEqual(expected);
    }
    expect(undone).toBeGreaterThan(HISTORIES / 3);
  });

  test('a failure between the action and its undo counts', () => {
    const again = [failed(3, 'A'), failed(4, 'C'), failed(5, 'D')];
    for (const action of [taken, muted, act(2, { kind: 'mute', ends: { kind: 'next-failure' } })])
      expect(projected(...two, action, ...again, undo(action, 5))).toEqual(projected(...two, ...again));
    // The failure also ends an earlier mute.
    const take = act(3, { kind: 'take' });
    expect(projected(...two, muted, take, ...again, undo(take, 5))).toEqual(projected(...two, muted, ...again));
  });
});

describe('[CASE-61] a later action or a later event wins over an undo', () => {
  test.for<[string, StoredActionEntry, readonly ProjectionInput[]]>([
    ['another operator took it', taken, [act(3, { kind: 'take' }, ALL, INES)]],
    ['it succeeded after it was done', done, [succeeded(3, 'A'), succeeded(4, 'B')]],
    ['it failed again after it was done', done, [failed(3, 'A'), failed(4, 'B')]],
    ['it fails for another reason', muted, [failed(3, 'A', 'PROVISIONED'), failed(4, 'B', 'PROVISIONED')]],
    ['it was undone before', taken, [undo(taken, 2), act(3, { kind: 'note' })]],
  ])('%s', ([, action, later]) => {
    expect(projected(...two, action, ...later, undo(action, 9))).toEqual(projected(...two, action, ...later));
  });

  test('for a part of the cases', () => {
    const caseProjection = MemoryCaseProjection.of(...two, done, succeeded(3, 'A'), undo(done, 3));
    expect([caseProjection.onlyCase(A).ended, caseProjection.onlyCase(B).openedAt]).toEqual(['done', minute(2)]);
    expect(caseProjection.group(GROUP).open).toBe(1);
  });
});

describe('[CASE-12] a done case can be reopened until it succeeds', () => {
  const reopened = act(7, { kind: 'reopen' });

  test('a reopened case counts as open all the time, with its owner and its mute', () => {
    const before = [...two, taken, muted];
    expect(projected(...before, done, reopened)).toEqual(projected(...before));
  });

  test('also after a note on the done case', () => {
    const { openedAt, ended } = MemoryCaseProjection.of(...two, done, act(3, { kind: 'note' }, [A]), reopened).onlyCase(
      A,
    );
    expect({ openedAt, ended }).toEqual({ openedAt: minute(1), ended: null });
  });

  test('a case can be done and reopened again, and each stay is stored once', () => {
    const again = { ...done, id: 'action-again', number: 8_000, afterSeq: 7 };
    const caseProjection = MemoryCaseProjection.of(...two, done, reopened, again);
    expect([...caseProjection.stays.values()].map((stays) => stays.length)).toEqual([1, 1]);
    expect(projected(...two, done, reopened, again, { ...reopened, number: 9_000 })).toEqual(projected(...two));
  });

  test.for<[string, readonly ProjectionInput[]]>([
    ['is open', two],
    ['recovered', [...two, succeeded(3, 'A'), succeeded(4, 'B')]],
    ['was done and recovered then', [...two, done, succeeded(3, 'A'), succeeded(4, 'B')]],
  ])('a case that %s does not change', ([, inputs]) => {
    expect(projected(...inputs, reopened)).toEqual(projected(...inputs));
  });

  test('the case names who closed it', () => {
    const { before, ended } = MemoryCaseProjection.of(...two, act(2, { kind: 'done' }, [A], JONAS)).onlyCase(A);
    expect([ended, before?.author]).toEqual(['done', JONAS]);
  });
});
