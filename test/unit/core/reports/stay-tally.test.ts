import { expect, test } from 'vitest';
import type { KeyedStay } from '../../../../src-main/core/ports/case-projection.ts';
import { StayTally } from '../../../../src-main/core/reports/stay-tally.ts';
import type { CauseLine } from '../../../../src-shared/api/reports.ts';
import { caseKey, type Cause, causeKey, consequenceOf } from '../../../../src-shared/domain/cases/case-keys.ts';
import { reportColumns } from '../../../../src-shared/domain/report-cases.ts';
import { randomNumbers } from '../../../doubles/random-numbers.ts';
import { NO_RESOURCES } from '../../../doubles/shift-report.ts';
import { allocationFailure } from '../../../doubles/case-states.ts';

const CAUSES: readonly Cause[] = [
  allocationFailure,
  { kind: 'localization', operation: 'DOWNLOADED', type: null, code: 'START_PROFILE_DOWNLOAD_FAILED' },
  { kind: 'localization', operation: 'ACTIVATED', type: null, code: 'PROFILE_LOCK_CONFLICT' },
  { kind: 'request', operation: 'CHANGE_SUBSCRIPTIONPACKAGE', type: 'DCP_ERROR', code: '73' },
];
const ENDS = ['well', 'done', 'moved'] as const;

/** Returns random stays; those of one case do not overlap, and clocks are set back now and then. */
function randomStays(seed: number): KeyedStay[] {
  const random = randomNumbers(seed);
  return Array.from({ length: 30 }, (_, number) => number).flatMap((number) => {
    const key = caseKey({ kind: 'eid', eid: `8904-${number}` });
    const stays: KeyedStay[] = [];
    let [at, startedAs]: [number, 'opened' | 'back' | 'moved'] = [random(100), 'opened'];
    for (let count = random(5); count > 0; count -= 1) {
      const cause = CAUSES[random(CAUSES.length)] ?? CAUSES[0];
      if (cause === undefined) break;
      const lasts = count === 1 && random(2) === 0;
      const to = random(20) === 0 ? at - random(5) : at + random(40);
      const ended = ENDS[random(3)] ?? 'well';
      stays.push({
        key,
        stay: {
          cause: causeKey(cause),
          consequence: consequenceOf(cause, 'failed'),
          countryCode: ['NO', 'SE', null][random(3)] ?? null,
          ...NO_RESOURCES,
          from: at,
          fromSeq: stays.length + 1,
          began: startedAs,
          to: lasts ? null : to,
          ended: lasts ? null : ended,
        },
      });
      if (lasts) break;
      startedAs = ended === 'moved' ? 'moved' : 'back';
      at = ended === 'moved' ? to : to + random(20);
    }
    return stays;
  });
}

const sumOf = ({ before, opened, moved, endedWell, done }: CauseLine) => before + opened + moved - endedWell - done;
const linesOf = (stays: readonly KeyedStay[], from: number, to: number) => {
  const tally = new StayTally({ from, to });
  for (const stay of stays) tally.add(stay);
  return { lines: [...tally.lines('localization'), ...tally.lines('request')], tally };
};

test('[REPORT-1] satisfies before + opened + moved - ended well - done = open for every cause and span', () => {
  for (let seed = 0; seed < 400; seed += 1) {
    const stays = randomStays(seed);
    const random = randomNumbers(seed + 1_000);
    const from = random(120);
    const to = from + 1 + random(80);
    const { lines, tally } = linesOf(stays, from, to);
    expect(lines.map((line) => sumOf(line))).toEqual(lines.map(({ open }) => open));
    // The count equals a plain count, and the next span begins with it.
    const openNow = stays.filter(
      ({ stay }) => stay.from < to && (stay.to === null || Math.max(stay.from, stay.to) >= to),
    );
    expect(lines.reduce((all, { open }) => all + open, 0)).toBe(openNow.length);
    expect(tally.open().reduce((all, { cases }) => all + cases.size, 0)).toBe(
      new Set(openNow.map(({ key }) => key)).size,
    );
    const next = linesOf(stays, to, to + 50).lines;
    expect(new Map(next.filter(({ before }) => before > 0).map(({ key, before }) => [key, before]))).toEqual(
      new Map(lines.filter(({ open }) => open > 0).map(({ key, open }) => [key, open])),
    );
  }
});

test('[REPORT-1] lists exactly the cases that a number counts, for every cause, column and span', () => {
  let listed = 0;
  for (let seed = 0; seed < 200; seed += 1) {
    const random = randomNumbers(seed);
    const from = random(120);
    const { lines, tally } = linesOf(randomStays(seed), from, from + 1 + random(100));
    for (const kind of ['localization', 'request'] as const) {
      const ofKind = lines.filter(({ cause }) => cause.kind === kind);
      for (const column of reportColumns) {
        const total = ofKind.reduce((sum, line) => sum + line[column], 0);
        const counts = [
          ...ofKind.map((line) => [tally.cases(line.key, column), line[column]] as const),
          [tally.cases(kind, column), total] as const,
        ];
        for (const [cases, count] of counts) {
          const left = cases.filter(({ as }) => as === 'left').length;
          expect(cases.length - 2 * left).toBe(count);
          expect(cases.every(({ as }) => (as !== 'open') === (column === 'moved'))).toBe(true);
          listed += cases.length;
        }
      }
    }
  }
  expect(listed).toBeGreaterThan(1_000);
});

