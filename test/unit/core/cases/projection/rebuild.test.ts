import { NO_OPERATOR_STATE } from '../../../../../src-main/core/ports/case-projection.ts';
import { caseKeyOf } from '../../../../../src-shared/domain/cases/case-keys.ts';
import { reportsOutcome } from '../../../../../src-shared/domain/event/event-class.ts';
import { describe, expect, test } from 'vitest';
import { storedActionEntry } from '../../../../doubles/case-events.ts';
import { randomCases } from '../../../../doubles/random-cases.ts';
import { randomNumbers } from '../../../../doubles/random-numbers.ts';
import { type ProjectionInput, MemoryCaseProjection } from '../../../../doubles/memory-case-projection.ts';
import { rounds } from '../../../../support/breadth.ts';

const EVENTS = rounds({ usual: 5_000, thorough: 100_000 });

const inputs = randomCases(EVENTS, randomNumbers(11));
const complete = new MemoryCaseProjection();
complete.apply(inputs);

/** Content of the projection in an order that does not depend on how it was filled. */
function printed({ cases, groups, attempts, stays, tallies }: MemoryCaseProjection): string[] {
  return [cases, groups, attempts, stays, tallies].map((map) =>
    JSON.stringify([...map].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  );
}

describe('[STORE-15] the case projection is the same, whatever the batches it was built from', () => {
  test(`for ${EVENTS} hostile events with actions between them`, () => {
    const random = randomNumbers(1);
    const caseProjection = new MemoryCaseProjection();
    for (let from = 0; from < inputs.length;) {
      const to = from + 1 + random(random(10) === 0 ? 5_000 : 300);
      caseProjection.apply(inputs.slice(from, to));
      from = to;
    }
    expect(printed(caseProjection).map((text, index) => text === printed(complete)[index])).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
  });
});

describe('[CASE-16] the counts of the case projection', () => {
  const states = [...complete.cases.values()];
  const stays = [
    ...[...complete.stays.values()].flat(),
    ...states.flatMap(({ stay }) => (stay?.to === null ? [stay] : [])),
  ];
  const count = <Value>(values: readonly Value[], holds: (value: Value) => boolean) => values.filter(holds).length;

  test('cover enough cases, groups and stays for this test', () => {
    const open = count(states, ({ openedAt }) => openedAt !== null);
    expect([states.length > EVENTS / 4, complete.groups.size > 50, open > 50, stays.length > EVENTS / 10]).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  test('contain for each group as many open cases as its cause has', () => {
    const wrong = [...complete.groups.values()].filter(
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
    const sums = [...complete.groups.values()].map(({ key, open }) => {
      const own = stays.filter(({ cause }) => cause === key);
      return { began: own.length - count(own, ({ ended }) => ended !== null), open };
    });
    expect(sums.filter(({ began, open }) => began !== open)).toEqual([]);
    expect(count(stays, ({ began }) => began === 'moved')).toBe(count(stays, ({ ended }) => ended === 'moved'));
    expect(stays.filter(({ from, to }) => to !== null && to < from)).toEqual([]);
  });

  test('contain no operator state for a group without open cases', () => {
    // Every group has open cases at the end, so this action closes all of them.
    const caseProjection = MemoryCaseProjection.of(...inputs.slice(0, 1_000));
    const openCases = [...caseProjection.cases.values()].flatMap(({ key, openedAt }) =>
      openedAt === null ? [] : [key],
    );
    caseProjection.apply([storedActionEntry(1_001, 1_000_000, { kind: 'done' }, openCases)]);
    const groups = [...caseProjection.groups.values()];
    expect(groups.some(({ open }) => open === 0)).toBe(true);
    const wrong = groups.filter(
      ({ open, openSince, worst, standing }) =>
        (open === 0) !== (openSince === null && worst === null) ||
        (open === 0 && JSON.stringify(standing) !== JSON.stringify(NO_OPERATOR_STATE)),
    );
    expect(wrong).toEqual([]);
  });

  test('contain each event in one attempt of its case, with attempts numbered from 1', () => {
    const eventCounts = new Map<string, number>();
    for (const each of inputs)
      if (!('what' in each) && reportsOutcome(each))
        eventCounts.set(caseKeyOf(each), (eventCounts.get(caseKeyOf(each)) ?? 0) + 1);
    const wrong = states.filter(({ key, run }) => {
      const runs = [...(complete.attempts.get(key) ?? []), run];
      const events = runs.reduce((sum, attempt) => sum + attempt.events, 0);
      return events !== eventCounts.get(key) || runs.some(({ number }, index) => number !== index + 1);
    });
    expect([wrong, eventCounts.size]).toEqual([[], states.length]);
  });
});

describe('[CASE-12] a case closes only by a success or by the action done', () => {
  const openIn = ({ cases }: MemoryCaseProjection) =>
    new Set([...cases.values()].flatMap(({ key, openedAt }) => (openedAt === null ? [] : [key])));

  test('after each single event or action', () => {
    const closed: unknown[] = [];
    const caseProjection = new MemoryCaseProjection();
    for (const each of inputs.slice(0, rounds({ usual: 1_000, thorough: 4_000 }))) {
      const before = [...openIn(caseProjection)];
      caseProjection.apply([each]);
      const after = openIn(caseProjection);
      const removed = before.filter((key) => !after.has(key));
      if (!removed.every((key) => mayClose(each, key))) closed.push(each);
    }
    expect(closed).toEqual([]);
  });

  function mayClose(each: ProjectionInput, key: string): boolean {
    if ('what' in each) return each.what.kind === 'done' && each.subjects.some((subject) => subject === key);
    return each.outcome === 'succeeded' && caseKeyOf(each) === key;
  }
});
