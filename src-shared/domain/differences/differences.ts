/** Compares the values of selected events with those of others: which are more frequent here than chance explains? */
import type { FacetField } from '../event/event-fields.ts';
import type { Filter } from '../filter/filter.ts';
import { isPresentByDefinition, makesRedundant, valuesByDefinition } from './by-definition.ts';
import { holdsAfterHolm, logExcessProbability, type Share } from './fisher-test.ts';

/** Counts of events with the same values. By number, because a large store has ten thousands of combinations. */
export interface Combinations {
  /** The sets of values of each compared field; an empty set for events that lack the field. */
  readonly sets: readonly (readonly (readonly string[])[])[];
  /** For each combination, the index of its set for each field. */
  readonly rows: Uint32Array;
  /** Only the sum counts, so a combination may be repeated. */
  readonly counts: Float64Array;
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
  here: readonly Combinations[],
  there: readonly Combinations[],
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
  readonly here: readonly Combinations[];
  readonly there: readonly Combinations[];
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

function tallyOf(parts: readonly Combinations[], index: number) {
  const values = new Map<string, number>();
  let present = 0;
  for (const { sets, rows, counts } of parts) {
    const own = sets[index] ?? [];
    const sums = new Float64Array(own.length);
    for (let one = 0, cell = index; one < counts.length; one += 1, cell += sets.length)
      sums[rows[cell] ?? 0] = (sums[rows[cell] ?? 0] ?? 0) + (counts[one] ?? 0);
    for (const [set, names] of own.entries()) {
      const count = sums[set] ?? 0;
      if (count === 0) continue;
      if (names.length > 0) present += count;
      for (const value of names) values.set(value, (values.get(value) ?? 0) + count);
    }
  }
  return { values, present };
}

/** Returns the values of one field that any event has. */
export function valuesOf(parts: readonly Combinations[], index: number): string[] {
  return [...tallyOf(parts, index).values.keys()];
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
  const hits = sides[side].reduce((total, part) => total + countWithAll(sides.fields, part, chosen), 0);
  return { hits, of: Math.min(...chosen.map((value) => value[side].of)) };
}

function countWithAll(
  fields: readonly FacetField[],
  { sets, rows, counts }: Combinations,
  chosen: readonly FieldValue[],
): number {
  const conditions = chosen.map(({ field, value }) => {
    const index = fields.indexOf(field);
    return { index, passes: (sets[index] ?? []).map((names) => names.includes(value)) };
  });
  let found = 0;
  for (let one = 0, row = 0; one < counts.length; one += 1, row += sets.length)
    if (conditions.every(({ index, passes }) => passes[rows[row + index] ?? 0])) found += counts[one] ?? 0;
  return found;
}

function sum(parts: readonly Combinations[]): number {
  return parts.reduce((total, { counts }) => counts.reduce((before, count) => before + count, total), 0);
}

/** Takes the events of `some` away from `all` by negative counts, which is faster than to look for equal combinations. */
export function withoutEvents(all: readonly Combinations[], some: readonly Combinations[]): readonly Combinations[] {
  return [...all, ...some.map((part) => ({ ...part, counts: part.counts.map((count) => -count) }))];
}
