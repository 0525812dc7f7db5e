/**
 * The last requests of a watch to the service, as they went, for whoever wants to know what was asked and answered. It
 * is held in memory alone, and never has what anybody could sign in with: the token is named nowhere, and the
 * answer's headers that may hand out secrets, or ask for them, are there by their name alone.
 */
import { appError } from '../../../src-shared/api/errors.ts';
import { MAX_LISTED_REQUESTS, type RequestDetail, type RequestSummary } from '../../../src-shared/api/searches.ts';
import type { ChangeSignal } from '../lib/change-signal.ts';
import type { Clock } from '../ports/clock.ts';
import { type ServiceClient, ServiceFailure, type ServiceReply, type ServiceRequest } from '../ports/service-client.ts';

/** Characters of an answer that are held: fifty of them are a few megabytes. */
const MAX_RESPONSE_CHARACTERS = 256_000;
const SECRET_HEADERS = /cookie|auth|token|session|secret|passw|credential|api-?key|[cx]srf|signature/i;
/** Addresses: the path says where they lead, and behind it may stand somebody's code or session. */
const ADDRESS_HEADERS = /^(?:(?:content-)?location|link|refresh)$/i;
const LEFT_OUT = '[left out]';

type What = RequestSummary['what'];

export interface LoggedRequestOptions {
  /** Id of the search. */
  readonly search?: string;
  /** Is told the number of a request before it is sent. */
  readonly onNumber?: (number: number) => void;
}

export class RequestLog {
  readonly #service: ServiceClient;
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly #changes: ChangeSignal;
  /** Oldest first. */
  readonly #kept = new Map<number, RequestDetail>();
  #last = 0;

  constructor(service: ServiceClient, clock: Pick<Clock, 'now' | 'monotonic'>, changes: ChangeSignal) {
    this.#service = service;
    this.#clock = clock;
    this.#changes = changes;
  }

  /** The service, with each request noted. */
  loggedService(what: What, { search, onNumber }: LoggedRequestOptions = {}): ServiceClient {
    return {
      send: (request, signal) => {
        const number = this.#begin({ what, search: search ?? null }, request);
        onNumber?.(number);
        return this.#send(number, request, signal);
      },
    };
  }

  /** Newest first. */
  list(): RequestSummary[] {
    return [...this.#kept.values()]
      .map(({ number, what, search, at, status, ms, bytes, failure }) => ({
        number,
        what,
        search,
        at,
        status,
        ms,
        bytes,
        failure,
      }))
      .toReversed();
  }

  /** @throws AppError NO_REQUEST */
  detail(number: number): RequestDetail {
    const request = this.#kept.get(number);
    if (request === undefined) throw appError('NO_REQUEST', { number });
    return request;
  }

  #begin(
    of: Pick<RequestSummary, 'what' | 'search'>,
    { method, profile, path, body, accessToken }: ServiceRequest,
  ): number {
    this.#last += 1;
    this.#kept.set(this.#last, {
      number: this.#last,
      ...of,
      at: this.#clock.now(),
      status: null,
      ms: null,
      bytes: null,
      failure: null,
      method,
      url: `${profile.baseUrl}${path}`,
      // Whoever pastes a token where it does not belong finds it in no list.
      body: body === undefined ? null : without(body, accessToken),
      headers: [],
      contentType: null,
      answer: '',
      answerLength: 0,
    });
    for (const number of this.#kept.keys()) {
      if (this.#kept.size <= MAX_LISTED_REQUESTS) break;
      this.#kept.delete(number);
    }
    this.#changes.notify();
    return this.#last;
  }

  async #send(number: number, request: ServiceRequest, signal: AbortSignal): Promise<ServiceReply> {
    const sentAt = this.#clock.monotonic();
    const end = (part: Partial<RequestDetail>): void => {
      const before = this.#kept.get(number);
      if (before === undefined) return;
      this.#kept.set(number, { ...before, ...part, ms: this.#clock.monotonic() - sentAt });
      this.#changes.notify();
    };
    try {
      const reply = await this.#service.send(request, signal);
      end(answered(reply, request.accessToken));
      return reply;
    } catch (error) {
      end({ failure: signal.aborted ? 'CANCELLED' : failureOf(error) });
      throw error;
    }
  }
}

function answered(reply: ServiceReply, accessToken: string): Partial<RequestDetail> {
  const { status, contentType, text, bytes } = reply;
  return {
    status,
    contentType,
    bytes,
    headers: reply.headers.map(([name, value]) => [name, harmless(name, without(value, accessToken))]),
    answer: without(text.slice(0, MAX_RESPONSE_CHARACTERS), accessToken).toWellFormed(),
    answerLength: text.length,
  };
}

function harmless(name: string, value: string): string {
  if (SECRET_HEADERS.test(name)) return LEFT_OUT;
  if (!ADDRESS_HEADERS.test(name)) return value;
  return value.replace(/\/\/[^/?#]*@/, `//${LEFT_OUT}@`).replace(/([?#]).*$/s, `$1${LEFT_OUT}`);
}

function failureOf(error: unknown): string {
  if (error instanceof ServiceFailure) return error.code;
  return 'NOT_SENT';
}

/** The client has cut it out of what was answered in any encoding; this is for what we wrote ourselves, and for a client that did not. */
function without(text: string, accessToken: string): string {
  return accessToken === '' ? text : text.replaceAll(accessToken, '[access token]');
}
