/** Stores what days count in one column per slot, so that SQLite adds to them and sums them without reading a row into JS. */
import type { Database } from 'better-sqlite3';
import {
  type DayTally,
  headOf,
  namelessCombination,
  CLASS_HEADS,
  SLOTS,
} from '../../../../src-shared/domain/quality/day-tally.ts';
import type { CaseProjectionReader } from '../../../core/ports/case-projection.ts';
import { preparing } from '../prepared-statement.ts';

const SLOT_COLUMNS = Array.from({ length: SLOTS }, (_, slot) => `slot_${slot}`);
const OTHER_COUNTS = ['weakened', 'completed', 'failed'];
const TALLY_COUNTS = [...OTHER_COUNTS, ...SLOT_COLUMNS];

const NAMES = TALLY_COUNTS.join(', ');
const ARE_ZERO = TALLY_COUNTS.map((column) => `${column} = 0`).join(' AND ');
const SUMS = TALLY_COUNTS.map((column) => `sum(${column})`).join(', ');
const ATTEMPTS = `sum(${SLOT_COLUMNS.join(' + ')})`;

export function tallyWriteStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    putTally: prepare<number[]>(puttingInto(SLOT_COLUMNS)),
    // Most commits count in one hour, and one value to bind instead of 24 takes half the time.
    putInSlot: SLOT_COLUMNS.map((column) => prepare<number[]>(puttingInto([column]))),
    removeEmptyTally: prepare<[day: number, head: number, combination: number]>(
      `DELETE FROM tally WHERE day = ? AND head = ? AND combination = ? AND ${ARE_ZERO}`,
    ),
  };
}

function puttingInto(slots: readonly string[]): string {
  const changed = [...OTHER_COUNTS, ...slots];
  const values = TALLY_COUNTS.map((column) => (changed.includes(column) ? '?' : '0'));
  const added = changed.map((column) => `${column} = ${column} + excluded.${column}`);
  return `INSERT INTO tally (day, head, combination, ${NAMES}) VALUES (?, ?, ?, ${values.join(', ')})
    ON CONFLICT DO UPDATE SET ${added.join(', ')}`;
}

export function putTally(
  { putTally: put, putInSlot, removeEmptyTally }: ReturnType<typeof tallyWriteStatements>,
  { day, combination, counts }: DayTally,
  numberOf: (text: string) => number,
): void {
  const { slots, weakened, completed, failed } = counts;
  const [head, number] = [headOf(combination), numberOf(combination)];
  const values = [day, head, number, weakened, completed, failed];
  const changed = Object.entries(slots);
  const [[slot, count] = ['', 0]] = changed;
  const inSlot = changed.length === 1 ? putInSlot[Number(slot)] : undefined;
  if (inSlot === undefined) put.run(...values, ...SLOT_COLUMNS.map((_, index) => slots[index] ?? 0));
  else inSlot.run(...values, count);
  if (changed.some(([, added]) => added < 0)) removeEmptyTally.run(day, head, number);
}

/** `day`, `head`, number of the combination, and `TALLY_COUNTS`; fewer slots if the others are 0. */
type TallyRow = readonly [day: number, head: number, combination: number, ...counts: number[]];
type Days = [{ readonly from: number; readonly to: number }];

const HAS_DAY = 'FROM tally WHERE day BETWEEN :from AND :to';
const HAS_CLASSES = `head IN (${CLASS_HEADS.join(', ')})`;

export function tallyReadStatements(database: Database) {
  const { prepareTuple } = preparing(database);
  return {
    eachTally: prepareTuple<Days, TallyRow>(`SELECT day, head, combination, ${NAMES} ${HAS_DAY}`),
    talliesByDay: prepareTuple<Days, TallyRow>(`SELECT day, head, 0, ${SUMS} ${HAS_DAY} GROUP BY day, head`),
    attemptsByCombination: prepareTuple<Days, TallyRow>(
      `SELECT :from, head, combination, sum(weakened), sum(completed), sum(failed), ${ATTEMPTS}
       ${HAS_DAY} AND NOT ${HAS_CLASSES} GROUP BY combination`,
    ),
    classesByCombination: prepareTuple<Days, TallyRow>(
      `SELECT :from, head, combination, ${SUMS} ${HAS_DAY} AND ${HAS_CLASSES} GROUP BY combination`,
    ),
  };
}

export function readTallies(
  read: ReturnType<typeof tallyReadStatements>,
  { from, to, sums }: Parameters<CaseProjectionReader['tallies']>[0],
  textOf: (number: number) => string | null,
): DayTally[] {
  const days = { from, to };
  if (sums === 'day') return read.talliesByDay.all(days).map((row) => dayTally(row, namelessCombination(row[1])));
  const rows =
    sums === 'each'
      ? read.eachTally.all(days)
      : [...read.attemptsByCombination.all(days), ...read.classesByCombination.all(days)];
  return rows.map((row) => dayTally(row, textOf(row[2]) ?? ''));
}

function dayTally(
  [day, , , weakened = 0, completed = 0, failed = 0, ...counts]: TallyRow,
  combination: string,
): DayTally {
  const slots: Record<number, number> = {};
  for (const [slot, count] of counts.entries()) if (count !== 0) slots[slot] = count;
  return { day, combination, counts: { slots, weakened, completed, failed } };
}
