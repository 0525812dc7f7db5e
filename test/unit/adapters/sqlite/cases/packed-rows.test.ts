import { describe, expect, it } from 'vitest';
import {
  unpackInstant,
  unpackNumber,
  packInstant,
  packNumber,
} from '../../../../../src-main/adapters/sqlite/cases/compact-values.ts';
import {
  caseFromRow,
  caseRowValues,
  CASE_COLUMNS,
  TEXT_COLUMNS,
} from '../../../../../src-main/adapters/sqlite/cases/case-row.ts';
import {
  parseAttempt,
  parseStay,
  serializeAttempt,
  serializeStay,
} from '../../../../../src-main/adapters/sqlite/cases/history-rows.ts';
import type { CaseState } from '../../../../../src-main/core/ports/case-projection.ts';
import { aCaseState, anAttempt, aRequestState, aStay } from '../../../../doubles/case-states.ts';

const AT = Date.UTC(2026, 10, 21, 12, 47, 31, 882);
/** Values as they are in a store: times of today and seqs of a million. */
const REALISTIC = { number: 8, seqs: [912_345], from: AT, to: AT, toldAt: AT, notBefore: AT - 86_400_000, heard: [] };
const pastSuccess = anAttempt(1, {
  ...REALISTIC,
  outcome: 'succeeded',
  operation: 'FALLBACK_SET',
  errorCode: null,
  errorCodes: [],
  errorTypes: [],
  iccid: '8946012345678901234',
  reports: [{ step: 'FALLBACK_SET', failed: false, at: AT, seq: 912_345 }],
  createdAt: null,
  endedCreatedAt: null,
});

function rowOf(state: CaseState) {
  const texts: string[] = [];
  const values = caseRowValues(state, (text) => texts.push(text) - 1);
  const fields = CASE_COLUMNS.map((column) =>
    column === 'id' ? 'firstSeq' : column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
  const isText = (column: string | undefined) => column !== undefined && TEXT_COLUMNS.includes(column);
  const row = Object.fromEntries(
    fields.map((field, index) => {
      const value = values[index];
      return [field, isText(CASE_COLUMNS[index]) && typeof value === 'number' ? texts[value] : value];
    }),
  );
  return { ...row, key: state.key } as unknown as Parameters<typeof caseFromRow>[0];
}

describe('rows of the case projection', () => {
  it.each([
    ['without a report', aCaseState(3)],
    [
      'that moved, with its clock set back',
      aCaseState(3, { stay: aStay(9, { began: 'moved', to: 1, ended: 'moved' }) }),
    ],
    [
      'with counts and texts that differ from its columns',
      aRequestState(3, {
        updatedAt: '2026-11-21T12:47:31.882123456Z',
        reportSeq: 9,
        openedSeq: null,
        failedFor: ['acme/emea', 'acme/apac'],
        request: {
          type: 'X',
          size: null,
          completed: 0,
          failed: null,
          consistent: false,
          company: 'Nordwind',
          createdBy: 'Ines@Example.com',
          target: null,
          createdAt: 'soon',
        },
      }),
    ],
    ['whose newest report has no readable text', aRequestState(3, { request: null, updatedAt: null, reportSeq: 3 })],
    [
      'that waits for more events than are kept',
      aCaseState(3, { run: anAttempt(3, { seqs: [7, 5, 9], events: 80, from: 9_000_000, toldAt: -1 }) }),
    ],
    [
      'with words that the service does not document',
      aCaseState(3, { run: anAttempt(3, { operation: '', errorCode: '0', errorCodes: ['', '0'], heard: [0] }) }),
    ],
  ])('keep every field of a case %s', (_name, state) => {
    expect(caseFromRow(rowOf(state))).toEqual(state);
  });

  it('keep every field of past attempts and stays', () => {
    const attempts = [
      pastSuccess,
      anAttempt(4),
      anAttempt(6, { seqs: [1, 4, 6], events: 9, outcome: 'unknown', errorCodes: [] }),
    ];
    const stays = [
      aStay(1, { to: 5, ended: 'done' }),
      aStay(2, {
        consequence: 'partial',
        failedResources: 3,
        resources: Number.MAX_SAFE_INTEGER,
        to: 4_000,
        ended: 'moved',
        countryCode: null,
      }),
    ];
    expect(
      attempts.map((attempt) => {
        const failedAt = attempt.outcome === 'failed' ? attempt.to : null;
        return parseAttempt({ number: attempt.number, failedAt, state: serializeAttempt(attempt, failedAt) });
      }),
    ).toEqual(attempts);
    expect(
      stays.map(({ cause, from, to, fromSeq: seq, ...stay }) =>
        parseStay({
          cause,
          from,
          to: to ?? from,
          seq,
          state: serializeStay({ ...stay, cause, from, to, fromSeq: seq }),
        }),
      ),
    ).toEqual(stays);
  });

  it.each([null, 0, 1, 2, -1, 1_000, 999, 1_001, Number.MAX_SAFE_INTEGER])(
    'keep %s next to an expected 1 000',
    (value) => {
      expect(unpackNumber(packNumber(value, 1_000), 1_000)).toBe(value);
    },
  );

  it.each([
    null,
    '',
    '2026-11-21T12:47:31.882000000Z',
    '2026-11-21T12:47:31.882000001Z',
    '2026-02-30T12:47:31.882000000Z',
    '2026-11-21T12:47:31.88200000+1',
    '0000-01-01T00:00:00.000000000Z',
  ])('keep the exact time %s', (text) => {
    expect(unpackInstant(packInstant(text, AT), AT)).toBe(text);
  });
});
