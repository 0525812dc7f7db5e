import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openCaseProjectionReader } from '../../../../../src-main/adapters/sqlite/cases/case-reader.ts';
import { openCaseProjectionWriter } from '../../../../../src-main/adapters/sqlite/cases/case-writer.ts';
import { type Cause, causeKey } from '../../../../../src-shared/domain/cases/case-keys.ts';
import {
  combinationKey,
  type DayTally,
  NO_COUNTS,
  type Tallied,
  type TallySums,
} from '../../../../../src-shared/domain/quality/day-tally.ts';
import {
  aCaseState,
  allocationFailure,
  anAttempt,
  aProjectionCommit,
  aStay,
  aSucceededCase,
} from '../../../../doubles/case-states.ts';
import { temporaryDirectory } from '../../../../fixtures/temporary-directory.ts';

function opened() {
  const path = join(temporaryDirectory(), 'cases.db');
  const writer = openCaseProjectionWriter(path, { minFreeBytes: 0 });
  const reader = openCaseProjectionReader(path);
  onTestFinished(() => {
    reader.close();
    writer.close();
  });
  writer.position({ version: '1', events: 'one' });
  return { writer, reader };
}

const tally = (day: number, combination: string, slots: DayTally['counts']['slots']): DayTally => ({
  day,
  combination,
  counts: { ...NO_COUNTS, slots },
});
const named = (of: Tallied, country: string | null, kind: Cause['kind'] = 'localization') =>
  combinationKey({ of, country, customer: null, cause: { kind, operation: null, type: null, code: null } });
const [NORWAY, SWEDEN] = [named('failed', 'NO'), named('failed', 'SE')];
const byText = (one: DayTally, other: DayTally) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
const each = { sums: 'each' } as const;
const from = (cursor: number) => ({ from: { cursor, actions: 0 } });
const CAUSE = causeKey(allocationFailure);

describe('[REPORT-6] the counts of days in the case projection', () => {
  test('are added up with the position, once, and removed at 0', () => {
    const { writer, reader } = opened();
    writer.commit(
      aProjectionCommit(5, {
        tallies: [tally(1, NORWAY, { 3: 2 }), tally(1, SWEDEN, { 3: 1 }), tally(2, NORWAY, { 0: 1 })],
      }),
    );
    const second = aProjectionCommit(9, {
      ...from(5),
      tallies: [tally(1, NORWAY, { 3: -1, 4: 1 }), tally(1, SWEDEN, { 3: -1 })],
    });
    expect([writer.commit(second), writer.commit(second)]).toEqual([true, false]);
    expect(reader.tallies({ from: 0, to: 9, ...each })).toEqual([
      tally(1, NORWAY, { 3: 1, 4: 1 }),
      tally(2, NORWAY, { 0: 1 }),
    ]);
    expect(reader.tallies({ from: 2, to: 2, ...each })).toEqual([tally(2, NORWAY, { 0: 1 })]);
  });

  test('are summed by day without names, and by combination without days and hours', () => {
    const { writer, reader } = opened();
    const recovered = named('recovered', 'NO');
    const request = named('succeeded', null, 'request');
    const resources = {
      ...tally(2, request, { 5: 1 }),
      counts: { slots: { 5: 1 }, weakened: 0, completed: 7, failed: 2 },
    };
    const tallies = [
      tally(1, NORWAY, { 0: 1, 23: 2 }),
      tally(1, SWEDEN, { 23: 4 }),
      tally(2, NORWAY, { 3: 1 }),
      tally(2, recovered, { 4: 1 }),
      tally(3, recovered, { 0: 1, 11: 2 }),
      resources,
    ];
    writer.commit(aProjectionCommit(5, { tallies }));
    const read = (sums: TallySums) => reader.tallies({ from: 1, to: 3, sums }).toSorted(byText);
    expect(read('day')).toEqual(
      [
        tally(1, named('failed', null), { 0: 1, 23: 6 }),
        tally(2, named('failed', null), { 3: 1 }),
        tally(2, named('recovered', null), { 4: 1 }),
        tally(3, named('recovered', null), { 0: 1, 11: 2 }),
        resources,
      ].toSorted(byText),
    );
    expect(read('combination')).toEqual(
      [
        tally(1, NORWAY, { 0: 4 }),
        tally(1, SWEDEN, { 0: 4 }),
        tally(1, recovered, { 0: 1, 4: 1, 11: 2 }),
        { ...resources, day: 1, counts: { ...resources.counts, slots: { 0: 1 } } },
      ].toSorted(byText),
    );
  });

  test('outlive the cases of their day, and are counted again if the events changed', () => {
    const { writer, reader } = opened();
    writer.commit(aProjectionCommit(5, { cases: [aSucceededCase(1)], tallies: [tally(1, NORWAY, { 3: 2 })] }));
    while (writer.removeExpired({ failures: 9_000_000, successes: 9_000_000 }));
    expect([reader.cases([aSucceededCase(1).key]), reader.tallies({ from: 1, to: 1, ...each })]).toEqual([
      [],
      [tally(1, NORWAY, { 3: 2 })],
    ]);
    writer.position({ version: '1', events: 'two' });
    expect(reader.tallies({ from: 1, to: 1, ...each })).toEqual([]);
  });
});

