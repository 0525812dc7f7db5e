import { expect, test } from 'vitest';
import { censoredTime } from '../../../../src-shared/domain/quality/censored-times.ts';

/** In the notation of R: `13+` was not over after 13. */
function durations(text: string) {
  return text.split(' ').map((part) => ({ ms: Number.parseInt(part, 10), isOpen: part.endsWith('+') }));
}

/*
 * R 4.2.2, package survival 3.5-3: f <- survfit(Surv(time, status) ~ 1), then the first time of `f` at which `f$surv` is
 * at most 0.5 or 0.1. If the curve is level exactly there, R's own quantile(f) has the middle of the level part or NA:
 * such rows are marked with =.
 */
test.each([
  ['all are over, =', '5 3 8 1', 3, 8],
  ['the curve is level at one half, =', '1 2 3+ 4', 2, 4],
  ['the curve ends at one half, =', '1 2 3+ 4+', 2, null],
  ['some are as long as open ones', '4 4+ 4 7 7 9+ 12 12+ 15 20+', 12, null],
  ['none is over', '3+ 6+ 9+', null, null],
  ['a tenth is open at the end, =', '1 2 3 4 5 6 7 8 9 10+', 5, 9],
  ['there are ten, =', '1 2 3 4 5 6 7 8 9 10', 5, 9],
  ['many are open', '10 20 30 40 50 60 70 80+ 90+ 100 110 120+', 60, null],
  ['data set aml, maintained', '9 13 13+ 18 23 28+ 31 34 45+ 48 161+', 31, null],
  ['data set aml, not maintained', '5 5 8 8 12 16+ 23 27 30 33 43 45', 23, 43],
  ['Freireich and others, 1963', '6 6 6 6+ 7 9+ 10 10+ 11+ 13 16 17+ 19+ 20+ 22 23 25+ 32+ 32+ 34+ 35+', 23, null],
  ['they are in no order', '12 5 5+ 31 44 2 60 60+ 18 27 90+ 7 33 51+ 9 75 75 22+ 40 66', 40, 75],
])('the median and the 90 %% point are those of R if %s', (_, text, median, most) => {
  expect([0.5, 0.9].map((part) => censoredTime(durations(text), part))).toEqual([median, most]);
});

test('nothing has no median', () => {
  expect(censoredTime([], 0.5)).toBeNull();
});
