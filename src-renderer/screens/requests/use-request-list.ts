/**
 * Reads the requests of the shown watch and reads them again after board updates, at most every 2 s. While the user
 * reads or points at the list it is paused, and waiting updates are counted.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CaseListQuery, CaseSummary } from '../../../src-shared/api/cases.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { outcomes } from '../../../src-shared/domain/event/outcomes.ts';
import { asError } from '../../backend/backend-error.ts';
import type { GridInteraction } from '../../lists/grid/grid-model.ts';
import { useBoard, useStores, useWatch } from '../../stores/use-stores.ts';
import { withOutcome } from './find-words.ts';
import {
  listOf,
  NO_LIST,
  type OutcomeCounts,
  type RequestList,
  showPending,
  withMore,
  withUpdate,
  withRow,
} from './request-list.ts';

const PAGE_SIZE = 100;
/** Maximum number of requests in one response. Of a longer list only the top is updated. */
const MAX_ROWS = 500;
/** The board may change twice per second, which is faster than a user can read. */
const REFRESH_INTERVAL_MS = 2_000;
/** Time after the pointer has left, same as in the timeline. */
const RESUME_DELAY_MS = 2_000;
/** About the time between two keys of a fast typist. */
const DEBOUNCE_MS = 200;

export interface RequestListState {
  readonly list: RequestList;
  /** Requests per outcome for the other search words; null until counted. */
  readonly counts: OutcomeCounts | null;
  readonly isReading: boolean;
  readonly error: Error | null;
  readonly isPaused: boolean;
  readonly retry: () => void;
  readonly more: () => void;
  readonly showPending: () => void;
  readonly updateRow: (row: CaseSummary) => void;
  readonly onInteraction: (attention: GridInteraction) => void;
}

interface RequestListQuery {
  readonly watch: WatchId;
  readonly find: string;
}

/** @param isOpen true while one of the requests is open */
export function useRequestList(find: string, isOpen: boolean): RequestListState {
  const { backend, clock } = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const boardKey = useBoard(({ board }) => (board === null ? '' : `${board.upTo} ${board.requests} ${board.at}`));
  const [list, setList] = useState<RequestList>(NO_LIST);
  const [counts, setCounts] = useState<OutcomeCounts | null>(null);
  const [answeredQuery, setAnsweredQuery] = useState<RequestListQuery | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [attends, setAttends] = useState(false);
  const isPaused = attends || isOpen;
  const now = useRef({ isPaused, list });
  now.current = { isPaused, list };
  const isLoaded = answeredQuery !== null && answeredQuery.watch === watch && answeredQuery.find === find;
  /** The current query. Responses to other queries are ignored. */
  const query = useMemo(() => (watch === null ? null : { watch, find }), [watch, find]);
  const current = useRef(query);
  current.current = query;
  const lastRead = useRef(Number.NEGATIVE_INFINITY);

  const read = useCallback(
    async (requested: RequestListQuery, isFirst: boolean) => {
      lastRead.current = clock.read().monotonic;
      const limit = isFirst ? PAGE_SIZE : Math.min(MAX_ROWS, Math.max(PAGE_SIZE, now.current.list.rows.length));
      try {
        const fresh = await backend.cases.list.query({ ...queryOf(requested), limit });
        if (current.current !== requested) return;
        setList((before) => (isFirst ? listOf(fresh) : withUpdate(before, fresh, now.current.isPaused)));
        setAnsweredQuery(requested);
        setError(null);
        const found = await Promise.all(
          outcomes.map(async (outcome) => {
            const counted = queryOf({ ...requested, find: withOutcome(requested.find, outcome) });
            return [outcome, (await backend.cases.list.query({ ...counted, limit: 1 })).total] as const;
          }),
        );
        if (current.current === requested) setCounts(Object.fromEntries(found));
      } catch (thrown) {
        if (current.current === requested) setError(asError(thrown));
      }
    },
    [backend, clock],
  );

  // Reads a new query: immediately the first time, later when the user pauses typing.
  useEffect(() => {
    if (query === null || isLost || isLoaded) return undefined;
    if (answeredQuery === null) void read(query, true);
    return answeredQuery === null ? undefined : clock.after(DEBOUNCE_MS, () => void read(query, true));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the previous answer only decides the delay
  }, [query, isLost, isLoaded, read, clock]);
  useEffect(() => {
    if (query === null || isLost || !isLoaded) return undefined;
    const wait = Math.max(0, REFRESH_INTERVAL_MS - (clock.read().monotonic - lastRead.current));
    return clock.after(wait, () => void read(query, false));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once for each board update
  }, [boardKey, isLost, read, clock]);

  const [pointing, setPointing] = useState({ isPointing: false, isScrolled: false });
  useEffect(() => {
    const { isPointing, isScrolled } = pointing;
    if (isPointing || isScrolled) {
      setAttends(true);
      return undefined;
    }
    return clock.after(RESUME_DELAY_MS, () => setAttends(false));
  }, [pointing, clock]);
  useEffect(() => {
    if (!isPaused) setList(showPending);
  }, [isPaused]);

  const isMore = useRef(false);
  return {
    list,
    counts,
    isReading: !isLoaded,
    error,
    isPaused,
    retry: () => query !== null && void read(query, !isLoaded),
    more() {
      const { next, rows } = now.current.list;
      if (query === null || next === null || isMore.current || isLost) return;
      isMore.current = true;
      backend.cases.list
        .query({ ...queryOf(query), after: next, limit: PAGE_SIZE })
        .then(
          (page) =>
            current.current === query &&
            setList((before) => (before.rows === rows || before.next === next ? withMore(before, page) : before)),
          (thrown: unknown) => setError(asError(thrown)),
        )
        .finally(() => {
          isMore.current = false;
        })
        .catch(() => undefined);
    },
    showPending: () => setList(showPending),
    updateRow: useCallback((row: CaseSummary) => setList((before) => withRow(before, row)), []),
    onInteraction: ({ isPointing, isScrolled }) => setPointing({ isPointing, isScrolled }),
  };
}

function queryOf({ watch, find }: RequestListQuery): CaseListQuery {
  return {
    watch,
    kind: 'request',
    of: 'all',
    cause: null,
    find,
    since: null,
    sort: 'newest',
    after: null,
    limit: PAGE_SIZE,
  };
}
