import { describe, expect, test } from 'vitest';
import type { Gap } from '../../../../../src-shared/domain/coverage/coverage.ts';
import { ladderOf } from '../../../../../src-main/core/cases/localization/ladder.ts';
import { localizationEvent, minute } from '../../../../doubles/case-events.ts';
import { localizationSteps } from '../../../../doubles/localization-steps.ts';
import { SILENCE_MS, MemoryCaseProjection } from '../../../../doubles/memory-case-projection.ts';

type Span = readonly [from: number, to: number | null, reason?: Gap['reason']];

function gapsOf(spans: readonly Span[]): Gap[] {
  return spans.map(([from, to, reason = 'connection-lost'], index) => ({
    id: index + 1,
    from: minute(from),
    to: to === null ? null : minute(to),
    lengthMs: to === null ? null : minute(to) - minute(from),
    reason,
    detail: null,
    afterSeq: 0,
  }));
}

/** Prints the ladder of the last attempt or the one before, such as "i i f ? ? ?"; "~" marks a weak step. */
function ladder(steps: readonly string[], gaps: readonly Span[] = [], of: 'last' | 'before' = 'last'): string {
  const runs = MemoryCaseProjection.of(...localizationSteps(steps)).allAttempts();
  const attempt = runs.at(of === 'last' ? -1 : -2);
  if (attempt === undefined) throw new Error('no such attempt');
  const next = of === 'last' ? null : (runs.at(-1) ?? null);
  const { steps: rungs, weakenedByGap } = ladderOf(attempt, next, gapsOf(gaps), minute(600), SILENCE_MS);
  expect(weakenedByGap).toBe(rungs.some(({ weak }) => weak));
  return rungs.map(({ evidence, weak }) => MARKS[evidence] + (weak ? '~' : '')).join(' ');
}

const MARKS = { reported: 'r', inferred: 'i', failed: 'f', unknown: '?' };

describe('[CASE-4] trap 2: silence is not success, and each step is reported, inferred, failed or unknown', () => {
  test.for<[string, string[], string]>([
    ['a failure infers the steps before it and none after it', ['0 ACTIVATED FAILED'], 'i i f ? ? ?'],
    ['trap 5: a failure after PROVISIONED infers it and does not report it', ['0 ENABLED FAILED'], 'i i i i f ?'],
    ['a failed first step infers nothing', ['0 DOWNLOADED FAILED'], 'f ? ? ? ? ?'],
    ['a completed step is reported', ['0 PROVISIONED COMPLETED', '1 FALLBACK_SET FAILED'], 'i i i r i f'],
    ['ENABLED leaves the fallback unknown', ['0 ENABLED COMPLETED'], 'i i i i r ?'],
    ['LOCALIZED infers all steps', ['0 LOCALIZED COMPLETED'], 'i i i i i i'],
    [
      'LOCALIZED leaves reported steps as reported',
      ['0 PROVISIONED COMPLETED', '1 LOCALIZED COMPLETED'],
      'i i i r i i',
    ],
    ['a step in progress is not completed', ['0 ACTIVATED IN_PROGRESS'], '? ? ? ? ? ?'],
    ['an unknown operation leaves all steps unknown', ['0 BLESSED COMPLETED'], '? ? ? ? ? ?'],
    ['COMPLETED with an error leaves all steps unknown', ['0 ENABLED COMPLETED code X'], '? ? ? ? ? ?'],
    [
      'a documented code names the step if the operation does not',
      ['0 LOCALIZED FAILED code START_PROFILE_ENABLE_FAILED'],
      'i i i i f ?',
    ],
    ['an unknown code names no step', ['0 QUARANTINED FAILED code Q'], '? ? ? ? ? ?'],
    [
      'a late event of an earlier attempt is no step of this one',
      ['0 ALLOCATED FAILED', '1 ENABLED COMPLETED created -1'],
      'i f ? ? ? ?',
    ],
    [
      'a late failure from before the success is no step',
      ['0 LOCALIZED COMPLETED', '1 ALLOCATED FAILED created -1'],
      'i i i i i i',
    ],
    [
      'a late event of another profile is no step',
      ['0 ENABLED COMPLETED iccid 891', '1 PROVISIONED COMPLETED iccid 892 created -1'],
      'i i i i r ?',
    ],
  ])('%s', ([, steps, expected]) => {
    expect(ladder(steps)).toBe(expected);
  });

  test('each step has the seq and time of the event that reported it', () => {
    const { run } = MemoryCaseProjection.of(localizationEvent(7, 3, { operation: 'ALLOCATED' })).onlyCase();
    expect(ladderOf(run, null, [], minute(4), SILENCE_MS).steps.slice(0, 3)).toEqual([
      { step: 'DOWNLOADED', evidence: 'inferred', at: null, seq: null, weak: false },
      { step: 'ALLOCATED', evidence: 'failed', at: minute(3), seq: 7, weak: false },
      { step: 'ACTIVATED', evidence: 'unknown', at: null, seq: null, weak: false },
    ]);
  });
});

