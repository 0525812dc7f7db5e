import { describe, expect, test } from 'vitest';
import { NO_OPERATOR_STATE } from '../../../../src-main/core/cases/operator-state.ts';
import { isCaseEvent, caseKeyOf } from '../../../../src-main/core/cases/case-reducer.ts';
import { storedActionEntry } from '../../../doubles/case-events.ts';
import { randomCases } from '../../../doubles/random-cases.ts';
import { randomNumbers } from '../../../doubles/random-numbers.ts';
import { type ProjectionInput, MemoryCaseProjection } from '../../../doubles/memory-case-projection.ts';
import { rounds } from '../../../support/breadth.ts';

const EVENTS = rounds({ usual: 5_000, thorough: 100_000 });

const taken = randomCases(EVENTS, randomNumbers(11));
const whole = new MemoryCaseProjection();
whole.apply(taken);

/** Content of the projection in an order that does not depend on how it was filled. */
function printed({ cases, groups, attempts, stays }: MemoryCaseProjection): string[] {
  return [cases, groups, attempts, stays].map((map) =>
    JSON.stringify([...map].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  );
}

describe('[CASE-15] the case projection is the same, whatever the batches it was built from', () => {
  test(`for ${EVENTS} hostile events with actions between them`, () => {
    const random = randomNumbers(1);
    const book = new MemoryCaseProjection();
    for (let from = 0; from < taken.length;) {
      const to = from + 1 + random(random(10) === 0 ? 5_000 : 300);
      book.apply(taken.slice(from, to));
      from = to;
    }
    expect(printed(book).map((text, place) => text === printed(whole)[place])).toEqual([true, true, true, true]);
  });
});

describe('[CASE-16] the counts of the case projection', () => {
  const states = [...whole.cases.values()];
  const stays = [
    ...[...whole.stays.values()].flat(),
    ...states.flatMap(({ stay }) => (stay?.to === null ? [stay] : [])),
  ];
  const count = <Value>(values: readonly Value[], holds: (value: Value) => boolean) => values.filter(holds).length;

  test('cover enough cases, groups and stays for this test', () => {
    const open = count(states, ({ openedAt }) => openedAt !== null);
    expect([states.length > EVENTS / 4, whole.groups.size > 50, open > 50, stays.length > EVENTS / 10]).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  test('contain for each group as many open cases as its cause has', () => {
    const wrong = [...whole.groups.values()].filter(
      ({ key, open }) => open !== count(states, ({ cause, openedAt }) => cause === key && openedAt !== null),
    );
    expect(wrong).toEqual([]);
  });

  test('contain for each case a current stay under its cause if, and only if, the case is open', () => {
    const wrong = states.filter(
      ({ openedAt, stay, cause, consequence, ended, endedAt }) =>
        (openedAt !== null) !== (stay?.to === null) ||
        (stay !== null && (stay.cause !== cause || stay.consequence !== consequence)) ||
        (stay !== null && openedAt === null) !== (ended !== null && endedAt !== null),
    );
    expect(wrong).toEqual([]);
  });

  test('contain for each cause as many open cases as stays that began and did not end', () => {
    const sums = [...whole.groups.values()].map(({ key, open }) => {
      const own = stays.filter(({ cause }) => cause === key);
      return { began: own.length - count(own, ({ ended }) => ended !== null), open };
    });
    expect(sums.filter(({ began, open }) => began !== open)).toEqual([]);
    expect(count(stays, ({ began }) => began === 'moved')).toBe(count(stays, ({ ended }) => ended === 'moved'));
    expect(stays.filter(({ from, to }) => to !== null && to < from)).toEqual([]);
  });

  test('contain no operator state for a group without open cases', () => {
    // Every group has open cases at the end, so this action closes all of them.
    const book = MemoryCaseProjection.of(...taken.slice(0, 1_000));
    const openCases = [...book.cases.values()].flatMap(({ key, openedAt }) => (openedAt === null ? [] : [key]));
    book.apply([storedActionEntry(1_001, 1_000_000, { kind: 'done' }, openCases)]);
    const groups = [...book.groups.values()];
    expect(groups.some(({ open }) => open === 0)).toBe(true);
    const wrong = groups.filter(
      ({ open, openSince, worst, standing }) =>
        (open === 0) !== (openSince === null && worst === null) ||
        (open === 0 && JSON.stringify(standing) !== JSON.stringify(NO_OPERATOR_STATE)),
    );
    expect(wrong).toEqual([]);
  });

  test('contain each event in one attempt of its case, with attempts numbered from 1', () => {
    const told = new Map<string, number>();
    for (const each of taken)
      if (!('deed' in each) && isCaseEvent(each)) told.set(caseKeyOf(each), (told.get(caseKeyOf(each)) ?? 0) + 1);
    const wrong = states.filter(({ key, run }) => {
      const runs = [...(whole.attempts.get(key) ?? []), run];
      const events = runs.reduce((sum, attempt) => sum + attempt.events, 0);
      return events !== told.get(key) || runs.some(({ number }, place) => number !== place + 1);
    });
    expect([wrong, told.size]).toEqual([[], states.length]);
  });
});

describe('[CASE-17] a case closes only by a success or by the action done', () => {
  const openIn = ({ cases }: MemoryCaseProjection) =>
    new Set([...cases.values()].flatMap(({ key, openedAt }) => (openedAt === null ? [] : [key])));

  test('after each single event or action', () => {
    const closed: unknown[] = [];
    const book = new MemoryCaseProjection();
    for (const each of taken.slice(0, rounds({ usual: 1_000, thorough: 4_000 }))) {
      const before = [...openIn(book)];
      book.apply([each]);
      const after = openIn(book);
      const gone = before.filter((key) => !after.has(key));
      if (!gone.every((key) => mayClose(each, key))) closed.push(each);
    }
    expect(closed).toEqual([]);
  });

  function mayClose(each: ProjectionInput, key: string): boolean {
    if ('deed' in each) return each.deed.kind === 'done' && each.subjects.some((subject) => subject === key);
    return each.outcome === 'succeeded' && caseKeyOf(each) === key;
  }
});
