import { combinationsOf } from '../../doubles/combinations.ts';
import { describe, expect, it } from 'vitest';
import { findDifferences } from '../../../src-shared/domain/differences/differences.ts';
import { holdsAfterHolm, logExcessProbability } from '../../../src-shared/domain/differences/fisher-test.ts';
import type { FacetField } from '../../../src-shared/domain/event/event-fields.ts';
import { EVERYTHING, type Filter } from '../../../src-shared/domain/filter/filter.ts';
import { differenceWords } from '../../../src-shared/words/events/difference-words.ts';
import { filterOf } from '../../doubles/filters.ts';
import { randomNumbers } from '../../doubles/random-numbers.ts';
import { rounds } from '../../support/breadth.ts';

type Random = (limit: number) => number;

const FIELDS = ['outcome', 'operation', 'code', 'country', 'principal', 'mark'] as const satisfies FacetField[];

const ALLOCATION = 'START_PROFILE_ALLOCATION_FAILED';

interface Event {
  readonly values: readonly (readonly string[])[];
}

/** A localization as a service sends it: few fail, and few countries have most of the events. */
function randomEvent(random: Random): Event {
  const failed = random(8) === 0;
  const country = `${'SDNFTGPEIB'[Math.min(random(10), random(10))]}${'ERKO'[random(4)]}`;
  return {
    values: [
      [failed ? 'failed' : 'succeeded'],
      [failed ? (['ALLOCATED', 'DOWNLOADED'][random(2)] ?? '') : 'LOCALIZED'],
      failed ? [['2107', '4102', '4308'][random(3)] ?? '', ...(random(3) === 0 ? ['9000'] : [])] : [],
      [country],
      [`acme/${random(200)}`],
      random(50) === 0 ? ['missing-field'] : [],
    ],
  };
}

const inTurkey = ({ values: [outcome, operation, code, , ...others] }: Event): Event => ({
  values: [outcome ?? [], operation ?? [], code ?? [], ['TR'], ...others],
});

const each = (events: readonly Event[]) => [combinationsOf(events.map(({ values }) => values))];
const sentence = (here: readonly Event[], there: readonly Event[], selection: Filter = EVERYTHING) =>
  differenceWords(findDifferences(FIELDS, each(here), each(there), selection), 'elsewhere');
const times = <Item>(count: number, make: () => Item): Item[] => Array.from({ length: count }, make);

describe('[DIFF-1] the comparison', () => {
  it('names a planted excess of 20 among 1 600 events first, in 99 of 100 cases', () => {
    const seeds = Array.from({ length: rounds({ usual: 20, thorough: 200 }) }, (_, seed) => seed);
    const named = seeds.filter((seed) => {
      const random = randomNumbers(seed);
      const here = [...times(80, () => randomEvent(random)), ...times(20, () => inTurkey(randomEvent(random)))];
      const { values, lead } = findDifferences(
        FIELDS,
        each(here),
        each(times(1_500, () => randomEvent(random))),
        EVERYTHING,
      );
      return values[0]?.value === 'TR' && lead?.values[0]?.value === 'TR';
    });
    expect(named.length).toBeGreaterThanOrEqual(seeds.length * 0.99);
  });

  it('finds nothing in random selections, in 95 of 100 cases', () => {
    const seeds = Array.from({ length: rounds({ usual: 30, thorough: 300 }) }, (_, seed) => 1_000 + seed);
    const silent = seeds.filter((seed) => {
      const random = randomNumbers(seed);
      const selected = 20 + random(300);
      const here = times(selected, () => randomEvent(random));
      return (
        sentence(
          here,
          times(1_600 - selected, () => randomEvent(random)),
        ) === 'Nothing stands out.'
      );
    });
    expect(silent.length).toBeGreaterThanOrEqual(seeds.length * 0.95);
  });
});

