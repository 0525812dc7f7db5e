/** Returns the lines of the list. Reads them again after each board update. */
import { useState } from 'react';
import type { CauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { WatchId } from '../../../../src-shared/domain/identity.ts';
import type { Hold } from '../../../lists/hold.ts';
import { useHeldRows } from '../../../lists/use-held-rows.ts';
import { useBoard, useStores } from '../../../stores/use-stores.ts';
import { type CaseQuery, readCases } from '../../../stores/queries/case-source.ts';
import { useBoardQuery } from '../../../stores/queries/use-board-query.ts';
import { linesByCase, linesByFailure, type ListLine, type ListSection } from './list-lines.ts';

export type CaseSort = 'newest' | 'waiting';

export interface CaseLinesQuery {
  /** True for one line per eUICC, false for groups by failure. */
  readonly isByCase: boolean;
  readonly group: CauseKey | null;
  readonly find: string;
  readonly sort: CaseSort;
  readonly isWellOpen: boolean;
  readonly hold: Hold;
}

export interface CaseLines {
  readonly lines: readonly ListLine[];
  readonly pendingChanges: number;
  readonly total: number | null;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly more: (part: ListSection) => void;
}

const INITIAL_LIMITS: Readonly<Record<ListSection, number>> = { group: 10, well: 6, list: 50 };
const MORE_STEP = 100;
const DAY_MS = 86_400_000;

export function useCaseLines(query: CaseLinesQuery): CaseLines {
  const { isByCase, group, find, sort, isWellOpen, hold } = query;
  const stores = useStores();
  const board = useBoard((state) => state.board);
  const question = JSON.stringify([isByCase, group, find, sort]);
  const [limits, setLimits] = useState({ of: question, ...INITIAL_LIMITS });
  if (limits.of !== question) setLimits({ of: question, ...INITIAL_LIMITS });
  const isList = isByCase || find !== '';

  const { cases } = stores.backend;
  const list = useBoardQuery(isList ? `list ${question} ${limits.list}` : null, (watch) =>
    readCases(cases, { ...defaultQuery(watch), of: find === '' ? 'open' : 'all', find, sort }, limits.list),
  );
  const open = useBoardQuery(isList || group === null ? null : `group ${group} ${limits.group}`, (watch) =>
    readCases(cases, { ...defaultQuery(watch), cause: group }, limits.group),
  );
  const well = useBoardQuery(isList ? null : `well ${limits.well}`, (watch) =>
    readCases(cases, { ...defaultQuery(watch), of: 'well', since: stores.now() - DAY_MS }, limits.well),
  );

  const groups = board?.groups.filter(({ cause }) => cause.kind === 'localization') ?? [];
  const fresh = isList
    ? linesByCase(list.value ?? { rows: [], total: 0 })
    : linesByFailure({ groups, group, open: open.value, well: well.value, isWellOpen });
  // Changes that the user makes apply immediately; updates wait while the list is paused.
  const basis = JSON.stringify([
    question,
    limits,
    isWellOpen,
    [list, open, well].map(({ value }) => value !== null),
    board !== null,
  ]);
  const { rows: lines, pendingChanges } = useHeldRows(fresh, hold, basis);
  return {
    lines,
    pendingChanges,
    total: isList ? (list.value?.total ?? null) : (board?.localizations ?? null),
    error: list.error ?? open.error ?? well.error,
    retry() {
      for (const result of [list, open, well]) result.retry();
    },
    more: (part) => setLimits((before) => ({ ...before, [part]: before[part] + MORE_STEP })),
  };
}

function defaultQuery(watch: WatchId): CaseQuery {
  return { watch, kind: 'localization', of: 'open', cause: null, find: '', since: null, sort: 'newest' };
}
