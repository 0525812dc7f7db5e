import { describe, expect, it } from 'vitest';
import { type CaseSubject, causeKey } from '../../../src-shared/domain/cases/case-keys.ts';
import {
  aCaseState,
  aProjectionCommit,
  aGroupState,
  allocationFailure,
  anAttempt,
  aRequestState,
  aStay,
  aSucceededCase,
} from '../../doubles/case-states.ts';
import { BASIS, fill, type TestedCaseProjection } from './tested-case-projection.ts';

const by = { id: 'p1', name: 'Ines Ünal' };
const odd = aCaseState(7, {
  lastSeq: 12,
  lastAt: 12_000,
  errorCode: null,
  isBack: true,
  ticket: 'INC-9',
  openedSeq: 11,
  failedSeq: 12,
  causeSeq: 9,
  run: anAttempt(12, {
    number: 3,
    outcome: 'unknown',
    errorCode: 'X\n"%_',
    errorCodes: ['X\n"%_', 'A'],
    errorTypes: [],
    iccid: null,
    seqs: [9, 12],
    events: 4,
    reports: [],
    endedCreatedAt: null,
    notBefore: 8_000,
    afterCreatedAt: 7_990,
    heard: [Number.MAX_SAFE_INTEGER, 0],
  }),
  own: {
    owner: by,
    ownedAt: 13_000,
    mute: { ends: { kind: 'worse' }, at: 13_000, open: 1, worst: 0 },
    remindAt: 14_000,
    retriedAt: 13_500,
    ticket: 'INC-9',
    touchedAt: 13_500,
    handOver: 'hand-over-1',
  },
  stay: aStay(11, { began: 'back', to: 12_500, ended: 'done' }),
});

