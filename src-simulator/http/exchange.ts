/** Observes a request and its answer on the wire for the journal and the contract checker. Consumes nothing. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Moment } from '../clock.ts';
import { observeResponseHead, type ObservedResponse } from './observed-response.ts';
import { observeResponse } from './response-observer.ts';
import type { Endpoint } from './endpoints.ts';
import { observeRequest, type ObservedRequest } from './observed-request.ts';
import { redactRequest, type RedactedRequest } from './redacted-request.ts';
import type { SecretRedactor } from './secret-redactor.ts';

export interface ExchangeContext {
  readonly secrets: SecretRedactor;
  readonly now: () => Moment;
  readonly accountOf: (token: string) => Promise<string | null>;
  readonly domainOf: (account: string) => string | null;
  readonly accounts: ReadonlyMap<string, string>;
  readonly rememberAccount: (mark: string, account: string) => void;
  readonly changed: () => void;
}

export interface ObservedStream {
  readonly retryMs: number | null;
  readonly sessionEnded: boolean;
  readonly lastSent: Moment | null;
  readonly longestSilence: readonly [from: Moment, to: Moment] | null;
  /** When the service ended the stream in order. The client cannot have noticed it earlier. */
  readonly closing: Moment | null;
  readonly seatTaken: boolean;
}

/** Bytes of a request body that are kept. A search or a sign-in is far smaller. */
const MAX_READ_BYTES = 64 * 1024;

export class Exchange {
  readonly id: number;
  readonly started: Moment;
  readonly endpoint: Endpoint;
  /** Complete after the body was read. */
  request: ObservedRequest;
  response: ObservedResponse = { status: null, started: null, retryAfterMs: null, location: null };
  ended: {
    readonly moment: Moment;
    readonly by: 'client' | 'service';
    readonly isComplete: boolean;
  } | null = null;
  /** The user, or the client that uses client credentials. Null if unknown. */
  account: string | null = null;
  domainId: string | null = null;
  issuedToken: { readonly mark: string; readonly lifeMs: number } | null = null;
  issuedPageToken: string | null = null;
  isEmptyPage = false;
  /** Error code of the issuer (RFC 6749 section 5.2). */
  tokenError: string | null = null;
  /** A fault plan gave the answer, so it says nothing about the request. */
  isPlanned = false;
  stream: ObservedStream = {
    retryMs: null,
    sessionEnded: false,
    lastSent: null,
    longestSilence: null,
    closing: null,
    seatTaken: false,
  };
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
    // Reads the address now, because a handler may change it.
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
      tokenError: (code) => (this.tokenError = code),
      page: (next, isEmpty) => {
        this.issuedPageToken = next;
        this.isEmptyPage = isEmpty;
      },
      sent: (isLast) => {
        const moment = now();
        const from = this.stream.lastSent ?? this.response.started ?? this.started;
        const [longestFrom, longestTo] = this.stream.longestSilence ?? [from, from];
        const isLongest = moment.at - from.at > longestTo.at - longestFrom.at;
        this.stream = {
          ...this.stream,
          ...(isLongest && { longestSilence: [from, moment] }),
          ...(isLast ? { closing: moment } : { lastSent: moment }),
        };
      },
      retry: (retryMs) => (this.stream = { ...this.stream, retryMs }),
      sessionEnded: () => (this.stream = { ...this.stream, sessionEnded: true }),
      seatTaken: () => (this.stream = { ...this.stream, seatTaken: true }),
    });
    response.on('close', () => {
      after = socket.bytesWritten;
      const cutByClient = !response.writableEnded && (socket.readableEnded || socket.errored !== null);
      const by = cutByClient ? 'client' : 'service';
      this.ended = { moment: now(), by, isComplete: response.writableEnded };
      changed();
    });
  }

  /** Includes the head of the answer. */
  get bytesSent(): number {
    return this.#bytesSent();
  }

  #learnFromRequest(surroundings: ExchangeContext, authorization: string | undefined): void {
    const { bearer, client } = this.request;
    if (client !== null) this.account = client;
    if (bearer === null || authorization === undefined) return;
    const token = authorization.slice(authorization.indexOf(' ')).trim();
    const knownAccount = surroundings.accounts.get(bearer);
    if (knownAccount === undefined) void this.#learnAccount(token, bearer, surroundings);
    else this.#setAccount(knownAccount, surroundings);
  }

  async #learnAccount(token: string, mark: string, surroundings: ExchangeContext): Promise<void> {
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

/** Returns the address as the client sent it. `url` may already be mapped. */
function sentAddress(request: IncomingMessage): string {
  const { originalUrl } = request as IncomingMessage & { originalUrl?: unknown };
  return typeof originalUrl === 'string' ? originalUrl : (request.url ?? '/');
}

/** Observes the data that arrives in the request, whether or not a handler reads it. */
function readBody(request: IncomingMessage, done: (body: { text: string; bytes: number }) => void): void {
  const retained: Buffer[] = [];
  let bytes = 0;
  const push = request.push.bind(request);
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk instanceof Buffer) {
      if (bytes < MAX_READ_BYTES) retained.push(chunk.subarray(0, MAX_READ_BYTES - bytes));
      bytes += chunk.length;
    }
    if (chunk === null && bytes > 0) done({ text: Buffer.concat(retained).toString(), bytes });
    return push(chunk, encoding);
  };
}
