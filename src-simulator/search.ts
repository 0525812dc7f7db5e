/**
 * Search over the fleet: `service-spec.md` "1. Search subscriptions". What the document does not show is chosen here:
 * `between` on lastModifiedAt is the only filter (both ends included), a page has 100 items where no limit is given
 * and at most 1000, any known field may be sorted by, and after the last page come empty ones.
 */
import * as z from 'zod';
import type { ServiceClock } from './clock.ts';
import type { DomainSettings } from './configuration/settings.ts';
import { fieldNames, type FieldName } from './fleet/fields.ts';
import type { Fleet } from './fleet/fleet.ts';
import { FleetOrders, type SortKey } from './fleet/fleet-order.ts';
import type { Random } from './random.ts';

const PREFIX = 'iotSubscription.';
const DEFAULT_LIMIT = 100;
const MAXIMUM_LIMIT = 1000;
/** Renewed by each request: `service-spec.md` "Limits". */
const PAGE_TOKEN_MS = 2 * 60_000;

export const itemShapes = ['nested', 'dotted', 'flat'] as const;
/** How an item holds its fields, which the document does not show. */
export type ItemShape = (typeof itemShapes)[number];

export interface SearchResponse {
  readonly pagination: { readonly totalHits: number; readonly next: string };
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

/** A request that cannot be answered; the message tells which property and what is expected. Answered with 400. */
export class SearchRefusal extends Error {
  override readonly name = 'SearchRefusal';
}

const fieldSchema = z.string().transform((name, context): FieldName => {
  const field = fieldNames.find((known) => `${PREFIX}${known}` === name);
  if (field !== undefined) return field;
  const expected = fieldNames.map((known) => PREFIX + known).join(', ');
  context.addIssue({ code: 'custom', message: `"${name}" is not a field; fields are ${expected}` });
  return z.NEVER;
});

const timeSchema = z.iso.datetime({ error: 'expected an ISO 8601 UTC time such as 2026-03-01T00:00:00.000Z' });

const filterSchema = z.strictObject({
  fields: z
    .array(
      z.literal(`${PREFIX}lastModifiedAt`, {
        error: `this service filters by ${PREFIX}lastModifiedAt only`,
      }),
    )
    .min(1),
  type: z.literal('between', { error: 'this service knows the filter type "between" only' }),
  values: z.strictObject({ min: timeSchema, max: timeSchema }),
});

const requestSchema = z.strictObject({
  filters: z.array(filterSchema).optional(),
  sortBy: z.array(z.strictObject({ direction: z.enum(['asc', 'desc']), field: fieldSchema })).optional(),
  after: z.string().optional(),
  limit: z.int().min(1).max(MAXIMUM_LIMIT).optional(),
  returnFields: z.array(fieldSchema).min(1).optional(),
});
type SearchRequest = z.output<typeof requestSchema>;

/** A result of the whole fleet takes a megabyte; the oldest go first where somebody searches without end. */
const KEPT_RESULTS = 200;

/** A result being paged through. It holds still while the fleet changes. */
interface Result {
  readonly rows: Uint32Array;
  /** The query it answers: later pages may repeat it, not change it. */
  readonly query: string;
  expiresAt: number;
}

export class SubscriptionSearch {
  readonly #fleet: Fleet;
  readonly #orders: FleetOrders;
  readonly #clock: ServiceClock;
  readonly #random: Random;
  readonly #settings: DomainSettings;
  readonly #results = new Map<string, Result>();

  constructor(fleet: Fleet, clock: ServiceClock, random: Random, settings: DomainSettings) {
    this.#fleet = fleet;
    this.#orders = new FleetOrders(fleet);
    this.#clock = clock;
    this.#random = random;
    this.#settings = settings;
  }

  /** @throws SearchRefusal */
  search(body: unknown): SearchResponse {
    const parsed = requestSchema.safeParse(body);
    if (!parsed.success) throw new SearchRefusal(firstIssue(parsed.error));
    const request = parsed.data;
    this.#forgetExpired();
    const { id, result, offset } = request.after === undefined ? this.#begin(request) : this.#resume(request);
    result.expiresAt = this.#clock.now() + this.#clock.realMs(PAGE_TOKEN_MS);
    const page = result.rows.subarray(offset, offset + (request.limit ?? DEFAULT_LIMIT));
    const next = Buffer.from(`${id}/${offset + page.length}/${this.#random.integer(0, 0xffff)}`).toString('base64url');
    return {
      pagination: { totalHits: result.rows.length, next },
      items: Array.from(page, (row) => this.#item(row, request.returnFields ?? fieldNames)),
    };
  }

  #begin(request: SearchRequest) {
    const id = this.#random.uuid();
    const result: Result = { rows: this.#matching(request), query: queryOf(request), expiresAt: 0 };
    this.#results.set(id, result);
    if (this.#results.size > KEPT_RESULTS) this.#results.delete(this.#results.keys().next().value ?? '');
    return { id, result, offset: 0 };
  }

  #resume(request: SearchRequest) {
    const [id = '', offset = ''] = Buffer.from(request.after ?? '', 'base64url')
      .toString()
      .split('/');
    const result = this.#results.get(id);
    if (result === undefined || !/^\d{1,9}$/.test(offset))
      throw new SearchRefusal(
        'after: this pagination token is unknown or older than 2 minutes; search again without it',
      );
    if ((request.filters !== undefined || request.sortBy !== undefined) && queryOf(request) !== result.query)
      throw new SearchRefusal('after: this pagination token belongs to a search with other filters or sortBy');
    return { id, result, offset: Number(offset) };
  }

  #matching({ filters = [], sortBy = [] }: SearchRequest): Uint32Array {
    const rows = this.#orders.rows(sortBy satisfies SortKey[]);
    if (filters.length === 0) return rows;
    const min = Math.max(...filters.map(({ values }) => Date.parse(values.min)));
    const max = Math.min(...filters.map(({ values }) => Date.parse(values.max)));
    const times = this.#fleet.modifiedAt();
    return rows.filter((row) => {
      const time = times[row] ?? 0;
      return time >= min && time <= max;
    });
  }

  #item(row: number, fields: readonly FieldName[]): Record<string, unknown> {
    const shape = this.#settings.variants.itemShape;
    const prefix = shape === 'dotted' ? PREFIX : '';
    const values = Object.fromEntries(fields.map((field) => [prefix + field, this.#fleet.value(row, field)]));
    return shape === 'nested' ? { iotSubscription: values } : values;
  }

  #forgetExpired(): void {
    for (const [id, result] of this.#results) if (result.expiresAt <= this.#clock.now()) this.#results.delete(id);
  }
}

const queryOf = ({ filters = [], sortBy = [] }: SearchRequest) => JSON.stringify([filters, sortBy]);

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'The body is not a search request.';
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`;
}
