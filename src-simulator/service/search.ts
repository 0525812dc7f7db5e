/**
 * `docs/service.md` §7. Variants decide what is not described: page size, largest limit, what follows the last page.
 */
import type { ServiceClock } from '../clock.ts';
import type { DomainSettings } from '../configuration/settings.ts';
import { fieldNames, type FieldName } from '../fleet/fields.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { FleetSnapshot } from '../fleet/fleet-history.ts';
import { FleetOrders } from '../fleet/fleet-order.ts';
import type { CooperativeScheduler, TaskSteps } from '../fleet/cooperative-scheduler.ts';
import type { Random } from '../random.ts';
import { badRequest } from './refusal.ts';
import { type Paging, SearchPagings } from './search-pagings.ts';
import {
  type Between,
  isSameQuery,
  PREFIX,
  type Query,
  queryOf,
  type SearchRequest,
  searchRequest,
} from './search-request.ts';

const ROWS_PER_STEP = 4096;

export interface SearchResponse {
  readonly pagination: { readonly totalHits: number; readonly next: string };
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

interface Page {
  readonly rows: readonly number[];
  readonly end: number;
}

interface SearchParts {
  readonly fleet: Fleet;
  readonly scheduler: CooperativeScheduler;
  readonly clock: ServiceClock;
  readonly random: Random;
  readonly settings: DomainSettings;
}

export class SubscriptionSearch {
  readonly #parts: SearchParts;
  readonly #orders: FleetOrders;
  readonly #pagings: SearchPagings;

  constructor(parts: SearchParts) {
    this.#parts = parts;
    this.#orders = new FleetOrders(parts.fleet, parts.scheduler);
    this.#pagings = new SearchPagings(parts.clock, parts.random);
  }

  async search(body: unknown): Promise<SearchResponse> {
    const request = searchRequest(body);
    const { maxLimit, pageSize } = this.#parts.settings.variants;
    const { limit = Math.min(pageSize, maxLimit) } = request;
    if (limit > maxLimit) throw badRequest(`limit: Too big: expected number to be <=${maxLimit}`);
    const { paging, from } = request.after === undefined ? await this.#start(request) : this.#resume(request);
    return this.#pagings.runRequest(paging, async () => {
      const { rows, end } = await this.#pageOrWhatFollowsTheLast(request, { paging, from, limit });
      const items = await this.#parts.scheduler.run(this.#items(rows, request.returnFields ?? fieldNames));
      return { pagination: { totalHits: paging.totalHits, next: await this.#next(request, paging, end) }, items };
    });
  }

  async #pageOrWhatFollowsTheLast(
    { after }: SearchRequest,
    { paging, from, limit }: { paging: Paging; from: number; limit: number },
  ): Promise<Page> {
    const page = await this.#page(paging, from, limit);
    if (after === undefined || page.rows.length > 0) return page;
    const { lastPage } = this.#parts.settings.variants;
    if (lastPage === 'refuse') throw badRequest('after: there is no page after the last one');
    return lastPage === 'first-page' ? this.#page(paging, 0, limit) : page;
  }

  async #next({ after }: SearchRequest, paging: Paging, end: number): Promise<string> {
    const repeats = after !== undefined && this.#parts.settings.variants.lastPage === 'same-token';
    if (repeats && (await this.#page(paging, end, 1)).rows.length === 0) return after;
    return this.#pagings.token(paging, end);
  }

  stop(): void {
    this.#pagings.stop();
  }

  async #start(request: SearchRequest): Promise<{ paging: Paging; from: number }> {
    const id = this.#parts.random.uuid();
    const moment = this.#parts.fleet.history.snapshot();
    try {
      const query = queryOf(request);
      return { paging: { id, query, moment, totalHits: await this.#hits(query, moment) }, from: 0 };
    } catch (error) {
      moment.release();
      throw error;
    }
  }

  #resume(request: SearchRequest): { paging: Paging; from: number } {
    const found = this.#pagings.find(request.after ?? '');
    const repeatsQuery = request.filters !== undefined || request.sortBy !== undefined;
    if (repeatsQuery && !isSameQuery(queryOf(request), found.paging.query))
      throw badRequest('after: this pagination token belongs to a search with other filters or sortBy');
    return found;
  }

  async #hits({ between }: Query, moment: FleetSnapshot): Promise<number> {
    if (between === null) return this.#parts.fleet.size;
    return this.#parts.scheduler.run(countBetween(await this.#orders.times(moment), between));
  }

  async #page({ query, moment }: Paging, from: number, limit: number): Promise<Page> {
    const order = await this.#orders.rows(query.sortBy, moment);
    const times = query.between === null ? null : await this.#orders.times(moment);
    return this.#parts.scheduler.run(pageOf(order, from, limit, (row) => isBetween(times?.[row], query.between)));
  }

  *#items(rows: readonly number[], fields: readonly FieldName[]): TaskSteps<Record<string, unknown>[]> {
    const shape = this.#parts.settings.variants.itemShape;
    const prefix = shape === 'dotted' ? PREFIX : '';
    const items: Record<string, unknown>[] = [];
    for (const row of rows) {
      const values = Object.fromEntries(fields.map((field) => [prefix + field, this.#parts.fleet.value(row, field)]));
      items.push(shape === 'nested' ? { iotSubscription: values } : values);
      yield;
    }
    return items;
  }
}

function isBetween(time: number | undefined, between: Between | null): boolean {
  return between === null || time === undefined || (time >= between.min && time <= between.max);
}

function* countBetween(times: Float64Array, between: Between): TaskSteps<number> {
  let count = 0;
  for (let row = 0; row < times.length; row++) {
    if (isBetween(times[row], between)) count++;
    if (row % ROWS_PER_STEP === 0) yield;
  }
  return count;
}

function* pageOf(order: Uint32Array, from: number, limit: number, isHit: (row: number) => boolean): TaskSteps<Page> {
  const rows: number[] = [];
  let index = from;
  for (; index < order.length && rows.length < limit; index++) {
    const row = order[index] ?? 0;
    if (isHit(row)) rows.push(row);
    if (index % ROWS_PER_STEP === 0) yield;
  }
  return { rows, end: index };
}
