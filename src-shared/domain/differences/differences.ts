/** Compares the values of selected events with those of others: which are more frequent here than chance explains? */
import type { FacetField } from '../event/event-fields.ts';
import type { Filter } from '../filter/filter.ts';
import { isPresentByDefinition, makesRedundant, valuesByDefinition } from './by-definition.ts';
import { holdsAfterHolm, logExcessProbability, type Share } from './fisher-test.ts';

/** Events with the same values, which are in the order of the compared fields; empty if they lack the field. */
export interface Combination {
  readonly values: readonly (readonly string[])[];
  /** Only the sum counts, so a combination may be repeated. */
  readonly count: number;
}

export interface FieldValue {
  readonly field: FacetField;
  readonly value: string;
}

interface ValueDifference extends FieldValue {
  readonly here: Share;
  readonly there: Share;
  readonly standsOut: boolean;
}

/** Values that the same events have. `isOneCause`: most of the selected events have all of them. */
interface Lead {
  readonly values: readonly FieldValue[];
  readonly here: Share;
  readonly there: Share;
  readonly isOneCause: boolean;
}

export interface Differences {
  readonly here: number;
  readonly there: number;
  /** Ordered: those with `standsOut` first, then by how improbable chance is. */
  readonly values: readonly ValueDifference[];
  readonly byDefinition: readonly ValueDifference[];
  readonly lead: Lead | null;
}

/** Chance that a random selection has any value with `standsOut`. Rare, because a false lead costs time in a storm. */
const ALPHA = 0.01;
/** Fewer events are an anecdote, and with many events a difference can be certain and too small to matter. */
const MIN_EVENTS = 5;
const MIN_ODDS_RATIO = 2;
/** Share of the events that have all values of a lead, and of the selection that one cause explains. */
const MOST = 0.8;
const MAX_LEAD_VALUES = 3;
/** Each costs a pass over all combinations. */
const MAX_CANDIDATES = 16;

/** @param selection its terms make some values true by definition */
export function findDifferences(
  fields: readonly FacetField[],
  here: readonly Combination[],
  there: readonly Combination[],
  selection: Filter,
): Differences {
  const isByDefinition = valuesByDefinition(selection);
  const sides = { fields, here, there };
  const compared = fields.flatMap((field, index) => comparedValues(sides, field, index, selection));
  const [tested, defined] = [
    compared.filter(({ field, value }) => !isByDefinition(field, value)),
    compared.filter(({ field, value, here: { hits } }) => hits > 0 && isByDefinition(field, value)),
  ];
  const found = tested.filter(({ here: { hits } }) => hits > 0);
  const probabilities = found.map((one) => logExcessProbability(one.here, one.there));
  const holds = holdsAfterHolm(probabilities, tested.length, ALPHA);
  const values = found
    .map((one, index) => ({
      one: { ...one, standsOut: holds[index] === true && matters(one) },
      log: probabilities[index] ?? 0,
    }))
    .toSorted((left, right) => Number(right.one.standsOut) - Number(left.one.standsOut) || left.log - right.log)
    .map(({ one }) => one);
  return {
    here: sum(here),
    there: sum(there),
    values,
    byDefinition: defined.map((one) => ({ ...one, standsOut: false })),
    lead: leadOf(
      sides,
      values.filter(({ standsOut }) => standsOut),
    ),
  };
}

interface Sides {
  readonly fields: readonly FacetField[];
  readonly here: readonly Combination[];
  readonly there: readonly Combination[];
}

/** A field that all selected events have is compared with the events that have it: requests have no country. */
function comparedValues(
  { here, there }: Sides,
  field: FacetField,
  index: number,
  selection: Filter,
): Omit<ValueDifference, 'standsOut'>[] {
  const [ours, theirs] = [tallyOf(here, index), tallyOf(there, index)];
  const needsField = ours.present === sum(here) || isPresentByDefinition(selection, field);
  const of = needsField ? { here: ours.present, there: theirs.present } : { here: sum(here), there: sum(there) };
  return [...new Set([...ours.values.keys(), ...theirs.values.keys()])].map((value) => ({
    field,
    value,
    here: { hits: ours.values.get(value) ?? 0, of: of.here },
    there: { hits: theirs.values.get(value) ?? 0, of: of.there },
  }));
}

function tallyOf(combinations: readonly Combination[], index: number) {
  const values = new Map<string, number>();
  let present = 0;
  for (const combination of combinations) {
    const own = combination.values[index] ?? [];
    if (own.length > 0) present += combination.count;
    for (const value of own) values.set(value, (values.get(value) ?? 0) + combination.count);
  }
  return { values, present };
}

function matters({ here, there }: Pick<ValueDifference, 'here' | 'there'>): boolean {
  const odds = here.hits * (there.of - there.hits);
  const otherOdds = there.hits * (here.of - here.hits);
  return here.hits >= MIN_EVENTS && there.of > 0 && odds >= MIN_ODDS_RATIO * otherOdds;
}

export function shareOf({ hits, of }: Share): number {
  return of === 0 ? 0 : hits / of;
}

/** Joins the values of other fields that most of the events with the first value have. */
function leadOf(sides: Sides, values: readonly ValueDifference[]): Lead | null {
  const [first] = values;
  if (first === undefined) return null;
  let chosen: ValueDifference[] = [];
  for (const value of values.slice(0, MAX_CANDIDATES)) {
    if (chosen.some(({ field }) => field === value.field || makesRedundant(field, value.field))) continue;
    const joined = [...chosen.filter(({ field }) => !makesRedundant(value.field, field)), value];
    if (joined.length > MAX_LEAD_VALUES) break;
    if (jointShare(sides, 'here', joined).hits >= first.here.hits * MOST) chosen = joined;
  }
  const [here, there] = [jointShare(sides, 'here', chosen), jointShare(sides, 'there', chosen)];
  const named = chosen.map(({ field, value }) => ({ field, value }));
  return { values: named, here, there, isOneCause: shareOf(here) >= MOST };
}

function jointShare(sides: Sides, side: 'here' | 'there', chosen: readonly ValueDifference[]): Share {
  const hits = sum(sides[side].filter((one) => hasAll(sides, one, chosen)));
  return { hits, of: Math.min(...chosen.map((value) => value[side].of)) };
}

function hasAll({ fields }: Sides, { values }: Combination, chosen: readonly FieldValue[]): boolean {
  return chosen.every(({ field, value }) => values[fields.indexOf(field)]?.includes(value) === true);
}

function sum(combinations: readonly Combination[]): number {
  return combinations.reduce((total, { count }) => total + count, 0);
}

/** Takes the events of `some` away from `all` by negative counts, which is faster than to look for equal combinations. */
export function withoutEvents(all: readonly Combination[], some: readonly Combination[]): readonly Combination[] {
  return [...all, ...some.map(({ values, count }) => ({ values, count: -count }))];
}
