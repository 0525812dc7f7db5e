/** The searches of one watch. What nothing continues is closed, and stays readable until retention removes it. */
import { appError } from '../../../src-shared/api/errors.ts';
import type { NotAccepted, SearchSummary, SubscriptionsSnapshot } from '../../../src-shared/api/searches.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import { DAY_MS } from '../../../src-shared/lib/durations.ts';
import { parseSearchBody } from '../../../src-shared/service/search-body.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import type { StateFeed } from '../ports/state-feed.ts';
import { stateFeed } from '../lib/state-feed.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import type { InventoryStore, StoredGapCheck, StoredSearch } from '../ports/inventory-store.ts';
import type { Log } from '../ports/log.ts';
import type { TokenKeeper } from '../sign-in/token-keeper.ts';
import { createGapChecks } from './gap-checks.ts';
import { StoredSearches } from './stored-searches.ts';
import { Semaphore } from './semaphore.ts';
import type { RequestLog } from './request-log.ts';
import { SearchRun, type SearchRunParts } from './search-run.ts';
import { storedSummary } from './search-record.ts';
import { eitherSignal } from '../lib/either-signal.ts';

export interface SearchesParts {
  readonly profile: ConnectionProfile;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  readonly inventory: InventoryStore;
  readonly requests: RequestLog;
  readonly tokens: Pick<TokenKeeper, 'accessToken' | 'reject'>;
  readonly events: Pick<EventReader, 'coverage' | 'events'>;
  readonly providerClockOffsetMs: () => number | null;
  readonly changes: ChangeSignal;
  readonly stopSignal: AbortSignal;
}

export type Searches = ReturnType<typeof createSearches>;

/** The service is shared; a fourth search waits. */
const MAX_CONCURRENT_SEARCHES = 3;
/** Searches that can continue without a restart. Each holds a token and digests of its pages. */
const MAX_OPEN_SEARCHES = 12;
const PUBLISH_INTERVAL_MS = 250;
/** Delay of the first retention run, so that a short session does not wait for it. */
const FIRST_TIDY_MS = 60_000;

