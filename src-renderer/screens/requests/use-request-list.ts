/**
 * The requests of the watch that is shown, read anew when the board says that something happened, a little at a time. It
 * holds still while somebody reads or points; what waits is counted.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CaseListQuery, CaseSummary } from '../../../src-shared/api/cases.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { outcomes } from '../../../src-shared/domain/outcomes.ts';
import { asError } from '../../backend/backend-error.ts';
import type { GridInteraction } from '../../components/grid/grid-model.ts';
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

/** Three screens. */
const PAGE_SIZE = 100;
/** Most that one answer holds: of a longer list the top is read anew. */
const MAX_ROWS = 500;
/** Twice a second the board may change; nobody reads so fast. */
const REFRESH_INTERVAL_MS = 2_000;
/** After the pointer has left, as in the timeline. */
const RESUME_DELAY_MS = 2_000;
/** As long as a quick typist takes from one letter to the next. */
const DEBOUNCE_MS = 200;

export interface RequestListState {
  readonly list: RequestList;
  /** How many there are of each outcome under the other words; `null` until they were counted. */
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

/** @param isOpen somebody reads one of them, or is on its way through them */
export function useRequestList(find: string, isOpen: boolean): RequestListState {
  const { backend, clock } = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const told = useBoard(({ board }) => (board === null ? '' : `${board.upTo} ${board.requests} ${board.at}`));
  const [list, setList] = useState<RequestList>(NO_LIST);
  const [counts, setCounts] = useState<OutcomeCounts | null>(null);
  const [answered, setAnswered] = useState<RequestListQuery | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [attends, setAttends] = useState(false);
  const isPaused = attends || isOpen;
  const now = useRef({ isPaused, list });
  now.current = { isPaused, list };
  const isAnswered = answered !== null && answered.watch === watch && answered.find === find;
  /** Of the question that is asked; answers to others are nobody's. */
  const asked = useMemo(() => (watch === null ? null : { watch, find }), [watch, find]);
  const current = useRef(asked);
  current.current = asked;
  const lastRead = useRef(Number.NEGATIVE_INFINITY);

  const read = useCallback(
    async (of: RequestListQuery, isFirst: boolean) => {
      lastRead.current = clock.read().monotonic;
      const limit = isFirst ? PAGE_SIZE : Math.min(MAX_ROWS, Math.max(PAGE_SIZE, now.current.list.rows.length));
      try {
        const fresh = await backend.cases.list({ ...queryOf(of), limit });
        if (current.current !== of) return;
        setList((before) => (isFirst ? listOf(fresh) : withUpdate(before, fresh, now.current.isPaused)));
        setAnswered(of);
        setError(null);
        const found = await Promise.all(
          outcomes.map(async (outcome) => {
            const query = queryOf({ ...of, find: withOutcome(of.find, outcome) });
            return [outcome, (await backend.cases.list({ ...query, limit: 1 })).total] as const;
          }),
        );
        if (current.current === of) setCounts(Object.fromEntries(found));
      } catch (thrown) {
        if (current.current === of) setError(asError(thrown));
      }
    },
    [backend, clock],
  );

  // Another question: at once the first time, then when nobody types any more.
  useEffect(() => {
    if (asked === null || isLost || isAnswered) return undefined;
    if (answered === null) void read(asked, true);
    return answered === null ? undefined : clock.after(DEBOUNCE_MS, () => void read(asked, true));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what was answered before only says how soon
  }, [asked, isLost, isAnswered, read, clock]);
  // Something happened.
  useEffect(() => {
    if (asked === null || isLost || !isAnswered) return undefined;
    const wait = Math.max(0, REFRESH_INTERVAL_MS - (clock.read().monotonic - lastRead.current));
    return clock.after(wait, () => void read(asked, false));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each thing that the board says
  }, [told, isLost, read, clock]);

  const [pointing, setPointing] = useState({ isPointing: false, isScrolled: false });
  useEffect(() => {
    const { isPointing, isScrolled } = pointing;
    if (isPointing || isScrolled) {
      setAttends(true);
      return undefined;
    }
    return clock.after(RESUME_DELAY_MS, () => setAttends(false));
  }, [pointing, clock]);
  // Nobody reads any more: what waited is shown.
  useEffect(() => {
    if (!isPaused) setList(showPending);
  }, [isPaused]);

  const isMore = useRef(false);
  return {
    list,
    counts,
    isReading: !isAnswered,
    error,
    isPaused,
    retry: () => asked !== null && void read(asked, !isAnswered),
    more() {
      const { next, rows } = now.current.list;
      if (asked === null || next === null || isMore.current || isLost) return;
      isMore.current = true;
      backend.cases
        .list({ ...queryOf(asked), after: next, limit: PAGE_SIZE })
        .then(
          (page) =>
            current.current === asked &&
            setList((before) => (before.rows === rows || before.next === next ? withMore(before, page) : before)),
          (thrown: unknown) => setError(asError(thrown)),
        )
        .finally(() => {
          isMore.current = false;
        })
        // What went wrong is in `error`.
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
