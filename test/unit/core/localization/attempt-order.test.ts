/** What comes out of order, twice, or late: it makes nothing better, and hides nothing. */
import { describe, expect, test } from 'vitest';
import type { EventSummary } from '../../../../src-shared/domain/event.ts';
import { type LocalizationFields, localizationEvent } from '../../../doubles/case-events.ts';
import { MemoryCaseProjection, describeCase } from '../../../doubles/memory-case-projection.ts';

type Step = readonly [at: number, operation: string, state: string, more?: LocalizationFields];

const eventsOf = (steps: readonly Step[]): EventSummary[] =>
  steps.map(([at, operation, state, more], place) => localizationEvent(place + 1, at, { operation, state, ...more }));
const told = (...steps: Step[]) => describeCase(MemoryCaseProjection.of(...eventsOf(steps)));

describe('[CASE-3] what came out of order, or twice, makes nothing better, and begins no attempt', () => {
  test.for<[string, Step[], string]>([
    [
      'a failure that comes twice is one',
      [
        [0, 'ALLOCATED', 'FAILED'],
        [1, 'ALLOCATED', 'FAILED', { created: 0 }],
        [5, 'ALLOCATED', 'FAILED', { created: 0 }],
      ],
      '1 failed ALLOCATED · open',
    ],
    [
      'a success that comes twice ends nothing that failed since, however late it comes',
      [
        [0, 'ENABLED', 'COMPLETED'],
        [1, 'FALLBACK_SET', 'FAILED'],
        [90, 'ENABLED', 'COMPLETED', { created: 0 }],
      ],
      '1 failed FALLBACK_SET · open',
    ],
    [
      'without a time nobody knows whether it is the same',
      [
        [0, 'ALLOCATED', 'FAILED', { created: null }],
        [1, 'ALLOCATED', 'FAILED', { created: null }],
      ],
      '1 failed ALLOCATED, 2 failed ALLOCATED · open',
    ],
    [
      'another error beside it is another word, at the same time or not',
      [
        [0, 'ALLOCATED', 'COMPLETED'],
        [1, 'ALLOCATED', 'COMPLETED', { created: 0, inner: ['X'] }],
      ],
      '1 unknown ALLOCATED · open',
    ],
    [
      'a step that was told late belongs to the attempt that it happened in',
      [
        [0, 'ALLOCATED', 'FAILED'],
        [1, 'DOWNLOADED', 'COMPLETED', { created: -1 }],
      ],
      '1 failed ALLOCATED · open',
    ],
    [
      'a success from before the failure ends nothing, however late it comes',
      [
        [0, 'ALLOCATED', 'FAILED'],
        [120, 'ENABLED', 'COMPLETED', { created: -1 }],
      ],
      '1 failed ALLOCATED · open',
    ],
    [
      'a failure from before the success opens nothing',
      [
        [0, 'LOCALIZED', 'COMPLETED'],
        [1, 'ALLOCATED', 'FAILED', { created: -1 }],
      ],
      '1 succeeded LOCALIZED · never open',
    ],
    [
      'but where it comes long after it, clocks are not believed',
      [
        [0, 'LOCALIZED', 'COMPLETED'],
        [40, 'ALLOCATED', 'FAILED', { created: -1 }],
      ],
      '1 succeeded LOCALIZED, 2 failed ALLOCATED · open',
    ],
    [
      'a failure that is told after a later step still is one',
      [
        [0, 'PROVISIONED', 'COMPLETED'],
        [1, 'ALLOCATED', 'FAILED', { created: -1 }],
      ],
      '1 failed ALLOCATED · open',
    ],
    [
      'what was told in the wrong order within an attempt is no step back',
      [
        [0, 'PROVISIONED', 'COMPLETED'],
        [1, 'DOWNLOADED', 'COMPLETED', { created: -1 }],
        [2, 'ENABLED', 'COMPLETED'],
      ],
      '1 succeeded ENABLED · never open',
    ],
    [
      'the failure of the attempt before, told again, is none of this one',
      [
        [0, 'ALLOCATED', 'FAILED'],
        [5, 'PROVISIONED', 'COMPLETED'],
        [6, 'ALLOCATED', 'FAILED', { created: 0 }],
        [7, 'ENABLED', 'COMPLETED'],
        [8, 'ALLOCATED', 'FAILED', { created: 0 }],
      ],
      '1 failed ALLOCATED, 2 succeeded ENABLED · well',
    ],
  ])('%s', ([, steps, expected]) => {
    expect(told(...steps)).toBe(expected);
  });

  test('all of them are counted, and can be read', () => {
    const steps: Step[] = [
      [0, 'ALLOCATED', 'FAILED'],
      [1, 'ALLOCATED', 'FAILED', { created: 0 }],
      [2, 'DOWNLOADED', 'COMPLETED', { created: -1 }],
    ];
    const { events, seqs } = MemoryCaseProjection.of(...eventsOf(steps)).onlyCase().run;
    expect({ events, seqs }).toEqual({ events: 3, seqs: [1, 2, 3] });
  });
});

