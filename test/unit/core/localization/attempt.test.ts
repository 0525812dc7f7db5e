import { describe, expect, test } from 'vitest';
import { decodeEvent } from '../../../../src-shared/domain/decode-event.ts';
import type { EventSummary } from '../../../../src-shared/domain/event.ts';
import { type LocalizationFields, localizationEvent } from '../../../doubles/case-events.ts';
import { MemoryCaseProjection, describeCase } from '../../../doubles/memory-case-projection.ts';

type Step = readonly [at: number, operation: string, state: string, more?: LocalizationFields];

const eventsOf = (steps: readonly Step[]): EventSummary[] =>
  steps.map(([at, operation, state, more], place) => localizationEvent(place + 1, at, { operation, state, ...more }));
const told = (...steps: Step[]) => describeCase(MemoryCaseProjection.of(...eventsOf(steps)));

describe('[CASE-1] an attempt ends with its outcome, or when nothing is heard for long, and the next event begins another', () => {
  test.for<[string, Step[], string]>([
    ['a failure opens the case', [[0, 'ALLOCATED', 'FAILED']], '1 failed ALLOCATED · open'],
    [
      'what comes after a failure is another attempt, and its success ends the case well',
      [
        [0, 'ALLOCATED', 'FAILED'],
        [5, 'PROVISIONED', 'COMPLETED'],
        [6, 'LOCALIZED', 'COMPLETED'],
      ],
      '1 failed ALLOCATED, 2 succeeded LOCALIZED · well',
    ],
    [
      'a retry under way leaves the case open',
      [
        [0, 'ALLOCATED', 'FAILED'],
        [5, 'PROVISIONED', 'COMPLETED'],
      ],
      '1 failed ALLOCATED, 2 in-progress PROVISIONED · open',
    ],
    [
      'half an hour of silence ends an attempt that nobody ended',
      [
        [0, 'PROVISIONED', 'COMPLETED'],
        [31, 'PROVISIONED', 'COMPLETED'],
      ],
      '1 in-progress PROVISIONED, 2 in-progress PROVISIONED · never open',
    ],
    [
      'less than that does not',
      [
        [0, 'PROVISIONED', 'COMPLETED'],
        [30, 'ENABLED', 'COMPLETED'],
      ],
      '1 succeeded ENABLED · never open',
    ],
    [
      'an earlier step after a later one was completed is another attempt',
      [
        [0, 'PROVISIONED', 'COMPLETED'],
        [5, 'ALLOCATED', 'COMPLETED'],
      ],
      '1 in-progress PROVISIONED, 2 in-progress ALLOCATED · never open',
    ],
    [
      'another ICCID is another attempt',
      [
        [0, 'ALLOCATED', 'COMPLETED', { iccid: '891' }],
        [5, 'PROVISIONED', 'COMPLETED', { iccid: '892' }],
      ],
      '1 in-progress ALLOCATED, 2 in-progress PROVISIONED · never open',
    ],
    [
      'it failed again after it had ended well: it is back',
      [
        [0, 'ENABLED', 'FAILED'],
        [5, 'ENABLED', 'COMPLETED'],
        [50, 'ENABLED', 'FAILED'],
      ],
      '1 failed ENABLED, 2 succeeded ENABLED, 3 failed ENABLED · back',
    ],
    [
      'a success that nobody saw fail is a case that never was open',
      [[0, 'LOCALIZED', 'COMPLETED']],
      '1 succeeded LOCALIZED · never open',
    ],
  ])('%s', ([, steps, expected]) => {
    expect(told(...steps)).toBe(expected);
  });
});

