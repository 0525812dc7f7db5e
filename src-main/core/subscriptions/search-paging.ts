/**
 * Pages through one list. If a token expires, or is refused before the count is reached, the query starts again as the
 * next pass. The caller stores the rows; `paging.ts` decides.
 */
import type { AppError } from '../../../src-shared/api/errors.ts';
import type { SearchEnd } from '../../../src-shared/domain/saved-search.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { Clock } from '../ports/clock.ts';
import {
  DigestSet,
  INITIAL_PROGRESS,
  isCountReached,
  NO_TRIES,
  type PagingDecision,
  type PagingProgress,
  pagingStep,
  reasonableRows,
  RepeatedPages,
  TOKEN_VALID_MS,
  waitAfter,
} from './paging.ts';
import type { PageOutcome } from './request-page.ts';

type FailedOutcome = Exclude<PageOutcome, { readonly kind: 'page' }>;
export type SearchResponse = Extract<PageOutcome, { readonly kind: 'page' }>['answer'];

export type PagingOutcome =
  /** `isFirst`: first page of its pass. The caller stores the rows, then calls `applyPage`. */
  | { readonly kind: 'page'; readonly answer: SearchResponse; readonly isFirst: boolean }
  | { readonly kind: 'ended'; readonly by: SearchEnd }
  | { readonly kind: 'restart' }
  | { readonly kind: 'wait'; readonly ms: number; readonly error: AppError }
  /** The token expired, and the query may not start again. */
  | { readonly kind: 'lapsed' }
  | { readonly kind: 'failed'; readonly outcome: FailedOutcome };

export interface PageRows {
  /** Rows that are new in this pass. */
  readonly fresh: number;
  readonly doubled: number;
  readonly withoutId: number;
}

/** Measures its validity in elapsed time, so that it also expires while the computer sleeps: `docs/service.md` §7.4. */
export class PageToken {
  readonly after: string;
  readonly #clock: Pick<Clock, 'now' | 'elapsed'>;
  #until: number;

  /** `sentAt`: `Clock.elapsed` when the request that returned the token was sent. */
  constructor(after: string, sentAt: number, clock: Pick<Clock, 'now' | 'elapsed'>) {
    this.after = after;
    this.#clock = clock;
    this.#until = sentAt + TOKEN_VALID_MS;
  }

  get leftMs(): number {
    return this.#until - this.#clock.elapsed();
  }

  get validUntil(): number {
    return this.#clock.now() + this.leftMs;
  }

  renew(sentAt: number): void {
    this.#until = Math.max(this.#until, sentAt + TOKEN_VALID_MS);
  }
}

/** Otherwise a service that refuses every token would get the first request forever. */
const MAX_RESTARTS = 10;
/** Interval for checking elapsed time, because sleep of the computer does not shorten a timer. */
const POLL_INTERVAL_MS = 5_000;

export class SearchPaging {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #limit: number | null;
  #token: PageToken | null = null;
  #sentAt = 0;
  #progress: PagingProgress = INITIAL_PROGRESS;
  #tokens = new DigestSet();
  #pages = new RepeatedPages();
  #isKnowable = true;
  #tries = NO_TRIES;
  #restarts = 0;
  #furthest = 0;
  #rowsBefore = 0;

  constructor(limit: number | null, { clock, random }: { readonly clock: Clock; readonly random: () => number }) {
    this.#limit = limit;
    this.#clock = clock;
    this.#random = random;
  }

  get token(): PageToken | null {
    return this.#token !== null && this.#token.leftMs > 0 ? this.#token : null;
  }
  get rows(): number {
    return this.#progress.rows;
  }
  get totalHits(): number | null {
    return this.#progress.totalHits;
  }
  /** Rows to subtract from the duplicates if the list ends here, see `RepeatedPages`. */
  get repeated(): number {
    return this.#pages.repeated;
  }
  /** True if so many rows came since `begin` that the list may never end. */
  get isBeyondReason(): boolean {
    return this.#progress.rows - this.#rowsBefore > reasonableRows(this.#progress, this.#isKnowable);
  }

