import { describe, expect, test } from 'vitest';
import { AttemptTally } from '../../../../../src-main/core/cases/projection/attempt-tally.ts';
import {
  attemptsIn,
  dayOf,
  type DayTally,
  hourOf,
  parseCombination,
  type Tallied,
} from '../../../../../src-shared/domain/quality/day-tally.ts';
import { caseKey } from '../../../../../src-shared/domain/cases/case-keys.ts';
import { endingOf } from '../../../../../src-shared/domain/quality/ending.ts';
import type { Gap } from '../../../../../src-shared/domain/coverage/coverage.ts';
import { aCaseState, anAttempt, aSucceededCase } from '../../../../doubles/case-states.ts';
import { localizationEvent, minute, requestEvent, storedActionEntry } from '../../../../doubles/case-events.ts';
import { rounds } from '../../../../support/breadth.ts';
import { MemoryCaseProjection, type ProjectionInput, SILENCE_MS } from '../../../../doubles/memory-case-projection.ts';
import { randomCases } from '../../../../doubles/random-cases.ts';
import { oneOf } from '../../../../doubles/random-filters.ts';
import { randomNumbers } from '../../../../doubles/random-numbers.ts';

function sums(tallies: Iterable<DayTally>): Partial<Record<Tallied, number>> {
  const counts: Partial<Record<Tallied, number>> = {};
  for (const { combination, counts: found } of tallies) {
    const { of } = parseCombination(combination);
    counts[of] = (counts[of] ?? 0) + attemptsIn(found);
  }
  return counts;
}

const SEEDS = Array.from({ length: rounds({ usual: 3, thorough: 100 }) }, (_, index) => index + 1);

const countsOf = (...inputs: readonly ProjectionInput[]) => sums(MemoryCaseProjection.of(...inputs).tallies.values());

const failed = (seq: number, at: number, operation = 'ALLOCATED') => localizationEvent(seq, at, { operation });
const completed = (seq: number, at: number, operation = 'LOCALIZED') =>
  localizationEvent(seq, at, { operation, state: 'COMPLETED' });

