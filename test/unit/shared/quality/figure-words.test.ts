import { describe, expect, it } from 'vitest';
import { NO_ENDINGS } from '../../../../src-shared/domain/quality/ending.ts';
import { RECOVERY_CLASSES } from '../../../../src-shared/domain/quality/recovery-time.ts';
import { rateOf } from '../../../../src-shared/domain/quality/success-rate.ts';
import {
  pastPeriodWords,
  pastRecoveryWords,
  pastTimesWords,
  waitWords,
} from '../../../../src-shared/words/quality/past-words.ts';
import {
  countedParts,
  faultWords,
  missingWords,
  openedWords,
  qualityValueWords,
  recoveryWords,
} from '../../../../src-shared/words/quality/rate-words.ts';

const HOUR = 3_600_000;
const recovered = (counts: Readonly<Record<number, number>>) => RECOVERY_CLASSES.map((_, index) => counts[index] ?? 0);
const rate = rateOf({ hits: 0, of: 0 });

describe('[REPORT-6] words for figures', () => {
  it.each([
    ['country', 'NO', 'Norway'],
    ['country', null, 'not named'],
    ['customer', null, 'not named'],
    ['cause', null, 'did not fail'],
    ['cause', 'cause:localization/ENABLED//X-1', 'Enabling failed, X-1'],
    ['step', 'DOWNLOADED', 'Download'],
    ['step', 'NEW_STEP', 'NEW_STEP'],
    ['hour', '03', '03:00'],
    ['weekday', '7', 'Sunday'],
    ['day', '2026-11-29', '2026-11-29'],
  ] as const)('name the %s %s "%s"', (field, value, words) =>
    expect(qualityValueWords(field, value, 'localization')).toBe(words),
  );

  it.each([
    [recovered({ 0: 10, 3: 9 }), 'n = 19: too few to say'],
    [recovered({ 3: 15, 6: 10 }), 'half within 30 min, 9 of 10 within 4 h, of 25'],
    [recovered({ 11: 20 }), 'half in more than 7 days, 9 of 10 in more than 7 days, of 20'],
  ])('say the time to recover as classes', (counts, words) => expect(recoveryWords(counts)).toBe(words));

  it('count what is in no rate beside it', () => {
    const line = { values: [], rate, failures: rate, resources: { completed: 0, failed: 0 } };
    const endings = { ...NO_ENDINGS, succeeded: 1_200, failed: 2, unknown: 3, open: 1 };
    const words = (part: Parameters<typeof countedParts>[0]) => countedParts(part).map((each) => each.words);
    expect(words({ ...line, endings, weakened: 4, recovered: [] })).toEqual([
      '1,206 attempts',
      '1,200 succeeded',
      '2 failed',
      '3 with an unknown result',
      '1 open',
      '4 weakened by a gap',
    ]);
    expect(words({ ...line, endings: { ...NO_ENDINGS, open: 1 }, weakened: null, recovered: [] })).toEqual([
      '1 attempt',
      '1 open',
    ]);
  });

  it.each([
    [{ total: 412, removed: 0 }, '412 attempts.'],
    [{ total: 1, removed: 1 }, '1 attempt. Another 1 was counted on days whose events were removed.'],
    [{ total: 0, removed: 1_100 }, '0 attempts. Another 1,100 were counted on days whose events were removed.'],
  ])('say how many of the counted attempts are still stored', (counts, words) =>
    expect(openedWords(counts)).toBe(words),
  );

  it('say what was not watched, by fault, and what is not known', () => {
    expect(missingWords({ notWatched: 0.004, unknownDays: [0, 1], keptDays: 3, isBehind: true })).toEqual([
      'Of this time, under 1 % was not watched.',
      '2 days of it are not known: events were removed before they were counted.',
      '3 days of it have only kept counts: their events were removed.',
      'The newest events are not counted yet.',
    ]);
    const notWatched = [
      { reason: 'refused', fault: 'way', ms: HOUR },
      { reason: 'slept', fault: 'own', ms: 2 * HOUR },
      { reason: 'stopped', fault: 'own', ms: HOUR },
    ] as const;
    expect(faultWords({ watchedMs: 0, reconnectMs: 0, notWatched: [...notWatched], unknownMs: HOUR })).toEqual([
      'For 3 h this Watchfloor, its computer or its team did not watch.',
      'For 60 min the service or the way to it failed.',
      'For 60 min nothing is stored.',
    ]);
  });

  it.each([
    [{ times: 0, isMore: false }, 'It was not open before, as far as cases are stored.'],
    [{ times: 1, isMore: false }, 'It was open once before.'],
    [{ times: 900, isMore: true }, 'It was open at least 900 times before.'],
  ])('say how often a cause occurred', (past, words) => expect(pastTimesWords(past)).toBe(words));

  it.each([
    [{ halfMs: HOUR, mostMs: 4 * HOUR, of: 44 }, 'Half of its 44 cases recovered within 60 min, 9 of 10 within 4 h.'],
    [
      { halfMs: HOUR, mostMs: null, of: 1_044 },
      'Half of its 1,044 cases recovered within 60 min, fewer than 9 of 10 recovered.',
    ],
    [{ halfMs: null, mostMs: null, of: 20 }, 'Fewer than half of its 20 cases recovered.'],
    [{ halfMs: HOUR, mostMs: HOUR, of: 19 }, 'How long it takes to recover: n = 19, too few to say.'],
  ])('say how long its cases took to recover', (recovery, words) => expect(pastRecoveryWords(recovery)).toBe(words));

  it('say how the last time ended, and after which wait a retry began', () => {
    expect(pastPeriodWords({ from: 0, to: HOUR, cases: 1, ended: 'done' })).toBe(
      'for 60 min, with 1 case, and ended because an operator marked it as done',
    );
    expect(
      [0, 1, 5].map((minutes, index) =>
        waitWords({ fromMs: minutes * 60_000, toMs: [60_000, 300_000, null][index] ?? null }),
      ),
    ).toEqual(['within 1 min', 'after 1 to 5 min', 'after 5 min or more']);
  });
});
