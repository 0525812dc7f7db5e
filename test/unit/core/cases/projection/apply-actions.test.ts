import { describe, expect, test } from 'vitest';
import type { StoredActionEntry } from '../../../../../src-shared/domain/cases/action.ts';
import { caseKey, causeKey } from '../../../../../src-shared/domain/cases/case.ts';
import { groupOperatorState, caseOperatorState } from '../../../../../src-main/core/cases/projection/operator-state.ts';
import {
  storedActionEntry,
  INES,
  JONAS,
  localizationEvent,
  minute,
  requestEvent,
} from '../../../../doubles/case-events.ts';
import { type ProjectionInput, MemoryCaseProjection } from '../../../../doubles/memory-case-projection.ts';
import { allocationFailure } from '../../../../doubles/case-states.ts';

const A = caseKey({ kind: 'eid', eid: 'A' });
const B = caseKey({ kind: 'eid', eid: 'B' });
const C = caseKey({ kind: 'eid', eid: 'C' });
const GROUP = causeKey(allocationFailure);
const all = [GROUP, A, B];

const failed = (seq: number, eid: string, operation = 'ALLOCATED') => localizationEvent(seq, seq, { eid, operation });
const ok = (seq: number, eid: string) => localizationEvent(seq, seq, { eid, operation: 'ENABLED', state: 'COMPLETED' });
const two = [failed(1, 'A'), failed(2, 'B')];

function holds(key: string, inputs: readonly ProjectionInput[], now = 100) {
  const caseProjection = MemoryCaseProjection.of(...inputs);
  const state = caseProjection.onlyCase(key);
  const operatorState = caseOperatorState(
    state,
    state.cause === null ? null : caseProjection.group(state.cause),
    minute(now),
  );
  return {
    owner: operatorState.owner?.name ?? null,
    mute: operatorState.mute?.ends.kind ?? null,
    ticket: operatorState.ticket,
  };
}

const unassigned = { owner: null, mute: null, ticket: null };
const take = (subjects = all, author = INES, after = 2) =>
  storedActionEntry(after, after + 0.5, { kind: 'take' }, subjects, author);
const mute = (
  ends: Extract<StoredActionEntry['what'], { kind: 'mute' }>['ends'],
  subjects: StoredActionEntry['subjects'] = all,
) => storedActionEntry(2, 2.5, { kind: 'mute', ends }, subjects);

describe('[CASE-7] a case inherits from its group what it does not have itself', () => {
  test.for<[string, string, ProjectionInput[], object]>([
    ['taking a group assigns its cases', A, [...two, take()], { ...unassigned, owner: 'Ines Duarte' }],
    [
      'taking a group assigns cases that join later',
      C,
      [...two, take(), failed(3, 'C')],
      { ...unassigned, owner: 'Ines Duarte' },
    ],
    [
      'a case of a taken group can have another owner',
      A,
      [...two, take(), take([A], JONAS, 3)],
      { ...unassigned, owner: 'Jonas Lind' },
    ],
    [
      'a released case of a taken group is unassigned',
      A,
      [...two, take(), storedActionEntry(3, 3, { kind: 'release' }, [A])],
      unassigned,
    ],
    [
      'a case that moves to another cause keeps its owner',
      C,
      [...two, take(), failed(3, 'C'), failed(4, 'C', 'PROVISIONED')],
      { ...unassigned, owner: 'Ines Duarte' },
    ],
    [
      'a group becomes unassigned when its last open case ends',
      C,
      [...two, take(), ok(3, 'A'), ok(4, 'B'), failed(5, 'C')],
      unassigned,
    ],
    [
      'taking a group without open cases has no effect',
      C,
      [...two, ok(3, 'A'), ok(4, 'B'), take([GROUP], INES, 4), failed(5, 'C')],
      unassigned,
    ],
    ['a reopened case is unassigned', A, [...two, take([A]), ok(3, 'A'), failed(40, 'A')], unassigned],
    [
      'a case that recovers loses its own mute',
      A,
      [...two, mute({ kind: 'time', at: minute(200) }, [A]), ok(3, 'A')],
      unassigned,
    ],
    [
      'a reopened case keeps the ticket number of the provider',
      A,
      [...two, storedActionEntry(2, 2.5, { kind: 'pack', ticket: 'INC-7' }, [A]), ok(3, 'A'), failed(40, 'A')],
      { ...unassigned, ticket: 'INC-7' },
    ],
  ])('%s', ([, key, inputs, expected]) => {
    expect(holds(key, inputs)).toEqual(expected);
  });
});

