/**
 * Manages all searches of one watch: those of this run and stored ones. Few run at the same time. Searches that nothing
 * continues are closed and stay readable in the store until retention removes them.
 */
import { appError } from '../../../src-shared/api/errors.ts';
import type { SearchSummary } from '../../../src-shared/api/searches.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import { parseSearchBody } from '../../../src-shared/service/search-body.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import type { InventoryStore, StoredGapCheck, StoredSearch } from '../ports/inventory-store.ts';
import type { Log } from '../ports/log.ts';
import type { TokenKeeper } from '../sign-in/token-keeper.ts';
import { createGapChecks } from './gap-checks.ts';
import { StoredSearches } from './stored-searches.ts';
import { Semaphore } from './semaphore.ts';
import { waitForNextUpdate } from './update-pace.ts';
import type { RequestLog } from './request-log.ts';
import { SearchRun, type SearchRunParts } from './search-run.ts';
import { storedSummary } from './search-summary.ts';
import type { Subscriptions } from './subscriptions.ts';

export interface SearchesParts {
  readonly profile: ConnectionProfile;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  readonly inventory: InventoryStore;
  readonly requests: RequestLog;
  readonly tokens: Pick<TokenKeeper, 'accessToken' | 'reject'>;
  /** Reader for long reads. */
  readonly events: Pick<EventReader, 'coverage' | 'events'>;
  /** Provider's clock minus local clock; null if unknown. */
  readonly providerClockOffsetMs: () => number | null;
  readonly changes: ChangeSignal;
  /** Aborted when the watch is closed. */
  readonly stopSignal: AbortSignal;
}

export type Searches = Pick<
  Subscriptions,
  'subscribe' | 'begin' | 'next' | 'load' | 'cancel' | 'remove' | 'checkGap' | 'forgetNotAccepted'
> & {
  /** Applies retention until the watch is closed. Resolves when no work is running. */
  run(): Promise<void>;
};

/** The service is shared; a fourth search waits. */
const MAX_CONCURRENT_SEARCHES = 3;
/** Searches that can continue without a restart. Each holds a token and digests of its pages. */
const MAX_OPEN_SEARCHES = 12;
const DAY_MS = 86_400_000;
/** Delay of the first retention run, so that a short session does not wait for it. */
const FIRST_TIDY_MS = 60_000;

