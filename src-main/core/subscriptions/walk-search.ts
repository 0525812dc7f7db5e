/** Yields the pages of a search as they arrive, without a store. `paging.ts` decides when a list ends. */
import type { AppError } from '../../../src-shared/api/errors.ts';
import type { SearchSummary } from '../../../src-shared/api/searches.ts';
import type { SearchEnd } from '../../../src-shared/domain/saved-search.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { itemFields, subscriptionIdOf } from '../../../src-shared/service/subscription-item.ts';
import type { Clock } from '../ports/clock.ts';
import { requestPage, type PageRequest } from './request-page.ts';
import { DigestSet } from './paging.ts';
import { type PageRows, type PageToken, SearchPaging } from './search-paging.ts';

export interface SearchWalk extends Omit<PageRequest, 'after' | 'onSend'> {
  readonly limit: number | null;
  /** If false, requests the first page only and retries only if the service asks for it. */
  readonly isAll: boolean;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Counts of the rows that were yielded. A row that was repeated within a pass is yielded once. */
export type WalkTally = Pick<SearchSummary, 'rows' | 'totalHits' | 'passes' | 'doubled' | 'withoutId' | 'notSeenAgain'>;

export type WalkStep =
  /** Rows that were not yielded before, as verbatim JSON texts. `next`: token of the next page. */
  | {
      readonly kind: 'page';
      readonly items: readonly string[];
      readonly next: PageToken | null;
      readonly tally: WalkTally;
    }
  | { readonly kind: 'waits'; readonly ms: number; readonly error: AppError }
  /** `answer`: the text of the service; null if there is none. */
  | { readonly kind: 'failed'; readonly error: AppError; readonly answer: string | null }
  | { readonly kind: 'ended'; readonly by: SearchEnd; readonly tally: WalkTally }
  /** `endless`: far more rows than the count allows; `lapsed`: the token expired and restarts are used up. */
  | { readonly kind: 'given-up'; readonly why: 'endless' | 'lapsed'; readonly tally: WalkTally };

/** Ends after the first page unless `isAll`. @throws AppError BAD_PROFILE; the signal's reason */
export async function* walkSearch(walk: SearchWalk, signal: AbortSignal): AsyncGenerator<WalkStep, void, undefined> {
  const { clock, isAll, limit, random, ...question } = walk;
  const rows = new EmittedRows();
  const paging = new SearchPaging(limit, { clock, random });
  let hasStarted = false;
  for (;;) {
    const outcome = await paging.next(
      (after, onSend) => requestPage({ ...question, after, onSend }, signal),
      // Before the first page, a missing network is reported immediately instead of retried: no progress would be lost.
      ({ answer }) => isAll && (hasStarted || answer !== null),
    );
    switch (outcome.kind) {
      case 'page': {
        if (outcome.isFirst && hasStarted) rows.nextPass();
        hasStarted = true;
        const { unseen, counts } = rows.addPage(outcome.answer.items);
        const verdict = paging.applyPage(outcome.answer, counts);
        yield { kind: 'page', items: unseen, next: paging.token, tally: rows.tally(paging) };
        if (verdict.kind === 'ended') yield { kind: 'ended', by: verdict.by, tally: rows.finalTally(paging) };
        else if (paging.isBeyondReason) yield { kind: 'given-up', why: 'endless', tally: rows.tally(paging) };
        else if (isAll) break;
        return;
      }
      case 'ended':
        yield { kind: 'ended', by: outcome.by, tally: rows.finalTally(paging) };
        return;
      case 'restart':
        break;
      case 'lapsed':
        yield { kind: 'given-up', why: 'lapsed', tally: rows.tally(paging) };
        return;
      case 'failed': {
        const { error, answer } = outcome.outcome;
        yield { kind: 'failed', error, answer };
        return;
      }
      case 'wait':
        yield { kind: 'waits', ms: outcome.ms, error: outcome.error };
        await clock.sleep(outcome.ms, signal);
        break;
      default:
        assertNever(outcome);
    }
  }
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

  addPage(items: readonly string[]): { readonly unseen: readonly string[]; readonly counts: PageRows } {
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

  nextPass(): void {
    this.#pass = new DigestSet();
    this.#passes += 1;
    this.#ofPass = 0;
  }

  tally({ totalHits }: SearchPaging): WalkTally {
    return {
      rows: this.#rows,
      totalHits,
      passes: this.#passes,
      doubled: this.#doubled,
      withoutId: this.#withoutId,
      notSeenAgain: this.#knowable - this.#ofPass,
    };
  }
  /** Some services end a list by repeating its last page; those rows are no duplicates. */
  finalTally(paging: SearchPaging): WalkTally {
    return { ...this.tally(paging), doubled: this.#doubled - paging.repeated };
  }
}
