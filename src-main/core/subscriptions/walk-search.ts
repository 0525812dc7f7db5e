/**
 * The pages of one search, one after the other, for whoever hands rows on as they come: there is no store, and of a row
 * only a number is kept by which it is known again. Decides nothing about the end of a list: `paging.ts` does.
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
  /** Of the body. */
  readonly limit: number | null;
  /** Or else the first page alone, and no second try but where the service asks for one. */
  readonly isAll: boolean;
  readonly clock: Clock;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
}

/** What was given so far. */
export interface WalkTally {
  readonly rows: number;
  readonly totalHits: number | null;
  /** How often the query was asked itself; from 2 on the list may have shifted. */
  readonly passes: number;
  /** Rows that came again within a pass; they were given once. */
  readonly doubled: number;
  readonly withoutId: number;
  /** Rows that were given and that the last pass, which is at its end, did not bring. */
  readonly notSeenAgain: number;
}

export type WalkStep =
  /** Rows that were not given before: JSON texts as they came. `next`: the token of the next page. */
  | {
      readonly kind: 'page';
      readonly items: readonly string[];
      readonly next: PageToken | null;
      readonly tally: WalkTally;
    }
  | { readonly kind: 'waits'; readonly ms: number; readonly error: AppError }
  /** The service refuses, is away, or cannot be understood. `answer`: its own words; `null` where it gave none. */
  | { readonly kind: 'failed'; readonly error: AppError; readonly answer: string | null }
  | { readonly kind: 'ended'; readonly by: SearchEnd; readonly tally: WalkTally }
  /** `endless`: far more rows than a list of this count can have; `lapsed`: the token did, too often to begin anew again. */
  | { readonly kind: 'given-up'; readonly why: 'endless' | 'lapsed'; readonly tally: WalkTally };

/** Ends after `failed`, `ended` and `given-up`. @throws AppError BAD_PROFILE; the signal's reason */
export async function* walkSearch(walk: SearchWalk, signal: AbortSignal): AsyncGenerator<WalkStep, void, undefined> {
  const { clock, isAll, limit, random, ...question } = walk;
  const rows = new EmittedRows();
  const restarts = new Restarts();
  const pass = new SearchPass(limit);
  let token: PageToken | null = null;
  let tries = NO_TRIES;
  let hasBegun = false;
  const beginAnew = (): boolean => {
    const mayRestart = restarts.mayRestart(pass.rows);
    rows.nextPass();
    pass.reset();
    token = null;
    return mayRestart;
  };
  for (;;) {
    if (token?.isValid === false && !beginAnew()) {
      yield { kind: 'given-up', why: 'lapsed', tally: rows.tally(pass) };
      return;
    }
    let sentAt = clock.elapsed();
    const onSend = (): void => void (sentAt = clock.elapsed());
    // oxlint-disable-next-line no-await-in-loop -- one request at a time
    const outcome = await requestPage({ ...question, after: token?.after ?? null, onSend }, signal);
    switch (outcome.kind) {
      case 'page': {
        tries = NO_TRIES;
        hasBegun = true;
        const { unseen, taken } = rows.take(outcome.answer.items);
        const verdict = pass.applyPage(outcome.answer, taken);
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
        if (beginAnew()) break;
        yield failedStep(outcome);
        return;
      case 'later': {
        // Who is offline is told at once: nothing came yet that a moment without a network would spoil.
        const isPatient = isAll && (hasBegun || outcome.answer !== null);
        const wait = waitAfter(tries, outcome.afterMs, isPatient, random());
        if (wait === null) {
          yield failedStep(outcome);
          return;
        }
        ({ tries } = wait);
        yield { kind: 'waits', ms: wait.ms, error: outcome.error };
        // oxlint-disable-next-line no-await-in-loop -- it was asked for
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

/** Which rows were given, by a number each: two of a million ids are alike by chance once in twenty thousand lists. */
class EmittedRows {
  readonly #given = new DigestSet();
  /** `null` in the first pass: what it brought is what was given. */
  #pass: DigestSet | null = null;
  #passes = 1;
  #rows = 0;
  #ofPass = 0;
  #knowable = 0;
  #doubled = 0;
  #withoutId = 0;

  take(items: readonly string[]): { readonly unseen: readonly string[]; readonly taken: Omit<StoredRows, 'added'> } {
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
    return { unseen, taken: { fresh, doubled, withoutId } };
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
