/**
 * Runs one search: a page at a time, or everything that is left. Stores each page before it requests the next. If a
 * token expires, or is refused before the count is reached, the query starts again as the next pass, which recognizes
 * known rows. Sends one request at a time and limits retries and restarts.
 */
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import type { SearchSummary } from '../../../src-shared/api/searches.ts';
import type { SearchEnd, SearchState } from '../../../src-shared/domain/saved-search.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { parseSearchBody } from '../../../src-shared/service/search-body.ts';
import type { StoredGapCheck, StoredSearch } from '../ports/inventory-store.ts';
import type { Log } from '../ports/log.ts';
import { requestPage, type PageOutcome, type PageRequest } from './request-page.ts';
import type { Refusal } from './stored-searches.ts';
import type { Semaphore } from './semaphore.ts';
import { PageToken, waitUntilLeft } from './page-token.ts';
import { NO_TRIES, waitAfter } from './page-waits.ts';
import type { RequestLog } from './request-log.ts';
import { SearchPass } from './search-pass.ts';
import { type SearchIdentity, SearchRecord, type SearchRecordParts, type StoredRows } from './search-record.ts';
import { SearchWork } from './search-work.ts';

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

type SearchResponse = Extract<PageOutcome, { readonly kind: 'page' }>['answer'];
type IdleState = Exclude<SearchState, { readonly kind: 'asking' | 'loading' }>;

