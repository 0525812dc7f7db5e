import { describe, expect, test } from 'vitest';
import { localizationEvent, minute, requestEvent } from '../../../../doubles/case-events.ts';
import { type ProjectionInput, MemoryCaseProjection } from '../../../../doubles/memory-case-projection.ts';

const ALLOCATION = 'cause:localization/ALLOCATED//START_PROFILE_ALLOCATION_FAILED';
const DOWNLOAD = 'cause:localization/DOWNLOADED//START_PROFILE_DOWNLOAD_FAILED';

/** "X" is a failure with an undocumented code, "?" an event that cannot be interpreted. */
function failure(seq: number, what: string) {
  if (what === '?') return localizationEvent(seq, seq, { operation: 'BLESSED', state: 'COMPLETED' });
  return localizationEvent(seq, seq, what === 'X' ? { operation: 'ACTIVATED', code: 'X' } : { operation: what });
}

describe('[CASE-60] an open case after a further failure', () => {
  test.for([
    // A further step shows how far the case got, so its consequence applies, whether better or worse.
    ['DOWNLOADED', 'ALLOCATED', 'unusable', 'ALLOCATED'],
    ['ALLOCATED', 'ENABLED', 'reachable', 'ENABLED'],
    ['ALLOCATED', 'FALLBACK_SET', 'may-swap-back', 'FALLBACK_SET'],
    ['FALLBACK_SET', 'ALLOCATED', 'unusable', 'ALLOCATED'],
    ['ENABLED', 'PROVISIONED', 'unusable', 'PROVISIONED'],
    ['X', 'ALLOCATED', 'unusable', 'ALLOCATED'],
    ['X', 'ENABLED', 'reachable', 'ENABLED'],
    // A failed download changed nothing, so the earlier consequence still applies.
    ['ALLOCATED', 'DOWNLOADED', 'unusable', 'ALLOCATED'],
    ['ENABLED', 'DOWNLOADED', 'reachable', 'ENABLED'],
    ['X', 'DOWNLOADED', 'not-known', 'ACTIVATED'],
    ['FALLBACK_SET', 'DOWNLOADED', 'may-swap-back', 'FALLBACK_SET'],
    ['DOWNLOADED', 'DOWNLOADED', 'unchanged', 'DOWNLOADED'],
    // An unknown consequence never replaces a worse one.
    ['ALLOCATED', 'X', 'unusable', 'ALLOCATED'],
    ['ALLOCATED', '?', 'unusable', 'ALLOCATED'],
    ['ENABLED', '?', 'reachable', 'ENABLED'],
    ['FALLBACK_SET', 'X', 'not-known', 'ACTIVATED'],
    ['DOWNLOADED', 'X', 'not-known', 'ACTIVATED'],
    ['DOWNLOADED', '?', 'not-known', 'BLESSED'],
    ['X', '?', 'not-known', 'BLESSED'],
  ] as const)('%s, then %s: the consequence is %s with the cause of %s', ([first, then, consequence, step]) => {
    const state = MemoryCaseProjection.of(failure(1, first), failure(2, then)).onlyCase();
    expect({
      consequence: state.consequence,
      step: state.cause?.split('/')[1],
      isOpen: state.openedAt !== null,
    }).toEqual({ consequence, step, isOpen: true });
  });

  test('counts the failure for its unchanged group and stores the result of the attempt', () => {
    const caseProjection = MemoryCaseProjection.of(failure(1, 'ALLOCATED'), failure(2, 'DOWNLOADED'));
    const { stay, run, operation, errorCode, failedAt, failedSeq, causeSeq, lastAt } = caseProjection.onlyCase();
    const { open, failures, lastAt: groupAt, worst } = caseProjection.group(ALLOCATION);
    expect([stay?.cause, stay?.fromSeq, caseProjection.stays.size, caseProjection.groups.has(DOWNLOAD)]).toEqual([
      ALLOCATION,
      1,
      0,
      false,
    ]);
    expect({ run: run.number, operation, errorCode, failedAt, failedSeq, causeSeq, lastAt }).toEqual({
      run: 2,
      operation: 'DOWNLOADED',
      errorCode: 'START_PROFILE_DOWNLOAD_FAILED',
      failedAt: minute(2),
      failedSeq: 2,
      causeSeq: 1,
      lastAt: minute(2),
    });
    expect({ open, failures, groupAt, worst }).toEqual({ open: 1, failures: 2, groupAt: minute(2), worst: 0 });
    expect(run.reports.map(({ step, failed }) => ({ step, failed }))).toEqual([{ step: 'DOWNLOADED', failed: true }]);
  });

  test('takes consequence and cause again from a failure after the download', () => {
    const steps = ['ALLOCATED', 'DOWNLOADED', 'DOWNLOADED', 'ENABLED'].map((step, at) => failure(at + 1, step));
    const { consequence, failedSeq, causeSeq } = MemoryCaseProjection.of(...steps).onlyCase();
    expect({ consequence, failedSeq, causeSeq }).toEqual({ consequence: 'reachable', failedSeq: 4, causeSeq: 4 });
  });

  test('does not keep the consequence from before it ended', () => {
    const ended = localizationEvent(2, 2, { operation: 'ENABLED', state: 'COMPLETED' });
    expect(
      MemoryCaseProjection.of(failure(1, 'ALLOCATED'), ended, failure(3, 'DOWNLOADED')).onlyCase().consequence,
    ).toBe('unchanged');
  });

  test('takes the consequence of a request from a later report unless that report cannot be read', () => {
    const meaning = (...events: readonly ProjectionInput[]) =>
      MemoryCaseProjection.of(...events).onlyCase().consequence;
    expect([
      meaning(requestEvent(1, 0, { failed: 2 }), requestEvent(2, 1, { failed: 1 })),
      meaning(requestEvent(1, 0, { failed: 1 }), requestEvent(2, 1, { failed: 2 })),
      meaning(requestEvent(1, 0, { failed: 1 }), requestEvent(2, 1, { size: null })),
      meaning(requestEvent(1, 0, { size: null }), requestEvent(2, 1, { failed: 1 })),
    ]).toEqual(['partial', 'refused', 'partial', 'partial']);
  });
});

describe('[CASE-7] the attempt counter', () => {
  test('counts an attempt for the group of its case even if it did not change the consequence', () => {
    const caseProjection = MemoryCaseProjection.of(
      ...['ALLOCATED', 'DOWNLOADED', 'ENABLED'].map((step, at) => failure(at + 1, step)),
    );
    expect(caseProjection.counted).toEqual([ALLOCATION, ALLOCATION]);
  });

  test('counts an attempt for a cause whose names were shortened', () => {
    const long = '監'.repeat(250);
    const event = (seq: number) => localizationEvent(seq, seq, { operation: long, code: long });
    const caseProjection = MemoryCaseProjection.of(event(1), event(2));
    expect(caseProjection.counted).toEqual([caseProjection.onlyCase().cause]);
  });

  test('counts an attempt without a failure for no group', () => {
    const succeeded = localizationEvent(2, 2, { operation: 'ENABLED', state: 'COMPLETED' });
    const caseProjection = MemoryCaseProjection.of(failure(1, 'ALLOCATED'), succeeded, failure(60, 'ALLOCATED'));
    expect(caseProjection.counted).toEqual([ALLOCATION, null]);
  });
});
