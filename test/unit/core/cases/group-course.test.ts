import { describe, expect, it, test } from 'vitest';
import { courseSpan, groupCourse } from '../../../../src-main/core/cases/group-course.ts';
import { caseKey, causeKey } from '../../../../src-shared/domain/cases/case.ts';
import { failedTerm } from '../../../../src-shared/domain/cases/case-search-terms.ts';
import type { Gap } from '../../../../src-shared/domain/coverage/coverage.ts';
import { casesOverStore } from '../../../doubles/cases-over-store.ts';
import { allocationFailure } from '../../../doubles/case-states.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 10, 21);

interface Said {
  readonly hours: string;
  readonly count: number;
  readonly isStorm?: true;
  readonly episodes?: number;
  readonly blindHours?: number;
}

/** Failures at these hours, each of another case. */
const each = (hours: readonly number[], from = 1) => hours.map((hour, index) => ({ id: from + index, at: hour }));
const evenly = (count: number, from: number, everyHours: number) =>
  Array.from({ length: count }, (_, index) => from + index * everyHours);
const storm = (count: number, at: number, from = 1_000) => each(evenly(count, at, 1 / 360), from);
const gap = (from: number, to: number | null) => ({ from, to });

function episodes(
  failures: readonly { id: number; at: number }[],
  gaps: readonly { from: number; to: number | null }[] = [],
): Said[] {
  const sorted = failures.toSorted((one, other) => one.at - other.at);
  const inMs = (hours: number) => Math.round(START + hours * HOUR);
  const course = groupCourse(
    sorted.map(({ id, at }) => ({ id, at: inMs(at) })),
    { gaps: gaps.map(({ from, to }) => aGap(inMs(from), to === null ? null : inMs(to))), now: inMs(300) },
  );
  return course.episodes.map(({ from, to, count, isStorm, episodes: parts, blindMs }) => ({
    hours: [from, to].map((at) => Math.round(((at - START) / HOUR) * 10) / 10).join('–'),
    count,
    ...(isStorm && { isStorm }),
    ...(parts > 1 && { episodes: parts }),
    ...(blindMs > 0 && { blindHours: blindMs / HOUR }),
  }));
}

function aGap(from: number, to: number | null): Gap {
  return { id: 1, from, to, lengthMs: null, reason: 'unreachable', detail: null, afterSeq: 0 };
}

describe('[CASE-8] the episodes of a group', () => {
  it.each<[string, Said[], Said[]]>([
    ['none without failures', episodes([]), []],
    ['one for one failure', episodes(each([1])), [{ hours: '1–1', count: 1 }]],
    ['one for a trickle', episodes(each(evenly(8, 0, 3))), [{ hours: '0–21', count: 8 }]],
    [
      'two around more than 12 h without failures, newest first',
      episodes(each([0, 2, 14.1])),
      [
        { hours: '14.1–14.1', count: 1 },
        { hours: '0–2', count: 2 },
      ],
    ],
    ['one around 12 h', episodes(each([0, 2, 14])), [{ hours: '0–14', count: 3 }]],
    [
      'one if more of the pause was not watched, which says so',
      episodes(each([0, 2, 20]), [gap(3, 10)]),
      [{ hours: '0–20', count: 3, blindHours: 7 }],
    ],
    [
      'a storm apart from a trickle around it',
      episodes([...each(evenly(60, 0, 3)), ...storm(54, 100)]),
      [
        { hours: '102–177', count: 26 },
        { hours: '100–100.1', count: 54, isStorm: true },
        { hours: '0–99', count: 34 },
      ],
    ],
    [
      'one storm for two within an hour',
      episodes([...storm(30, 5), ...each([5.5], 500), ...storm(30, 6, 2_000)]),
      [{ hours: '5–6.1', count: 61, isStorm: true }],
    ],
    [
      'no storm of one case that fails again and again',
      episodes(storm(40, 5).map(({ at }) => ({ id: 1, at }))),
      [{ hours: '5–5.1', count: 1 }],
    ],
    [
      'a case in each episode in which it failed',
      episodes([
        { id: 1, at: 0 },
        { id: 1, at: 20 },
        { id: 2, at: 20.5 },
      ]),
      [
        { hours: '20–20.5', count: 2 },
        { hours: '0–0', count: 1 },
      ],
    ],
    [
      'eight, and the earlier ones as one',
      episodes(each(evenly(11, 0, 20))),
      [
        ...evenly(8, 200, -20).map((hour) => ({ hours: `${hour}–${hour}`, count: 1 })),
        { hours: '0–40', count: 3, episodes: 3 },
      ],
    ],
  ])('are %s', (_, said, expected) => {
    expect(said).toEqual(expected);
  });
});

describe('[CASE-8] the bars of a group', () => {
  it.each([
    ['a minute', 0, MINUTE, 2],
    ['three hours', 3 * HOUR, 300_000, 37],
    ['eight days', 192 * HOUR, 6 * HOUR, 33],
    ['a year', 365 * 24 * HOUR, 192 * HOUR, 46],
  ])('reach from its first failure to now, over %s', (_, length, stepMs, steps) => {
    const span = courseSpan(START - length, START + 59_000);
    expect([span.stepMs, Math.abs(span.steps - steps) <= 1]).toEqual([stepMs, true]);
    expect(span.from <= START - length && span.from + span.steps * stepMs > START + 59_000).toBe(true);
  });

  test('[CASE-16] count a case at each time at which it failed, also after it recovered, and list it there', async () => {
    const { run, receiveLocalizations, clock } = await casesOverStore();
    const { cases } = run();
    const at = [clock.now()];
    await receiveLocalizations({ eid: 'a' });
    await clock.advance(20 * HOUR);
    at.push(clock.now());
    await receiveLocalizations({ eid: 'a' }, { eid: 'b' });
    await clock.advance(MINUTE);
    await receiveLocalizations({ eid: 'a', operation: 'LOCALIZED', state: 'COMPLETED' });
    await cases.waitUntilCaughtUp();
    const of = { kind: 'localization', of: 'all', cause: causeKey(allocationFailure), since: null } as const;
    const { episodes: found, counts } = await cases.course({ ...of, find: '' });
    expect(found.map(({ from, count }) => [from, count])).toEqual([
      [at[1], 2],
      [at[0], 1],
    ]);
    expect(counts.filter((count) => count > 0)).toEqual([1, 2]);
    const listed = async (time = 0, more = '') => {
      const find = `${failedTerm(time, time)} ${more}`;
      const list = await cases.list({ ...of, find, sort: 'newest', after: null, limit: 10 });
      return list.cases.map(({ key }) => key).toSorted();
    };
    const [a, b] = ['a', 'b'].map((eid) => caseKey({ kind: 'eid', eid }));
    expect([await listed(at[0]), await listed(at[1]), await listed(at[1], 'is:open')]).toEqual([[a], [a, b], [b]]);
    expect((await cases.course({ ...of, find: 'is:open' })).episodes.map(({ count }) => count)).toEqual([1]);
  });
});
