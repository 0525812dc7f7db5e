/**
 * One request and its answer, as the wire shows them: what the journal tells of it, and what a judge can see. It looks
 * on while others serve the request, and consumes nothing.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { observeResponseHead, type ObservedResponse } from './observed-response.ts';
import { observeResponse } from './response-observer.ts';
import type { Endpoint } from './endpoints.ts';
import { observeRequest, type ObservedRequest } from './observed-request.ts';
import { redactRequest, type RedactedRequest } from './redacted-request.ts';
import type { SecretRedactor } from './secret-redactor.ts';

/** The service's time may stand still or jump; the other never does. Both in ms. */
export interface ExchangeTime {
  /** UTC epoch ms of the service. */
  readonly at: number;
  /** Of this computer, from any beginning. */
  readonly tick: number;
}

export interface ExchangeContext {
  readonly secrets: SecretRedactor;
  readonly now: () => ExchangeTime;
  /** Of a bearer token; `null` where it is not valid (any more). */
  readonly accountOf: (token: string) => Promise<string | null>;
  readonly domainOf: (account: string) => string | null;
  /** By the mark of a token, once that was known. */
  readonly accounts: ReadonlyMap<string, string>;
  readonly rememberAccount: (mark: string, account: string) => void;
  /** Something of an exchange is known now that was not before. */
  readonly changed: () => void;
}

/** More is never looked into, and a search or a sign-in is far smaller. */
const MAX_READ_BYTES = 64 * 1024;

export class Exchange {
  readonly id: number;
  readonly started: ExchangeTime;
  readonly endpoint: Endpoint;
  /** Known when the body was read. */
  request: ObservedRequest;
  response: ObservedResponse = { status: null, started: null, retryAfterMs: null, location: null };
  /** `null` while it goes on. */
  ended: { readonly moment: ExchangeTime; readonly by: 'client' | 'service' } | null = null;
  /** The user, or the client that signed in for itself; `null` where nobody is known. */
  account: string | null = null;
  domainId: string | null = null;
  /** A token that was given, by its mark. */
  issuedToken: { readonly mark: string; readonly lifeMs: number } | null = null;
  /** `pagination.next` of the answer. */
  issuedPageToken: string | null = null;
  /** What the stream told: the last `retry`, and whether its session was ended. */
  stream: { retryMs: number | null; sessionEnded: boolean } = { retryMs: null, sessionEnded: false };
  /** Let go first where many are remembered: `null` then. */
  redacted: RedactedRequest | null;
  readonly #bytesSent: () => number;

  constructor(parts: {
    id: number;
    endpoint: Endpoint;
    request: IncomingMessage;
    response: ServerResponse;
    surroundings: ExchangeContext;
  }) {
    const { request, response, surroundings } = parts;
    const { secrets, now, changed } = surroundings;
    this.id = parts.id;
    this.endpoint = parts.endpoint;
    this.started = now();
    // Whoever serves the request may make another address of it.
    const url = sentAddress(request);
    this.request = observeRequest(request, { url, body: '' }, this.endpoint, surroundings);
    this.redacted = redactRequest(request.headers, { url, text: '', bytes: 0 }, secrets);
    const { socket } = request;
    const before = socket.bytesWritten;
    let after: number | null = null;
    this.#bytesSent = () => (after ?? socket.bytesWritten) - before;
    this.#learnFromRequest(surroundings, request.headers.authorization);

    readBody(request, (body) => {
      this.request = observeRequest(request, { url, body: body.text }, this.endpoint, surroundings);
      if (this.redacted !== null) this.redacted = redactRequest(request.headers, { url, ...body }, secrets);
      this.account ??= this.request.client;
      changed();
    });
    observeResponse(response, this.endpoint, {
      head: (headers) => {
        this.response = observeResponseHead(response.statusCode, headers, now(), { host: this.request.host, url });
        changed();
      },
      token: (given) => {
        for (const secret of given.secrets) secrets.learn(secret);
        const mark = secrets.mark(given.token);
        this.issuedToken = { mark, lifeMs: given.lifeMs };
        void this.#learnAccount(given.token, mark, surroundings);
      },
      code: (code) => secrets.learn(code),
      page: (next) => (this.issuedPageToken = next),
      retry: (retryMs) => (this.stream = { ...this.stream, retryMs }),
      sessionEnded: () => (this.stream = { ...this.stream, sessionEnded: true }),
    });
    response.on('close', () => {
      after = socket.bytesWritten;
      const cutByClient = !response.writableEnded && (socket.readableEnded || socket.errored !== null);
      this.ended = { moment: now(), by: cutByClient ? 'client' : 'service' };
      changed();
    });
  }

  /** With the head of the answer. */
  get bytesSent(): number {
    return this.#bytesSent();
  }

  #learnFromRequest(surroundings: ExchangeContext, authorization: string | undefined): void {
    const { bearer, client } = this.request;
    if (client !== null) this.account = client;
    if (bearer === null || authorization === undefined) return;
    const token = authorization.slice(authorization.indexOf(' ')).trim();
    const known = surroundings.accounts.get(bearer);
    if (known === undefined) void this.#learnAccount(token, bearer, surroundings);
    else this.#setAccount(known, surroundings);
  }

  async #learnAccount(token: string, mark: string, surroundings: ExchangeContext): Promise<void> {
    // A token that nobody can read is nobody's.
    const account = await surroundings.accountOf(token).catch(() => null);
    if (account === null) return;
    surroundings.rememberAccount(mark, account);
    this.#setAccount(account, surroundings);
    surroundings.changed();
  }

  #setAccount(account: string, { domainOf }: ExchangeContext): void {
    this.account = account;
    this.domainId = domainOf(account);
  }
}

/** As the client sent it: in front of the service it may have been mapped already. */
function sentAddress(request: IncomingMessage): string {
  const { originalUrl } = request as IncomingMessage & { originalUrl?: unknown };
  return typeof originalUrl === 'string' ? originalUrl : (request.url ?? '/');
}

/** Hears what is put into the request, whoever reads it, or nobody. */
function readBody(request: IncomingMessage, done: (body: { text: string; bytes: number }) => void): void {
  const kept: Buffer[] = [];
  let bytes = 0;
  const push = request.push.bind(request);
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk instanceof Buffer) {
      if (bytes < MAX_READ_BYTES) kept.push(chunk.subarray(0, MAX_READ_BYTES - bytes));
      bytes += chunk.length;
    }
    if (chunk === null && bytes > 0) done({ text: Buffer.concat(kept).toString(), bytes });
    return push(chunk, encoding);
  };
}
