/**
 * A service with every behaviour that its document leaves open: the shape of items, the answer after the last page, the
 * form of a refusal. Uses real HTTP with a token issuer and a quiet stream, so that a complete Watchfloor can use it.
 * Unlike the simulator, it makes each page from the current list, so rows shift when the list shrinks.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import type { Variants } from '../../src-simulator/configuration/configuration.ts';

export const lastPages = [
  'no-token',
  'empty-token',
  /** Repeats the requested token, so the last page repeats for ever. */
  'same-token',
  'empty-pages',
  'empty-page-with-its-token',
  'last-page-again',
  'begins-again',
  'refused-token',
] as const;
export type LastPage = (typeof lastPages)[number];

export interface OddResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}
/** `hang` never answers; `reset` cuts the connection. */
type PlannedResponse = OddResponse | 'hang' | 'reset';

export interface ReceivedSearch {
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Number of searches in progress when it arrived, including itself. */
  readonly inFlight: number;
}

interface Token {
  readonly offset: number;
  readonly isRefused: boolean;
  expiresAt: number;
}

/** Source: `docs/service.md` §9.1. */
const PAGE_TOKEN_MS = 120_000;
const USUAL_LIMIT = 100;
const HEARTBEAT_MS = 30_000;
const REALM = 'odd';

export class OddService {
  shape!: Variants['itemShape'];
  lastPage!: LastPage;
  /** Current list of row numbers. A removed row is missing from the next page on. */
  rows!: number[];
  /** JSON text of the id of a row; null for items without an id. */
  idOf!: (row: number) => string | null;
  totalHits!: (page: number) => unknown;
  /** Rows that are counted and cut into pages, but not sent: the client has no right to them. */
  isHidden!: (row: number) => boolean;
  /** Max rows of a page. Larger limits get this many. */
  largestPage!: number;
  /** Runs before a page is made. Pages of all searches are counted from 1. */
  beforePage!: (page: number) => void | Promise<void>;
  /** Returns an answer that replaces the page for this request, or null. */
  refusalFor!: (body: ReceivedSearch['body']) => OddResponse | null;
  readonly searches: ReceivedSearch[] = [];
  /** Rows of each answered page. `isFirst` is true for a request without a token. */
  readonly sentPages: { readonly isFirst: boolean; readonly rows: readonly number[] }[] = [];
  readonly origin: string;
  readonly #server: Server;
  readonly #tokens = new Map<string, Token>();
  readonly #planned: PlannedResponse[] = [];
  readonly #streams = new Set<ServerResponse>();
  readonly #heartbeat: NodeJS.Timeout;
  #accessTokens = 0;
  #validFrom = 0;
  #clockAhead = 0;
  #underWay = 0;
  #pages = 0;

