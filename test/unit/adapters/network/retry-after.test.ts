import { expect, it } from 'vitest';
import { retryAfterMsOf } from '../../../../src-main/adapters/network/retry-after.ts';

const now = Date.UTC(1994, 10, 6, 8, 49, 0);

it.each([
  ['120', 120_000],
  ['0', 0],
  [' 7 ', 7_000],
  ['31536000', 31_536_000_000],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  // The three date forms of RFC 9110, section 5.6.7.
  ['Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 37_000],
  ['Sun Nov  6 08:49:37 1994', 37_000],
  ['Sun, 06 Nov 1994 08:00:00 GMT', 0],
  [null, null],
  ['', null],
  ['-5', null],
  ['1.5', null],
  ['1e3', null],
  ['soon', null],
  ['2026-01-01', null],
  ['Sun, 99 Nov 1994 08:49:37 GMT', null],
])('Retry-After %j is %j ms', (header, expected) => {
  expect(retryAfterMsOf(header, now)).toBe(expected);
});