describe('trap 3: success has three shapes', () => {
  test.for(['ENABLED', 'FALLBACK_SET', 'LOCALIZED'])('%s COMPLETED ends a case well', (operation) => {
    expect(told([0, 'DOWNLOADED', 'FAILED'], [5, operation, 'COMPLETED'])).toBe(
      `1 failed DOWNLOADED, 2 succeeded ${operation} · well`,
    );
  });

  test.for<[string, Step[], string]>([
    [
      'what is set after ENABLED is of the same attempt',
      [
        [0, 'ENABLED', 'COMPLETED'],
        [1, 'FALLBACK_SET', 'COMPLETED'],
        [2, 'LOCALIZED', 'COMPLETED'],
      ],
      '1 succeeded LOCALIZED · never open',
    ],
    [
      'a fallback that is being set takes nothing back',
      [
        [0, 'ENABLED', 'COMPLETED'],
        [1, 'FALLBACK_SET', 'IN_PROGRESS'],
      ],
      '1 succeeded ENABLED · never open',
    ],
    [
      'long after a success it is another attempt',
      [
        [0, 'ENABLED', 'COMPLETED'],
        [60, 'FALLBACK_SET', 'COMPLETED'],
      ],
      '1 succeeded ENABLED, 2 succeeded FALLBACK_SET · never open',
    ],
    [
      'of another profile, too',
      [
        [0, 'ENABLED', 'COMPLETED', { iccid: '891' }],
        [1, 'LOCALIZED', 'COMPLETED', { iccid: '892' }],
      ],
      '1 succeeded ENABLED, 2 succeeded LOCALIZED · never open',
    ],
  ])('%s', ([, steps, expected]) => {
    expect(told(...steps)).toBe(expected);
  });

  test.for<[string, Step[]]>([
    [
      'ENABLED',
      [
        [0, 'ENABLED', 'COMPLETED'],
        [1, 'FALLBACK_SET', 'FAILED'],
      ],
    ],
    [
      'LOCALIZED',
      [
        [0, 'LOCALIZED', 'COMPLETED'],
        [1, 'FALLBACK_SET', 'FAILED'],
      ],
    ],
    [
      'ENABLED, told in the wrong order',
      [
        [0, 'ENABLED', 'COMPLETED'],
        [1, 'FALLBACK_SET', 'FAILED', { created: -1 }],
      ],
    ],
  ])('[CASE-2] a fallback that could not be set is no success, though it follows %s', ([, steps]) => {
    expect(told(...steps)).toBe('1 failed FALLBACK_SET · open');
  });

  test('[CASE-2] an error beside COMPLETED is no success either', () => {
    expect(told([0, 'ENABLED', 'COMPLETED'], [1, 'FALLBACK_SET', 'COMPLETED', { code: 'X' }])).toBe(
      '1 unknown FALLBACK_SET · open',
    );
  });
});

describe('trap 7: what the document does not know', () => {
  test.for<[string, Step[], string]>([
    [
      'FAILED is failed wherever it stands',
      [[0, 'QUARANTINED', 'FAILED', { code: 'Q' }]],
      '1 failed QUARANTINED · open',
    ],
    [
      'an unknown operation ends nothing',
      [
        [0, 'ALLOCATED', 'FAILED'],
        [5, 'BLESSED', 'COMPLETED'],
      ],
      '1 failed ALLOCATED, 2 unknown BLESSED · open',
    ],
    ['an unknown state is open, and not known', [[0, 'ENABLED', 'DONE']], '1 unknown ENABLED · open'],
    [
      'what is known afterwards counts',
      [
        [0, 'BLESSED', 'COMPLETED'],
        [1, 'ENABLED', 'COMPLETED'],
      ],
      '1 succeeded ENABLED · well',
    ],
    [
      'an errorCode beside COMPLETED is neither',
      [[0, 'ENABLED', 'COMPLETED', { code: 'X' }]],
      '1 unknown ENABLED · open',
    ],
  ])('%s', ([, steps, expected]) => {
    expect(told(...steps)).toBe(expected);
  });
});

describe('the profile', () => {
  const iccids = (...steps: Step[]) =>
    MemoryCaseProjection.of(...eventsOf(steps))
      .allAttempts()
      .map(({ iccid }) => iccid);
  test('an ICCID that is null keeps what was known in the attempt, and says none in the next', () => {
    const steps: Step[] = [
      [0, 'ALLOCATED', 'COMPLETED', { iccid: '891' }],
      [1, 'ACTIVATED', 'FAILED'],
      [5, 'DOWNLOADED', 'FAILED'],
    ];
    expect(iccids(...steps)).toEqual(['891', null]);
  });

  test('trap 10: an EID that arrives as a number is the same EID, with all its digits', () => {
    const eid = '89049032000001000000015423673010';
    const data = `{"operation":"ENABLED","state":"COMPLETED","detailedMessage":{"eid":${eid}}}`;
    const numeric = { ...localizationEvent(2, 5), ...decodeEvent({ kind: 'LOCALIZATION', data }) };
    const book = MemoryCaseProjection.of(localizationEvent(1, 0, { eid }), numeric);
    expect(describeCase(book, `eid:${eid}`)).toBe('1 failed ALLOCATED, 2 succeeded ENABLED · well');
  });
});
