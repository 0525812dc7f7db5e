import { describe, expect, test } from 'vitest';
import {
  fieldsOfSpan,
  parseAnySpan,
  parseSpan,
  parseSpanFields,
  printAnySpan,
} from '../../src-renderer/time/report-span.ts';

const BERLIN = 'Europe/Berlin';
const span = (from: string, to: string) => ({ kind: 'fixed', from: Date.parse(from), to: Date.parse(to) }) as const;
const parsed = (from: string, to: string, shown = span('2026-01-01T00:00Z', '2026-01-02T00:00Z')) =>
  parseSpanFields(from, to, BERLIN, shown);

describe('[PAGE-97] the shift fields of a report across a clock change', () => {
  test.each([
    ['set back', '2026-10-25T00:00', '2026-10-26T00:00', 25],
    ['set forward', '2026-03-29T00:00', '2026-03-30T00:00', 23],
  ])('a day on which clocks are %s has the hours of that day', (_how, from, to, hours) => {
    const fixed = parsed(from, to);
    expect(fixed.kind === 'fixed' && (fixed.to - fixed.from) / 3_600_000).toBe(hours);
  });

  test.each([
    ['from the second 02:30', span('2026-10-25T01:30Z', '2026-10-25T05:00Z')],
    ['from the first 02:30', span('2026-10-25T00:30Z', '2026-10-25T05:00Z')],
    ['from the first to the second 02:30', span('2026-10-25T00:30Z', '2026-10-25T01:30Z')],
    ['to the second 02:30', span('2026-10-24T20:00Z', '2026-10-25T01:30Z')],
  ])('a shown span stays the same if its fields are not changed: %s', (_what, shown) => {
    const { from, to } = fieldsOfSpan(shown, 0, BERLIN);
    expect(parsed(from, to, shown)).toEqual(shown);
  });

  test('a month of 745 hours is accepted, in fields and in an address', () => {
    const october = span('2026-09-30T22:00Z', '2026-10-31T23:00Z');
    expect(parsed('2026-10-01T00:00', '2026-11-01T00:00')).toEqual(october);
    expect(parseSpan('2026-09-30T22:00Z..2026-10-31T23:00Z')).toEqual(october);
    expect(parsed('2026-10-01T00:00', '2026-11-01T00:01')).toMatchObject({ kind: 'wrong' });
  });

  test('a time that clocks skip is refused with the reason', () => {
    expect(parsed('2026-03-29T02:30', '2026-03-29T06:00')).toEqual({
      kind: 'wrong',
      words: 'One of these times does not exist: clocks are set forward.',
    });
  });
});

test.each([
  ['2026-10', '2026-10-01', '2026-10-31'],
  ['2028-02', '2028-02-01', '2028-02-29'],
  ['2026-10-02..2026-12-31', '2026-10-02', '2026-12-31'],
])('[REPORT-6] the address names the days of a service report: %s', (text, first, last) => {
  expect(parseAnySpan(text)).toEqual({ kind: 'days', first, last });
  expect(printAnySpan({ kind: 'days', first, last })).toBe(text);
});

test.each(['2026-13', '2026-10-31..2026-10-01', '2026-02-30..2026-03-01', '2026-10-01..'])(
  '[REPORT-6] %s names no days of a service report',
  (text) => {
    expect(() => parseAnySpan(text)).toThrow(/must/);
  },
);
