/**
 * Searches that are paged through, and the tokens of their pages. Of a search its query is kept and the moment at
 * which it began, not its rows: a search takes some hundred bytes, and none has to go before its time.
 */
import { createHmac } from 'node:crypto';
import type { ServiceClock } from './clock.ts';
import type { FleetSnapshot } from './fleet/fleet-history.ts';
import type { Random } from './random.ts';
import { type Query, SearchRefusal } from './search-request.ts';

/** Renewed by each request: `service-spec.md` "1. Search subscriptions", rule 2. */
const PAGE_TOKEN_MS = 2 * 60_000;
/** Of SHA-256: nobody guesses it. */
const SIGNATURE_BYTES = 16;

export interface Paging {
  readonly id: string;
  readonly query: Query;
  /** The rows stay as they were then. */
  readonly moment: FleetSnapshot;
  readonly totalHits: number;
}

interface StoredPaging {
  readonly paging: Paging;
  /** UTC epoch ms. */
  readonly expiresAt: number;
}

export class SearchPagings {
  readonly #clock: ServiceClock;
  readonly #key: string;
  /** The one that expires first is the first. */
  readonly #pagings = new Map<string, StoredPaging>();
  /** Being answered: they do not expire meanwhile. */
  readonly #active = new Map<string, number>();
  #tokens = 0;
  #cancelExpiry: () => void = () => {};

  constructor(clock: ServiceClock, random: Random) {
    this.#clock = clock;
    this.#key = random.uuid();
  }

  get size(): number {
    return this.#pagings.size;
  }

  /** Does what answers a request, and renews the search for two minutes from the answer on. */
  async answer<Result>(paging: Paging, work: () => Promise<Result>): Promise<Result> {
    this.#active.set(paging.id, (this.#active.get(paging.id) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const others = (this.#active.get(paging.id) ?? 1) - 1;
      if (others === 0) this.#active.delete(paging.id);
      else this.#active.set(paging.id, others);
      this.#renew(paging);
    }
  }

  /** No two are equal, whatever they lead to. @param from place in the order at which the next page begins */
  token(paging: Paging, from: number): string {
    this.#tokens++;
    const text = `${paging.id}/${from}/${this.#tokens}`;
    return Buffer.from(`${text}/${this.#signature(text)}`).toString('base64url');
  }

  /** @throws SearchRefusal for a token that is not ours, or too old */
  find(token: string): { paging: Paging; from: number } {
    const [id = '', from = '', number = '', signature] = Buffer.from(token, 'base64url').toString().split('/');
    if (signature !== this.#signature(`${id}/${from}/${number}`))
      throw new SearchRefusal('after: this is no pagination token of this service; search again without it');
    this.#removeExpired();
    const kept = this.#pagings.get(id);
    if (kept === undefined)
      throw new SearchRefusal('after: this pagination token is older than 2 minutes; search again without it');
    return { paging: kept.paging, from: Number(from) };
  }

  stop(): void {
    this.#cancelExpiry();
  }

  #signature(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest().subarray(0, SIGNATURE_BYTES).toString('base64url');
  }

  #renew(paging: Paging): void {
    this.#removeExpired();
    this.#pagings.delete(paging.id);
    this.#pagings.set(paging.id, { paging, expiresAt: this.#clock.now() + this.#clock.realMs(PAGE_TOKEN_MS) });
    if (this.#pagings.size === 1) this.#scheduleExpiry();
  }

  /** Even where nobody searches again: what they hold must not grow. */
  #scheduleExpiry(): void {
    this.#cancelExpiry();
    const [first] = this.#pagings.values();
    if (first === undefined) return;
    // One that is being answered may be over its time.
    const left = Math.max(1_000, (first.expiresAt - this.#clock.now()) / this.#clock.realMs(1));
    this.#cancelExpiry = this.#clock.after(left, () => {
      this.#removeExpired();
      this.#scheduleExpiry();
    });
  }

  #removeExpired(): void {
    const now = this.#clock.now();
    for (const [id, { paging, expiresAt }] of this.#pagings) {
      if (expiresAt > now) return;
      if (this.#active.has(id)) continue;
      this.#pagings.delete(id);
      paging.moment.release();
    }
  }
}
