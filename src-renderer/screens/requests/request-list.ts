/**
 * The loaded requests, newest first, and how updates apply. In a paused list only texts change; new requests wait and
 * are counted. Pure.
 */
import type { CaseList, CaseSummary } from '../../../src-shared/api/cases.ts';
import type { Outcome } from '../../../src-shared/domain/outcomes.ts';

export type OutcomeCounts = Readonly<Partial<Record<Outcome, number>>>;

export interface RequestList {
  readonly rows: readonly CaseSummary[];
  /** Cursor of the next page; null after the last one. */
  readonly next: string | null;
  readonly total: number;
  /** Newer requests that are not listed yet. */
  readonly pendingCount: number;
  /** The update that waits; it replaces the list. */
  readonly pendingList: CaseList | null;
}

export const NO_LIST: RequestList = { rows: [], next: null, total: 0, pendingCount: 0, pendingList: null };

export function listOf({ cases, next, total }: CaseList): RequestList {
  return { rows: cases, next, total, pendingCount: 0, pendingList: null };
}

/** Appends a page. Skips requests that are already listed. */
export function withMore(list: RequestList, { cases, next, total }: CaseList): RequestList {
  const known = new Set(list.rows.map(({ key }) => key));
  return { ...list, rows: [...list.rows, ...cases.filter(({ key }) => !known.has(key))], next, total };
}

/** @param isHeld true if rows may change but not move */
export function withUpdate(list: RequestList, pendingList: CaseList, isHeld: boolean): RequestList {
  if (!isHeld) {
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

/** Replaces one row, such as after the user took the request. */
export function withRow(list: RequestList, row: CaseSummary): RequestList {
  const at = list.rows.findIndex(({ key }) => key === row.key);
  const before = list.rows[at];
  return before === undefined || isSameRow(row, before) ? list : { ...list, rows: list.rows.with(at, row) };
}

/** Counts the requests that are not listed and belong above the last listed one. */
function countPendingAbove(rows: readonly CaseSummary[], fresh: readonly CaseSummary[]): number {
  const oldest = rows.at(-1)?.lastSeq ?? 0;
  const known = new Set(rows.map(({ key }) => key));
  return fresh.filter((row) => !known.has(row.key) && row.lastSeq > oldest).length;
}

function isSameRow(one: CaseSummary, other: CaseSummary | undefined): boolean {
  return other !== undefined && (one === other || JSON.stringify(one) === JSON.stringify(other));
}
