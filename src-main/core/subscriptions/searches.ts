/**
 * All searches of one watch: those that are asked in this run, and those that are stored. Few are asked at once, and what
 * nobody goes on with is let go to the store, where it stays readable until it is older than it is kept.
 */
import { appError } from '../../../src-shared/api/errors.ts';
import type { NotAccepted, SearchSummary } from '../../../src-shared/api/searches.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import { blamedParts, readSearchBody } from '../../../src-shared/service/search-body.ts';
import { Changes } from '../lib/changes.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import type { InventoryStore, StoredGapCheck, StoredSearch } from '../ports/inventory-store.ts';
import type { Log } from '../ports/log.ts';
import type { TokenKeeper } from '../sign-in/token-keeper.ts';
import { createGapChecks } from './gap-checks.ts';
import { Lanes } from './lanes.ts';
import type { RequestLog } from './request-log.ts';
import { SearchRun, type SearchRunParts } from './search-run.ts';
import { storedSummary } from './search-summary.ts';
import type { Subscriptions } from './subscriptions.ts';

export interface SearchesParts {
  readonly profile: ConnectionProfile;
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  readonly inventory: InventoryStore;
  readonly requests: RequestLog;
  readonly tokens: Pick<TokenKeeper, 'accessToken' | 'reject'>;
  /** Of those who read long. */
  readonly events: Pick<EventReader, 'coverage' | 'events'>;
  /** Of requests and searches. */
  readonly changes: Changes;
  /** When the watch is closed. */
  readonly ends: AbortSignal;
}

export type Searches = Pick<
  Subscriptions,
  'follow' | 'begin' | 'next' | 'load' | 'cancel' | 'remove' | 'checkGap' | 'forgetNotAccepted'
> & {
  /** Tends what is kept until the watch is closed; resolves when nothing is under way any more. */
  run(): Promise<void>;
};

interface Kept {
  /** Those that no run has, by id. */
  readonly stored: Map<string, StoredSearch>;
  notAccepted: readonly NotAccepted[];
}

const TOLD_EVERY_MS = 250;
/** More at once is no search, it is a load test. */
const MOST_AT_ONCE = 3;
/** Searches that can go on where they are: each holds a token, and what it knows of its pages. */
const MOST_OPEN = 12;
const DAY_MS = 86_400_000;
/** Whoever opens a store for a moment does not wait for it. */
const FIRST_TIDY_MS = 60_000;
/** Between two pieces of what is removed: events are written to the same disk. */
const PAUSE_MS = 100;
/** Of an answer, what is looked through for what it blames. */
const BLAMING_CHARACTERS = 65_536;