export function createSearches(parts: SearchesParts): Searches {
  const { clock, log, inventory, requests, changes, stopSignal } = parts;
  const { writer } = inventory;
  const keepMs = parts.profile.keepDays.searches * DAY_MS;
  const kept = new StoredSearches(inventory, clock);
  /** Emits for changes that are published without the delay of 250 ms. */
  const turns = new ChangeSignal();
  const semaphore = new Semaphore(MAX_CONCURRENT_SEARCHES);
  /** Oldest first. */
  const runs = new Map<string, SearchRun>();
  /** Running removals by id. Their searches are no longer listed and accept no calls. */
  const removals = new Map<string, Promise<void>>();
  const background = new Set<Promise<void>>();
  let begun = 0;

  function tell(isTurn: boolean): void {
    if (isTurn) turns.notify();
    changes.notify();
  }

  /** Runs work in the background, publishes its completion and logs a failure. */
  function runInBackground(failure: string, work: Promise<void>): void {
    const done = work.then(
      () => tell(true),
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
    onChange: tell,
    onRefused: (refusal, body) =>
      runInBackground('what is not accepted could not be noted', kept.noteRefusal(refusal, body)),
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
      tell(true);
      throw error;
    }
  }

  async function compared(id: string): Promise<void> {
    const check = await gapChecks.ended(id, stopSignal);
    if (check === null) return;
    await writer.noteGapCheck(id, check);
    runs.get(id)?.noteGapCheck(check);
    const search = kept.stored.get(id);
    if (search !== undefined) kept.stored.set(id, { ...search, gapCheck: check });
  }

  /** Newest first. */
  function summaries(): SearchSummary[] {
    return [
      ...[...runs.values()].map((run) => run.summary()),
      ...[...kept.stored.values()].map((search) => storedSummary(search, keepMs)),
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
      if (other.stored !== null) kept.stored.set(other.id, other.stored);
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
    await kept.read();
    stopSignal.throwIfAborted();
    begun += 1;
    const begunAt = clock.now();
    const id = [begunAt, begun, Math.floor(parts.random() * 36 ** 4)].map((part) => part.toString(36)).join('-');
    return add(new SearchRun(runParts, { id, body, begunAt, gapCheck }, null));
  }

  /** @throws AppError NO_SEARCH */
  function found(id: string): SearchRun | StoredSearch {
    const search = runs.get(id) ?? kept.stored.get(id);
    if (search === undefined || removals.has(id)) throw appError('NO_SEARCH', { id });
    return search;
  }

  /**
   * Returns the run of a search and reopens a stored one. Use it without an `await` in between, because the search may
   * be removed later.
   */
  function runOf(id: string): SearchRun {
    const search = found(id);
    if (search instanceof SearchRun) return search;
    stopSignal.throwIfAborted();
    kept.stored.delete(id);
    return add(new SearchRun(runParts, search, search));
  }

  async function remove(id: string): Promise<void> {
    await kept.read();
    const search = found(id);
    const removal = removeAll(id, search instanceof SearchRun ? search : null);
    removals.set(id, removal);
    try {
      await removal;
    } finally {
      removals.delete(id);
      tell(true);
    }
  }

  async function removeAll(id: string, run: SearchRun | null): Promise<void> {
    await run?.end();
    const hasMore = await kept.remove(id);
    runs.delete(id);
    if (hasMore) runInBackground('what was removed is still there', kept.removeRest(id, stopSignal));
  }

  async function tidy(): Promise<void> {
    const before = clock.now() - keepMs;
    for (const { id, isIdle, stored } of runs.values())
      if (isIdle && stored !== null && stored.askedAt < before) runs.delete(id);
    await kept.removeExpired(before, () => [...runs.keys()], stopSignal);
    tell(true);
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
    async *subscribe(signal) {
      const until = signal === undefined ? stopSignal : AbortSignal.any([signal, stopSignal]);
      while (!until.aborted) {
        const seen = { revision: changes.revision, turn: turns.revision };
        await kept.read();
        if (until.aborted) return;
        const state = { searches: summaries(), notAccepted: [...kept.notAccepted], requests: requests.list() };
        yield { revision: seen.revision, state };
        await waitForNextUpdate({ changes, turns }, seen, clock, until);
      }
    },
    async begin(body) {
      const run = await start(body, null);
      run.next();
      return { id: run.id };
    },
    async next(id) {
      await kept.read();
      runOf(id).next();
    },
    async load(id, how) {
      await kept.read();
      runOf(id).load(how);
    },
    async cancel(id) {
      await kept.read();
      const search = found(id);
      if (search instanceof SearchRun) await search.cancel();
    },
    remove,
    async checkGap(gap) {
      await kept.read();
      return gapChecks.check(gap);
    },
    async forgetNotAccepted(what) {
      await kept.forgetNotAccepted(what);
      tell(true);
    },
    async run() {
      for (let inMs = FIRST_TIDY_MS; !stopSignal.aborted; inMs = DAY_MS) {
        // oxlint-disable no-await-in-loop -- once a day
        await clock.sleep(inMs, stopSignal).catch(() => undefined);
        if (!stopSignal.aborted) runInBackground('searches could not be tidied', tidy());
        await Promise.all(background);
        // oxlint-enable no-await-in-loop
      }
      await Promise.all([...runs.values()].map((run) => run.end()));
      await Promise.allSettled(removals.values());
      await Promise.all(background);
    },
  };
}