describe('[CASE-4] trap 2: a step that may have been reported during a gap is weak', () => {
  const provisioned: string[] = ['60 PROVISIONED COMPLETED', '70 FALLBACK_SET FAILED'];
  test.for<[string, string[], Span[], string]>([
    ['a gap between two reports weakens what is inferred between them', provisioned, [[62, 64]], 'i i i r i~ f'],
    ['a gap that ends with a report weakens what is inferred before it', provisioned, [[50, 60]], 'i~ i~ i~ r i f'],
    ['a gap that ended a silence or more before the report weakens nothing', provisioned, [[10, 30]], 'i i i r i f'],
    ['a gap that begins with the last report weakens nothing inferred', provisioned, [[70, 80]], 'i i i r i f'],
    ['a planned reconnect is no gap', provisioned, [[62, 62.1, 'session-expired']], 'i i i r i f'],
    ['a planned end without a quick reconnect is a gap', provisioned, [[62, 63, 'session-expired']], 'i i i r i~ f'],
    [
      'unknown steps after the last report are weak if a gap follows and no further event',
      ['60 ALLOCATED FAILED'],
      [[300, 310]],
      'i f ?~ ?~ ?~ ?~',
    ],
    [
      'unknown steps after the last report are weak during a current gap',
      ['60 ALLOCATED FAILED'],
      [[500, null]],
      'i f ?~ ?~ ?~ ?~',
    ],
    [
      'a gap weakens nothing after a success that a silence has ended',
      ['60 ENABLED COMPLETED'],
      [[100, 110]],
      'i i i i r ?',
    ],
    ['a gap soon after a success weakens the unknown fallback', ['60 ENABLED COMPLETED'], [[70, 80]], 'i i i i r ?~'],
    ['a gap after LOCALIZED weakens nothing', ['60 LOCALIZED COMPLETED'], [[70, 80]], 'i i i i i i'],
    ['a gap before LOCALIZED weakens all inferred steps', ['60 LOCALIZED COMPLETED'], [[50, 55]], 'i~ i~ i~ i~ i~ i~'],
    [
      'a gap before the previous attempt weakens nothing',
      ['60 ALLOCATED FAILED', '70 ALLOCATED FAILED'],
      [[50, 55]],
      'i f ? ? ? ?',
    ],
  ])('%s', ([, steps, gaps, expected]) => {
    expect(ladder(steps, gaps)).toBe(expected);
  });

  test('gaps after the next attempt began do not weaken the attempt before', () => {
    const steps: string[] = ['60 ALLOCATED FAILED', '70 ALLOCATED FAILED'];
    expect([ladder(steps, [[75, 80]], 'before'), ladder(steps, [[62, 65]], 'before')]).toEqual([
      'i f ? ? ? ?',
      'i f ?~ ?~ ?~ ?~',
    ]);
  });
});