export function createSearches(parts: SearchesParts) {
  const { clock, log, inventory, requests, changes, stopSignal } = parts;
  const { writer } = inventory;
  const keepMs = parts.profile.keepDays.searches * DAY_MS;
  const storedSearches = new StoredSearches(inventory, clock);
  const turns = new ChangeSignal();
  const semaphore = new Semaphore(MAX_CONCURRENT_SEARCHES);
  const runs = new Map<string, SearchRun>();
  /** Running removals by id. Their searches are no longer listed and accept no calls. */
  const removals = new Map<string, Promise<void>>();
  const background = new Set<Promise<void>>();
  let startedSearches = 0;

  function notify(isTurn: boolean): void {
    if (isTurn) turns.notify();
    changes.notify();
  }

  function runInBackground(failure: string, work: Promise<void>): void {
    const done = work.then(
      () => notify(true),
      (error: unknown) => {
        if (!stopSignal.aborted) log.warn(failure, { error });
      },
    );
    background.add(done);
    void done.finally(() => background.delete(done));
  }

  const runParts: SearchRunParts = {
    ...parts,
    writer,
    semaphore,
    keepMs,
    onChange: notify,
    onRefused: (refusal, body) =>
      runInBackground('a refused search could not be recorded', storedSearches.noteRefusal(refusal, body)),
    onEnded: ({ id, gapCheck }) => {
      if (gapCheck !== null) runInBackground('a gap could not be compared', compare(id));
    },
  };

  /** Marks the search as failed if the comparison fails. Otherwise the page would wait forever. */
  async function compare(id: string): Promise<void> {
    try {
      await compared(id);
    } catch (error) {
      if (stopSignal.aborted) throw error;
      await runs.get(id)?.fail(error);
      notify(true);
      throw error;
    }
  }

  async function compared(id: string): Promise<void> {
    const check = await gapChecks.ended(id, stopSignal);
    if (check === null) return;
    await writer.noteGapCheck(id, check);
    runs.get(id)?.noteGapCheck(check);
    const search = storedSearches.stored.get(id);
    if (search !== undefined) storedSearches.stored.set(id, { ...search, gapCheck: check });
  }

  function summaries(): SearchSummary[] {
    return [
      ...[...runs.values()].map((run) => run.summary()),
      ...[...storedSearches.stored.values()].map((search) => storedSummary(search, keepMs)),
    ]
      .filter(({ id }) => !removals.has(id))
      .toSorted((a, b) => b.begunAt - a.begunAt);
  }

  /** Adds a run. Closes the oldest idle runs over the limit; their searches remain in the store. */
  function add(run: SearchRun): SearchRun {
    runs.set(run.id, run);
    for (const other of runs.values()) {
      if (runs.size <= MAX_OPEN_SEARCHES) break;
      if (other === run || !other.isIdle) continue;
      runs.delete(other.id);
      if (other.stored !== null) storedSearches.stored.set(other.id, other.stored);
    }
    return run;
  }

  async function start(body: string, gapCheck: StoredGapCheck | null): Promise<SearchRun> {
    const read = parseSearchBody(body);
    if (read.kind === 'mistake') {
      const { problem, at, detail } = read;
      throw appError('BAD_SEARCH', detail === undefined ? { problem, at } : { problem, at, detail });
    }
    // Reports an unusable store before any request.
    await storedSearches.read();
    stopSignal.throwIfAborted();
    startedSearches += 1;
    const begunAt = clock.now();
    const id = [begunAt, startedSearches, Math.floor(parts.random() * 36 ** 4)]
      .map((part) => part.toString(36))
      .join('-');
    return add(new SearchRun(runParts, { id, body, begunAt, gapCheck }, null));
  }

  /** @throws AppError NO_SEARCH */
  function found(id: string): SearchRun | StoredSearch {
    const search = runs.get(id) ?? storedSearches.stored.get(id);
    if (search === undefined || removals.has(id)) throw appError('NO_SEARCH', { id });
    return search;
  }

  /** Reopens a stored search. Use it without an `await` in between, because the search may be removed later. */
  function runOf(id: string): SearchRun {
    const search = found(id);
    if (search instanceof SearchRun) return search;
    stopSignal.throwIfAborted();
    storedSearches.stored.delete(id);
    return add(new SearchRun(runParts, search, search));
  }

  /** @throws AppError NO_SEARCH, STORE_… */
  async function remove(id: string): Promise<void> {
    await storedSearches.read();
    const search = found(id);
    const removal = removeAll(id, search instanceof SearchRun ? search : null);
    removals.set(id, removal);
    try {
      await removal;
    } finally {
      removals.delete(id);
      notify(true);
    }
  }

  async function removeAll(id: string, run: SearchRun | null): Promise<void> {
    await run?.end();
    const hasMore = await storedSearches.remove(id);
    runs.delete(id);
    if (hasMore) runInBackground('a removed search is still stored', storedSearches.removeRest(id, stopSignal));
  }

  async function applyRetention(): Promise<void> {
    const before = clock.now() - keepMs;
    for (const { id, isIdle, stored } of runs.values())
      if (isIdle && stored !== null && stored.askedAt < before) runs.delete(id);
    await storedSearches.removeExpired(before, () => [...runs.keys()], stopSignal);
    notify(true);
  }

  const gapChecks = createGapChecks({
    clock,
    events: parts.events,
    providerClockOffsetMs: parts.providerClockOffsetMs,
    inventory: inventory.scanner,
    searches: summaries,
    async begin(body, check) {
      const run = await start(body, check);
      run.load('go');
      return { id: run.id };
    },
    remove,
  });

  return {
    /** Yields the current state immediately, then each change. Progress is published at most four times a second. */
    subscribe(signal: AbortSignal | undefined): StateFeed<SubscriptionsSnapshot> {
      const timing = { clock, changes: () => [changes], urgent: () => [turns], minIntervalMs: PUBLISH_INTERVAL_MS };
      const read = async () => {
        await storedSearches.read();
        const notAccepted = [...storedSearches.notAccepted];
        return { searches: summaries(), notAccepted, requests: requests.list() };
      };
      return stateFeed({ ...timing, read }, eitherSignal(signal, stopSignal));
    },
    /** Returns when the request is on its way; the state shows the result. @throws AppError BAD_SEARCH, STORE_… */
    async begin(body: string): Promise<{ id: string }> {
      const run = await start(body, null);
      run.next();
      return { id: run.id };
    },
    /** Requests one more page, or restarts the query if there is no valid token. @throws AppError NO_SEARCH */
    async next(id: string): Promise<void> {
      await storedSearches.read();
      runOf(id).next();
    },
    /** Loads everything that is left, or pauses and keeps the token alive. @throws AppError NO_SEARCH */
    async load(id: string, how: 'go' | 'pause'): Promise<void> {
      await storedSearches.read();
      runOf(id).load(how);
    },
    /** Cancels the running request and loading. Stored rows remain. @throws AppError NO_SEARCH */
    async cancel(id: string): Promise<void> {
      await storedSearches.read();
      const search = found(id);
      if (search instanceof SearchRun) await search.cancel();
    },
    remove,
    /** Starts the check of a gap, again if one was completed before. @throws AppError NO_GAP, STORE_… */
    async checkGap(gap: number): Promise<{ id: string }> {
      await storedSearches.read();
      return gapChecks.check(gap);
    },
    async forgetNotAccepted(what: Pick<NotAccepted, 'kind' | 'name'>): Promise<void> {
      await storedSearches.forgetNotAccepted(what);
      notify(true);
    },
    /** Applies retention until the watch is closed. Resolves when no work is running. */
    async run(): Promise<void> {
      for (let inMs = FIRST_TIDY_MS; !stopSignal.aborted; inMs = DAY_MS) {
        await clock.sleep(inMs, stopSignal).catch(() => undefined);
        if (!stopSignal.aborted) runInBackground('old searches could not be removed', applyRetention());
        await Promise.all(background);
      }
      await Promise.all([...runs.values()].map((run) => run.end()));
      await Promise.allSettled(removals.values());
      await Promise.all(background);
    },
  };
}