describe('[CASE-11] every mute ends', () => {
  const time = { kind: 'time' as const, at: minute(50) };
  const worse = { kind: 'worse' as const };
  const next = { kind: 'next-failure' as const };
  const later = (first: string, then: string) => [failed(1, 'A', first), mute(time, [A]), failed(3, 'A', then)];
  test.for<[string, string, ProjectionInput[], number, string | null]>([
    ['a timed mute applies before its end', A, [...two, mute(time)], 49, 'time'],
    ['a timed mute ends at its time', A, [...two, mute(time)], 50, null],
    ['a mute of a group applies to cases that join later', C, [...two, mute(time), failed(3, 'C')], 49, 'time'],
    ['a mute until the next failure ends when the case fails', A, [...two, mute(next, [A]), failed(3, 'A')], 49, null],
    [
      'a mute until the next failure does not end when another case fails',
      A,
      [...two, mute(next, [A]), failed(3, 'C')],
      49,
      'next-failure',
    ],
    [
      'a mute of a group until the next failure ends for all cases with the next failure of the group',
      A,
      [...two, mute(next), failed(3, 'C')],
      49,
      null,
    ],
    [
      'a mute until it gets worse applies while the group gets no worse',
      A,
      [...two, mute(worse), failed(3, 'C')],
      49,
      'worse',
    ],
    [
      'a mute until it gets worse ends when twice as many cases are open',
      A,
      [...two, mute(worse), failed(3, 'C'), failed(4, 'D')],
      49,
      null,
    ],
    [
      'a mute until it gets worse ends when the consequence gets worse',
      A,
      [failed(1, 'A', 'DOWNLOADED'), mute(worse, [A]), failed(3, 'A')],
      49,
      null,
    ],
    [
      'a mute until it gets worse applies when the consequence gets milder',
      A,
      [failed(1, 'A'), mute(worse, [A]), failed(3, 'A', 'DOWNLOADED')],
      49,
      'worse',
    ],
    [
      'one case of a muted group can be unmuted',
      A,
      [...two, mute(time), storedActionEntry(3, 3, { kind: 'unmute' }, [A])],
      49,
      null,
    ],
    [
      'unmuting one case leaves the others muted',
      B,
      [...two, mute(time), storedActionEntry(3, 3, { kind: 'unmute' }, [A])],
      49,
      'time',
    ],
    [
      'unmuting the group unmutes all its cases',
      B,
      [...two, mute(time), storedActionEntry(3, 3, { kind: 'unmute' }, all)],
      49,
      null,
    ],
    [
      '[CASE-11] a timed mute also ends when the consequence of the case gets worse',
      A,
      later('DOWNLOADED', 'ALLOCATED'),
      49,
      null,
    ],
    [
      '[CASE-11] a timed mute applies when the consequence stays the same',
      A,
      later('ALLOCATED', 'ALLOCATED'),
      49,
      'time',
    ],
    ['[CASE-11] a timed mute applies when the consequence gets milder', A, later('ALLOCATED', 'ENABLED'), 49, 'time'],
    [
      '[CASE-11] a timed mute applies when twice as many cases are open',
      A,
      [...two, mute(time), failed(3, 'C'), failed(4, 'D')],
      49,
      'time',
    ],
    ['a mute ends with its case', A, [...two, mute(time, [A]), ok(3, 'A'), failed(40, 'A')], 49, null],
  ])('%s', ([, key, inputs, now, expected]) => {
    expect(holds(key, inputs, now).mute).toBe(expected);
  });

  test('a mute of a group of requests also ends when it gets worse: a partial failure is worse than a complete one', () => {
    const key = causeKey({ kind: 'request', operation: 'CHANGE_SUBSCRIPTIONPACKAGE', type: 'DCP_ERROR', code: '73' });
    const some = (seq: number, count: number) => requestEvent(seq, seq, { id: `R${seq}`, failed: count });
    const muted = (first: number, second: number) =>
      MemoryCaseProjection.of(some(1, first), some(2, first), mute(worse, [key]), some(3, second)).group(key).standing
        .mute;
    expect([muted(1, 2)?.ends.kind, muted(2, 1)]).toEqual(['worse', null]);
    const byTime = (first: number, second: number) => {
      const caseProjection = MemoryCaseProjection.of(
        some(1, first),
        some(2, first),
        mute(time, [key]),
        some(3, second),
      );
      return groupOperatorState(caseProjection.group(key), minute(49)).mute?.ends.kind ?? null;
    };
    expect([byTime(1, 2), byTime(2, 1)]).toEqual(['time', null]);
  });
});

