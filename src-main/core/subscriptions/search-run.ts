/**
 * Runs one search, and stores each page before it requests the next. If a token expires, or is refused before the count
 * is reached, the query starts again as the next pass, which recognizes known rows.
 */
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import type { SearchSummary, SearchState } from '../../../src-shared/api/searches.ts';
import type { SearchEnd } from '../../../src-shared/domain/saved-search.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { parseSearchBody } from '../../../src-shared/service/search-body.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import { RowRate } from '../lib/row-rate.ts';
import type { SearchIdentity, StoredGapCheck, StoredSearch } from '../ports/inventory-store.ts';
import type { Log } from '../ports/log.ts';
import { requestPage, type PageRequest } from './request-page.ts';
import type { Refusal } from './stored-searches.ts';
import type { Semaphore } from './semaphore.ts';
import type { RequestLog } from './request-log.ts';
import { SearchPaging, type SearchResponse } from './search-paging.ts';
import { SearchRecord, type SearchRecordParts, type StoredRows } from './search-record.ts';

export interface SearchRunParts extends Pick<PageRequest, 'profile' | 'tokens'>, SearchRecordParts {
  readonly log: Log;
  readonly random: () => number;
  readonly requests: RequestLog;
  readonly semaphore: Semaphore;
  readonly stopSignal: AbortSignal;
  readonly onChange: (isTurn: boolean) => void;
  readonly onRefused: (refusal: Refusal, body: string) => void;
  readonly onEnded: (stored: StoredSearch) => void;
}

type IdleState = Exclude<SearchState, { readonly kind: 'asking' | 'loading' }>;

interface Work {
  readonly giveUp: AbortController;
  readonly since: number;
  readonly rate: RowRate;
  goal: 'page' | 'all';
  isPaused: boolean;
  isNudged: boolean;
  /** True while a restarted pass has not found a new row. The search continues until it does. */
  isCatchingUp: boolean;
  waitsUntil: number | null;
}

/** A paused load requests a page when its token has this long left, which allows for a slow answer. */
const KEEP_ALIVE_MARGIN_MS = 15_000;

export class SearchRun {
  readonly #parts: SearchRunParts;
  readonly #of: SearchIdentity;
  readonly #paging: SearchPaging;
  readonly #record: SearchRecord;
  #rest: IdleState;
  #work: Work | null = null;
  readonly #requests = new ChangeSignal();
  /** Never rejects. */
  #done: Promise<void> = Promise.resolve();
  #watching: AbortController | null = null;
  #watched: Promise<void> = Promise.resolve();

  constructor(parts: SearchRunParts, of: SearchIdentity, stored: StoredSearch | null) {
    this.#parts = parts;
    this.#of = of;
    this.#record = new SearchRecord(parts, of, stored);
    this.#rest = { kind: 'stored', end: stored?.end ?? null };
    const read = parseSearchBody(of.body);
    this.#paging = new SearchPaging(read.kind === 'body' ? read.parts.limit : null, parts);
  }

  get id(): string {
    return this.#of.id;
  }
  get stored(): StoredSearch | null {
    return this.#record.stored;
  }
  get isIdle(): boolean {
    return this.#work === null && this.#paging.token === null;
  }

  summary(): SearchSummary {
    return this.#record.summary(this.#state());
  }