  /** Allows retries, restarts and rows again. Call when a user requests more. */
  begin(): void {
    this.#tries = NO_TRIES;
    this.#restarts = 0;
    this.#furthest = 0;
    this.#rowsBefore = this.#progress.rows;
  }

  /** `ask` sends the query itself if `after` is null, and calls `onSend` first. A patient request may be repeated. */
  async next(
    ask: (after: string | null, onSend: () => void) => Promise<PageOutcome>,
    isPatient: (outcome: Extract<PageOutcome, { readonly kind: 'later' }>) => boolean,
  ): Promise<PagingOutcome> {
    if (this.token === null && !this.#startPass()) return { kind: 'lapsed' };
    const after = this.#token?.after ?? null;
    let sentAt = this.#clock.elapsed();
    const outcome = await ask(after, () => (sentAt = this.#clock.elapsed()));
    switch (outcome.kind) {
      case 'page':
        this.#tries = NO_TRIES;
        this.#sentAt = sentAt;
        // Renewed before the rows are stored: if that fails, the page can be requested again.
        this.#token?.renew(sentAt);
        return { kind: 'page', answer: outcome.answer, isFirst: after === null };
      case 'token-refused':
        if (isCountReached(this.#progress)) return { kind: 'ended', by: 'refused-token' };
        this.dropToken();
        return this.#mayRestart() ? { kind: 'restart' } : { kind: 'failed', outcome };
      case 'later': {
        const wait = waitAfter(this.#tries, outcome.afterMs, isPatient(outcome), this.#random());
        if (wait === null) return { kind: 'failed', outcome };
        this.#tries = wait.tries;
        return { kind: 'wait', ms: wait.ms, error: outcome.error };
      }
      case 'refused':
      case 'failed':
        return { kind: 'failed', outcome };
      default:
        return assertNever(outcome);
    }
  }

  applyPage(answer: SearchResponse, { fresh, doubled, withoutId }: PageRows): PagingDecision {
    this.#pages.add(answer.items, { doubled, fresh });
    this.#isKnowable = withoutId === 0;
    const isKnownToken = answer.next !== null && this.#tokens.add(answer.next);
    const stats = { ...answer, items: answer.items.length, fresh, isKnowable: this.#isKnowable, isKnownToken };
    const { progress, verdict } = pagingStep(this.#progress, stats, this.#limit);
    this.#progress = progress;
    this.#token = verdict.kind === 'more' ? new PageToken(verdict.after, this.#sentAt, this.#clock) : null;
    return verdict;
  }

  dropToken(): void {
    this.#token = null;
  }

  /** Forgets the pass: the list ended, or its stored rows are gone. */
  reset(): void {
    this.#token = null;
    this.#progress = INITIAL_PROGRESS;
    this.#tokens = new DigestSet();
    this.#pages = new RepeatedPages();
  }

  /** Resolves when the token has at most `leftMs` left, at once if there is none. @throws the signal's reason */
  async waitUntilLeft(leftMs: number, signal: AbortSignal): Promise<void> {
    const token = this.#token;
    if (token === null) return;
    for (let rest = token.leftMs - leftMs; rest > 0; rest = token.leftMs - leftMs)
      await this.#clock.sleep(Math.min(rest, POLL_INTERVAL_MS), signal);
  }

  /** @returns false if restarts are used up or get no further */
  #startPass(): boolean {
    const hasLapsed = this.#token !== null;
    this.#token = null;
    if (hasLapsed && !this.#mayRestart()) return false;
    this.reset();
    return true;
  }

  /** Each pass must get further than the one before, or a service slower than its tokens would never end. */
  #mayRestart(): boolean {
    const { rows } = this.#progress;
    if (this.#restarts > 0 && rows <= this.#furthest) return false;
    this.#restarts += 1;
    this.#furthest = Math.max(this.#furthest, rows);
    return this.#restarts <= MAX_RESTARTS;
  }
}