describe('[CASE-12] done closes what had failed by then, and the next failure reopens it', () => {
  const done = (after: number, subjects: StoredActionEntry['subjects'] = [A], at = after + 0.5) =>
    storedActionEntry(after, at, { kind: 'done' }, subjects);
  const closing = (...inputs: ProjectionInput[]) => {
    const { openedAt, endedAt, ended, isBack, own } = MemoryCaseProjection.of(...inputs).onlyCase(A);
    return { openedAt, endedAt, ended, isBack, touchedAt: own.touchedAt };
  };

  test.for<[string, ProjectionInput[], object]>([
    [
      'the case ends at the time of the action',
      [...two, done(2)],
      { openedAt: null, endedAt: minute(2.5), ended: 'done', isBack: false, touchedAt: minute(2.5) },
    ],
    [
      'a later failure reopens the case',
      [...two, done(2), failed(3, 'A')],
      { openedAt: minute(3), endedAt: null, ended: null, isBack: true, touchedAt: null },
    ],
    [
      'done does not apply to a failure that was not stored yet',
      [...two, failed(3, 'A'), done(2)],
      { openedAt: minute(1), endedAt: null, ended: null, isBack: false, touchedAt: minute(2.5) },
    ],
    [
      'done on a closed case only updates its last action',
      [...two, ok(3, 'A'), done(3)],
      { openedAt: null, endedAt: minute(3), ended: 'well', isBack: false, touchedAt: minute(3.5) },
    ],
    [
      'a repeated report of the same failure does not reopen the case',
      [...two, done(2), localizationEvent(3, 3, { eid: 'A', created: 1 })],
      { openedAt: null, endedAt: minute(2.5), ended: 'done', isBack: false, touchedAt: minute(2.5) },
    ],
    [
      'a later success does not change how the case ended',
      [...two, done(2), ok(3, 'A')],
      { openedAt: null, endedAt: minute(2.5), ended: 'done', isBack: false, touchedAt: minute(2.5) },
    ],
  ])('%s', ([, inputs, expected]) => {
    expect(closing(...inputs)).toEqual(expected);
  });

  test('done on a group closes all cases that the action names', () => {
    const caseProjection = MemoryCaseProjection.of(...two, failed(3, 'C'), done(3, all));
    expect([A, B, C].map((key) => caseProjection.onlyCase(key).ended)).toEqual(['done', 'done', null]);
    expect(caseProjection.group(GROUP).open).toBe(1);
  });

  test('the stay ends with the case and never before it began, whatever clock the author has', () => {
    const caseProjection = MemoryCaseProjection.of(...two, done(2, [A], -60));
    expect(caseProjection.stays.get(A)).toEqual([
      { ...caseProjection.onlyCase(A).stay, from: minute(1), to: minute(1), ended: 'done' },
    ]);
  });
});

describe('[CASE-12] done and mutes do not apply to failures that the operator could not have seen', () => {
  const seen = (seenSeq: number, what: StoredActionEntry['what'], subjects: StoredActionEntry['subjects'] = [A]) => ({
    ...storedActionEntry(5, 5.5, what, subjects),
    seenSeq,
  });
  const time = { kind: 'mute' as const, ends: { kind: 'time' as const, at: minute(90) } };
  const next = { kind: 'mute' as const, ends: { kind: 'next-failure' as const } };
  const again = [...two, failed(3, 'A')];
  const moved = [...two, failed(3, 'A', 'PROVISIONED')];
  test.for<[string, ProjectionInput[], object]>([
    [
      'done closes a case whose failures were all seen',
      [...again, seen(3, { kind: 'done' })],
      { ended: 'done', mute: null },
    ],
    [
      'done does not close a case that failed after the last seen event',
      [...again, seen(2, { kind: 'done' })],
      { ended: null, mute: null },
    ],
    [
      'done on a group does not close such a case either',
      [...again, seen(2, { kind: 'done' }, all)],
      { ended: null, mute: null },
    ],
    [
      'a seen position after the newest event counts as the newest event',
      [...two, seen(9, { kind: 'done' })],
      { ended: 'done', mute: null },
    ],
    [
      'a mute until the next failure ends with an unseen failure',
      [...again, seen(2, next)],
      { ended: null, mute: null },
    ],
    [
      'a mute of a group until the next failure ends with an unseen failure, too',
      [...again, seen(2, next, all)],
      { ended: null, mute: null },
    ],
    ['a timed mute applies despite an unseen failure', [...again, seen(2, time)], { ended: null, mute: 'time' }],
    [
      'a timed mute does not apply to an unseen failure with another cause',
      [...moved, seen(2, time)],
      { ended: null, mute: null },
    ],
    [
      'a timed mute of a group does not apply to a case that left the group unseen',
      [...moved, seen(2, time, all)],
      { ended: null, mute: null },
    ],
  ])('%s', ([, inputs, expected]) => {
    expect({ ended: MemoryCaseProjection.of(...inputs).onlyCase(A).ended, mute: holds(A, inputs, 10).mute }).toEqual(
      expected,
    );
  });

  test('a mute of a group does not apply to a case that later fails with another cause', () => {
    expect(holds(A, [...two, mute({ kind: 'time', at: minute(90) }), failed(3, 'A', 'PROVISIONED')], 10)).toEqual(
      unassigned,
    );
  });
});

