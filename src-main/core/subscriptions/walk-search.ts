/**
 * Yields the pages of a search as they arrive, without a store. Keeps a digest of each row to recognize it again.
 * `paging.ts` decides when a list ends.
 */
import type { AppError } from '../../../src-shared/api/errors.ts';
import type { SearchEnd } from '../../../src-shared/domain/saved-search.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { itemFields, subscriptionIdOf } from '../../../src-shared/service/subscription-item.ts';
import type { Clock } from '../ports/clock.ts';
import { requestPage, type PageOutcome, type PageRequest } from './request-page.ts';
import { PageToken } from './page-token.ts';
import { NO_TRIES, waitAfter } from './page-waits.ts';
import { DigestSet } from './paging.ts';
import { Restarts } from './restarts.ts';
import { SearchPass } from './search-pass.ts';
import type { StoredRows } from './search-record.ts';

export interface SearchWalk extends Omit<PageRequest, 'after' | 'onSend'> {
  readonly limit: number | null;
  /** If false, requests the first page only and retries only if the service asks for it. */
  readonly isAll: boolean;
  readonly clock: Clock;
  readonly random: () => number;
}

export interface WalkTally {
  readonly rows: number;
  readonly totalHits: number | null;
  /** Number of passes. From 2 on, the list may have shifted. */
  readonly passes: number;
  /** Rows that were repeated within a pass and yielded once. */
  readonly doubled: number;
  readonly withoutId: number;
  /** Rows that earlier passes yielded but the completed last pass did not contain. */
  readonly notSeenAgain: number;
}

export type WalkStep =
  /** Rows that were not yielded before, as verbatim JSON texts. `next`: token of the next page. */
  | {
      readonly kind: 'page';
      readonly items: readonly string[];
      readonly next: PageToken | null;
      readonly tally: WalkTally;
    }
  | { readonly kind: 'waits'; readonly ms: number; readonly error: AppError }
  /**
   * The service refused, is unreachable, or its answer is not understood. `answer`: its text; null if there is none.
   */
  | { readonly kind: 'failed'; readonly error: AppError; readonly answer: string | null }
  | { readonly kind: 'ended'; readonly by: SearchEnd; readonly tally: WalkTally }
  /** `endless`: far more rows than the count allows; `lapsed`: the token expired and restarts are used up. */
  | { readonly kind: 'given-up'; readonly why: 'endless' | 'lapsed'; readonly tally: WalkTally };

/**
 * Ends after `failed`, `ended` or `given-up`, and after the first page unless `isAll`. @throws AppError BAD_PROFILE;
 * the signal's reason
 */
export async function* walkSearch(walk: SearchWalk, signal: AbortSignal): AsyncGenerator<WalkStep, void, undefined> {
  const { clock, isAll, limit, random, ...question } = walk;
  const rows = new EmittedRows();
  const restarts = new Restarts();
  const pass = new SearchPass(limit);
  let token: PageToken | null = null;
  let tries = NO_TRIES;
  let hasStarted = false;
  const restart = (): boolean => {
    const mayRestart = restarts.mayRestart(pass.rows);
    rows.nextPass();
    pass.reset();
    token = null;
    return mayRestart;
  };
  for (;;) {
    if (token?.isValid === false && !restart()) {
      yield { kind: 'given-up', why: 'lapsed', tally: rows.tally(pass) };
      return;
    }
    let sentAt = clock.elapsed();
    const onSend = (): void => void (sentAt = clock.elapsed());
    const outcome = await requestPage({ ...question, after: token?.after ?? null, onSend }, signal);
    switch (outcome.kind) {
      case 'page': {
        tries = NO_TRIES;
        hasStarted = true;
        const { unseen, counts } = rows.addPage(outcome.answer.items);
        const verdict = pass.applyPage(outcome.answer, counts);
        token = verdict.kind === 'more' ? new PageToken(verdict.after, sentAt, clock) : null;
        yield { kind: 'page', items: unseen, next: token, tally: rows.tally(pass) };
        if (verdict.kind === 'ended') {
          rows.end(pass);
          yield { kind: 'ended', by: verdict.by, tally: rows.tally(pass) };
          return;
        }
        if (pass.rows > pass.reasonableRows) {
          yield { kind: 'given-up', why: 'endless', tally: rows.tally(pass) };
          return;
        }
        if (!isAll) return;
        break;
      }
      case 'refused':
      case 'failed':
        yield failedStep(outcome);
        return;
      case 'token-refused':
        if (pass.isCountReached) {
          rows.end(pass);
          yield { kind: 'ended', by: 'refused-token', tally: rows.tally(pass) };
          return;
        }
        if (restart()) break;
        yield failedStep(outcome);
        return;
      case 'later': {
        // Before the first page, a missing network is reported immediately instead of retried: no progress would be
        // lost.
        const isPatient = isAll && (hasStarted || outcome.answer !== null);
        const wait = waitAfter(tries, outcome.afterMs, isPatient, random());
        if (wait === null) {
          yield failedStep(outcome);
          return;
        }
        ({ tries } = wait);
        yield { kind: 'waits', ms: wait.ms, error: outcome.error };
        await clock.sleep(wait.ms, signal);
        break;
      }
      default:
        assertNever(outcome);
    }
  }
}

function failedStep({ error, answer }: Extract<PageOutcome, { readonly error: AppError }>): WalkStep {
  return { kind: 'failed', error, answer };
}

/** Remembers the yielded rows by digest. Among a million ids, two collide in one of 20 000 lists. */
class EmittedRows {
  readonly #given = new DigestSet();
  /** Null in the first pass, whose rows are the yielded rows. */
  #pass: DigestSet | null = null;
  #passes = 1;
  #rows = 0;
  #ofPass = 0;
  #knowable = 0;
  #doubled = 0;
  #withoutId = 0;

  addPage(items: readonly string[]): {
    readonly unseen: readonly string[];
    readonly counts: Omit<StoredRows, 'added'>;
  } {
    const unseen: string[] = [];
    let fresh = 0;
    let withoutId = 0;
    let doubled = 0;
    for (const item of items) {
      const id = subscriptionIdOf(itemFields(item));
      if (id === null) {
        withoutId += 1;
        fresh += 1;
        unseen.push(item);
        continue;
      }
      const wasGiven = this.#given.add(id);
      const wasInPass = this.#pass === null ? wasGiven : this.#pass.add(id);
      if (wasInPass) doubled += 1;
      else fresh += 1;
      if (!wasInPass) this.#ofPass += 1;
      if (wasGiven) continue;
      this.#knowable += 1;
      unseen.push(item);
    }
    this.#doubled += doubled;
    this.#withoutId += withoutId;
    this.#rows += unseen.length;
    return { unseen, counts: { fresh, doubled, withoutId } };
  }

  end({ repeated }: SearchPass): void {
    this.#doubled -= repeated;
  }

  nextPass(): void {
    this.#pass = new DigestSet();
    this.#passes += 1;
    this.#ofPass = 0;
  }

  tally({ totalHits }: SearchPass): WalkTally {
    return {
      rows: this.#rows,
      totalHits,
      passes: this.#passes,
      doubled: this.#doubled,
      withoutId: this.#withoutId,
      notSeenAgain: this.#knowable - this.#ofPass,
    };
  }
}