describe('trap 9: the provider’s time may not be trustworthy', () => {
  test.for<[string, Step[], string]>([
    [
      'an end in the far future holds up no later success',
      [
        [0, 'ALLOCATED', 'FAILED', { created: 40_000_000 }],
        [5, 'ENABLED', 'COMPLETED'],
      ],
      '1 failed ALLOCATED, 2 succeeded ENABLED · well',
    ],
    [
      'a clock that stands still hides no failure behind a success',
      [
        [0, 'ALLOCATED', 'FAILED', { created: 0 }],
        [5, 'ENABLED', 'COMPLETED', { created: 0 }],
        [6, 'ALLOCATED', 'FAILED', { created: 0 }],
      ],
      '1 failed ALLOCATED, 2 succeeded ENABLED, 3 failed ALLOCATED · back',
    ],
    [
      'without it the order of arrival counts',
      [
        [0, 'ENABLED', 'FAILED', { created: null }],
        [5, 'ENABLED', 'COMPLETED', { created: null }],
      ],
      '1 failed ENABLED, 2 succeeded ENABLED · well',
    ],
  ])('%s', ([, steps, expected]) => {
    expect(told(...steps)).toBe(expected);
  });
});

describe('[CASE-40] a failure is hidden behind what was known only where both came together, by our clock and by the provider’s', () => {
  const first: Step = [0, 'ALLOCATED', 'FAILED', { created: 0 }];
  test.for<[string, Step[], string]>([
    [
      'the very same failure told again after some minutes is another one: that clock may stand still',
      [first, [6, 'ALLOCATED', 'FAILED', { created: 0 }]],
      '1 failed ALLOCATED, 2 failed ALLOCATED · open',
    ],
    [
      'what only repeats does not put that off',
      [first, [4, 'ALLOCATED', 'FAILED', { created: 0 }], [8, 'ALLOCATED', 'FAILED', { created: 0 }]],
      '1 failed ALLOCATED, 2 failed ALLOCATED · open',
    ],
    [
      'a provider’s clock that was set back after a success hides no failure',
      [
        [0, 'LOCALIZED', 'COMPLETED'],
        [1, 'ALLOCATED', 'FAILED', { created: -60 }],
      ],
      '1 succeeded LOCALIZED, 2 failed ALLOCATED · open',
    ],
    [
      'nor one that differs by a minute, where it comes minutes later',
      [
        [0, 'LOCALIZED', 'COMPLETED'],
        [6, 'ALLOCATED', 'FAILED', { created: -1 }],
      ],
      '1 succeeded LOCALIZED, 2 failed ALLOCATED · open',
    ],
    [
      'nor one that goes on failing under it',
      [
        [0, 'LOCALIZED', 'COMPLETED'],
        [4, 'ALLOCATED', 'FAILED', { created: -3 }],
        [8, 'ALLOCATED', 'FAILED', { created: -2 }],
      ],
      '1 succeeded LOCALIZED, 2 failed ALLOCATED · open',
    ],
    [
      'nor our own clock, set back by an hour',
      [
        [60, 'LOCALIZED', 'COMPLETED', { created: 0 }],
        [1, 'ALLOCATED', 'FAILED', { created: -1 }],
      ],
      '1 succeeded LOCALIZED, 2 failed ALLOCATED · open',
    ],
    [
      'nor does the attempt before',
      [first, [1, 'PROVISIONED', 'COMPLETED'], [9, 'ACTIVATED', 'FAILED', { created: -1 }]],
      '1 failed ALLOCATED, 2 failed ACTIVATED · open',
    ],
  ])('%s', ([, steps, expected]) => {
    expect(told(...steps)).toBe(expected);
  });

  test.for(['', 'soon'])('“%s” is no time by which a repeat is known', (createdDateTime) => {
    const failed = [1, 2].map((seq) => ({ ...localizationEvent(seq, seq, { created: null }), createdDateTime }));
    expect(describeCase(MemoryCaseProjection.of(...failed))).toBe('1 failed ALLOCATED, 2 failed ALLOCATED · open');
  });
});

describe('[CASE-41] that it is localized does not set the fallback of the same run', () => {
  const failed: Step = [0, 'FALLBACK_SET', 'FAILED', { iccid: '891' }];
  test.for<[string, Step, string]>([
    ['LOCALIZED right behind it', [1, 'LOCALIZED', 'COMPLETED'], '1 failed FALLBACK_SET · open'],
    ['later it is a retry', [6, 'LOCALIZED', 'COMPLETED'], '1 failed FALLBACK_SET, 2 succeeded LOCALIZED · well'],
    [
      'of another profile it is, too',
      [1, 'LOCALIZED', 'COMPLETED', { iccid: '892' }],
      '1 failed FALLBACK_SET, 2 succeeded LOCALIZED · well',
    ],
    [
      'a fallback that was set ends it',
      [1, 'FALLBACK_SET', 'COMPLETED'],
      '1 failed FALLBACK_SET, 2 succeeded FALLBACK_SET · well',
    ],
  ])('%s', ([, step, expected]) => {
    expect(told(failed, step)).toBe(expected);
  });
});