describe('[DIFF-1] the sentence', () => {
  const localization = (outcome: string, operation: string, code: string | null, country: string): Event => ({
    values: [[outcome], [operation], code === null ? [] : [ALLOCATION, code], [country], [], []],
  });
  const succeeded = (country: string) => localization('succeeded', 'LOCALIZED', null, country);
  const failed = (code: string, country: string) => localization('failed', 'ALLOCATED', code, country);
  const failedWithoutCode: Event = { values: [['failed'], ['ALLOCATED'], [], ['SE'], [], []] };
  const of = (event: Event, count: number) => times(count, () => event);
  const others = [...of(succeeded('TR'), 12), ...of(succeeded('SE'), 80), ...of(succeeded('NO'), 58)];
  const storm = [...of(failed('2107', 'TR'), 54), ...of(failed('4102', 'SE'), 2)];

  it.each<[what: string, here: Event[], there: Event[], filter: string, sentence: string]>([
    [
      'joins what the same events have in common',
      storm,
      [...others, ...of(failed('2107', 'NO'), 4), ...of(failed('4102', 'TR'), 46)],
      `outcome:failed operation:ALLOCATED code:${ALLOCATION}`,
      'Looks like one cause: 54 of 56 are 2107 and TR; elsewhere 0 %.',
    ],
    [
      'compares a field that all selected events have with the events that have it',
      storm,
      [...others, ...of(failed('2107', 'NO'), 20)],
      `outcome:failed operation:ALLOCATED code:${ALLOCATION}`,
      'Looks like one cause: 54 of 56 are TR; elsewhere 7 %.',
    ],
    [
      'does not find that failures have codes and others have none',
      [...storm, failedWithoutCode],
      others,
      'outcome:failed',
      'Looks like one cause: 54 of 57 are TR; elsewhere 8 %.',
    ],
    [
      'does not claim one cause for a part of the selection',
      [...of(succeeded('TR'), 30), ...of(succeeded('SE'), 70)],
      others,
      '',
      'Most different: 30 of 100 are TR; elsewhere 8 %.',
    ],
    [
      'leaves out the outcome that a code implies',
      storm,
      [...others, ...of(failed('4102', 'TR'), 46)],
      '',
      'Looks like one cause: 54 of 56 are 2107 and TR; elsewhere 0 %.',
    ],
    ['ignores fewer than five events', of(succeeded('TR'), 4), of(succeeded('SE'), 2_000), '', 'Nothing stands out.'],
    ['is none about nothing', [], others, '', 'No event to compare.'],
    ['needs other events', storm, [], '', 'Nothing to compare with: no event elsewhere.'],
  ])('%s', (_what, here, there, filter, expected) => {
    expect(sentence(here, there, filterOf(filter))).toBe(expected);
  });

  it.each<[filter: string, byDefinition: string[]]>([
    ['', []],
    ['outcome:failed', ['failed', 'ALLOCATED']],
    ['-outcome:succeeded', ['failed', 'ALLOCATED']],
    ['code:2107', ['failed', 'ALLOCATED', '2107']],
    ['operation:ALLOCATED', ['ALLOCATED', ALLOCATION]],
    [`code:${ALLOCATION}`, ['failed', 'ALLOCATED', ALLOCATION]],
    ['country:TR', ['TR']],
  ])('keeps what “%s” selects apart', (filter, expected) => {
    const { byDefinition, values } = findDifferences(
      FIELDS,
      each(of(failed('2107', 'TR'), 50)),
      each(others),
      filterOf(filter),
    );
    expect(byDefinition.map(({ value }) => value)).toEqual(expected);
    expect(values.filter(({ value }) => expected.includes(value))).toEqual([]);
  });
});

describe('[DIFF-1] the test', () => {
  it.each([
    [3, 4, 1, 4],
    [54, 56, 76, 1_544],
    [20, 200, 40, 1_400],
    [9, 10, 0, 3],
    [300, 3_000, 90, 7_000],
  ])('computes the probability of %d of %d against %d of %d as exact integers do', (hits, of, others, ofOthers) => {
    const exact = exactLogProbability(hits, of, others, ofOthers);
    expect(logExcessProbability({ hits, of }, { hits: others, of: ofOthers }) / exact).toBeCloseTo(1, 6);
  });

  it('finds no excess in a smaller or an equal share', () => {
    expect(logExcessProbability({ hits: 5, of: 50 }, { hits: 150, of: 1_500 })).toBe(0);
    expect(logExcessProbability({ hits: 0, of: 0 }, { hits: 1, of: 10 })).toBe(0);
  });

  it('corrects for the number of comparisons', () => {
    const logs = [0.03, 0.001, 0.012, 0.02].map(Math.log);
    expect(holdsAfterHolm(logs, 4, 0.05)).toEqual([true, true, true, true]);
    expect(holdsAfterHolm(logs, 5, 0.05)).toEqual([false, true, true, false]);
    expect(holdsAfterHolm(logs, 51, 0.05)).toEqual([false, false, false, false]);
  });
});

function exactLogProbability(hits: number, of: number, others: number, ofOthers: number): number {
  const drawn = hits + others;
  const choose = (all: number, some: number) => {
    let result = 1n;
    for (let index = 1; index <= some; index += 1) result = (result * BigInt(all - some + index)) / BigInt(index);
    return result;
  };
  let sum = 0n;
  for (let more = hits; more <= Math.min(of, drawn); more += 1)
    sum += choose(of, more) * choose(ofOthers, drawn - more);
  const digits = 10n ** 60n;
  const logOf = (value: bigint) =>
    Math.log(Number(value.toString().slice(0, 15))) + (value.toString().length - 15) * Math.LN10;
  const all = choose(of + ofOthers, drawn);
  return logOf(sum * digits) - logOf(all * digits);
}