describe('the past of a cause', () => {
  test('has the ended stays before a time and the attempts after its failures, the newest first', () => {
    const { writer, reader } = opened();
    const failedAt = (seq: number, number: number, to: number) => ({
      key: aCaseState(seq).key,
      attempt: anAttempt(seq, { number, to }),
      cause: CAUSE,
    });
    const lasting = aCaseState(1, { run: anAttempt(1, { number: 3, from: 70_000 }) });
    const succeeded = aSucceededCase(2, {
      run: anAttempt(2, { number: 2, outcome: 'succeeded', from: 50_000, errorCodes: [] }),
    });
    const past = anAttempt(1, { number: 2, from: 20_000, to: 60_000 });
    const failedAgain = aCaseState(3, { run: anAttempt(3, { number: 3, from: 99_000 }) });
    const successBefore = anAttempt(3, { number: 2, outcome: 'succeeded', from: 33_000, to: 34_000, errorCodes: [] });
    const stays = [
      aStay(1, { from: 1_000, to: 4_000, ended: 'well' }),
      aStay(2, { from: 5_000, to: 9_000, ended: 'done' }),
      aStay(3, { from: 6_000, to: 90_000, ended: 'well' }),
      aStay(4, { cause: causeKey({ ...allocationFailure, code: 'X' }), to: 5_000, ended: 'well' }),
    ].map((stay) => ({ key: lasting.key, stay }));
    const attempts = [
      failedAt(1, 1, 10_000),
      { key: lasting.key, attempt: past, cause: CAUSE },
      failedAt(2, 1, 40_000),
      failedAt(3, 1, 30_000),
      { key: failedAgain.key, attempt: successBefore, cause: null },
    ];
    writer.commit(aProjectionCommit(5, { cases: [lasting, succeeded, failedAgain], attempts, stays }));
    expect(reader.pastOf({ cause: CAUSE, before: 50_000, limit: 10 })).toEqual({
      stays: [
        { from: 5_000, to: 9_000, ended: 'done' },
        { from: 1_000, to: 4_000, ended: 'well' },
      ],
      retries: [
        { waitedMs: 10_000, outcome: 'failed' },
        { waitedMs: 10_000, outcome: 'succeeded' },
        { waitedMs: 3_000, outcome: 'succeeded' },
        { waitedMs: 10_000, outcome: 'failed' },
      ],
    });
    expect(reader.pastOf({ cause: CAUSE, before: 50_000, limit: 1 })).toMatchObject({
      stays: [{ from: 5_000 }],
      retries: [{ waitedMs: 10_000 }],
    });
    expect(
      reader.pastOf({ cause: causeKey({ ...allocationFailure, code: 'never' }), before: 50_000, limit: 9 }),
    ).toEqual({
      stays: [],
      retries: [],
    });
  });
});
