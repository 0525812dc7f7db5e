/**
 * Keeps what days count for longer than their events. Before retention removes events, the counts of their days are
 * copied into `events.db`, which is backed up and repaired. A rebuild of the cases counts only days whose events are
 * still there, so a day that was kept is never replaced.
 */
import * as z from 'zod';
import {
  boundedDay,
  dayOf,
  type DayTally,
  type TallySums,
  packCounts,
  unpackCounts,
} from '../../../src-shared/domain/quality/day-tally.ts';
import type { CaseProjectionReader } from '../ports/case-projection.ts';
import type { EventReader, EventWriter, ProjectionRecord, RetentionLimits } from '../ports/event-store.ts';

interface KeptDaysParts {
  readonly writer: Pick<EventWriter, 'loadProjection' | 'commitProjection'>;
  readonly projection: Pick<CaseProjectionReader, 'tallies'>;
  /** True if every stored event is counted. */
  readonly isComplete: () => Promise<boolean>;
}

const NAME = 'day-figures';
/** Never raise it: that would remove what cannot be derived again. */
const VERSION = 1;
/** Its value is the first day that is counted in the case projection. Every day before it is a record, or is lost. */
const FIRST_HELD = 'first-held';
const DAYS_PER_COMMIT = 31;
/** Tries, one per minute. A projection that cannot be written must not stop the removal that frees the disk. */
const MAX_TRIES = 60;

const daySchema = z.array(z.tuple([z.string(), z.string()]));

/** Returns the first day of which no event was removed. */
export function firstWholeDay({ failures, successes }: Pick<RetentionLimits, 'failures' | 'successes'>): number {
  return dayOf(Math.max(failures, successes)) + 1;
}

export class KeptDays {
  readonly #parts: KeptDaysParts;
  #firstHeld: number | null | undefined;
  #tries = 0;

  constructor(parts: KeptDaysParts) {
    this.#parts = parts;
  }

  /** Call before events older than the limits are removed. False: call again in a minute. @throws AppError STORE_… */
  async keep(limits: RetentionLimits): Promise<boolean> {
    const { writer } = this.#parts;
    const first = firstWholeDay(limits);
    if (this.#firstHeld != null && first <= this.#firstHeld) return true;
    const { cursor, records } = await writer.loadProjection(NAME, VERSION);
    const held = (this.#firstHeld = firstHeldDay(records));
    if (held !== null && first <= held) return true;
    const isComplete = await this.#parts.isComplete();
    if (!isComplete && (this.#tries += 1) < MAX_TRIES) return false;
    this.#tries = 0;
    // Events of days before the first call may have been removed already.
    const from = isComplete ? (held ?? first) : first;
    for (let day = from; day <= first; day += DAYS_PER_COMMIT) {
      const end = Math.min(first, day + DAYS_PER_COMMIT);
      const put = [...(await this.#records(day, end)), { key: FIRST_HELD, value: String(end) }];
      if (
        !(await writer.commitProjection({
          name: NAME,
          version: VERSION,
          from: cursor,
          to: cursor ?? 0,
          put,
          remove: [],
        }))
      )
        return false;
    }
    this.#firstHeld = first;
    return true;
  }

  /** `to` is exclusive. A day without attempts has an empty record. */
  async #records(from: number, to: number): Promise<ProjectionRecord[]> {
    if (from >= to) return [];
    const days = new Map<number, DayTally[]>();
    for (let day = from; day < to; day += 1) days.set(day, []);
    for (const tally of await this.#parts.projection.tallies({ from, to: to - 1, sums: 'each' }))
      days.get(tally.day)?.push(tally);
    return [...days].map(([day, tallies]) => ({
      key: String(day),
      value: JSON.stringify(boundedDay(tallies).map(({ combination: key, counts }) => [key, packCounts(counts)])),
    }));
  }
}

function firstHeldDay(records: readonly ProjectionRecord[]): number | null {
  const record = records.find(({ key }) => key === FIRST_HELD);
  return record === undefined ? null : Number(record.value);
}

interface CountedDays<Sums extends TallySums> {
  /** Kept days are the same in all of them. */
  readonly tallies: Readonly<Record<Sums, readonly DayTally[]>>;
  /** Days of the span of which not all events were counted. */
  readonly unknownDays: readonly number[];
  /** Number of days that only their kept counts describe. */
  readonly keptDays: number;
  /** The first day whose events are all stored. */
  readonly firstStored: number;
}

/**
 * Reads the days of [from, to] from where each one is complete.
 * @param sums those that the caller needs
 * @param firstWhole the first day whose events are all stored, used until a day was kept
 */
export async function readDays<Sums extends TallySums>(
  scanner: Pick<EventReader, 'projectionRecords'>,
  projection: Pick<CaseProjectionReader, 'tallies'>,
  { from, to }: { readonly from: number; readonly to: number },
  firstWhole: number,
  sums: readonly Sums[],
): Promise<CountedDays<Sums>> {
  const records = await scanner.projectionRecords(NAME);
  const held = firstHeldDay(records) ?? firstWhole;
  const kept = new Map(records.map(({ key, value }) => [key, value]));
  const keptTallies: DayTally[] = [];
  const unknownDays: number[] = [];
  for (let day = from; day <= Math.min(to, held - 1); day += 1) {
    const value = kept.get(String(day));
    if (value === undefined) unknownDays.push(day);
    else
      for (const [key, counts] of daySchema.parse(JSON.parse(value)))
        keptTallies.push({ day, combination: key, counts: unpackCounts(counts) });
  }
  const stored = async (each: Sums): Promise<DayTally[]> =>
    to < held ? [] : projection.tallies({ from: Math.max(from, held), to, sums: each });
  const read = await Promise.all(sums.map(async (each) => [each, [...keptTallies, ...(await stored(each))]] as const));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- has an entry for each of the sums
  const tallies = Object.fromEntries(read) as CountedDays<Sums>['tallies'];
  const keptDays = Math.max(0, Math.min(to, held - 1) - from + 1) - unknownDays.length;
  return { tallies, unknownDays, keptDays, firstStored: held };
}
