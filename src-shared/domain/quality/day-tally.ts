/**
 * A tally is what one UTC day counts for one combination of kind, ending, country, customer and cause. Tallies can be
 * added, so every figure is a sum of them. Whole hours let a reader cut days in most time zones.
 */
import { type Cause, type CauseKey, causeKey } from '../cases/case-keys.ts';
import { type Ending, endings } from './ending.ts';
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';

/**
 * `recovered`: a success ended a case that was open. Its slots are classes of `RECOVERY_CLASSES`.
 * `retried`: the same for localizations, without names. Its slots are classes of `RETRY_CLASSES`.
 */
const tallied = [...endings, 'recovered', 'retried'] as const;
export type Tallied = (typeof tallied)[number];

export function isEnding(of: Tallied): of is Ending {
  return of !== 'recovered' && of !== 'retried';
}

export interface Combination {
  readonly kind: Cause['kind'];
  readonly of: Tallied;
  /** Code from the service; null if no event named one. */
  readonly country: string | null;
  /** A localization names only the domain, which is its `principal`; a request names its company. */
  readonly customer: string | null;
  /** Step or operation; with its error type and code if it failed. */
  readonly cause: CauseKey;
}

export interface DayCounts {
  /** Attempts by hour of the UTC day; recovered cases by class. */
  readonly slots: Readonly<Record<number, number>>;
  readonly weakened: number;
  /** Resources of change requests. */
  readonly completed: number;
  readonly failed: number;
}

export interface DayTally {
  /** Whole days since 1970, UTC. */
  readonly day: number;
  /** `combinationKey` of its values. */
  readonly combination: string;
  readonly counts: DayCounts;
}

/** Hours of a day; there are fewer classes. */
export const SLOTS = 24;

/**
 * `day`: sums of a day without names. `combination`: sums of the span, with its first day and with attempts in slot 0.
 * `each`: no sums.
 */
export type TallySums = 'each' | 'day' | 'combination';

export const NO_COUNTS: DayCounts = { slots: {}, weakened: 0, completed: 0, failed: 0 };

export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** `2026-11-29` */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** 0 to 23. */
export function hourOf(at: number): number {
  return Math.floor((at - dayOf(at) * DAY_MS) / HOUR_MS);
}

