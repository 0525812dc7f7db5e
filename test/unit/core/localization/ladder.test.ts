import { describe, expect, test } from 'vitest';
import type { Gap } from '../../../../src-shared/domain/coverage.ts';
import { ladderOf } from '../../../../src-main/core/localization/ladder.ts';
import { type LocalizationFields, localizationEvent, minute } from '../../../doubles/case-events.ts';
import { SILENCE_MS, MemoryCaseProjection } from '../../../doubles/memory-case-projection.ts';

type Step = readonly [at: number, operation: string, state: string, more?: LocalizationFields];
type Span = readonly [from: number, to: number | null, reason?: Gap['reason']];

function gapsOf(spans: readonly Span[]): Gap[] {
  return spans.map(([from, to, reason = 'connection-lost'], place) => ({
    id: place + 1,
    from: minute(from),
    to: to === null ? null : minute(to),
    lengthMs: to === null ? null : minute(to) - minute(from),
    reason,
    detail: null,
    afterSeq: 0,
  }));
}

/** Of the last attempt, or of the one before; "i i f ? ? ?", and "~" behind what is weak. */
function ladder(steps: readonly Step[], gaps: readonly Span[] = [], of: 'last' | 'before' = 'last'): string {
  const events = steps.map(([at, operation, state, more], place) =>
    localizationEvent(place + 1, at, { operation, state, ...more }),
  );
  const runs = MemoryCaseProjection.of(...events).allAttempts();
  const attempt = runs.at(of === 'last' ? -1 : -2);
  if (attempt === undefined) throw new Error('no such attempt');
  const next = of === 'last' ? null : (runs.at(-1) ?? null);
  const { steps: rungs, weakenedByGap } = ladderOf(attempt, next, gapsOf(gaps), minute(600), SILENCE_MS);
  expect(weakenedByGap).toBe(rungs.some(({ weak }) => weak));
  return rungs.map(({ evidence, weak }) => MARKS[evidence] + (weak ? '~' : '')).join(' ');
}

const MARKS = { reported: 'r', inferred: 'i', failed: 'f', unknown: '?' };

describe('[CASE-4] trap 2: silence is no success, and a step is reported, inferred, failed or unknown', () => {
  test.for<[string, Step[], string]>([
    ['a failure infers what was before it, and nothing behind it', [[0, 'ACTIVATED', 'FAILED']], 'i i f ? ? ?'],
    [
      'trap 5: what fails behind PROVISIONED infers it, and says no more of it',
      [[0, 'ENABLED', 'FAILED']],
      'i i i i f ?',
    ],
    ['the first step that fails infers nothing', [[0, 'DOWNLOADED', 'FAILED']], 'f ? ? ? ? ?'],
    [
      'a step that was completed is reported',
      [
        [0, 'PROVISIONED', 'COMPLETED'],
        [1, 'FALLBACK_SET', 'FAILED'],
      ],
      'i i i r i f',
    ],
    ['ENABLED says nothing of the fallback', [[0, 'ENABLED', 'COMPLETED']], 'i i i i r ?'],
    ['LOCALIZED says that all of it succeeded', [[0, 'LOCALIZED', 'COMPLETED']], 'i i i i i i'],
    [
      'and takes nothing from what was reported',
      [
        [0, 'PROVISIONED', 'COMPLETED'],
        [1, 'LOCALIZED', 'COMPLETED'],
      ],
      'i i i r i i',
    ],
    ['a step in progress is not completed', [[0, 'ACTIVATED', 'IN_PROGRESS']], '? ? ? ? ? ?'],
    ['an unknown operation says nothing', [[0, 'BLESSED', 'COMPLETED']], '? ? ? ? ? ?'],
    ['nor does an error beside COMPLETED', [[0, 'ENABLED', 'COMPLETED', { code: 'X' }]], '? ? ? ? ? ?'],
    [
      'where the operation is no step, a documented code names it',
      [[0, 'LOCALIZED', 'FAILED', { code: 'START_PROFILE_ENABLE_FAILED' }]],
      'i i i i f ?',
    ],
    ['an unknown one does not', [[0, 'QUARANTINED', 'FAILED', { code: 'Q' }]], '? ? ? ? ? ?'],
    [
      'what was told late of an earlier attempt is no step of this one',
      [
        [0, 'ALLOCATED', 'FAILED'],
        [1, 'ENABLED', 'COMPLETED', { created: -1 }],
      ],
      'i f ? ? ? ?',
    ],
    [
      'nor is a failure from before the success',
      [
        [0, 'LOCALIZED', 'COMPLETED'],
        [1, 'ALLOCATED', 'FAILED', { created: -1 }],
      ],
      'i i i i i i',
    ],
    [
      'nor what was told late of another profile',
      [
        [0, 'ENABLED', 'COMPLETED', { iccid: '891' }],
        [1, 'PROVISIONED', 'COMPLETED', { iccid: '892', created: -1 }],
      ],
      'i i i i r ?',
    ],
  ])('%s', ([, steps, expected]) => {
    expect(ladder(steps)).toBe(expected);
  });

  test('each says which event told it, and when', () => {
    const { run } = MemoryCaseProjection.of(localizationEvent(7, 3, { operation: 'ALLOCATED' })).onlyCase();
    expect(ladderOf(run, null, [], minute(4), SILENCE_MS).steps.slice(0, 3)).toEqual([
      { step: 'DOWNLOADED', evidence: 'inferred', at: null, seq: null, weak: false },
      { step: 'ALLOCATED', evidence: 'failed', at: minute(3), seq: 7, weak: false },
      { step: 'ACTIVATED', evidence: 'unknown', at: null, seq: null, weak: false },
    ]);
  });
});

