import { describe, expect, it } from 'vitest';
import { endingOf, NO_ENDINGS } from '../../../../src-shared/domain/quality/ending.ts';
import { successRate, wilsonInterval } from '../../../../src-shared/domain/quality/success-rate.ts';
import { rateWords } from '../../../../src-shared/words/quality/rate-words.ts';
import { outcomes } from '../../../../src-shared/domain/event/outcomes.ts';
import { randomNumbers } from '../../../doubles/random-numbers.ts';

describe('the Wilson interval', () => {
  // R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('has the published ends for %i of %i', (succeeded, ended, low, high) => {
    const interval = wilsonInterval(succeeded, ended);
    expect([interval.low, interval.high].map((end) => Number(end.toFixed(4)))).toEqual([low, high]);
  });

  // Debian's python3-statsmodels 0.13.5: proportion_confint(hits, of, method='wilson'). R 4.2.2 agrees:
  // prop.test(hits, of, correct=FALSE).
  it.each([
    [0, 20, 0, 0.161125158052819],
    [1, 20, 0.008881448800795, 0.236131193446742],
    [10, 20, 0.299298008198212, 0.700701991801788],
    [20, 20, 0.83887484194718, 1],
    [7, 31, 0.113951355612625, 0.398124183833421],
    [32, 44, 0.581511269075488, 0.836536183761566],
    [604, 1_160, 0.491920150252308, 0.549322580564858],
    [1_990, 1_993, 0.995583543365267, 0.999487943768967],
    [1, 1_000, 0.000176546370626, 0.005642558597958],
    [123_456, 234_567, 0.524293419457579, 0.528334605079594],
  ])('has the ends that statsmodels and R compute for %i of %i', (hits, of, low, high) => {
    const interval = wilsonInterval(hits, of);
    expect([interval.low, interval.high]).toEqual([expect.closeTo(low, 13), expect.closeTo(high, 13)]);
  });

  it('is the mirrored one for the failures', () => {
    const [one, other] = [wilsonInterval(7, 31), wilsonInterval(24, 31)];
    expect(one.low).toBeCloseTo(1 - other.high, 12);
    expect(wilsonInterval(30, 30).high).toBe(1);
  });

  it('contains the true rate in 93 to 97 % of 1 000 months', () => {
    const random = randomNumbers(7);
    let contained = 0;
    for (let month = 0; month < 1_000; month += 1) {
      const rate = (5 + random(90)) / 100;
      const ended = 100 + random(900);
      let succeeded = 0;
      for (let attempt = 0; attempt < ended; attempt += 1) if (random(10_000) < rate * 10_000) succeeded += 1;
      const { low, high } = wilsonInterval(succeeded, ended);
      if (low <= rate && rate <= high) contained += 1;
    }
    expect(contained).toBeGreaterThanOrEqual(930);
    expect(contained).toBeLessThanOrEqual(970);
  });
});

describe('the success rate', () => {
  it.each([
    ['nothing ended', {}, { kind: 'too-few', hits: 0, of: 0 }, 'n = 0: too few to say'],
    ['one attempt is missing', { succeeded: 18, failed: 1 }, { kind: 'too-few', of: 19 }, 'n = 19: too few to say'],
    ['there are enough', { succeeded: 16, failed: 4 }, { kind: 'rate', rate: 0.8 }, '80 % (58 to 92 %) of 20'],
    ['requests are partial', { succeeded: 10, partial: 10 }, { kind: 'rate', rate: 0.5 }, '50 % (30 to 70 %) of 20'],
    [
      'others are unknown or open, and count beside it',
      { succeeded: 19, unknown: 400, open: 80 },
      { kind: 'too-few', of: 19 },
      'n = 19: too few to say',
    ],
    ['few failed', { succeeded: 1_990, failed: 3 }, { kind: 'rate' }, 'over 99 % (99.6 to 99.9 %) of 1,993'],
    [
      'there are many',
      { succeeded: 1_200, failed: 1_108 },
      { kind: 'rate', hits: 1_200, of: 2_308 },
      '52 % (50 to 54 %) of 2,308',
    ],
  ])('if %s', (_, counts, expected, words) => {
    const rate = successRate({ ...NO_ENDINGS, ...counts });
    expect(rate).toMatchObject(expected);
    expect(rateWords(rate)).toBe(words);
  });

  it('counts an attempt in progress as open, and every other one by its outcome', () => {
    expect(outcomes.map((outcome) => [outcome, endingOf(outcome)])).toEqual(
      outcomes.map((outcome) => [outcome, outcome === 'in-progress' ? 'open' : outcome]),
    );
  });
});
