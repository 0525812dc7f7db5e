/**
 * Records the last requests of a watch to the service and their answers. Held in memory only and free of credentials:
 * the access token is redacted, and response headers that may contain secrets are listed without their values.
 */
import { appError } from '../../../src-shared/api/errors.ts';
import { MAX_LISTED_REQUESTS, type RequestDetail, type RequestSummary } from '../../../src-shared/api/searches.ts';
import type { ChangeSignal } from '../lib/change-signal.ts';
import type { Clock } from '../ports/clock.ts';
import { type ServiceClient, ServiceFailure, type ServiceReply, type ServiceRequest } from '../ports/service-client.ts';

/** Characters kept of each answer. */
const MAX_RESPONSE_CHARACTERS = 256_000;
const SECRET_HEADERS = /cookie|auth|token|session|secret|passw|credential|api-?key|[cx]srf|signature/i;
/** Address headers: the path shows where they point; query and fragment may contain a code or a session. */
const ADDRESS_HEADERS = /^(?:(?:content-)?location|link|refresh)$/i;
const LEFT_OUT = '[left out]';

type What = RequestSummary['what'];

export interface LoggedRequestOptions {
  /** Id of the search. */
  readonly search?: string;
  /** Called with the number of a request before it is sent. */
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

  /** Returns a service client that records each request. */
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
      // Redacts a token that was pasted into the body by mistake.
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

/** Redacts text from the user and from a client that did not. The client already redacts answers in every encoding. */
function without(text: string, accessToken: string): string {
  return accessToken === '' ? text : text.replaceAll(accessToken, '[access token]');
}
