/**
 * Returns the lines of the list. Reads them again after each board update, and keeps their order while the pointer is
 * over them.
 */
import { useEffect, useState } from 'react';
import type { CaseList, CaseListQuery, CaseSummary } from '../../../../src-shared/api/cases.ts';
import type { CauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { WatchId } from '../../../../src-shared/domain/identity.ts';
import type { BackendClient } from '../../../backend/client.ts';
import { useBoard, useStores } from '../../../stores/use-stores.ts';
import { useBoardQuery } from '../../../stores/queries/use-board-query.ts';
import { linesByCase, linesByFailure, pausedLines, type ListLine, type ListSection } from './list-lines.ts';

export type CaseSort = 'newest' | 'waiting';

export interface CaseLinesQuery {
  /** True for one line per eUICC, false for groups by failure. */
  readonly isByCase: boolean;
  readonly group: CauseKey | null;
  readonly find: string;
  readonly sort: CaseSort;
  readonly isWellOpen: boolean;
  readonly isPointing: boolean;
}

export interface CaseLines {
  readonly lines: readonly ListLine[];
  readonly pendingChanges: number;
  readonly total: number | null;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly more: (part: ListSection) => void;
}

const MAX_PAGE_SIZE = 500;
const INITIAL_LIMITS: Readonly<Record<ListSection, number>> = { group: 10, well: 6, list: 50 };
const MORE_STEP = 100;
const DAY_MS = 86_400_000;

export function useCaseLines(query: CaseLinesQuery): CaseLines {
  const { isByCase, group, find, sort, isWellOpen, isPointing } = query;
  const stores = useStores();
  const board = useBoard((state) => state.board);
  const question = JSON.stringify([isByCase, group, find, sort]);
  const [limits, setLimits] = useState({ of: question, ...INITIAL_LIMITS });
  if (limits.of !== question) setLimits({ of: question, ...INITIAL_LIMITS });
  const isList = isByCase || find !== '';

  const list = useBoardQuery(isList ? `list ${question} ${limits.list}` : null, (watch) =>
    readCases(stores.backend, { ...defaultQuery(watch), of: find === '' ? 'open' : 'all', find, sort }, limits.list),
  );
  const open = useBoardQuery(isList || group === null ? null : `group ${group} ${limits.group}`, (watch) =>
    readCases(stores.backend, { ...defaultQuery(watch), of: 'open', cause: group }, limits.group),
  );
  const well = useBoardQuery(isList ? null : `well ${limits.well}`, (watch) =>
    readCases(stores.backend, { ...defaultQuery(watch), of: 'well', since: stores.now() - DAY_MS }, limits.well),
  );

  const groups = board?.groups.filter(({ cause }) => cause.kind === 'localization') ?? [];
  const fresh = isList
    ? linesByCase(list.value ?? EMPTY)
    : linesByFailure({ groups, group, open: open.value, well: well.value, isWellOpen });
  // Changes that the user makes apply immediately; updates wait while the list is paused.
  const basis = JSON.stringify([
    question,
    limits,
    isWellOpen,
    [list, open, well].map(({ value }) => value !== null),
    board !== null,
  ]);
  const paused = usePausedLines(fresh, basis, isPointing);
  return {
    ...paused,
    total: isList ? (list.value?.total ?? null) : (board?.localizations ?? null),
    error: list.error ?? open.error ?? well.error,
    retry() {
      for (const result of [list, open, well]) result.retry();
    },
    more: (part) => setLimits((before) => ({ ...before, [part]: before[part] + MORE_STEP })),
  };
}

const EMPTY: CaseList = { cases: [], next: null, total: 0, outcomes: null };

/** Keeps the order that the lines had when the pointer arrived, until it leaves. */
function usePausedLines(fresh: readonly ListLine[], basis: string, isPaused: boolean) {
  const [shown, setShown] = useState({ basis, lines: fresh });
  const holds = isPaused && shown.basis === basis;
  useEffect(() => {
    if (!holds) setShown({ basis, lines: fresh });
    // oxlint-disable-next-line react/exhaustive-deps -- the lines are new objects in each render; their keys tell if they changed
  }, [holds, basis, JSON.stringify(fresh.map(({ key }) => key))]);
  return holds ? pausedLines(shown.lines, fresh) : { lines: fresh, pendingChanges: 0 };
}

function defaultQuery(watch: WatchId): Omit<CaseListQuery, 'limit'> {
  return { watch, kind: 'localization', of: 'open', cause: null, find: '', since: null, sort: 'newest', after: null };
}

/** Reads this many cases from the start, over several pages if needed. */
async function readCases(
  backend: BackendClient,
  query: Omit<CaseListQuery, 'limit'>,
  limit: number,
  before: readonly CaseSummary[] = [],
): Promise<CaseList> {
  const page = await backend.cases.list.query({ ...query, limit: Math.min(MAX_PAGE_SIZE, limit - before.length) });
  const cases = [...before, ...page.cases];
  if (page.next === null || page.cases.length === 0 || cases.length >= limit) return { ...page, cases };
  return readCases(backend, { ...query, after: page.next }, limit, cases);
}