  /** Requests one more page. Has no effect on running work unless it is paused: a page is already on its way. */
  next(): void {
    if (this.#work === null) this.#start('page', false);
    else {
      this.#work.isNudged = this.#work.isPaused;
      this.#requests.notify();
    }
  }

  load(how: 'go' | 'pause'): void {
    const isPaused = how === 'pause';
    if (this.#work !== null) {
      Object.assign(this.#work, { goal: 'all', isPaused } satisfies Partial<Work>);
      this.#requests.notify();
      this.#parts.onChange(true);
    }
    // A paused load needs a token to keep alive.
    else if (!isPaused || this.#paging.token !== null) this.#start('all', isPaused);
  }

  async cancel(): Promise<void> {
    this.#work?.giveUp.abort(new Error('the search was cancelled'));
    await this.#done;
  }

  /** Cancels the search and stops watching its token. Resolves when both are done. */
  async end(): Promise<void> {
    await this.cancel();
    this.#watching?.abort(new Error('the search is closed'));
    await this.#watched;
  }

  /** Marks a completed search as failed, because its gap check failed. */
  async fail(error: unknown): Promise<void> {
    const done = this.#done;
    await done;
    if (this.#done === done && this.#rest.kind === 'ended') this.#rest = failed(expected(error), null);
  }

  noteGapCheck(gapCheck: StoredGapCheck): void {
    this.#record.noteGapCheck(gapCheck);
  }

  #state(): SearchState {
    const goodUntil = this.#paging.token?.validUntil ?? null;
    const rest = this.#rest;
    if (this.#work !== null) return this.#workState(this.#work, goodUntil);
    if (rest.kind === 'more') return { kind: 'more', goodUntil: goodUntil ?? rest.goodUntil };
    return rest.kind === 'failed' || rest.kind === 'cancelled' ? { ...rest, goodUntil } : rest;
  }

  #workState({ goal, since, isPaused, waitsUntil, rate }: Work, goodUntil: number | null): SearchState {
    if (goal === 'page') return { kind: 'asking', since, waitsUntil };
    const rowsPerSecond = isPaused ? 0 : Math.max(0, rate.after(this.#record.rows));
    return { kind: 'loading', isPaused, waitsUntil, goodUntil, rowsPerSecond };
  }

  #start(goal: 'page' | 'all', isPaused: boolean): void {
    const { clock, onChange, stopSignal } = this.#parts;
    const work: Work = {
      giveUp: new AbortController(),
      since: clock.now(),
      rate: new RowRate(clock, this.#record.rows),
      goal,
      isPaused,
      isNudged: false,
      isCatchingUp: false,
      waitsUntil: null,
    };
    this.#watching?.abort(new Error('the search is requested again'));
    this.#work = work;
    this.#paging.begin();
    onChange(true);
    this.#done = this.#until(this.#pursue(work, AbortSignal.any([work.giveUp.signal, stopSignal])));
  }

  async #until(rest: Promise<IdleState>): Promise<void> {
    this.#rest = await rest;
    this.#work = null;
    this.#watched = this.#watchToken();
    this.#parts.onChange(true);
  }

  /** Requests pages until the goal is reached or the list ends. Never rejects. */
  async #pursue(work: Work, signal: AbortSignal): Promise<IdleState> {
    try {
      for (;;) {
        await this.#waitWhilePaused(work, signal);
        let rest: IdleState | 'page' | 'retry';
        do rest = await this.#step(work, signal);
        while (rest === 'retry');
        if (rest !== 'page') return rest;
      }
    } catch (error) {
      if (signal.aborted) return { kind: 'cancelled', goodUntil: null };
      if (!(error instanceof AppError))
        this.#parts.log.error('a search ended unexpectedly', { search: this.id, error });
      return failed(expected(error), null);
    }
  }

  /** @throws the signal's reason */
  async #waitWhilePaused(work: Work, signal: AbortSignal): Promise<void> {
    while (work.isPaused && !work.isNudged) {
      const over = new AbortController();
      const either = AbortSignal.any([signal, over.signal]);
      const waits = [this.#requests.changedSince(this.#requests.revision, either)];
      const hadToken = this.#paging.token !== null;
      if (hadToken) waits.push(this.#paging.waitUntilLeft(KEEP_ALIVE_MARGIN_MS, either));
      try {
        await Promise.race(waits);
      } finally {
        over.abort(new Error('the wait is over'));
        await Promise.allSettled(waits);
      }
      const leftMs = this.#paging.token?.leftMs ?? null;
      if (leftMs !== null && leftMs <= KEEP_ALIVE_MARGIN_MS) return;
      if (!hadToken || leftMs !== null) continue;
      // The token expired because the computer slept. The query starts again when loading resumes.
      this.#paging.dropToken();
      this.#parts.onChange(true);
    }
    work.isNudged = false;
  }

  async #step(work: Work, signal: AbortSignal): Promise<IdleState | 'page' | 'retry'> {
    let request: number | null = null;
    const { clock, onRefused, semaphore } = this.#parts;
    const outcome = await semaphore.run(() => this.#request(work, signal, (number) => (request = number)), signal);
    switch (outcome.kind) {
      case 'page':
        return await this.#applyPage(outcome.answer, outcome.isFirst, work);
      case 'ended':
        return await this.#finish(outcome.by);
      case 'restart':
        return 'retry';
      case 'lapsed':
        return { kind: 'lapsed', at: clock.now() };
      case 'failed':
        if (outcome.outcome.kind === 'refused') onRefused(outcome.outcome, this.#of.body);
        return failed(outcome.outcome.error, request);
      case 'wait':
        await this.#wait(work, outcome.ms, signal);
        return 'retry';
      default:
        return assertNever(outcome);
    }
  }

  async #request(work: Work, signal: AbortSignal, onNumber: (number: number) => void) {
    const { requests, profile, tokens } = this.#parts;
    // The previous pass did not end, so this one continues until it finds a new row.
    if (this.#paging.token === null) work.isCatchingUp = this.#paging.rows > 0;
    return await this.#paging.next(
      (after, onSend) => {
        const service = requests.loggedService(after === null ? 'search' : 'search-next', {
          search: this.id,
          onNumber,
        });
        return requestPage({ profile, tokens, service, body: this.#of.body, after, onSend }, signal);
      },
      () => work.goal === 'all',
    );
  }

  async #wait(work: Work, ms: number, signal: AbortSignal): Promise<void> {
    const { clock, onChange } = this.#parts;
    work.waitsUntil = clock.now() + ms;
    onChange(true);
    try {
      await clock.sleep(ms, signal);
    } finally {
      work.waitsUntil = null;
      onChange(true);
    }
  }

  async #applyPage(answer: SearchResponse, isFirst: boolean, work: Work): Promise<IdleState | 'page'> {
    const rows = await this.#store(answer, isFirst);
    if (rows.added > 0) work.isCatchingUp = false;
    const verdict = this.#paging.applyPage(answer, rows);
    if (verdict.kind === 'ended') return await this.#finish(verdict.by);
    this.#parts.onChange(false);
    const isOver = work.goal === 'page' && !work.isCatchingUp;
    const goodUntil = this.#paging.token?.validUntil ?? 0;
    return isOver || this.#paging.isBeyondReason ? { kind: 'more', goodUntil } : 'page';
  }

  async #store(answer: SearchResponse, isFirst: boolean): Promise<StoredRows> {
    try {
      return await this.#record.storePage(answer, isFirst);
    } catch (error) {
      // A damaged database was replaced: the stored rows are gone, so the pass ends, too.
      if (this.#record.stored === null) this.#paging.reset();
      throw error;
    }
  }

  async #finish(by: SearchEnd): Promise<IdleState> {
    const { repeated } = this.#paging;
    this.#paging.reset();
    this.#parts.onEnded(await this.#record.end(by, repeated));
    return { kind: 'ended', by };
  }

  /** Updates the state when the token expires. Never rejects. */
  async #watchToken(): Promise<void> {
    const { token } = this.#paging;
    const { stopSignal: ends, onChange } = this.#parts;
    if (token === null || ends.aborted) return;
    const watching = new AbortController();
    this.#watching = watching;
    const signal = AbortSignal.any([watching.signal, ends]);
    await this.#paging.waitUntilLeft(0, signal).catch(() => undefined);
    if (signal.aborted) return;
    this.#paging.dropToken();
    if (this.#rest.kind === 'more') this.#rest = { kind: 'lapsed', at: token.validUntil };
    onChange(true);
  }
}

function expected(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return appError(
    'SERVICE_FAILED',
    { what: 'search', problem: 'not-understood', finding: { key: 'fault', facts: {} } },
    { cause: error },
  );
}

function failed(error: AppError, request: number | null): IdleState {
  return { kind: 'failed', error: error.data, request, goodUntil: null };
}
