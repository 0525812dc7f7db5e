/**
 * The upstream service in every way that its document leaves open: how an item holds its fields, what comes after the
 * last page, what a refusal looks like. Real HTTP, with a token issuer and a quiet stream, so that a whole Watchfloor can
 * sit before it. Unlike the simulator it answers each page from the list as it is by then: what shrinks, shifts.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ItemShape } from '../../src-simulator/search.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';

export const lastPages = [
  'no-token',
  'empty-token',
  /** The token that it was asked with: the last page again, for ever. */
  'same-token',
  /** Each with a token of its own. */
  'empty-pages',
  'empty-page-with-its-token',
  /** Each time with another token. */
  'last-page-again',
  'begins-again',
  /** There is a token, and it is refused. */
  'refused-token',
] as const;
export type LastPage = (typeof lastPages)[number];

export interface OddResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}
/** `hang`: never answered; `reset`: the connection is cut instead. */
type PlannedResponse = OddResponse | 'hang' | 'reset';

/** One search as it was asked. */
export interface ReceivedSearch {
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** How many were under way when it came, itself included. */
  readonly inFlight: number;
}

interface Token {
  readonly offset: number;
  readonly isRefused: boolean;
  expiresAt: number;
}

/** `service-spec.md` "Limits". */
export const PAGE_TOKEN_MS = 120_000;
const USUAL_LIMIT = 100;
const HEARTBEAT_MS = 30_000;
const REALM = 'odd';

export class OddService {
  shape!: ItemShape;
  lastPage!: LastPage;
  /** The list as it is now, by number; what a test takes out of it is gone from the next page on. */
  rows!: number[];
  /** JSON text of the id of a row; `null`: items have none. */
  idOf!: (row: number) => string | null;
  /** What the service says that there are. */
  totalHits!: (page: number) => unknown;
  /** The service's largest page; asked for more, it gives so many. */
  largestPage!: number;
  /** Before a page is made: pages are counted from 1, of all searches. */
  beforePage!: (page: number) => void | Promise<void>;
  /** Another answer than a page, because of what is asked. */
  refusalFor!: (body: ReceivedSearch['body']) => OddResponse | null;
  readonly searches: ReceivedSearch[] = [];
  /** Rows of each page that was answered; `isFirst`: it was asked for without a token. */
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

  /** As it is before a test made it odd: empty, with nothing asked. */
  reset(): void {
    this.shape = 'nested';
    this.lastPage = 'empty-pages';
    this.rows = [];
    this.idOf = (row) => JSON.stringify(`odd-${String(row).padStart(7, '0')}`);
    this.totalHits = () => this.rows.length;
    this.largestPage = 1_000;
    this.beforePage = () => undefined;
    this.refusalFor = () => null;
    this.searches.length = 0;
    this.sentPages.length = 0;
    this.#planned.length = 0;
    this.#pages = 0;
  }

  /** As a profile file says it, but name and secret; any secret is right. */
  get profile() {
    const { origin } = this;
    return { baseUrl: origin, eventsUrl: origin, authUrl: origin, realm: REALM };
  }
  readonly clients = { basic: { clientId: 'odd-client', clientSecret: 'odd-secret' } };

  /** Moves its clock, by which tokens of pages lapse. */
  advance(ms: number): void {
    this.#clockAhead += ms;
  }

  /** Instead of the next pages, in this order. */
  queueResponses(...answers: readonly PlannedResponse[]): void {
    this.#planned.push(...answers);
  }

  /** Access tokens that were given so far are answered with 401. */
  revokeTokens(): void {
    this.#validFrom = this.#accessTokens + 1;
  }

  /** How many access tokens were given. */
  get accessTokens(): number {
    return this.#accessTokens;
  }

  emit(event: string, detailedMessage: unknown, operation = '-', state = 'IN_PROGRESS'): void {
    const data = { createdDateTime: new Date().toISOString(), detailedMessage, operation, principal: 'odd', state };
    for (const stream of this.#streams) stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** What must be kept of what it gave: each row once, in the order in which it first came, and what came again counted. */
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

  /** An item as it goes out, whichever fields are asked for. */
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
    const known = after === null ? null : this.#tokens.get(after);
    if (known !== null && (known === undefined || known.isRefused || known.expiresAt <= now))
      return { status: 400, body: '{"error": "bad_request", "message": "after: unknown pagination token"}' };
    const { offset } = known ?? { offset: 0 };
    const asked = typeof body['limit'] === 'number' ? body['limit'] : USUAL_LIMIT;
    const page = this.rows.slice(offset, offset + Math.min(asked, this.largestPage));
    this.sentPages.push({ isFirst: after === null, rows: page });
    const isLast = offset + page.length >= this.rows.length;
    const next = isLast ? this.#afterLast(offset, page.length, after, now) : this.#token(offset + page.length, now);
    const items = page.map((row) => this.itemText(row));
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

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