describe('[REPORT-6] an attempt counts once', () => {
  test.each<[string, ProjectionInput[], Partial<Record<Tallied, number>>]>([
    ['as failed', [failed(1, 0)], { failed: 1 }],
    ['as open while only steps were reported', [completed(1, 0, 'DOWNLOADED')], { open: 1 }],
    [
      'as succeeded, not as open, when it ends',
      [completed(1, 0, 'DOWNLOADED'), completed(2, 70)],
      { open: 1, succeeded: 1 },
    ],
    ['as succeeded if the result follows in time', [completed(1, 0, 'DOWNLOADED'), completed(2, 20)], { succeeded: 1 }],
    ['if it is repeated', [failed(1, 0), localizationEvent(2, 1, { created: 0 })], { failed: 1 }],
    [
      'for each retry',
      [failed(1, 0), failed(2, 5), completed(3, 9)],
      { failed: 2, succeeded: 1, recovered: 1, retried: 1 },
    ],
    [
      'as failed if a failed fallback undoes the success, and nothing has recovered then',
      [failed(1, 0), completed(2, 60, 'ENABLED'), failed(3, 61, 'FALLBACK_SET')],
      { failed: 2 },
    ],
    [
      'as recovered each time that a failed case succeeds',
      [failed(1, 0), completed(2, 40), failed(3, 80), completed(4, 120), completed(5, 160)],
      { failed: 2, succeeded: 3, recovered: 2, retried: 2 },
    ],
    [
      'by the newest report of a request',
      [requestEvent(1, 0, { pending: 1 }), requestEvent(2, 9, { failed: 1 }), requestEvent(3, 12)],
      { succeeded: 1, recovered: 1 },
    ],
  ])('%s', (_, inputs, expected) => expect(countsOf(...inputs)).toEqual(expected));

  test('in the hour of its result, under country, domain, step and code', () => {
    const projection = MemoryCaseProjection.of(failed(1, 59.5), completed(2, 60 * 13));
    const lines = [...projection.tallies.values()].map(({ day, combination, counts }) => {
      const { of, country, customer, cause } = parseCombination(combination);
      return [day, counts.slots, of, country, customer, cause];
    });
    expect(lines).toEqual([
      [
        dayOf(minute(0)),
        { [hourOf(minute(0))]: 1 },
        'failed',
        'SE',
        'acme',
        'cause:localization/ALLOCATED//START_PROFILE_ALLOCATION_FAILED',
      ],
      [dayOf(minute(0)) + 1, { 1: 1 }, 'succeeded', 'SE', 'acme', 'cause:localization/LOCALIZED//'],
      [dayOf(minute(0)) + 1, { 1: 1 }, 'retried', null, null, 'cause:localization///'],
      [
        dayOf(minute(0)) + 1,
        { 8: 1 },
        'recovered',
        'SE',
        'acme',
        'cause:localization/ALLOCATED//START_PROFILE_ALLOCATION_FAILED',
      ],
    ]);
  });

  test('with the resources of a request, once', () => {
    const { tallies } = MemoryCaseProjection.of(
      requestEvent(1, 0, { size: 5, pending: 2 }),
      requestEvent(2, 3, { size: 5, failed: 2 }),
    );
    const resources = [...tallies.values()].map(({ combination, counts: { completed: done, failed: bad } }) => [
      parseCombination(combination).cause,
      done,
      bad,
    ]);
    expect(resources).toEqual([['cause:request/CHANGE_SUBSCRIPTIONPACKAGE/DCP_ERROR/73', 3, 2]]);
  });

  test.each(SEEDS)('in random events %i, as its cases and attempts say, in batches of any size', (seed) => {
    const random = randomNumbers(seed);
    const inputs = randomCases(300, random);
    const projection = new MemoryCaseProjection();
    for (let from = 0; from < inputs.length;) {
      const to = from + 1 + random(200);
      projection.apply(inputs.slice(from, to));
      from = to;
    }
    const { cases, attempts } = projection;
    const runs = [...cases.values()].flatMap(({ key, run }) => [...(attempts.get(key) ?? []), run]);
    const expected: Partial<Record<Tallied, number>> = {};
    for (const { outcome } of runs) expected[endingOf(outcome)] = (expected[endingOf(outcome)] ?? 0) + 1;
    const { recovered: _recovered, retried: _retried, ...ended } = sums(projection.tallies.values());
    expect(ended).toEqual(expected);
    expect(MemoryCaseProjection.of(...inputs).tallies).toEqual(projection.tallies);
  });
});

test.each<[string, ProjectionInput[], DayTally['counts']['slots']]>([
  ['within the attempt that failed', [localizationEvent(1, 0, { state: 'DONE' }), completed(2, 5)], { 0: 1 }],
  ['after three retries', [failed(1, 0), failed(2, 5), failed(3, 9), completed(4, 14)], { 3: 1 }],
  [
    'after retries since it opened',
    [failed(1, 0), completed(2, 40), failed(3, 80), failed(4, 120), completed(5, 160)],
    { 1: 1, 2: 1 },
  ],
  [
    'after the retry that followed one whose success was undone',
    [failed(1, 0), completed(2, 60, 'ENABLED'), failed(3, 61, 'FALLBACK_SET'), completed(4, 120)],
    { 2: 1 },
  ],
  [
    'not if it was done before the success',
    [
      failed(1, 0),
      storedActionEntry(1, 1, { kind: 'done' }, [caseKey({ kind: 'eid', eid: '8904-1' })]),
      completed(2, 40),
    ],
    {},
  ],
])('[REPORT-6] a case recovers %s', (_, inputs, expected) => {
  const found = [...MemoryCaseProjection.of(...inputs).tallies.values()].filter(
    ({ combination }) => parseCombination(combination).of === 'retried',
  );
  const slots: Record<number, number> = {};
  for (const { counts } of found)
    for (const [slot, count] of Object.entries(counts.slots)) slots[Number(slot)] = (slots[Number(slot)] ?? 0) + count;
  expect(slots).toEqual(expected);
});

