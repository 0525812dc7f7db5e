import type { SearchState } from '../../../src-shared/domain/saved-search.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import { RowRate } from '../lib/row-rate.ts';
import type { Clock } from '../ports/clock.ts';
import { type PageToken, waitUntilLeft } from './page-token.ts';
import { Restarts } from './restarts.ts';

/** A paused load requests a page when its token has this long left, which allows for a slow answer. */
const KEEP_ALIVE_MARGIN_MS = 15_000;

export class SearchWork {
  readonly restarts = new Restarts();
  readonly giveUp = new AbortController();
  /** True while a restarted pass has not found a new row. The search continues until it does. */
  isCatchingUp = false;
  readonly #clock: Clock;
  readonly #onTurn: () => void;
  readonly #since: number;
  readonly #rate: RowRate;
  readonly #rowsBefore: number;
  readonly #requests = new ChangeSignal();
  #goal: 'page' | 'all';
  #isPaused: boolean;
  #isNudged = false;
  #waitsUntil: number | null = null;

  constructor(
    of: { readonly goal: 'page' | 'all'; readonly isPaused: boolean; readonly rows: number },
    { clock, onTurn }: { readonly clock: Clock; readonly onTurn: () => void },
  ) {
    this.#goal = of.goal;
    this.#isPaused = of.isPaused;
    this.#rowsBefore = of.rows;
    this.#clock = clock;
    this.#onTurn = onTurn;
    this.#since = clock.now();
    this.#rate = new RowRate(clock);
  }

  get isLoad(): boolean {
    return this.#goal === 'all';
  }
  get isOver(): boolean {
    return this.#goal === 'page' && !this.isCatchingUp;
  }

  state(rows: number, goodUntil: number | null): SearchState {
    const waitsUntil = this.#waitsUntil;
    if (this.#goal === 'page') return { kind: 'asking', since: this.#since, waitsUntil };
    const perSecond = this.#isPaused ? 0 : this.#rate.after(rows - this.#rowsBefore);
    return { kind: 'loading', isPaused: this.#isPaused, waitsUntil, goodUntil, rowsPerSecond: Math.max(0, perSecond) };
  }

  /** Requests one more page. Has no effect unless paused, because a page is already on its way. */
  requestPage(): void {
    this.#isNudged = this.#isPaused;
    this.#requests.notify();
  }

  load(isPaused: boolean): void {
    this.#goal = 'all';
    this.#isPaused = isPaused;
    this.#requests.notify();
    this.#onTurn();
  }

  /**
   * During a pause, waits until the token must be used, a page is requested or loading resumes. @returns `lapsed` if
   * the token expired because the computer slept; the caller then restarts the query. @throws the signal's reason
   */
  async waitWhilePaused(token: PageToken | null, signal: AbortSignal): Promise<'go-on' | 'lapsed'> {
    while (this.#isPaused && !this.#isNudged) {
      const { revision } = this.#requests;
      const over = new AbortController();
      const either = AbortSignal.any([signal, over.signal]);
      const ends: Promise<'wished' | 'due'>[] = [this.#requests.changedSince(revision, either).then(() => 'wished')];
      if (token !== null) ends.push(waitUntilLeft(token, KEEP_ALIVE_MARGIN_MS, this.#clock, either).then(() => 'due'));
      try {
        if ((await Promise.race(ends)) === 'due') return token?.isValid === true ? 'go-on' : 'lapsed';
      } finally {
        over.abort(new Error('the wait is over'));
        await Promise.allSettled(ends);
      }
    }
    this.#isNudged = false;
    return 'go-on';
  }

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    this.#waitsUntil = this.#clock.now() + ms;
    this.#onTurn();
    try {
      await this.#clock.sleep(ms, signal);
    } finally {
      this.#waitsUntil = null;
      this.#onTurn();
    }
  }
}