/** In UTF-16 units. A combination then takes less than 1 kB, with a count in each hour. */
const MAX_TEXT = 40;
/** Quotes and control characters take more in JSON. */
const MAX_PRINTED = 52;
const NEEDS_ESCAPE = /["\\\p{Cc}]/u;

export interface NamedCounts extends Omit<Combination, 'kind' | 'cause'> {
  readonly cause: Cause;
}

export function combinationKey(named: NamedCounts): string {
  const { kind, operation, type, code } = named.cause;
  const texts = [named.country, named.customer, operation, type, code].map((text) => cutText(text));
  return JSON.stringify([kind, tallied.indexOf(named.of), ...texts]);
}

export function parseCombination(key: string): Combination {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list of ours, made by `combinationKey`
  const [kind, of, country, customer, operation, type, code] = JSON.parse(key) as [Cause['kind'], number, ...Texts];
  return { kind, of: tallied[of] ?? 'unknown', country, customer, cause: causeKey({ kind, operation, type, code }) };
}

/** `headOf` combinations whose slots are classes. */
export const CLASS_HEADS = [...tallied, ...tallied].flatMap((of, head) => (isEnding(of) ? [] : [head]));

/** Number of its kind and of what it counts. Needs no parsing, because each commit asks for thousands. */
export function headOf(combination: string): number {
  const isRequest = combination.startsWith('["r');
  return Number(combination[combination.indexOf(',') + 1]) + (isRequest ? tallied.length : 0);
}

/** `headOf` the combination of these names. */
export function headOfNames({ of, cause }: Pick<NamedCounts, 'of' | 'cause'>): number {
  return tallied.indexOf(of) + (cause.kind === 'request' ? tallied.length : 0);
}

/** Combination without names. */
export function namelessCombination(head: number): string {
  const kind = head < tallied.length ? 'localization' : 'request';
  const cause = { kind, operation: null, type: null, code: null } as const;
  return combinationKey({ of: tallied[head % tallied.length] ?? 'unknown', country: null, customer: null, cause });
}

type Text = string | null;
type Texts = [country: Text, customer: Text, operation: Text, type: Text, code: Text];

function cutText(text: string | null): string | null {
  if (text === null) return null;
  const cut = text.slice(0, MAX_TEXT).toWellFormed();
  const isLong = NEEDS_ESCAPE.test(cut) && JSON.stringify(cut).length > MAX_PRINTED;
  return isLong ? cut.slice(0, MAX_PRINTED / 8).toWellFormed() : cut;
}

/** Without slots that add up to 0. */
export function sumOf(one: DayCounts, other: DayCounts): DayCounts {
  const slots: Record<number, number> = {};
  for (const [slot, count] of [...Object.entries(one.slots), ...Object.entries(other.slots)])
    slots[Number(slot)] = (slots[Number(slot)] ?? 0) + count;
  return {
    slots: Object.fromEntries(Object.entries(slots).filter(([, count]) => count !== 0)),
    weakened: one.weakened + other.weakened,
    completed: one.completed + other.completed,
    failed: one.failed + other.failed,
  };
}

export function isNothing({ slots, weakened, completed, failed }: DayCounts): boolean {
  return Object.keys(slots).length === 0 && weakened === 0 && completed === 0 && failed === 0;
}

/** `[[slot, count, slot, count …], weakened, completed, failed]`, without zeros at its end. */
export function packCounts({ slots, weakened, completed, failed }: DayCounts): string {
  const packed = [Object.entries(slots).flatMap(([slot, count]) => [Number(slot), count]), weakened, completed, failed];
  while (packed.at(-1) === 0) packed.pop();
  return JSON.stringify(packed);
}

export function unpackCounts(text: string): DayCounts {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list of ours, made by `packCounts`
  const [pairs, weakened = 0, completed = 0, failed = 0] = JSON.parse(text) as [number[], ...number[]];
  const slots: Record<number, number> = {};
  for (let index = 0; index < pairs.length; index += 2) slots[pairs[index] ?? 0] = pairs[index + 1] ?? 0;
  return { slots, weakened, completed, failed };
}

/** A service that invents names must not fill the disk. */
export const MAX_COMBINATIONS = 2_000;

/** Adds the rarest combinations of a day together, without their names, if there are too many. */
export function boundedDay(tallies: readonly DayTally[]): readonly DayTally[] {
  if (tallies.length <= MAX_COMBINATIONS) return tallies;
  const sorted = tallies.toSorted((one, other) => attemptsIn(other.counts) - attemptsIn(one.counts));
  // Two kinds with everything that is tallied.
  const kept = sorted.slice(0, MAX_COMBINATIONS - 2 * tallied.length);
  const others = new Map<string, DayTally>();
  for (const { day, combination, counts } of sorted.slice(kept.length)) {
    const key = namelessCombination(headOf(combination));
    others.set(key, { day, combination: key, counts: sumOf(others.get(key)?.counts ?? NO_COUNTS, counts) });
  }
  return [...kept.filter(({ combination }) => !others.has(combination)), ...withKept(others, kept)];
}

function withKept(others: ReadonlyMap<string, DayTally>, kept: readonly DayTally[]): readonly DayTally[] {
  return [...others.values()].map((other) => {
    const same = kept.find(({ combination }) => combination === other.combination);
    return same === undefined ? other : { ...other, counts: sumOf(same.counts, other.counts) };
  });
}

export function attemptsIn({ slots }: DayCounts): number {
  return Object.values(slots).reduce((sum, count) => sum + count, 0);
}