describe('[CASE-5] trap 2: what may have been told while nobody listened is weak', () => {
  const provisioned: Step[] = [
    [60, 'PROVISIONED', 'COMPLETED'],
    [70, 'FALLBACK_SET', 'FAILED'],
  ];
  test.for<[string, Step[], Span[], string]>([
    ['a gap between two reports weakens what is inferred between them', provisioned, [[62, 64]], 'i i i r i~ f'],
    ['a gap that ends with a report weakens what is before it', provisioned, [[50, 60]], 'i~ i~ i~ r i f'],
    ['one that ended longer before it than a silence does not', provisioned, [[10, 30]], 'i i i r i f'],
    ['nor one that begins with a report', provisioned, [[70, 80]], 'i i i r i f'],
    ['a planned reconnect is no gap', provisioned, [[62, 62.1, 'session-expired']], 'i i i r i f'],
    [
      'a planned end after which nobody came back for long is one',
      provisioned,
      [[62, 63, 'session-expired']],
      'i i i r i~ f',
    ],
    [
      'what is unknown behind the last report is weak, as long as nothing else was heard',
      [[60, 'ALLOCATED', 'FAILED']],
      [[300, 310]],
      'i f ?~ ?~ ?~ ?~',
    ],
    ['and while nobody listens now', [[60, 'ALLOCATED', 'FAILED']], [[500, null]], 'i f ?~ ?~ ?~ ?~'],
    ['what succeeded is over after a silence', [[60, 'ENABLED', 'COMPLETED']], [[100, 110]], 'i i i i r ?'],
    ['until then the fallback may have been told of', [[60, 'ENABLED', 'COMPLETED']], [[70, 80]], 'i i i i r ?~'],
    ['LOCALIZED leaves nothing open behind it', [[60, 'LOCALIZED', 'COMPLETED']], [[70, 80]], 'i i i i i i'],
    ['a gap before it weakens all', [[60, 'LOCALIZED', 'COMPLETED']], [[50, 55]], 'i~ i~ i~ i~ i~ i~'],
    [
      'an attempt does not begin before the end of the one before',
      [
        [60, 'ALLOCATED', 'FAILED'],
        [70, 'ALLOCATED', 'FAILED'],
      ],
      [[50, 55]],
      'i f ? ? ? ?',
    ],
  ])('%s', ([, steps, gaps, expected]) => {
    expect(ladder(steps, gaps)).toBe(expected);
  });

  test('of an attempt that was followed by another the gaps after that are none', () => {
    const steps: Step[] = [
      [60, 'ALLOCATED', 'FAILED'],
      [70, 'ALLOCATED', 'FAILED'],
    ];
    expect([ladder(steps, [[75, 80]], 'before'), ladder(steps, [[62, 65]], 'before')]).toEqual([
      'i f ? ? ? ?',
      'i f ?~ ?~ ?~ ?~',
    ]);
  });
});