export function keepsCases(tested: TestedCaseProjection): void {
  describe('cases', () => {
    it('[STORE-11] are stored completely, with attempts, groups and the position, also after reopening', async () => {
      const cases = [
        aCaseState(1),
        aSucceededCase(2),
        aRequestState(3),
        odd,
        aCaseState(5, { of: { kind: 'event', seq: 5 } }),
      ];
      const group = aGroupState(allocationFailure, { standing: { ...odd.own, mute: null } });
      const attempts = [anAttempt(4), anAttempt(6, { number: 2, outcome: 'succeeded', errorCode: null })];
      const storedAttempts = attempts.map((attempt) => ({ key: odd.key, attempt, cause: null }));
      await fill(tested, { cases, groups: [group], attempts: storedAttempts });
      await tested.reopen();
      const { reader, writer } = tested.caseProjection;
      const keys = [...cases.map(({ key }) => key), aCaseState(99).key];
      expect({
        position: await writer.position(BASIS),
        written: await writer.cases(keys),
        alarmed: await reader.alarmedCases(keys),
        read: await reader.cases(keys),
        groups: await writer.groups(),
        attempts: await reader.attempts(odd.key, 10),
        last: await reader.attempts(odd.key, 1),
      }).toEqual({
        position: { cursor: 100, actions: 0 },
        written: cases,
        alarmed: cases.map(({ key, cause, openedAt, failedSeq, own }) => ({ key, cause, openedAt, failedSeq, own })),
        read: cases,
        groups: [group],
        attempts: attempts.toReversed(),
        last: attempts.slice(1),
      });
    });

    it('[CASE-100] are distinguished and found by their identifiers, whatever those look like', async () => {
      const uuid = '5138a057-2d08-4a0b-a94f-a2b84c8dfa16';
      const subjects: CaseSubject[] = [
        ...[`8904${'0'.repeat(28)}`, `8904${'0'.repeat(27)}`, '89040001', '8904000', '89', 'EID-7', uuid].map(
          (eid) => ({ kind: 'eid' as const, eid }),
        ),
        ...[
          uuid,
          uuid.toUpperCase(),
          uuid.replaceAll('-', ''),
          uuid.replace('-', '_'),
          '89040001',
          'REQ:1',
          // CRC-32 is the same.
          'R174wso1',
          'Rr3pp28',
        ].map((requestId) => ({ kind: 'request' as const, requestId })),
        { kind: 'event', seq: 16 },
      ];
      const cases = subjects.map((of, index) =>
        aCaseState(index + 1, {
          of,
          kind: of.kind === 'request' ? 'request' : 'localization',
          eid: of.kind === 'eid' ? of.eid : null,
          requestId: of.kind === 'request' ? of.requestId : null,
        }),
      );
      const keys = cases.map(({ key }) => key);
      const stays = keys.map((key, index) => ({ key, stay: aStay(index + 1, { to: 90_000, ended: 'done' as const }) }));
      await fill(tested, { cases, stays, groups: [aGroupState(allocationFailure)] });
      const { reader, writer } = tested.caseProjection;
      const found = async (kind: 'localization' | 'request', find: string) => {
        const all = { of: 'all', cause: null, since: null, sort: 'newest', after: null, limit: 100 } as const;
        return (await reader.list({ ...all, kind, find })).cases.map(({ key }) => key);
      };
      const ended = (await reader.stays({ from: 0, to: 90_000, after: null })).stays;
      expect({
        read: await reader.cases(keys),
        written: await writer.cases(keys),
        open: new Set(await writer.openCasesOf(causeKey(allocationFailure))),
        ended: new Set(ended.filter(({ stay }) => stay.to !== null).map(({ key }) => key)),
        eid: await found('localization', '8904000000'),
        ofUuid: await found('request', '57-2D08-4a0b-a94f-a2'),
        request: await found('request', '89040001'),
        event: await found('localization', '16'),
        prefix: [...(await found('request', 'request:')), ...(await found('localization', 'event:'))],
      }).toEqual({
        read: cases,
        written: cases,
        open: new Set(keys),
        ended: new Set(keys),
        eid: [keys[1], keys[0]],
        ofUuid: [keys[8], keys[7]],
        request: [keys[11]],
        event: [keys[15], keys[6]],
        prefix: [],
      });
    });

    it('[STORE-11] replace their earlier versions', async () => {
      await fill(tested, { cases: [odd, aCaseState(1)], groups: [aGroupState(allocationFailure)] });
      const later = aSucceededCase(7, { lastSeq: 40, lastAt: 40_000, ended: 'well', endedAt: 40_000, firstSeq: 7 });
      const group = aGroupState(allocationFailure, { open: 0, openSince: null });
      const from = { cursor: 100, actions: 0 };
      await tested.caseProjection.writer.commit(aProjectionCommit(200, { from, cases: [later], groups: [group] }));
      expect({
        case: await tested.caseProjection.reader.cases([odd.key]),
        groups: await tested.caseProjection.writer.groups(),
        open: await tested.caseProjection.writer.openCasesOf(causeKey(allocationFailure)),
      }).toEqual({ case: [later], groups: [group], open: [aCaseState(1).key] });
    });

    it("[STORE-11] are committed only from the projection's current position", async () => {
      await fill(tested, { cases: [aCaseState(1)] });
      const { reader, writer } = tested.caseProjection;
      const again = await writer.commit(aProjectionCommit(100, { cases: [aCaseState(2)] }));
      const other = await writer.commit(
        aProjectionCommit(200, { from: { cursor: 100, actions: 4 }, cases: [aCaseState(3)] }),
      );
      expect({
        again,
        other,
        position: await reader.position(),
        cases: await reader.cases([1, 2, 3].map((seq) => aCaseState(seq).key)),
      }).toEqual({ again: false, other: false, position: { cursor: 100, actions: 0 }, cases: [aCaseState(1)] });
    });

    it.each([
      ['another version', { ...BASIS, version: '2' }],
      ['other events', { ...BASIS, events: 'one/1' }],
    ])('[STORE-11] are all removed if the projection is opened for %s', async (_name, basis) => {
      const attempts = [{ key: aCaseState(1).key, attempt: anAttempt(1), cause: null }];
      const stays = [{ key: aCaseState(1).key, stay: aStay(1, { to: 2_000, ended: 'well' as const }) }];
      await fill(tested, { cases: [aCaseState(1)], groups: [aGroupState(allocationFailure)], attempts, stays });
      const { reader, writer } = tested.caseProjection;
      const before = await reader.position();
      const position = await writer.position(basis);
      const empty = {
        position: await reader.position(),
        cases: await reader.cases([aCaseState(1).key]),
        groups: await writer.groups(),
        attempts: await reader.attempts(aCaseState(1).key, 10),
        stays: (await reader.stays({ from: 0, to: 99_999, after: null })).stays,
      };
      const committed = await writer.commit(aProjectionCommit(5, { cases: [aCaseState(1)] }));
      expect({
        before: before.cursor,
        position,
        empty,
        committed,
        attempts: await reader.attempts(aCaseState(1).key, 1),
      }).toEqual({
        before: 100,
        position: { cursor: 0, actions: 0 },
        empty: { position: { cursor: 0, actions: 0 }, cases: [], groups: [], attempts: [], stays: [] },
        committed: true,
        attempts: [],
      });
    });

    it('[STORE-11] are copied to a private projection, and changes there do not come back', async () => {
      await fill(tested, { cases: [aCaseState(1)] });
      const copy = tested.openPrivate();
      const position = await copy.writer.position(BASIS);
      await copy.writer.commit(aProjectionCommit(300, { from: position, cases: [aCaseState(2)] }));
      const keys = [aCaseState(1).key, aCaseState(2).key];
      const seen = [await copy.reader.cases(keys), await tested.caseProjection.reader.cases(keys)];
      await copy.close();
      expect([position, ...seen, await tested.caseProjection.reader.position()]).toEqual([
        { cursor: 100, actions: 0 },
        [aCaseState(1), aCaseState(2)],
        [aCaseState(1)],
        { cursor: 100, actions: 0 },
      ]);
    });

    it('[KEEP-6] are removed by age once they are closed, those that failed later than the others', async () => {
      const closed = { openedAt: null, endedAt: 3_000, ended: 'well' as const };
      const cases = [
        aCaseState(1),
        aCaseState(2, closed),
        aSucceededCase(3),
        aSucceededCase(4),
        aCaseState(5, closed),
        aSucceededCase(6),
      ];
      const stays = [aStay(2, { to: 3_000, ended: 'well' }), aStay(5, { to: 6_000, ended: 'well' })];
      await fill(tested, { cases, stays: stays.map((stay) => ({ key: aCaseState(stay.fromSeq).key, stay })) });
      const before = { failures: 4_000, successes: 6_000 };
      while (await tested.caseProjection.writer.removeExpired(before));
      const { reader } = tested.caseProjection;
      const left = await reader.cases(cases.map(({ key }) => key));
      const stayed = (await reader.stays({ from: 0, to: 99_999, after: null })).stays.filter(
        ({ stay }) => stay.to !== null,
      );
      expect([left.map(({ firstSeq }) => firstSeq), stayed.map(({ stay }) => stay.fromSeq)]).toEqual([[1, 5, 6], [5]]);
    });

    it('[KEEP-6] are removed with their group, if it has no other case and failed long ago', async () => {
      const cause = (code: string) => ({ ...allocationFailure, code });
      const closedState = { openedAt: null, endedAt: 3_000, ended: 'well' as const };
      const none = { open: 0, openSince: null, worst: null, lastAt: 3_000 };
      const cases = [
        aCaseState(2, { ...closedState, cause: causeKey(cause('GONE')) }),
        aCaseState(5, { ...closedState, cause: causeKey(cause('KEPT')) }),
      ];
      const groups = [
        aGroupState(cause('GONE'), none),
        aGroupState(cause('KEPT'), none),
        aGroupState(cause('LATER'), { ...none, lastAt: 4_000 }),
        aGroupState(cause('OPEN'), { lastAt: 3_000 }),
      ];
      await fill(tested, { cases, groups });
      while (await tested.caseProjection.writer.removeExpired({ failures: 4_000, successes: 6_000 }));
      const left = await tested.caseProjection.writer.groups();
      expect(left.map((group) => String(group.cause.code)).toSorted()).toEqual(['KEPT', 'LATER', 'OPEN']);
    });

    it('have their attempts in order, with and without a cause, from commits with and without the case', async () => {
      const cause = causeKey(allocationFailure);
      const state = aCaseState(1, { run: anAttempt(90, { number: 21 }) });
      const { key } = state;
      const attempts = Array.from({ length: 20 }, (_, index) => {
        const number = index + 1;
        if (number % 3 === 0) return { key, attempt: anAttempt(number, { number, toldSeq: number }), cause };
        const succeeded = { outcome: 'succeeded' as const, errorCode: null, errorCodes: [], iccid: `89${number}` };
        return { key, attempt: anAttempt(number, { ...succeeded, number, toldSeq: number }), cause: null };
      });
      await fill(tested, { cases: [state], attempts: attempts.slice(0, 7) });
      const { reader, writer } = tested.caseProjection;
      const later = (cursor: number) => ({ from: { cursor: cursor - 1, actions: 0 }, to: { cursor, actions: 0 } });
      await writer.commit({ ...aProjectionCommit(101, { attempts: attempts.slice(7, 12) }), ...later(101) });
      await writer.commit({
        ...aProjectionCommit(102, { cases: [state], attempts: attempts.slice(12) }),
        ...later(102),
      });
      await writer.commit({ ...aProjectionCommit(103, { cases: [state] }), ...later(103) });
      const newestFirst = attempts.map(({ attempt }) => attempt).toReversed();
      const all = { after: 0, from: 0, to: 99_999, limit: 9 };
      expect({
        all: await reader.attempts(key, 100),
        newest: await reader.attempts(key, 6),
        histories: await reader.histories(all),
        told: (await reader.toldBy([2, 18, 20].map((seq) => ({ key, seq })))).map((told) => told.state.run.number),
      }).toEqual({
        all: newestFirst,
        newest: newestFirst.slice(0, 6),
        histories: { cases: [{ state, earlier: newestFirst }], next: null },
        told: [2, 18, 20],
      });
    });

    it('[KEEP-6] keep at most 1000 past attempts and 1000 past stays, the newest of each', async () => {
      const { key } = aCaseState(1);
      const past = Array.from({ length: 1_003 }, (_, index) => index + 1);
      const attempts = past.map((number) => ({ key, attempt: anAttempt(number, { number }), cause: null }));
      const stays = past.map((seq) => ({ key, stay: aStay(seq, { to: seq * 1_000, ended: 'well' as const }) }));
      const other = { key: aCaseState(2).key, stay: aStay(2, { to: 2_000, ended: 'well' as const }) };
      await fill(tested, { cases: [aCaseState(1), aCaseState(2)], attempts, stays: [other, ...stays] });
      const { reader } = tested.caseProjection;
      const storedAttempts = await reader.attempts(key, 2_000);
      const seqs: number[] = [];
      for (let after: string | null = null; ;) {
        const page = await reader.stays({ from: 0, to: 9_999_999, after });
        seqs.push(...page.stays.flatMap(({ stay }) => (stay.ended === 'well' ? stay.fromSeq : [])));
        if (page.next === null) break;
        after = page.next;
      }
      expect([storedAttempts.map(({ number }) => number), seqs]).toEqual([
        past.slice(3).toReversed(),
        [2, ...past.slice(3)],
      ]);
    });

    it('[CASE-100] leave no attempts or stays to later cases when they are removed', async () => {
      const closedState = aCaseState(2, { openedAt: null, endedAt: 3_000, ended: 'well' });
      const stays = [{ key: closedState.key, stay: aStay(2, { to: 3_000, ended: 'well' as const }) }];
      await fill(tested, {
        cases: [closedState],
        attempts: [{ key: closedState.key, attempt: anAttempt(1), cause: null }],
        stays,
      });
      const { reader, writer } = tested.caseProjection;
      while (await writer.removeExpired({ failures: 4_000, successes: 4_000 }));
      const next = aSucceededCase(9);
      await writer.commit(aProjectionCommit(200, { from: { cursor: 100, actions: 0 }, cases: [next] }));
      expect({
        cases: await reader.cases([closedState.key, next.key]),
        attempts: [await reader.attempts(closedState.key, 9), await reader.attempts(next.key, 9)],
        stays: (await reader.stays({ from: 0, to: 99_999, after: null })).stays,
      }).toEqual({ cases: [next], attempts: [[], []], stays: [] });
    });
  });
}
