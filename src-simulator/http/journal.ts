/** Records the requests to the service and their answers, without secrets. Requests to the control are only counted. */
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceClock } from '../clock.ts';
import { type Endpoint, endpoints } from './endpoints.ts';
import { Exchange, type ExchangeContext } from './exchange.ts';
import { type RequestFilter, type RequestRecord, matchesRequestFilter, recordOf } from './request-record.ts';
import { SecretRedactor } from './secret-redactor.ts';

/** Keeps a simulator that runs for weeks from growing. */
export const MAX_RETAINED_REQUESTS = 1000;
const MAX_RETAINED_ACCOUNTS = 5000;

export interface JournalParts {
  readonly clock: ServiceClock;
  readonly secrets: () => Iterable<string>;
  readonly accountOf: ExchangeContext['accountOf'];
  readonly domainOf: ExchangeContext['domainOf'];
  readonly watch: (exchange: Exchange) => void;
}

export class Journal {
  readonly #watch: JournalParts['watch'];
  readonly #secrets: SecretRedactor;
  readonly #context: ExchangeContext;
  readonly #accounts = new Map<string, string>();
  readonly #changes = new EventEmitter().setMaxListeners(0);
  readonly #stopped = new AbortController();
  #exchanges: Exchange[] = [];
  #counts = noCounts();
  #lastId = 0;

  constructor({ clock, secrets, accountOf, domainOf, watch }: JournalParts) {
    this.#watch = watch;
    this.#secrets = new SecretRedactor(secrets);
    this.#context = {
      secrets: this.#secrets,
      now: () => clock.moment(),
      accountOf,
      domainOf,
      accounts: this.#accounts,
      rememberAccount: (mark, account) => {
        this.#accounts.set(mark, account);
        const [oldest] = this.#accounts.keys();
        if (this.#accounts.size > MAX_RETAINED_ACCOUNTS && oldest !== undefined) this.#accounts.delete(oldest);
      },
      changed: () => void this.#changes.emit('change'),
    };
  }

  /** Returns null for a request to the control. */
  record(request: IncomingMessage, response: ServerResponse, endpoint: Endpoint): Exchange | null {
    this.#counts.set(endpoint, (this.#counts.get(endpoint) ?? 0) + 1);
    if (endpoint === 'control') return null;
    const id = ++this.#lastId;
    const exchange = new Exchange({ id, endpoint, request, response, surroundings: this.#context });
    this.#exchanges.push(exchange);
    if (this.#exchanges.length > MAX_RETAINED_REQUESTS) {
      const oldest = this.#exchanges.shift();
      if (oldest !== undefined) oldest.redacted = null;
    }
    this.#watch(exchange);
    this.#context.changed();
    return exchange;
  }

  counters(): Record<Endpoint, number> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one for each endpoint since the beginning
    return Object.fromEntries(this.#counts) as Record<Endpoint, number>;
  }

  requests({
    limit = MAX_RETAINED_REQUESTS,
    ...filter
  }: RequestFilter & { limit?: number | undefined } = {}): RequestRecord[] {
    const found: RequestRecord[] = [];
    for (const exchange of this.#exchanges.toReversed()) {
      if (found.length === limit) break;
      const record = matchesRequestFilter(exchange, filter) ? recordOf(exchange, this.#secrets) : null;
      if (record?.body.includes(filter.bodyContains ?? '')) found.push(record);
    }
    return found.toReversed();
  }

  /** Resolves to `count` requests as soon as that many match, or after `withinMs` real ms to those that match then. */
  async waitUntil(filter: RequestFilter, count: number, withinMs: number): Promise<RequestRecord[]> {
    const late = AbortSignal.any([AbortSignal.timeout(withinMs), this.#stopped.signal]);
    for (;;) {
      const found = this.requests({ ...filter, limit: count });
      if (found.length >= count || late.aborted) return found;
      await once(this.#changes, 'change', { signal: late }).catch(() => undefined);
    }
  }

  /** Forgets all requests and counters here. Watchers keep the exchanges that are still open. */
  forget(): void {
    for (const exchange of this.#exchanges) exchange.redacted = null;
    this.#exchanges = [];
    this.#counts = noCounts();
    this.#context.changed();
  }

  stop(): void {
    this.#stopped.abort();
  }
}

const noCounts = () => new Map<Endpoint, number>(endpoints.map((endpoint) => [endpoint, 0]));
