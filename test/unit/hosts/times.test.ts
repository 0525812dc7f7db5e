import { expect, test } from 'vitest';
import { parseTime } from '../../../src-main/hosts/cli/terminal/times.ts';

test('a time on the command line has the syntax of a filter', () => {
  expect([parseTime('15m', '--since'), parseTime('2026-11-21T10:00', '--since')]).toEqual([
    { kind: 'ago', ms: 900_000 },
    { kind: 'at', at: Date.UTC(2026, 10, 21, 10) },
  ]);
});

test.each(['yesterday', '', '2026-02-30', '5'])('%j is refused with the name of its option', (text) => {
  expect(() => parseTime(text, '--since')).toThrow(
    expect.objectContaining({
      data: {
        code: 'BAD_ARGUMENT',
        facts: { words: expect.stringMatching(/^--since ".*" is not a time\. Expected: /) },
      },
    }),
  );
});