  private constructor(server: Server, origin: string) {
    this.#server = server;
    this.origin = origin;
    this.#heartbeat = setInterval(() => this.emit('HEARTBEAT', 'Heartbeat'), HEARTBEAT_MS).unref();
    this.reset();
    server.on('request', (request, response) => void this.#serve(request, response));
  }

  static async start(): Promise<OddService> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new OddService(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }

  reset(): void {
    this.shape = 'nested';
    this.lastPage = 'empty-pages';
    this.rows = [];
    this.idOf = (row) => JSON.stringify(`odd-${String(row).padStart(7, '0')}`);
    this.totalHits = () => this.rows.length;
    this.isHidden = () => false;
    this.largestPage = 1_000;
    this.beforePage = () => undefined;
    this.refusalFor = () => null;
    this.searches.length = 0;
    this.sentPages.length = 0;
    this.#planned.length = 0;
    this.#pages = 0;
  }

  /** Fields of a profile file except name and secret. The service accepts any secret. */
  get profile() {
    const { origin } = this;
    return { baseUrl: origin, eventsUrl: origin, authUrl: origin, realm: REALM };
  }
  readonly clients = { basic: { clientId: 'odd-client', clientSecret: 'odd-secret' } };

  /** Moves its clock forward, which expires page tokens. */
  advance(ms: number): void {
    this.#clockAhead += ms;
  }

  queueResponses(...responses: readonly PlannedResponse[]): void {
    this.#planned.push(...responses);
  }

  revokeTokens(): void {
    this.#validFrom = this.#accessTokens + 1;
  }

  get accessTokens(): number {
    return this.#accessTokens;
  }

  emit(event: string, detailedMessage: unknown, operation = '-', state = 'IN_PROGRESS'): void {
    const data = { createdDateTime: new Date().toISOString(), detailedMessage, operation, principal: 'odd', state };
    for (const stream of this.#streams) stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /**
   * Expected content of the inventory: each row once, in the order of its first arrival, and the number of repeated
   * rows.
   */
  get expectedInventory() {
    const passes: number[][] = [];
    for (const { isFirst, rows } of this.sentPages) {
      if (isFirst) passes.push([]);
      passes.at(-1)?.push(...rows);
    }
    const last = new Set(passes.at(-1));
    const distinct = [...new Set(passes.flat())];
    return {
      items: distinct.map((row) => this.itemText(row)),
      doubled: passes.reduce((sum, rows) => sum + rows.length - new Set(rows).size, 0),
      notSeenAgain: distinct.filter((row) => !last.has(row)).length,
      passes: passes.length,
    };
  }

  /** Text of an item as it is sent, independent of the requested fields. */
  itemText(row: number): string {
    const id = this.idOf(row);
    const fields: readonly (readonly [string, string])[] = [
      ...(id === null ? [] : [['iotSubscriptionId', id] as const]),
      ['subscriptionType', row % 3 === 0 ? '"UICC"' : '"EUICC"'],
      ['lastModifiedAt', `"2026-11-20T00:00:${String(row % 60).padStart(2, '0')}.000Z"`],
      ['state', row % 5 === 0 ? '"PAUSE"' : '"ACTIVE"'],
      ['iccid', `"8946${String(row).padStart(15, '0')}"`],
      ['row', String(row)],
    ];
    const prefix = this.shape === 'dotted' ? 'iotSubscription.' : '';
    const text = `{${fields.map(([name, value]) => `"${prefix}${name}": ${value}`).join(', ')}}`;
    return this.shape === 'nested' ? `{"iotSubscription": ${text}}` : text;
  }

  async stop(): Promise<void> {
    clearInterval(this.#heartbeat);
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const text = await textOf(request);
    if (path.endsWith('/openid-connect/token')) {
      this.#accessTokens += 1;
      return json(response, {
        access_token: `odd-${this.#accessTokens}`,
        token_type: 'Bearer',
        expires_in: 3_600,
      });
    }
    const token = /^Bearer odd-(\d+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (Number(token ?? 0) < Math.max(1, this.#validFrom)) {
      response.setHeader('www-authenticate', 'Bearer error="invalid_token"');
      return json(response, { error: 'invalid_token' }, 401);
    }
    switch (path) {
      case '/connect/subscribe':
        return this.#subscribe(response);
      case '/identity-access-management/token-permissions':
        return json(response, { domainId: 'odd', roles: [], accessRights: [], solutions: [], permissions: {} });
      case '/iot-connect/subscription-inventory/v2/search':
        this.#underWay += 1;
        response.once('close', () => (this.#underWay -= 1));
        return this.#search(text, response);
      default:
        return void response.writeHead(404).end();
    }
  }

  #subscribe(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    this.#streams.add(response);
    response.once('close', () => this.#streams.delete(response));
    this.emit('SUBSCRIPTION_STARTED', 'The subscription for odd has started');
  }

  async #search(text: string, response: ServerResponse): Promise<void> {
    const body = JSON.parse(text) as ReceivedSearch['body'];
    this.searches.push({ body, text, inFlight: this.#underWay });
    this.#pages += 1;
    await this.beforePage(this.#pages);
    const planned = this.#planned.shift() ?? this.refusalFor(body) ?? this.#page(body);
    if (planned === 'hang') return;
    if (planned === 'reset') return void response.socket?.resetAndDestroy();
    response.writeHead(planned.status, { 'content-type': 'application/json', ...planned.headers }).end(planned.body);
  }

  #page(body: ReceivedSearch['body']): OddResponse {
    const now = Date.now() + this.#clockAhead;
    const after = typeof body['after'] === 'string' ? body['after'] : null;
    const issuedToken = after === null ? null : this.#tokens.get(after);
    if (issuedToken !== null && (issuedToken === undefined || issuedToken.isRefused || issuedToken.expiresAt <= now))
      return { status: 400, body: '{"error": "bad_request", "message": "after: unknown pagination token"}' };
    const { offset } = issuedToken ?? { offset: 0 };
    const requestedLimit = typeof body['limit'] === 'number' ? body['limit'] : USUAL_LIMIT;
    const page = this.rows.slice(offset, offset + Math.min(requestedLimit, this.largestPage));
    const visible = page.filter((row) => !this.isHidden(row));
    this.sentPages.push({ isFirst: after === null, rows: visible });
    const isLast = offset + page.length >= this.rows.length;
    const next = isLast ? this.#afterLast(offset, page.length, after, now) : this.#token(offset + page.length, now);
    const items = visible.map((row) => this.itemText(row));
    const pagination = { totalHits: this.totalHits(this.#pages), ...(next === null ? {} : { next }) };
    return {
      status: 200,
      body: `{"pagination": ${JSON.stringify(pagination)}, "items": [${items.join(',\n')}]}`,
    };
  }

  #afterLast(offset: number, length: number, after: string | null, now: number): string | null {
    switch (this.lastPage) {
      case 'no-token':
        return null;
      case 'empty-token':
        return '';
      case 'same-token':
        return this.#renewed(after, now) ?? this.#token(offset, now);
      case 'empty-pages':
        return this.#token(offset + length, now);
      case 'empty-page-with-its-token':
        return (length === 0 ? this.#renewed(after, now) : null) ?? this.#token(offset + length, now);
      case 'last-page-again':
        return this.#token(offset, now);
      case 'begins-again':
        return this.#token(0, now);
      case 'refused-token':
        return this.#token(offset + length, now, true);
      default:
        return assertNever(this.lastPage);
    }
  }

  #renewed(after: string | null, now: number): string | null {
    const token = after === null ? undefined : this.#tokens.get(after);
    if (token !== undefined) token.expiresAt = now + PAGE_TOKEN_MS;
    return after;
  }

  #token(offset: number, now: number, isRefused = false): string {
    const name = `page/${offset}/${this.#tokens.size}+=`;
    this.#tokens.set(name, { offset, isRefused, expiresAt: now + PAGE_TOKEN_MS });
    return name;
  }
}

function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
