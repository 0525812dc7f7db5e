import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCaseProjectionWriter } from '../../../../../src-main/adapters/sqlite/cases/case-writer.ts';
import type { CaseState } from '../../../../../src-main/core/ports/case-projection.ts';
import { caseKey } from '../../../../../src-shared/domain/cases/case-keys.ts';
import { aCaseState, aProjectionCommit, anAttempt, aSucceededCase } from '../../../../doubles/case-states.ts';
import { recordOf } from '../../../../../src-shared/lib/record-of.ts';
import { temporaryDirectory } from '../../../../fixtures/temporary-directory.ts';

const COUNT = 4_000;
const DAY_MS = 86_400_000;

test.each([
  ['a request', 207, aSuccessfulRequest],
  ['a localization with a past attempt', 290, aLocalization],
] as const)('%s takes at most %i bytes in the file, with all indexes', (_name, most, caseAt) => {
  const path = join(temporaryDirectory(), 'cases.db');
  const writer = openCaseProjectionWriter(path, { minFreeBytes: 0 });
  writer.position({ version: '1', events: 'one' });
  const cases = Array.from({ length: COUNT }, (_, index) => caseAt(index + 1));
  const attempts = cases.flatMap(({ key, run }) =>
    run.number === 1 ? [] : [{ key, attempt: { ...run, ...PAST, number: 1 }, cause: null }],
  );
  writer.commit(aProjectionCommit(COUNT, { cases, attempts }));
  expect(writer.cases(cases.slice(7, 8).map(({ key }) => key))).toEqual(cases.slice(7, 8));
  writer.close();
  expect(statSync(path).size / COUNT).toBeLessThanOrEqual(most);
});

test('a case is stored again with any combination of columns without a value', () => {
  const writer = openCaseProjectionWriter(join(temporaryDirectory(), 'cases.db'), { minFreeBytes: 0 });
  const fields = ['iccid', 'countryCode', 'principal', 'errorCode', 'operation', 'failedAt', 'endedAt'] as const;
  const stored = (of: (index: number) => number) =>
    Array.from({ length: 2 ** fields.length }, (_, index) => {
      const none = fields.filter((_field, bit) => (of(index) & (2 ** bit)) !== 0);
      const state = aCaseState(index + 1, { endedAt: 7, principal: 'acme' });
      return { ...state, ...recordOf(none, () => null) };
    });
  writer.position({ version: '1', events: 'one' });
  const keys = stored(() => 0).map(({ key }) => key);
  writer.commit(aProjectionCommit(1_000, { cases: stored((index) => index) }));
  expect(writer.cases(keys)).toEqual(stored((index) => index));
  const later = { from: { cursor: 1_000, actions: 0 }, to: { cursor: 1_001, actions: 0 } };
  writer.commit({ ...aProjectionCommit(1_000, { cases: stored((index) => ~index) }), ...later });
  expect(writer.cases(keys)).toEqual(stored((index) => ~index));
  writer.close();
});

/** A past attempt has none of these. */
const PAST = { createdAt: null, endedCreatedAt: null, afterCreatedAt: null, notBefore: null, heard: [] };

function aSuccessfulRequest(seq: number): CaseState {
  const { at, run } = aSuccess(seq);
  const requestId = randomUUID();
  const operation = 'CHANGE_SUBSCRIPTIONSTATE';
  const time = (ms: number) => `${new Date(ms).toISOString().slice(0, -1)}000000Z`;
  const counts = { size: 2, completed: 2, failed: 0, consistent: true };
  const names = { type: operation, company: 'Example Fleet 7', createdBy: 'operations-7@example.com', target: 'PAUSE' };
  return aSucceededCase(seq, {
    key: caseKey({ kind: 'request', requestId }),
    kind: 'request',
    requestId,
    eid: null,
    firstAt: at,
    lastAt: at,
    operation,
    countryCode: null,
    iccid: null,
    request: { ...counts, ...names, createdAt: time(at - 2_000) },
    updatedAt: time(at - 300),
    reportSeq: seq,
    run: { ...run, operation, countryCode: null, iccid: null },
  });
}

function aLocalization(seq: number): CaseState {
  const { at, run: first } = aSuccess(seq);
  const iccid = `89460${String(seq * 7_919).padStart(14, '0')}`;
  const run = { ...first, iccid, number: 2, notBefore: at - DAY_MS, afterCreatedAt: at - DAY_MS - 90 };
  const { operation, countryCode } = run;
  return aSucceededCase(seq, { firstAt: at - DAY_MS, lastAt: at, iccid, operation, countryCode, run });
}

function aSuccess(seq: number) {
  const at = Date.UTC(2026, 10, 27) + 400 * seq;
  const noErrors = { errorCode: null, errorCodes: [], errorTypes: [] };
  const times = { from: at, to: at, toldAt: at, createdAt: at - 90, endedCreatedAt: at - 90 };
  const heard = [8_000_000_000_000_000 + seq];
  return {
    at,
    run: anAttempt(seq, { ...noErrors, ...times, heard, outcome: 'succeeded', operation: 'LOCALIZED', reports: [] }),
  };
}
