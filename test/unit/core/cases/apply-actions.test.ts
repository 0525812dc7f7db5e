import { describe, expect, test } from 'vitest';
import type { StoredActionEntry } from '../../../../src-shared/domain/action.ts';
import { caseKey, causeKey } from '../../../../src-shared/domain/case.ts';
import { groupOperatorState, caseOperatorState } from '../../../../src-main/core/cases/operator-state.ts';
import {
  storedActionEntry,
  INES,
  JONAS,
  localizationEvent,
  minute,
  requestEvent,
} from '../../../doubles/case-events.ts';
import { type ProjectionInput, MemoryCaseProjection } from '../../../doubles/memory-case-projection.ts';

const A = caseKey({ kind: 'eid', eid: 'A' });
const B = caseKey({ kind: 'eid', eid: 'B' });
const C = caseKey({ kind: 'eid', eid: 'C' });
const GROUP = causeKey({
  kind: 'localization',
  operation: 'ALLOCATED',
  type: null,
  code: 'START_PROFILE_ALLOCATION_FAILED',
});
const all = [GROUP, A, B];

const failed = (seq: number, eid: string, operation = 'ALLOCATED') => localizationEvent(seq, seq, { eid, operation });
const ok = (seq: number, eid: string) => localizationEvent(seq, seq, { eid, operation: 'ENABLED', state: 'COMPLETED' });
const two = [failed(1, 'A'), failed(2, 'B')];

/** What holds of a case a while later. */
function holds(key: string, taken: readonly ProjectionInput[], now = 100) {
  const book = MemoryCaseProjection.of(...taken);
  const state = book.onlyCase(key);
  const standing = caseOperatorState(state, state.cause === null ? null : book.group(state.cause), minute(now));
  return { owner: standing.owner?.name ?? null, mute: standing.mute?.ends.kind ?? null, ticket: standing.ticket };
}

const nobodys = { owner: null, mute: null, ticket: null };
const take = (subjects = all, author = INES, after = 2) =>
  storedActionEntry(after, after + 0.5, { kind: 'take' }, subjects, author);
const mute = (
  ends: Extract<StoredActionEntry['deed'], { kind: 'mute' }>['ends'],
  subjects: StoredActionEntry['subjects'] = all,
) => storedActionEntry(2, 2.5, { kind: 'mute', ends }, subjects);

describe('[CASE-10] what a case has not of its own, its group has', () => {
  test.for<[string, string, ProjectionInput[], object]>([
    ['who takes a group has its cases', A, [...two, take()], { ...nobodys, owner: 'Ines Duarte' }],
    ['and those that join it', C, [...two, take(), failed(3, 'C')], { ...nobodys, owner: 'Ines Duarte' }],
    ['one of them is somebody else’s', A, [...two, take(), take([A], JONAS, 3)], { ...nobodys, owner: 'Jonas Lind' }],
    [
      'one of them is nobody’s again, though the group is taken',
      A,
      [...two, take(), storedActionEntry(3, 3, { kind: 'release' }, [A])],
      nobodys,
    ],
    [
      'what goes on under another cause keeps its owner',
      C,
      [...two, take(), failed(3, 'C'), failed(4, 'C', 'PROVISIONED')],
      { ...nobodys, owner: 'Ines Duarte' },
    ],
    [
      'the group is nobody’s again with the last that was open',
      C,
      [...two, take(), ok(3, 'A'), ok(4, 'B'), failed(5, 'C')],
      nobodys,
    ],
    [
      'nobody can take a group of which nothing is open',
      C,
      [...two, ok(3, 'A'), ok(4, 'B'), take([GROUP], INES, 4), failed(5, 'C')],
      nobodys,
    ],
    ['what comes back is nobody’s', A, [...two, take([A]), ok(3, 'A'), failed(40, 'A')], nobodys],
    [
      'a case that recovers loses its own mute',
      A,
      [...two, mute({ kind: 'time', at: minute(200) }, [A]), ok(3, 'A')],
      nobodys,
    ],
    [
      'but the provider’s number is kept',
      A,
      [...two, storedActionEntry(2, 2.5, { kind: 'pack', ticket: 'INC-7' }, [A]), ok(3, 'A'), failed(40, 'A')],
      { ...nobodys, ticket: 'INC-7' },
    ],
  ])('%s', ([, key, taken, expected]) => {
    expect(holds(key, taken)).toEqual(expected);
  });
});