test('counts everything once in two adjacent spans', () => {
  for (let seed = 0; seed < 100; seed += 1) {
    const stays = randomStays(seed);
    const sums = (from: number, to: number, id: 'opened' | 'endedWell' | 'done' | 'moved') =>
      linesOf(stays, from, to).lines.reduce((all, line) => all + line[id], 0);
    for (const id of ['opened', 'endedWell', 'done', 'moved'] as const)
      expect(sums(20, 60, id) + sums(60, 90, id)).toBe(sums(20, 90, id));
  }
});

const REFUSED = CAUSES[3] ?? CAUSES[0];

function aStay(name: string, from: number, more: Partial<KeyedStay['stay']> = {}): KeyedStay {
  const cause = causeKey(REFUSED ?? { kind: 'request', operation: null, type: null, code: null });
  const what = { cause, consequence: 'refused', countryCode: 'NO', ...NO_RESOURCES } as const;
  const stay = { ...what, from, fromSeq: from, began: 'opened' } as const;
  return { key: caseKey({ kind: 'request', requestId: name }), stay: { ...stay, to: null, ended: null, ...more } };
}

test('[REPORT-2] finds the times in which at least 20 cases of one cause opened within ten minutes', () => {
  const MINUTE = 60_000;
  const opening = (name: string, count: number, from: number, stepMs: number, more: Partial<KeyedStay['stay']> = {}) =>
    Array.from({ length: count }, (_, index) => aStay(`${name}-${index}`, from + index * stepMs, more));
  const tally = new StayTally({ from: 0, to: 300 * MINUTE });
  const stays = [
    ...opening('before', 20, -10 * MINUTE, 1),
    ...opening('few', 19, 10 * MINUTE, 1),
    ...opening('slow', 30, 30 * MINUTE, MINUTE),
    ...opening('moved', 20, 90 * MINUTE, 1, { began: 'moved' }),
    ...opening('storm', 54, 120 * MINUTE, 10_000, { countryCode: 'TR' }),
    ...opening('other', 20, 200 * MINUTE, MINUTE / 2, { cause: causeKey(allocationFailure), consequence: 'unusable' }),
  ];
  for (const stay of stays) tally.add(stay);
  expect(
    tally.storms().map(({ cause, count, from, last, countries }) => [cause.code, count, from, last, countries]),
  ).toEqual([
    ['73', 54, 120 * MINUTE, 120 * MINUTE + 530_000, [{ country: 'TR', count: 54 }]],
    [allocationFailure.code, 20, 200 * MINUTE, 200 * MINUTE + 570_000, [{ country: 'NO', count: 20 }]],
  ]);
});

test('shows the worst consequence of a line and each case once with its country; open cases are summarized separately', () => {
  const ended = aStay('a', 10, { consequence: 'partial', to: 20, ended: 'done' });
  const { lines, tally } = linesOf([aStay('b', 5), ended, aStay('a', 30)], 0, 50);
  expect(lines.map(({ consequence, countries }) => ({ consequence, countries }))).toEqual([
    { consequence: 'partial', countries: [{ country: 'NO', count: 2 }] },
  ]);
  expect(tally.open().map(({ consequence, since }) => ({ consequence, since }))).toEqual([
    { consequence: 'refused', since: 5 },
  ]);
});

test('dates open cases from the last time at which none was open', () => {
  const { tally } = linesOf(
    [aStay('a', 10, { to: 20, ended: 'well' }), aStay('b', 25, { to: 40, ended: 'well' }), aStay('c', 38)],
    0,
    50,
  );
  expect(tally.open().map(({ since }) => since)).toEqual([25]);
});

test('sorts lines by consequence, then by open cases; open groups by consequence, then by age', () => {
  const of = (index: number): Partial<KeyedStay['stay']> => {
    const cause = CAUSES[index] ?? { kind: 'localization', operation: null, type: null, code: null };
    return { cause: causeKey(cause), consequence: consequenceOf(cause, 'failed') };
  };
  const OTHER = {
    ...of(0),
    cause: causeKey({
      ...(CAUSES[0] ?? { kind: 'localization', operation: null, type: null }),
      code: 'PROVISION_PROFILE_FAILED',
    }),
  };
  const { tally } = linesOf(
    [
      aStay('d', 1, of(1)),
      aStay('e', 2, of(1)),
      aStay('f', 3, of(1)),
      aStay('a', 4, of(0)),
      aStay('b', 6, OTHER),
      aStay('c', 7, OTHER),
    ],
    0,
    50,
  );
  expect(tally.lines('localization').map(({ cause, open }) => [cause.code, open])).toEqual([
    ['PROVISION_PROFILE_FAILED', 2],
    ['START_PROFILE_ALLOCATION_FAILED', 1],
    ['START_PROFILE_DOWNLOAD_FAILED', 3],
  ]);
  expect(tally.open().map(({ since }) => since)).toEqual([4, 6, 1]);
});
