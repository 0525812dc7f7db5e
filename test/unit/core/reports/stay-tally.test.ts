/** What was open, opened and ended in a span: whatever stays there are, every line and the sum add up. */
import { expect, test } from 'vitest';
import { type StayOf, StayTally } from '../../../../src-main/core/reports/stay-tally.ts';
import type { CauseLine } from '../../../../src-shared/api/reports.ts';
import { caseKey, type Cause, causeKey, consequenceOf } from '../../../../src-shared/domain/case-keys.ts';
import { randomNumbers } from '../../../doubles/random-numbers.ts';

const CAUSES: readonly Cause[] = [
  { kind: 'localization', operation: 'ALLOCATED', type: null, code: 'START_PROFILE_ALLOCATION_FAILED' },
  { kind: 'localization', operation: 'DOWNLOADED', type: null, code: 'START_PROFILE_DOWNLOAD_FAILED' },
  { kind: 'localization', operation: 'ACTIVATED', type: null, code: 'PROFILE_LOCK_CONFLICT' },
  { kind: 'request', operation: 'CHANGE_SUBSCRIPTIONPACKAGE', type: 'DCP_ERROR', code: '73' },
];
const ENDS = ['well', 'done', 'moved'] as const;

/** Of one case after the other, without two at a time; clocks are set back now and then. */
function randomStays(seed: number): StayOf[] {
  const random = randomNumbers(seed);
  return Array.from({ length: 30 }, (_, number) => number).flatMap((number) => {
    const key = caseKey({ kind: 'eid', eid: `8904-${number}` });
    const stays: StayOf[] = [];
    let [at, began]: [number, 'opened' | 'back' | 'moved'] = [random(100), 'opened'];
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
          from: at,
          fromSeq: at,
          began,
          to: lasts ? null : to,
          ended: lasts ? null : ended,
        },
      });
      if (lasts) break;
      began = ended === 'moved' ? 'moved' : 'back';
      at = ended === 'moved' ? to : to + random(20);
    }
    return stays;
  });
}

const sumOf = ({ before, opened, moved, endedWell, done }: CauseLine) => before + opened + moved - endedWell - done;
const linesOf = (stays: readonly StayOf[], from: number, to: number) => {
  const tally = new StayTally({ from, to });
  for (const stay of stays) tally.add(stay);
  return { lines: [...tally.lines('localization'), ...tally.lines('request')], tally };
};

test('[REPORT-1] before + opened + moved - ended well - done is what is open, of every cause in every span', () => {
  for (let seed = 0; seed < 400; seed += 1) {
    const stays = randomStays(seed);
    const random = randomNumbers(seed + 1_000);
    const from = random(120);
    const to = from + 1 + random(80);
    const { lines, tally } = linesOf(stays, from, to);
    expect(lines.map((line) => sumOf(line))).toEqual(lines.map(({ open }) => open));
    // As many as anybody counts one by one, and the next span begins with them.
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

test('two spans side by side count everything once', () => {
  for (let seed = 0; seed < 100; seed += 1) {
    const stays = randomStays(seed);
    const sums = (from: number, to: number, id: 'opened' | 'endedWell' | 'done' | 'moved') =>
      linesOf(stays, from, to).lines.reduce((all, line) => all + line[id], 0);
    for (const id of ['opened', 'endedWell', 'done', 'moved'] as const)
      expect(sums(20, 60, id) + sums(60, 90, id)).toBe(sums(20, 90, id));
  }
});
