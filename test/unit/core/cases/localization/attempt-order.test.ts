import { describe, expect, test } from 'vitest';
import { localizationEvent } from '../../../../doubles/case-events.ts';
import { localizationSteps } from '../../../../doubles/localization-steps.ts';
import { MemoryCaseProjection, describeCase } from '../../../../doubles/memory-case-projection.ts';

const described = (...steps: string[]) => describeCase(MemoryCaseProjection.of(...localizationSteps(steps)));

describe('[CASE-60] events out of order or repeated', () => {
  test.for<[string, string[], string]>([
    [
      'count a repeated failure once',
      ['0 ALLOCATED FAILED', '1 ALLOCATED FAILED created 0', '5 ALLOCATED FAILED created 0'],
      '1 failed ALLOCATED · open',
    ],
    [
      'do not end a later failure with a repeated success, however late it arrives',
      ['0 ENABLED COMPLETED', '1 FALLBACK_SET FAILED', '90 ENABLED COMPLETED created 0'],
      '1 failed FALLBACK_SET · open',
    ],
    [
      'count failures without a time separately',
      ['0 ALLOCATED FAILED created none', '1 ALLOCATED FAILED created none'],
      '1 failed ALLOCATED, 2 failed ALLOCATED · open',
    ],
    [
      'do not count an event with another error as a repeat, even with the same time',
      ['0 ALLOCATED COMPLETED', '1 ALLOCATED COMPLETED created 0 inner X'],
      '1 unknown ALLOCATED · open',
    ],
    [
      'put a late step into the attempt in which it happened',
      ['0 ALLOCATED FAILED', '1 DOWNLOADED COMPLETED created -1'],
      '1 failed ALLOCATED · open',
    ],
    [
      'do not end a failure with an earlier success, however late it arrives',
      ['0 ALLOCATED FAILED', '120 ENABLED COMPLETED created -1'],
      '1 failed ALLOCATED · open',
    ],
    [
      'do not open a case with a failure from before a success',
      ['0 LOCALIZED COMPLETED', '1 ALLOCATED FAILED created -1'],
      '1 succeeded LOCALIZED · never open',
    ],
    [
      'open a case with an earlier failure if it arrives long after the success',
      ['0 LOCALIZED COMPLETED', '40 ALLOCATED FAILED created -1'],
      '1 succeeded LOCALIZED, 2 failed ALLOCATED · open',
    ],
    [
      'count a failure that arrives after a later step',
      ['0 PROVISIONED COMPLETED', '1 ALLOCATED FAILED created -1'],
      '1 failed ALLOCATED · open',
    ],
    [
      'do not start an attempt for steps in the wrong order',
      ['0 PROVISIONED COMPLETED', '1 DOWNLOADED COMPLETED created -1', '2 ENABLED COMPLETED'],
      '1 succeeded ENABLED · never open',
    ],
    [
      'do not count a repeated failure of the previous attempt',
      [
        '0 ALLOCATED FAILED',
        '5 PROVISIONED COMPLETED',
        '6 ALLOCATED FAILED created 0',
        '7 ENABLED COMPLETED',
        '8 ALLOCATED FAILED created 0',
      ],
      '1 failed ALLOCATED, 2 succeeded ENABLED · well',
    ],
  ])('%s', ([, steps, expected]) => {
    expect(described(...steps)).toBe(expected);
  });

  test('are all counted and listed', () => {
    const steps: string[] = ['0 ALLOCATED FAILED', '1 ALLOCATED FAILED created 0', '2 DOWNLOADED COMPLETED created -1'];
    const { events, seqs } = MemoryCaseProjection.of(...localizationSteps(steps)).onlyCase().run;
    expect({ events, seqs }).toEqual({ events: 3, seqs: [1, 2, 3] });
  });
});

