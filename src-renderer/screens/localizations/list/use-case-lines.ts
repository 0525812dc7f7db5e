import { useState } from 'react';
import type { Board } from '../../../../src-shared/api/cases.ts';
import type { CauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { Hold } from '../../../lists/hold.ts';
import { useHeldRows } from '../../../grid/use-held-rows.ts';
import { useBoard, useStores } from '../../../stores/use-stores.ts';
import { type CaseQuery, listedLocalizations, readCases } from '../../../stores/queries/case-source.ts';
import { useWatchQuery } from '../../../stores/queries/use-watch-query.ts';
import { linesByCase, linesByFailure, type ListSection } from './list-lines.ts';
import { DAY_MS } from '../../../../src-shared/lib/durations.ts';

export type CaseSort = 'newest' | 'waiting';

export interface CaseLinesQuery {
  readonly isByCase: boolean;
  readonly group: CauseKey | null;
  readonly find: string;
  readonly sort: CaseSort;
  readonly openSections: ReadonlySet<string>;
  readonly hold: Hold;
}

export type CaseLines = ReturnType<typeof useCaseLines>;

const INITIAL_LIMITS: Readonly<Record<ListSection, number>> = { group: 10, well: 6, done: 6, list: 50 };
const MORE_STEP = 100;

export function useCaseLines(query: CaseLinesQuery) {
  const { isByCase, group, find, sort, openSections, hold } = query;
  const stores = useStores();
  const board = useBoard((state) => state.board);
  const question = JSON.stringify([isByCase, group, find, sort]);
  const [limits, setLimits] = useState({ of: question, ...INITIAL_LIMITS });
  if (limits.of !== question) setLimits({ of: question, ...INITIAL_LIMITS });
  const isList = isByCase || find !== '';
  const listed = listedLocalizations({ by: isByCase ? 'eid' : '', find, group: group ?? '' });

  const list = useCases(isList ? `list ${question}` : null, limits.list, board, { ...listed, sort });
  const open = useCases(isList || group === null ? null : `group ${group}`, limits.group, board, listed);
  const since = stores.now() - DAY_MS;
  const well = useCases(isList ? null : 'well', limits.well, board, { of: 'well', since });
  const done = useCases(isList ? null : 'done', limits.done, board, { of: 'done', since });

  const groups = board?.groups.filter(({ cause }) => cause.kind === 'localization') ?? [];
  const fresh = isList
    ? linesByCase(list.value ?? { rows: [], total: 0 })
    : linesByFailure({ groups, group, open: open.value, ended: { well: well.value, done: done.value }, openSections });
  // Changes that the user makes apply immediately; updates wait while the list is paused.
  const basis = JSON.stringify([
    question,
    limits,
    [...openSections],
    [list, open, well, done].map(({ value }) => value !== null),
    board !== null,
  ]);
  const { rows: lines, pendingChanges } = useHeldRows(fresh, hold, basis);
  return {
    lines,
    pendingChanges,
    total: isList ? (list.value?.total ?? null) : (board?.localizations ?? null),
    error: list.error ?? open.error ?? well.error ?? done.error,
    retry: () => {
      for (const result of [list, open, well, done]) result.retry();
    },
    more: (part: ListSection) => setLimits((before) => ({ ...before, [part]: before[part] + MORE_STEP })),
  };
}

function useCases(key: string | null, limit: number, board: Board | null, query: Partial<CaseQuery>) {
  const { cases } = useStores().backend;
  return useWatchQuery<Awaited<ReturnType<typeof readCases>>>(
    key === null ? null : `${key} ${limit}`,
    ({ watch }) => readCases(cases, { ...DEFAULT_QUERY, watch, ...query }, limit),
    { revision: board },
  );
}

const DEFAULT_QUERY = {
  kind: 'localization',
  of: 'open',
  cause: null,
  find: '',
  since: null,
  sort: 'newest',
} as const;
