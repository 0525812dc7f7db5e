/** Keeps the query and snapshot of a search instead of its rows: some hundred bytes, so none has to expire early. */
import { createHmac } from 'node:crypto';
import type { ServiceClock } from '../clock.ts';
import type { FleetSnapshot } from '../fleet/fleet-history.ts';
import type { Random } from '../random.ts';
import { badRequest } from './refusal.ts';
import type { Query } from './search-request.ts';

/** Each request renews it: `docs/service.md` §7.4. */
const PAGE_TOKEN_MS = 2 * 60_000;
/** Part of the SHA-256 signature that a token holds; too long to guess. */
const SIGNATURE_BYTES = 16;

export interface Paging {
  readonly id: string;
  readonly query: Query;
  /** Rows are read as they were at this snapshot. */
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
  readonly #pagings = new Map<string, StoredPaging>();
  /** Number of running requests for each search. These searches do not expire. */
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

  async runRequest<Result>(paging: Paging, work: () => Promise<Result>): Promise<Result> {
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

  /** Never repeats a token, even for the same page. `from`: position in the order at which the next page begins. */
  token(paging: Paging, from: number): string {
    this.#tokens++;
    const text = `${paging.id}/${from}/${this.#tokens}`;
    return Buffer.from(`${text}/${this.#signature(text)}`).toString('base64url');
  }

  /** @throws Refusal for a token that this simulator did not issue, or that has expired */
  find(token: string): { paging: Paging; from: number } {
    const [id = '', from = '', number = '', signature] = Buffer.from(token, 'base64url').toString().split('/');
    if (signature !== this.#signature(`${id}/${from}/${number}`))
      throw badRequest('after: this is not a pagination token of this service; search again without it');
    this.#removeExpired();
    const stored = this.#pagings.get(id);
    if (stored === undefined)
      throw badRequest('after: this pagination token is older than 2 minutes; search again without it');
    return { paging: stored.paging, from: Number(from) };
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

  /** Schedules the next expiry, so that snapshots are released even without further searches. */
  #scheduleExpiry(): void {
    this.#cancelExpiry();
    const [first] = this.#pagings.values();
    if (first === undefined) return;
    // A search with a running request may be past its expiry.
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
