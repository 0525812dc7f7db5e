import { describe, expect, test } from 'vitest';
import { parseTime } from '../../../src-main/hosts/cli/times.ts';

const now = Date.UTC(2026, 10, 21, 12);

describe('a time on the command line', () => {
  test.each([
    ['2026-11-21T10:00:00.250Z', Date.UTC(2026, 10, 21, 10, 0, 0, 250)],
    ['2026-11-21T10:00:00+02:00', Date.UTC(2026, 10, 21, 8)],
    ['2026-11-21T10:00', Date.UTC(2026, 10, 21, 10)],
    ['2026-11-21 10:00:30', Date.UTC(2026, 10, 21, 10, 0, 30)],
    ['2026-11-21', Date.UTC(2026, 10, 21)],
    ['90s', now - 90_000],
    ['15m', now - 900_000],
    ['1.5h', now - 5_400_000],
    ['7d', now - 604_800_000],
  ])('%s', (text, expected) => expect(parseTime(text, '--since', now)).toBe(expected));

  test.each(['yesterday', '', '2026-02-30', '2026-13-01', '2026-11-21T25:00Z', '-5m', '5'])('%j is refused', (text) => {
    expect(() => parseTime(text, '--since', now)).toThrow(
      expect.objectContaining({ code: 'BAD_ARGUMENT', message: expect.stringContaining('--since') }),
    );
  });
});