export function createSearches(parts: SearchesParts): Searches {
  const { clock, log, inventory, requests, changes, ends } = parts;
  const { writer, reader } = inventory;
  const keepMs = parts.profile.keepDays.searches * DAY_MS;
  /** Changes that nobody waits a quarter of a second for. */
  const turns = new Changes();
  const lanes = new Lanes(MOST_AT_ONCE);
  /** Oldest first. */
  const runs = new Map<string, SearchRun>();
  /** `null` until somebody asks. */
  let reading: Promise<Kept> | null = null;
  let kept: Kept | null = null;
  const background = new Set<Promise<void>>();
  let begun = 0;

  function tell(isTurn: boolean): void {
    if (isTurn) turns.notify();
    changes.notify();
  }

  /** What nobody waits for; a failure of it is logged. */
  function behind(what: string, work: Promise<unknown>): void {
    const done = work.then(
      () => undefined,
      (error: unknown) => {
        if (!ends.aborted) log.warn(what, { error });
      },
    );
    background.add(done);
    void done.finally(() => background.delete(done));
  }

  /** @throws AppError STORE_… */
  function present(): Promise<Kept> {
    if (kept !== null) return Promise.resolve(kept);
    reading ??= readKept();
    return reading;
  }

  async function readKept(): Promise<Kept> {
    try {
      const [stored, notAccepted] = await Promise.all([reader.searches(), reader.notAccepted()]);
      kept = { stored: new Map(stored.map((search) => [search.id, search])), notAccepted };
      return kept;
    } finally {
      reading = null;
    }
  }

  const runParts: SearchRunParts = {
    ...parts,
    writer,
    lanes,
    keepMs,
    onChange: tell,
    onRefused: ({ status, answer }, body) =>
      behind('what is not accepted could not be noted', refused(status, answer, body)),
    onEnded: ({ id, gapCheck }) => {
      if (gapCheck !== null) behind('a gap could not be compared', compared(id));
    },
  };

  async function refused(status: number, answer: string, body: string): Promise<void> {
    const read = readSearchBody(body);
    if (read.kind !== 'body') return;
    for (const { kind, name } of blamedParts(read.undocumented, answer.slice(0, BLAMING_CHARACTERS)))
      // oxlint-disable-next-line no-await-in-loop -- one writer
      await writer.noteNotAccepted({ kind, name, status, at: clock.now() });
    await readNotAccepted();
  }

  async function readNotAccepted(): Promise<void> {
    const now = await present();
    now.notAccepted = await reader.notAccepted();
    tell(true);
  }

  async function compared(id: string): Promise<void> {
    const check = await gapChecks.ended(id, ends);
    if (check === null) return;
    await writer.noteGapCheck(id, check);
    runs.get(id)?.noteGapCheck(check);
    const { stored } = await present();
    const search = stored.get(id);
    if (search !== undefined) stored.set(id, { ...search, gapCheck: check });
    tell(true);
  }

  function summaries(stored: ReadonlyMap<string, StoredSearch>): SearchSummary[] {
    return [
      ...[...runs.values()].map((run) => run.summary()),
      ...[...stored.values()].map((search) => storedSummary(search, keepMs)),
    ].toSorted((a, b) => b.begunAt - a.begunAt);
  }

  /** The oldest that nobody goes on with are of the store alone from now on. */
  async function letGo(): Promise<void> {
    const { stored } = await present();
    for (const run of runs.values()) {
      if (runs.size <= MOST_OPEN) break;
      if (!run.isAtRest) continue;
      runs.delete(run.id);
      if (run.stored !== null) stored.set(run.id, run.stored);
    }
    tell(true);
  }

  async function start(body: string, gapCheck: StoredGapCheck | null): Promise<SearchRun> {
    const read = readSearchBody(body);
    if (read.kind === 'mistake') {
      const { problem, at, detail } = read;
      throw appError('BAD_SEARCH', detail === undefined ? { problem, at } : { problem, at, detail });
    }
    // A store that cannot be used is said before anything is asked.
    await present();
    ends.throwIfAborted();
    begun += 1;
    const begunAt = clock.now();
    const id = [begunAt, begun, Math.floor(parts.random() * 36 ** 4)].map((part) => part.toString(36)).join('-');
    const run = new SearchRun(runParts, { id, body, begunAt, gapCheck }, null);
    runs.set(id, run);
    behind('searches could not be let go', letGo());
    return run;
  }

  /** One of an earlier run is taken up again. @throws AppError NO_SEARCH, STORE_… */
  async function runOf(id: string): Promise<SearchRun> {
    const { stored } = await present();
    const open = runs.get(id);
    if (open !== undefined) return open;
    const search = stored.get(id);
    if (search === undefined) throw appError('NO_SEARCH', { id });
    ends.throwIfAborted();
    const run = new SearchRun(runParts, search, search);
    stored.delete(id);
    runs.set(id, run);
    behind('searches could not be let go', letGo());
    return run;
  }

  async function remove(id: string): Promise<void> {
    const { stored } = await present();
    const run = runs.get(id);
    if (run === undefined && !stored.has(id)) throw appError('NO_SEARCH', { id });
    await run?.end();
    runs.delete(id);
    stored.delete(id);
    tell(true);
    if (await writer.remove(id))
      behind(
        'what was removed is still there',
        inPieces(() => writer.remove(id)),
      );
  }

  async function inPieces(piece: () => Promise<boolean>): Promise<void> {
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other, that is the point
    do await clock.sleep(PAUSE_MS, ends);
    // oxlint-disable-next-line no-await-in-loop
    while (await piece());
  }

  async function tidy(): Promise<void> {
    const before = clock.now() - keepMs;
    const isOver = (search: StoredSearch | null): boolean => search !== null && search.askedAt < before;
    for (const run of runs.values()) if (run.isAtRest && isOver(run.stored)) runs.delete(run.id);
    await inPieces(() => writer.tidy(before));
    if (kept === null) return;
    const { stored } = kept;
    for (const search of stored.values()) if (isOver(search)) stored.delete(search.id);
    tell(true);
  }

  const gapChecks = createGapChecks({
    clock,
    events: parts.events,
    inventory: inventory.scanner,
    searches: () => (kept === null ? [] : summaries(kept.stored)),
    async begin(body, check) {
      const run = await start(body, check);
      run.load('go');
      return { id: run.id };
    },
    remove,
  });

  return {
    async *follow(signal) {
      const until = signal === undefined ? ends : AbortSignal.any([signal, ends]);
      while (!until.aborted) {
        const { revision } = changes;
        const turn = turns.revision;
        const { stored, notAccepted } = await present();
        if (until.aborted) return;
        yield {
          revision,
          state: { searches: summaries(stored), notAccepted: [...notAccepted], requests: requests.list() },
        };
        await changes.beyond(revision, until).catch(() => undefined);
        if (!until.aborted) await pause(turn, until);
      }
    },
    async begin(body) {
      const run = await start(body, null);
      run.next();
      return { id: run.id };
    },
    next: async (id) => (await runOf(id)).next(),
    load: async (id, how) => (await runOf(id)).load(how),
    cancel: async (id) => {
      const { stored } = await present();
      const run = runs.get(id);
      if (run === undefined && !stored.has(id)) throw appError('NO_SEARCH', { id });
      await run?.cancel();
    },
    remove,
    async checkGap(gap) {
      await present();
      return gapChecks.check(gap);
    },
    async forgetNotAccepted(what) {
      await writer.forgetNotAccepted(what);
      await readNotAccepted();
    },
    async run() {
      for (let inMs = FIRST_TIDY_MS; !ends.aborted; inMs = DAY_MS) {
        // oxlint-disable-next-line no-await-in-loop -- once a day
        await clock.sleep(inMs, ends).catch(() => undefined);
        // oxlint-disable-next-line no-await-in-loop
        if (!ends.aborted)
          await tidy().catch((error: unknown) => !ends.aborted && log.warn('searches could not be tidied', { error }));
      }
      await Promise.all([...runs.values()].map((run) => run.end()));
      await Promise.all(background);
    },
  };

  async function pause(turn: number, until: AbortSignal): Promise<void> {
    const over = new AbortController();
    const either = AbortSignal.any([until, over.signal]);
    const both = [clock.sleep(TOLD_EVERY_MS, either), turns.beyond(turn, either)];
    await Promise.race(both).catch(() => undefined);
    over.abort(new Error('it is told'));
    await Promise.allSettled(both);
  }
}