describe('[CASE-11] every mute ends', () => {
  const time = { kind: 'time' as const, at: minute(50) };
  const worse = { kind: 'worse' as const };
  const next = { kind: 'next-failure' as const };
  const later = (first: string, then: string) => [failed(1, 'A', first), mute(time, [A]), failed(3, 'A', then)];
  test.for<[string, string, ProjectionInput[], number, string | null]>([
    ['before its time', A, [...two, mute(time)], 49, 'time'],
    ['at its time', A, [...two, mute(time)], 50, null],
    ['of a group it is that of those that join', C, [...two, mute(time), failed(3, 'C')], 49, 'time'],
    ['with the next failure of the case', A, [...two, mute(next, [A]), failed(3, 'A')], 49, null],
    ['not with that of another one', A, [...two, mute(next, [A]), failed(3, 'C')], 49, 'next-failure'],
    ['that of a group with the next of the group, for all', A, [...two, mute(next), failed(3, 'C')], 49, null],
    ['not while it gets no worse', A, [...two, mute(worse), failed(3, 'C')], 49, 'worse'],
    ['with twice as many', A, [...two, mute(worse), failed(3, 'C'), failed(4, 'D')], 49, null],
    ['when one means worse', A, [failed(1, 'A', 'DOWNLOADED'), mute(worse, [A]), failed(3, 'A')], 49, null],
    ['not when it means less', A, [failed(1, 'A'), mute(worse, [A]), failed(3, 'A', 'DOWNLOADED')], 49, 'worse'],
    [
      'one of a muted group speaks again',
      A,
      [...two, mute(time), storedActionEntry(3, 3, { kind: 'unmute' }, [A])],
      49,
      null,
    ],
    ['the others do not', B, [...two, mute(time), storedActionEntry(3, 3, { kind: 'unmute' }, [A])], 49, 'time'],
    ['all of them do', B, [...two, mute(time), storedActionEntry(3, 3, { kind: 'unmute' }, all)], 49, null],
    ['[CASE-62] one by time, too, when the case means worse', A, later('DOWNLOADED', 'ALLOCATED'), 49, null],
    ['[CASE-62] not when it means the same', A, later('ALLOCATED', 'ALLOCATED'), 49, 'time'],
    ['[CASE-62] nor when it means less', A, later('ALLOCATED', 'ENABLED'), 49, 'time'],
    ['[CASE-62] nor when there are twice as many', A, [...two, mute(time), failed(3, 'C'), failed(4, 'D')], 49, 'time'],
    ['it ends with the case', A, [...two, mute(time, [A]), ok(3, 'A'), failed(40, 'A')], 49, null],
  ])('%s', ([, key, taken, now, expected]) => {
    expect(holds(key, taken, now).mute).toBe(expected);
  });

  test('of a group of requests, too: one of which all failed is milder than one of which some did', () => {
    const key = causeKey({ kind: 'request', operation: 'CHANGE_SUBSCRIPTIONPACKAGE', type: 'DCP_ERROR', code: '73' });
    const some = (seq: number, count: number) => requestEvent(seq, seq, { id: `R${seq}`, failed: count });
    const muted = (first: number, second: number) =>
      MemoryCaseProjection.of(some(1, first), some(2, first), mute(worse, [key]), some(3, second)).group(key).standing
        .mute;
    expect([muted(1, 2)?.ends.kind, muted(2, 1)]).toEqual(['worse', null]);
    const byTime = (first: number, second: number) => {
      const book = MemoryCaseProjection.of(some(1, first), some(2, first), mute(time, [key]), some(3, second));
      return groupOperatorState(book.group(key), minute(49)).mute?.ends.kind ?? null;
    };
    expect([byTime(1, 2), byTime(2, 1)]).toEqual(['time', null]);
  });
});