describe('[REPORT-6] the counts of a random month', () => {
  const STEPS = ['DOWNLOADED', 'ALLOCATED', 'ACTIVATED', 'PROVISIONED', 'ENABLED', 'FALLBACK_SET'];

  test.each(SEEDS)('%i are those of the attempts that its events were made for', (seed) => {
    const random = randomNumbers(seed);
    const made: { readonly at: number; readonly event: (seq: number) => ProjectionInput }[] = [];
    const expected: string[] = [];
    for (let device = 0; device < 30; device += 1) {
      let at = random(1_000);
      for (let attempt = random(5); attempt >= 0; attempt -= 1) {
        const [eid, country] = [`E${device}`, oneOf(['SE', 'NO', 'DE'], random)];
        const steps = STEPS.slice(0, random(STEPS.length - 1));
        const ending = oneOf(['succeeded', 'failed', 'open'] as const, random);
        const named = ending === 'open' && steps.length === 0 ? ['DOWNLOADED'] : steps;
        const add = (operation: string, state: string) => {
          const time = (at += 1 + random(20));
          made.push({ at: time, event: (seq) => localizationEvent(seq, time, { eid, country, operation, state }) });
        };
        // ENABLED is a result.
        for (const step of named.filter((name) => name !== 'ENABLED')) add(step, 'COMPLETED');
        if (ending === 'succeeded') add('LOCALIZED', 'COMPLETED');
        if (ending === 'failed') add(STEPS[steps.length] ?? 'ALLOCATED', 'FAILED');
        expected.push(`${ending} ${country} ${dayOf(minute(at))} ${hourOf(minute(at))}`);
        at += 31 + random(3_000);
      }
    }
    const inputs = made.toSorted((one, other) => one.at - other.at).map(({ event }, index) => event(index + 1));
    const { tallies } = MemoryCaseProjection.of(...inputs);
    const lines = [...tallies.values()].flatMap(({ day, combination, counts: { slots } }) => {
      const { of, country } = parseCombination(combination);
      if (of === 'recovered' || of === 'retried') return [];
      return Object.entries(slots).flatMap(([hour, count]) =>
        Array.from({ length: count }, () => `${of} ${country} ${day} ${hour}`),
      );
    });
    expect(lines.toSorted()).toEqual(expected.toSorted());
  });
});

describe('[REPORT-6] an attempt is weakened by a gap', () => {
  const gap = (from: number, to: number): Gap => ({
    id: 1,
    from,
    to,
    lengthMs: to - from,
    reason: 'unreachable',
    detail: null,
    afterSeq: 1,
  });
  const HOUR = 3_600_000;
  const attempt = { from: 10 * HOUR, toldAt: 10 * HOUR + 60_000 };

  test.each([
    ['before its first event, within one silence', gap(9.6 * HOUR, 9.9 * HOUR), null, 1],
    ['longer before', gap(8 * HOUR, 9 * HOUR), null, 0],
    ['between its events', gap(10 * HOUR + 1_000, 10 * HOUR + 2_000), null, 1],
    ['after its result', gap(10 * HOUR + 60_000, 11 * HOUR), null, 0],
    ['before the end of the attempt before', gap(9.6 * HOUR, 9.7 * HOUR), 9.8 * HOUR, 0],
  ])('%s', (_, lost, notBefore, weakened) => {
    const tally = new AttemptTally([lost], SILENCE_MS);
    tally.add(null, aCaseState(1, { run: anAttempt(1, { ...attempt, notBefore }) }));
    expect(tally.changes().map(({ counts }) => counts.weakened)).toEqual([weakened]);
  });

  test('and a change that keeps its result changes nothing', () => {
    const tally = new AttemptTally([], SILENCE_MS);
    const state = aSucceededCase(1);
    tally.add(state, { ...state, lastSeq: 9, lastAt: 99_000 });
    expect(tally.changes()).toEqual([]);
  });
});
