import { describe, expect, test } from 'vitest';
import { decodeEvent } from '../../../../../src-shared/domain/event/decode-event.ts';
import { localizationEvent } from '../../../../doubles/case-events.ts';
import { localizationSteps } from '../../../../doubles/localization-steps.ts';
import { MemoryCaseProjection, describeCase } from '../../../../doubles/memory-case-projection.ts';

const described = (...steps: string[]) => describeCase(MemoryCaseProjection.of(...localizationSteps(steps)));

describe('[CASE-1] an attempt ends with its outcome or after a long silence, and the next event begins another', () => {
  test.for<[string, string[], string]>([
    ['a failure opens the case', ['0 ALLOCATED FAILED'], '1 failed ALLOCATED · open'],
    [
      'an event after a failure begins another attempt, and its success ends the case',
      ['0 ALLOCATED FAILED', '5 PROVISIONED COMPLETED', '6 LOCALIZED COMPLETED'],
      '1 failed ALLOCATED, 2 succeeded LOCALIZED · well',
    ],
    [
      'a retry under way leaves the case open',
      ['0 ALLOCATED FAILED', '5 PROVISIONED COMPLETED'],
      '1 failed ALLOCATED, 2 in-progress PROVISIONED · open',
    ],
    [
      'more than 30 min of silence end an attempt without an outcome',
      ['0 PROVISIONED COMPLETED', '31 PROVISIONED COMPLETED'],
      '1 in-progress PROVISIONED, 2 in-progress PROVISIONED · never open',
    ],
    [
      'a silence of 30 min does not end an attempt',
      ['0 PROVISIONED COMPLETED', '30 ENABLED COMPLETED'],
      '1 succeeded ENABLED · never open',
    ],
    [
      'an earlier step after a completed later one begins another attempt',
      ['0 PROVISIONED COMPLETED', '5 ALLOCATED COMPLETED'],
      '1 in-progress PROVISIONED, 2 in-progress ALLOCATED · never open',
    ],
    [
      'another ICCID begins another attempt',
      ['0 ALLOCATED COMPLETED iccid 891', '5 PROVISIONED COMPLETED iccid 892'],
      '1 in-progress ALLOCATED, 2 in-progress PROVISIONED · never open',
    ],
    [
      'a failure after a success reopens the case as back',
      ['0 ENABLED FAILED', '5 ENABLED COMPLETED', '50 ENABLED FAILED'],
      '1 failed ENABLED, 2 succeeded ENABLED, 3 failed ENABLED · back',
    ],
    [
      'a success without a failure is a case that was never open',
      ['0 LOCALIZED COMPLETED'],
      '1 succeeded LOCALIZED · never open',
    ],
  ])('%s', ([, steps, expected]) => {
    expect(described(...steps)).toBe(expected);
  });
});

describe('trap 3: success has three shapes', () => {
  test.for(['ENABLED', 'FALLBACK_SET', 'LOCALIZED'])('%s COMPLETED ends a case well', (operation) => {
    expect(described('0 DOWNLOADED FAILED', `5 ${operation} COMPLETED`)).toBe(
      `1 failed DOWNLOADED, 2 succeeded ${operation} · well`,
    );
  });

  test.for<[string, string[], string]>([
    [
      'steps right after ENABLED belong to the same attempt',
      ['0 ENABLED COMPLETED', '1 FALLBACK_SET COMPLETED', '2 LOCALIZED COMPLETED'],
      '1 succeeded LOCALIZED · never open',
    ],
    [
      'a fallback in progress does not revoke a success',
      ['0 ENABLED COMPLETED', '1 FALLBACK_SET IN_PROGRESS'],
      '1 succeeded ENABLED · never open',
    ],
    [
      'a step long after a success begins another attempt',
      ['0 ENABLED COMPLETED', '60 FALLBACK_SET COMPLETED'],
      '1 succeeded ENABLED, 2 succeeded FALLBACK_SET · never open',
    ],
    [
      'a step of another profile begins another attempt',
      ['0 ENABLED COMPLETED iccid 891', '1 LOCALIZED COMPLETED iccid 892'],
      '1 succeeded ENABLED, 2 succeeded LOCALIZED · never open',
    ],
  ])('%s', ([, steps, expected]) => {
    expect(described(...steps)).toBe(expected);
  });

  test.for<[string, string[]]>([
    ['ENABLED', ['0 ENABLED COMPLETED', '1 FALLBACK_SET FAILED']],
    ['LOCALIZED', ['0 LOCALIZED COMPLETED', '1 FALLBACK_SET FAILED']],
    ['ENABLED, with an earlier time', ['0 ENABLED COMPLETED', '1 FALLBACK_SET FAILED created -1']],
  ])('[CASE-60] a fallback that could not be set is a failure even after %s', ([, steps]) => {
    expect(described(...steps)).toBe('1 failed FALLBACK_SET · open');
  });

  test('[CASE-60] COMPLETED with an error is not a success', () => {
    expect(described('0 ENABLED COMPLETED', '1 FALLBACK_SET COMPLETED code X')).toBe('1 unknown FALLBACK_SET · open');
  });
});

describe('trap 7: undocumented values', () => {
  test.for<[string, string[], string]>([
    ['FAILED is a failure for any operation', ['0 QUARANTINED FAILED code Q'], '1 failed QUARANTINED · open'],
    [
      'an unknown operation does not end a case',
      ['0 ALLOCATED FAILED', '5 BLESSED COMPLETED'],
      '1 failed ALLOCATED, 2 unknown BLESSED · open',
    ],
    ['an unknown state opens a case with an unknown outcome', ['0 ENABLED DONE'], '1 unknown ENABLED · open'],
    ['a later known outcome counts', ['0 BLESSED COMPLETED', '1 ENABLED COMPLETED'], '1 succeeded ENABLED · well'],
    ['COMPLETED with an errorCode has an unknown outcome', ['0 ENABLED COMPLETED code X'], '1 unknown ENABLED · open'],
  ])('%s', ([, steps, expected]) => {
    expect(described(...steps)).toBe(expected);
  });
});

describe('the ICCID of an attempt', () => {
  const iccids = (...steps: string[]) =>
    MemoryCaseProjection.of(...localizationSteps(steps))
      .allAttempts()
      .map(({ iccid }) => iccid);
  test('stays if a later event has none, and is not carried into the next attempt', () => {
    const steps: string[] = ['0 ALLOCATED COMPLETED iccid 891', '1 ACTIVATED FAILED', '5 DOWNLOADED FAILED'];
    expect(iccids(...steps)).toEqual(['891', null]);
  });

  test('trap 10: an EID that arrives as a number is the same EID with all its digits', () => {
    const eid = '89049032000001000000015423673010';
    const data = `{"operation":"ENABLED","state":"COMPLETED","detailedMessage":{"eid":${eid}}}`;
    const numeric = { ...localizationEvent(2, 5), ...decodeEvent({ kind: 'LOCALIZATION', data }) };
    const caseProjection = MemoryCaseProjection.of(localizationEvent(1, 0, { eid }), numeric);
    expect(describeCase(caseProjection, `eid:${eid}`)).toBe('1 failed ALLOCATED, 2 succeeded ENABLED · well');
  });
});