export class SearchRun {
  readonly #parts: SearchRunParts;
  readonly #of: SearchIdentity;
  readonly #pass: SearchPass;
  readonly #record: SearchRecord;
  #token: PageToken | null = null;
  #rest: IdleState;
  #work: SearchWork | null = null;
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
    this.#pass = new SearchPass(read.kind === 'body' ? read.parts.limit : null);
  }

  get id(): string {
    return this.#of.id;
  }
  get stored(): StoredSearch | null {
    return this.#record.stored;
  }
  get isIdle(): boolean {
    return this.#work === null && this.#token === null;
  }

  summary(): SearchSummary {
    return this.#record.summary(this.#state());
  }

  next(): void {
    if (this.#work === null) this.#start('page', false);
    else this.#work.requestPage();
  }

  load(how: 'go' | 'pause'): void {
    const isPaused = how === 'pause';
    if (this.#work !== null) this.#work.load(isPaused);
    // A paused load needs a token to keep alive.
    else if (!isPaused || this.#token?.isValid === true) this.#start('all', isPaused);
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
    const goodUntil = this.#token?.isValid === true ? this.#token.validUntil : null;
    if (this.#work !== null) return this.#work.state(this.#record.rows, goodUntil);
    const rest = this.#rest;
    if (rest.kind === 'more') return { kind: 'more', goodUntil: goodUntil ?? rest.goodUntil };
    return rest.kind === 'failed' || rest.kind === 'cancelled' ? { ...rest, goodUntil } : rest;
  }

  #start(goal: 'page' | 'all', isPaused: boolean): void {
    const { clock, onChange, stopSignal } = this.#parts;
    const { rows } = this.#record;
    const work = new SearchWork({ goal, isPaused, rows }, { clock, onTurn: () => onChange(true) });
    this.#watching?.abort(new Error('the search is requested again'));
    this.#work = work;
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
  async #pursue(work: SearchWork, signal: AbortSignal): Promise<IdleState> {
    const rowsBefore = this.#pass.rows;
    try {
      for (;;) {
        if ((await work.waitWhilePaused(this.#token, signal)) === 'lapsed') {
          this.#token = null;
          this.#parts.onChange(true);
          continue;
        }
        const rest = await this.#page(work, signal);
        if (rest !== null) return rest;
        const isBeyondReason = this.#pass.rows - rowsBefore > this.#pass.reasonableRows;
        if (work.isOver || isBeyondReason) return { kind: 'more', goodUntil: this.#token?.validUntil ?? 0 };
      }
    } catch (error) {
      if (signal.aborted) return { kind: 'cancelled', goodUntil: null };
      if (!(error instanceof AppError))
        this.#parts.log.error('a search ended unexpectedly', { search: this.id, error });
      return failed(expected(error), null);
    }
  }

  async #page(work: SearchWork, signal: AbortSignal): Promise<IdleState | null> {
    for (let tries = NO_TRIES; ;) {
      const result = await this.#parts.semaphore.run(() => this.#requestPage(work, signal), signal);
      if (result === null) return { kind: 'lapsed', at: this.#parts.clock.now() };
      const { outcome, sentAt, request } = result;
      switch (outcome.kind) {
        case 'page':
          return await this.#applyPage(outcome.answer, sentAt, work);
        case 'refused':
          this.#parts.onRefused(outcome, this.#of.body);
          return failed(outcome.error, request);
        case 'failed':
          return failed(outcome.error, request);
        case 'token-refused':
          if (this.#pass.isCountReached) return await this.#finish('refused-token');
          this.#token = null;
          if (!work.restarts.mayRestart(this.#pass.rows)) return failed(outcome.error, request);
          break;
        case 'later': {
          const wait = waitAfter(tries, outcome.afterMs, work.isLoad, this.#parts.random());
          if (wait === null) return failed(outcome.error, request);
          ({ tries } = wait);
          await work.wait(wait.ms, signal);
          break;
        }
        default:
          return assertNever(outcome);
      }
    }
  }

  async #requestPage(work: SearchWork, signal: AbortSignal) {
    const { clock, requests, profile, tokens } = this.#parts;
    if (this.#token?.isValid !== true && !this.#startPass(work)) return null;
    const after = this.#token?.after ?? null;
    let sentAt = clock.elapsed();
    let request = 0;
    const onSend = () => (sentAt = clock.elapsed());
    const onNumber = (number: number) => (request = number);
    const service = requests.loggedService(after === null ? 'search' : 'search-next', { search: this.id, onNumber });
    const outcome = await requestPage({ profile, tokens, service, body: this.#of.body, after, onSend }, signal);
    // No request was sent if there was no access token.
    return { outcome, sentAt, request: request === 0 ? null : request };
  }

  /** Starts a new pass with the query itself. @returns false if restarts are used up or get no further */
  #startPass(work: SearchWork): boolean {
    const hasLapsed = this.#token !== null;
    this.#token = null;
    if (hasLapsed && !work.restarts.mayRestart(this.#pass.rows)) return false;
    // The previous pass did not end, so this one continues until it finds a new row.
    work.isCatchingUp = this.#pass.rows > 0;
    this.#pass.reset();
    return true;
  }

  async #applyPage(response: SearchResponse, sentAt: number, work: SearchWork): Promise<IdleState | null> {
    // Renewed before storing: if the page cannot be stored, it can be requested again.
    this.#token?.renew(sentAt);
    const storedRows = await this.#store(response);
    if (storedRows.added > 0) work.isCatchingUp = false;
    const verdict = this.#pass.applyPage(response, storedRows);
    if (verdict.kind === 'ended') return this.#finish(verdict.by);
    this.#token = new PageToken(verdict.after, sentAt, this.#parts.clock);
    this.#parts.onChange(false);
    return null;
  }

  async #store({ items, totalHits }: SearchResponse): Promise<StoredRows> {
    try {
      return await this.#record.storePage({ items, totalHits, isFirst: this.#token === null });
    } catch (error) {
      // A damaged database was replaced: the stored rows are gone, so the pass ends, too.
      if (this.#record.stored === null) this.#endPass();
      throw error;
    }
  }

  async #finish(by: SearchEnd): Promise<IdleState> {
    const { repeated } = this.#pass;
    this.#endPass();
    this.#parts.onEnded(await this.#record.end(by, repeated));
    return { kind: 'ended', by };
  }

  #endPass(): void {
    this.#token = null;
    this.#pass.reset();
  }

  /** Updates the state when the token expires. Never rejects. */
  async #watchToken(): Promise<void> {
    const token = this.#token;
    const { clock, stopSignal: ends, onChange } = this.#parts;
    if (token === null || ends.aborted) return;
    const watching = new AbortController();
    this.#watching = watching;
    const signal = AbortSignal.any([watching.signal, ends]);
    await waitUntilLeft(token, 0, clock, signal).catch(() => undefined);
    if (signal.aborted) return;
    this.#token = null;
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