describe('[CASE-12] done closes what had failed by then, and it comes back when it fails again', () => {
  const done = (after: number, subjects: StoredActionEntry['subjects'] = [A], at = after + 0.5) =>
    storedActionEntry(after, at, { kind: 'done' }, subjects);
  const closing = (...taken: ProjectionInput[]) => {
    const { openedAt, endedAt, ended, isBack, own } = MemoryCaseProjection.of(...taken).onlyCase(A);
    return { openedAt, endedAt, ended, isBack, touchedAt: own.touchedAt };
  };

  test.for<[string, ProjectionInput[], object]>([
    [
      'it ends at the time of the deed',
      [...two, done(2)],
      { openedAt: null, endedAt: minute(2.5), ended: 'done', isBack: false, touchedAt: minute(2.5) },
    ],
    [
      'a failure behind it opens it again',
      [...two, done(2), failed(3, 'A')],
      { openedAt: minute(3), endedAt: null, ended: null, isBack: true, touchedAt: null },
    ],
    [
      'a failure that was not stored yet is not meant',
      [...two, failed(3, 'A'), done(2)],
      { openedAt: minute(1), endedAt: null, ended: null, isBack: false, touchedAt: minute(2.5) },
    ],
    [
      'what is not open is only touched',
      [...two, ok(3, 'A'), done(3)],
      { openedAt: null, endedAt: minute(3), ended: 'well', isBack: false, touchedAt: minute(3.5) },
    ],
    [
      'the same failure told again opens nothing',
      [...two, done(2), localizationEvent(3, 3, { eid: 'A', created: 1 })],
      { openedAt: null, endedAt: minute(2.5), ended: 'done', isBack: false, touchedAt: minute(2.5) },
    ],
    [
      'a success behind it changes nothing of how it ended',
      [...two, done(2), ok(3, 'A')],
      { openedAt: null, endedAt: minute(2.5), ended: 'done', isBack: false, touchedAt: minute(2.5) },
    ],
  ])('%s', ([, taken, expected]) => {
    expect(closing(...taken)).toEqual(expected);
  });

  test('of a group all cases that were named', () => {
    const book = MemoryCaseProjection.of(...two, failed(3, 'C'), done(3, all));
    expect([A, B, C].map((key) => book.onlyCase(key).ended)).toEqual(['done', 'done', null]);
    expect(book.group(GROUP).open).toBe(1);
  });

  test('its stay ends with it, and never before it began, whatever clock the author has', () => {
    const book = MemoryCaseProjection.of(...two, done(2, [A], -60));
    expect(book.stays.get(A)).toEqual([{ ...book.onlyCase(A).stay, from: minute(1), to: minute(1), ended: 'done' }]);
  });
});

describe('[CASE-43] what nobody could know of yet is neither done nor muted', () => {
  const seen = (seenSeq: number, deed: StoredActionEntry['deed'], subjects: StoredActionEntry['subjects'] = [A]) => ({
    ...storedActionEntry(5, 5.5, deed, subjects),
    seenSeq,
  });
  const time = { kind: 'mute' as const, ends: { kind: 'time' as const, at: minute(90) } };
  const next = { kind: 'mute' as const, ends: { kind: 'next-failure' as const } };
  const again = [...two, failed(3, 'A')];
  const moved = [...two, failed(3, 'A', 'PROVISIONED')];
  test.for<[string, ProjectionInput[], object]>([
    ['done closes what was known of', [...again, seen(3, { kind: 'done' })], { ended: 'done', mute: null }],
    ['not what failed behind it', [...again, seen(2, { kind: 'done' })], { ended: null, mute: null }],
    ['nor in a group', [...again, seen(2, { kind: 'done' }, all)], { ended: null, mute: null }],
    ['whoever says more than was stored says that', [...two, seen(9, { kind: 'done' })], { ended: 'done', mute: null }],
    ['a mute ends with the next failure, known of or not', [...again, seen(2, next)], { ended: null, mute: null }],
    ['that of a group, too', [...again, seen(2, next, all)], { ended: null, mute: null }],
    ['one by time goes on over it', [...again, seen(2, time)], { ended: null, mute: 'time' }],
    ['but not over another cause', [...moved, seen(2, time)], { ended: null, mute: null }],
    ['nor does that of the group that it left', [...moved, seen(2, time, all)], { ended: null, mute: null }],
  ])('%s', ([, taken, expected]) => {
    expect({ ended: MemoryCaseProjection.of(...taken).onlyCase(A).ended, mute: holds(A, taken, 10).mute }).toEqual(
      expected,
    );
  });

  test('of a muted group, what fails otherwise afterwards is not muted', () => {
    expect(holds(A, [...two, mute({ kind: 'time', at: minute(90) }), failed(3, 'A', 'PROVISIONED')], 10)).toEqual(
      nobodys,
    );
  });
});

describe('[CASE-13] what people do is never lost on the way', () => {
  test('a reminder, a retry and a note stand in the case and in its group', () => {
    const deeds = [{ kind: 'retried' }, { kind: 'remind', at: minute(20) }, { kind: 'note' }] as const;
    const book = MemoryCaseProjection.of(
      ...two,
      ...deeds.map((deed, place) => storedActionEntry(2, 3 + place, deed, all)),
    );
    const expected = { remindAt: minute(20), retriedAt: minute(3), touchedAt: minute(5) };
    expect([book.onlyCase(A).own, book.group(GROUP).standing]).toMatchObject([expected, expected]);
  });

  test('a case or group that nobody knows here is passed over', () => {
    const other = causeKey({ kind: 'localization', operation: 'X', type: null, code: null });
    const key = caseKey({ kind: 'eid', eid: '__proto__' });
    expect(MemoryCaseProjection.of(...two, take([other, key]))).toEqual(MemoryCaseProjection.of(...two));
  });

  test('who touches one case touches its group, too', () => {
    const { touchedAt, owner } = MemoryCaseProjection.of(...two, take([A])).group(GROUP).standing;
    expect({ touchedAt, owner }).toEqual({ touchedAt: minute(2.5), owner: null });
  });
});
