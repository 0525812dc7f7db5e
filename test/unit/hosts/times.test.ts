import { expect, test } from 'vitest';
import { resolveTime } from '../../../src-shared/domain/filter/filter.ts';
import { parseTime } from '../../../src-main/hosts/cli/terminal/times.ts';

const now = Date.UTC(2026, 10, 27, 14, 3);
test.each([
  ['now', '2026-11-27T14:03:00.000Z'],
  ['today', '2026-11-27T00:00:00.000Z'],
  ['yesterday', '2026-11-26T00:00:00.000Z'],
  ['monday', '2026-11-23T00:00:00.000Z'],
  ['-1h', '2026-11-27T13:03:00.000Z'],
  ['1w', '2026-11-20T14:03:00.000Z'],
  ['2 days ago', '2026-11-25T14:03:00.000Z'],
  ['1h 30min ago', '2026-11-27T12:33:00.000Z'],
])('[CLI-81] --since "%s" is a time as in journalctl, with days in UTC', (text, at) => {
  expect(new Date(resolveTime(parseTime(text, '--since'), now)).toISOString()).toBe(at);
});

test.each([
  ['1732600000', '2024-11-26T05:46:40Z'],
  ['@1732600000', '2024-11-26T05:46:40Z'],
  ['1732600000125', '2024-11-26T05:46:40.125Z'],
])('[CLI-81] the epoch %s is refused, with the time that it means', (text, meant) => {
  const words = `--since "${text}" is not a time. An epoch is written as ${meant}.`;
  expect(() => parseTime(text, '--since')).toThrow(
    expect.objectContaining({ data: { code: 'BAD_ARGUMENT', facts: { words } } }),
  );
});

test('a time on the command line has the syntax of a filter', () => {
  expect([parseTime('15m', '--since'), parseTime('2026-11-21T10:00', '--since')]).toEqual([
    { kind: 'ago', ms: 900_000 },
    { kind: 'at', at: Date.UTC(2026, 10, 21, 10) },
  ]);
});

test.each(['tomorrow', '', '2026-02-30', '5'])('%j is refused with the name of its option', (text) => {
  expect(() => parseTime(text, '--since')).toThrow(
    expect.objectContaining({
      data: {
        code: 'BAD_ARGUMENT',
        facts: { words: expect.stringMatching(/^--since ".*" is not a time\. Expected: /) },
      },
    }),
  );
});