describe('trap 9: the time of the provider may be wrong', () => {
  test.for<[string, string[], string]>([
    [
      'a failure with a time in the far future does not block a later success',
      ['0 ALLOCATED FAILED created 40000000', '5 ENABLED COMPLETED'],
      '1 failed ALLOCATED, 2 succeeded ENABLED · well',
    ],
    [
      'a stopped clock hides no failure after a success',
      ['0 ALLOCATED FAILED created 0', '5 ENABLED COMPLETED created 0', '6 ALLOCATED FAILED created 0'],
      '1 failed ALLOCATED, 2 succeeded ENABLED, 3 failed ALLOCATED · back',
    ],
    [
      'the order of arrival counts without a time',
      ['0 ENABLED FAILED created none', '5 ENABLED COMPLETED created none'],
      '1 failed ENABLED, 2 succeeded ENABLED · well',
    ],
  ])('%s', ([, steps, expected]) => {
    expect(described(...steps)).toBe(expected);
  });
});

describe("[CASE-60] a failure counts as a repeat or as outdated only if it is close by both clocks, ours and the provider's", () => {
  const first = '0 ALLOCATED FAILED created 0';
  test.for<[string, string[], string]>([
    [
      'an identical failure some minutes later is a new one, because the clock of the provider may have stopped',
      [first, '6 ALLOCATED FAILED created 0'],
      '1 failed ALLOCATED, 2 failed ALLOCATED · open',
    ],
    [
      'repeats in between do not extend that time',
      [first, '4 ALLOCATED FAILED created 0', '8 ALLOCATED FAILED created 0'],
      '1 failed ALLOCATED, 2 failed ALLOCATED · open',
    ],
    [
      'a clock of the provider that was set back after a success hides no failure',
      ['0 LOCALIZED COMPLETED', '1 ALLOCATED FAILED created -60'],
      '1 succeeded LOCALIZED, 2 failed ALLOCATED · open',
    ],
    [
      'a clock that differs by a minute hides no failure that arrives minutes later',
      ['0 LOCALIZED COMPLETED', '6 ALLOCATED FAILED created -1'],
      '1 succeeded LOCALIZED, 2 failed ALLOCATED · open',
    ],
    [
      'a clock that was set back hides no repeated failures',
      ['0 LOCALIZED COMPLETED', '4 ALLOCATED FAILED created -3', '8 ALLOCATED FAILED created -2'],
      '1 succeeded LOCALIZED, 2 failed ALLOCATED · open',
    ],
    [
      'our own clock, set back by an hour, hides no failure',
      ['60 LOCALIZED COMPLETED created 0', '1 ALLOCATED FAILED created -1'],
      '1 succeeded LOCALIZED, 2 failed ALLOCATED · open',
    ],
    [
      'the previous attempt hides no failure',
      [first, '1 PROVISIONED COMPLETED', '9 ACTIVATED FAILED created -1'],
      '1 failed ALLOCATED, 2 failed ACTIVATED · open',
    ],
  ])('%s', ([, steps, expected]) => {
    expect(described(...steps)).toBe(expected);
  });

  test.for(['', 'soon'])(
    'counts failures with the time “%s” separately, because it is no valid time',
    (createdDateTime) => {
      const failed = [1, 2].map((seq) => ({ ...localizationEvent(seq, seq, { created: null }), createdDateTime }));
      expect(describeCase(MemoryCaseProjection.of(...failed))).toBe('1 failed ALLOCATED, 2 failed ALLOCATED · open');
    },
  );
});

describe('[CASE-60] a failed fallback', () => {
  const failed = '0 FALLBACK_SET FAILED iccid 891';
  test.for<[string, string, string]>([
    ['is not set by a LOCALIZED of the same attempt', '1 LOCALIZED COMPLETED', '1 failed FALLBACK_SET · open'],
    [
      'succeeds with a LOCALIZED minutes later, which is a retry',
      '6 LOCALIZED COMPLETED',
      '1 failed FALLBACK_SET, 2 succeeded LOCALIZED · well',
    ],
    [
      'succeeds with a LOCALIZED of another profile',
      '1 LOCALIZED COMPLETED iccid 892',
      '1 failed FALLBACK_SET, 2 succeeded LOCALIZED · well',
    ],
    [
      'succeeds when the fallback is set',
      '1 FALLBACK_SET COMPLETED',
      '1 failed FALLBACK_SET, 2 succeeded FALLBACK_SET · well',
    ],
  ])('%s', ([, step, expected]) => {
    expect(described(failed, step)).toBe(expected);
  });
});
