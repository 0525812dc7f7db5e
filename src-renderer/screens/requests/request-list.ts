/**
 * The loaded requests, newest first, and how updates apply. In a paused list only texts change; new requests wait and
 * are counted. Pure.
 */
import type { CaseList, CaseSummary } from '../../../src-shared/api/cases.ts';
import type { Outcome } from '../../../src-shared/domain/event/outcomes.ts';

export type OutcomeCounts = Readonly<Partial<Record<Outcome, number>>>;

export interface RequestList {
  readonly rows: readonly CaseSummary[];
  /** Cursor of the next page; null after the last one. */
  readonly next: string | null;
  readonly total: number;
  readonly pendingCount: number;
  readonly pendingList: CaseList | null;
}

export const NO_LIST: RequestList = { rows: [], next: null, total: 0, pendingCount: 0, pendingList: null };

export function listOf({ cases, next, total }: CaseList): RequestList {
  return { rows: cases, next, total, pendingCount: 0, pendingList: null };
}

export function withMore(list: RequestList, { cases, next, total }: CaseList): RequestList {
  const listedKeys = new Set(list.rows.map(({ key }) => key));
  return { ...list, rows: [...list.rows, ...cases.filter(({ key }) => !listedKeys.has(key))], next, total };
}

/** @param isPaused true if rows may change but not move */
export function withUpdate(list: RequestList, pendingList: CaseList, isPaused: boolean): RequestList {
  if (!isPaused) {
    const isSame =
      pendingList.cases.length === list.rows.length &&
      pendingList.cases.every((row, at) => isSameRow(row, list.rows[at]));
    return isSame && list.pendingList === null && list.next === pendingList.next ? list : listOf(pendingList);
  }
  const now = new Map(pendingList.cases.map((row) => [row.key, row]));
  const rows = list.rows.map((row) => {
    const changed = now.get(row.key);
    return changed === undefined || isSameRow(changed, row) ? row : changed;
  });
  return {
    ...list,
    rows,
    total: pendingList.total,
    pendingCount: countPendingAbove(list.rows, pendingList.cases),
    pendingList,
  };
}

export function showPending(list: RequestList): RequestList {
  return list.pendingList === null ? list : listOf(list.pendingList);
}

export function withRow(list: RequestList, row: CaseSummary): RequestList {
  const at = list.rows.findIndex(({ key }) => key === row.key);
  const before = list.rows[at];
  return before === undefined || isSameRow(row, before) ? list : { ...list, rows: list.rows.with(at, row) };
}

/** Counts the requests that are not listed and belong above the last listed one. */
function countPendingAbove(rows: readonly CaseSummary[], fresh: readonly CaseSummary[]): number {
  const oldest = rows.at(-1)?.lastSeq ?? 0;
  const listedKeys = new Set(rows.map(({ key }) => key));
  return fresh.filter((row) => !listedKeys.has(row.key) && row.lastSeq > oldest).length;
}

function isSameRow(one: CaseSummary, other: CaseSummary | undefined): boolean {
  return other !== undefined && (one === other || JSON.stringify(one) === JSON.stringify(other));
}