describe('[OWN-4] actions and their subjects', () => {
  test('a reminder, a retry and a note are stored in the case and in its group', () => {
    const actions = [{ kind: 'retried' }, { kind: 'remind', at: minute(20) }, { kind: 'note' }] as const;
    const caseProjection = MemoryCaseProjection.of(
      ...two,
      ...actions.map((what, index) => storedActionEntry(2, 3 + index, what, all)),
    );
    const expected = { remindAt: minute(20), retriedAt: minute(3), touchedAt: minute(5) };
    expect([caseProjection.onlyCase(A).own, caseProjection.group(GROUP).standing]).toMatchObject([expected, expected]);
  });

  test('an unknown case or group is ignored', () => {
    const other = causeKey({ kind: 'localization', operation: 'X', type: null, code: null });
    const key = caseKey({ kind: 'eid', eid: '__proto__' });
    expect(MemoryCaseProjection.of(...two, take([other, key]))).toEqual(MemoryCaseProjection.of(...two));
  });

  test('an action on one case also updates the last action of its group', () => {
    const { touchedAt, owner } = MemoryCaseProjection.of(...two, take([A])).group(GROUP).standing;
    expect({ touchedAt, owner }).toEqual({ touchedAt: minute(2.5), owner: null });
  });
});

describe('[REPORT-40] an accepted group belongs to the first operator who accepts it', () => {
  const KIM = { id: 'kim', name: 'Kim' };
  const first = storedActionEntry(2, 10, { kind: 'hand-over' }, [GROUP], INES);
  const second = storedActionEntry(2, 11, { kind: 'hand-over' }, [GROUP], INES);
  const accept = (after: number, author: typeof INES, subjects = all, of = first.id) =>
    storedActionEntry(after, after * 10, { kind: 'accept', of }, subjects, author);
  const decline = storedActionEntry(2, 12, { kind: 'decline', of: first.id }, [GROUP], JONAS);
  const undo = ({ id: of }: StoredActionEntry) =>
    storedActionEntry(3, 40, { kind: 'undo', of, undone: { kind: 'accept', of: first.id } }, all, JONAS);
  const handedOver = [...two, take(), first];
  const byJonas = accept(2, JONAS);
  const byKim = accept(3, KIM);

  test.for<[string, string, ProjectionInput[], string | null]>([
    ['keeps the owner of a group that was not accepted', A, handedOver, 'Ines Duarte'],
    ['keeps the owner of a group that was declined', A, [...handedOver, decline], 'Ines Duarte'],
    ['gives the case to the operator who accepts', A, [...handedOver, byJonas], 'Jonas Lind'],
    ['gives the case to the operator who accepts a declined group', A, [...handedOver, decline, byJonas], 'Jonas Lind'],
    ['gives an unassigned case to the operator who accepts', A, [...two, first, byJonas], 'Jonas Lind'],
    [
      'gives a case of another owner to the operator who accepts',
      A,
      [...handedOver, take([A], KIM), byJonas],
      'Jonas Lind',
    ],
    [
      'gives a case that joins later to the operator who accepted',
      C,
      [...handedOver, byJonas, failed(3, 'C')],
      'Jonas Lind',
    ],
    ['ignores a second operator', A, [...handedOver, byJonas, byKim], 'Jonas Lind'],
    [
      'ignores a second operator for a case that joined after the first accepted',
      C,
      [...handedOver, byJonas, failed(3, 'C'), accept(3, KIM, [GROUP, A, B, C])],
      'Jonas Lind',
    ],
    ['ignores an operator who accepts after another one took it', A, [...handedOver, take(all, KIM), byJonas], 'Kim'],
    ['ignores an answer to an older hand-over', A, [...handedOver, second, byJonas], 'Ines Duarte'],
    [
      'ignores an answer to a group that ended and failed again',
      C,
      [...handedOver, ok(3, 'A'), ok(4, 'B'), failed(5, 'C'), accept(5, JONAS, [GROUP, C])],
      null,
    ],
    ['returns the case to its owner if the first undoes it', A, [...handedOver, byJonas, undo(byJonas)], 'Ines Duarte'],
    ['lets the second operator accept what the first undid', A, [...handedOver, byJonas, undo(byJonas), byKim], 'Kim'],
    [
      'lets the first operator undo it although a second one accepted',
      A,
      [...handedOver, byJonas, byKim, undo(byJonas)],
      'Ines Duarte',
    ],
    ['keeps the first operator if the second undoes it', A, [...handedOver, byJonas, byKim, undo(byKim)], 'Jonas Lind'],
  ])('%s', ([, key, inputs, owner]) => {
    expect(holds(key, inputs).owner).toBe(owner);
  });
});
