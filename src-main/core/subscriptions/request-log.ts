/**
 * Records the last requests of a watch to the service and their answers. Held in memory only and free of credentials:
 * the access token is redacted, and response headers that may contain secrets are listed without their values.
 */
import { appError } from '../../../src-shared/api/errors.ts';
import { MAX_LISTED_REQUESTS, type RequestDetail, type RequestSummary } from '../../../src-shared/api/searches.ts';
import type { ChangeSignal } from '../lib/change-signal.ts';
import type { Clock } from '../ports/clock.ts';
import { type ServiceClient, ServiceFailure, type ServiceReply, type ServiceRequest } from '../ports/service-client.ts';

const MAX_RESPONSE_CHARACTERS = 256_000;
const SECRET_HEADERS = /cookie|auth|token|session|secret|passw|credential|api-?key|[cx]srf|signature/i;
/** Address headers: the path shows where they point; query and fragment may contain a code or a session. */
const ADDRESS_HEADERS = /^(?:(?:content-)?location|link|refresh)$/i;
const LEFT_OUT = '[left out]';

type What = RequestSummary['what'];

export interface LoggedRequestOptions {
  readonly search?: string;
  readonly onNumber?: (number: number) => void;
}

export class RequestLog {
  readonly #service: ServiceClient;
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly #changes: ChangeSignal;
  readonly #requests = new Map<number, RequestDetail>();
  #last = 0;

  constructor(service: ServiceClient, clock: Pick<Clock, 'now' | 'monotonic'>, changes: ChangeSignal) {
    this.#service = service;
    this.#clock = clock;
    this.#changes = changes;
  }

  loggedService(what: What, { search, onNumber }: LoggedRequestOptions = {}): ServiceClient {
    return {
      send: (request, signal) => {
        const number = this.#start({ what, search: search ?? null }, request);
        onNumber?.(number);
        return this.#send(number, request, signal);
      },
    };
  }

  list(): RequestSummary[] {
    return [...this.#requests.values()]
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
    const request = this.#requests.get(number);
    if (request === undefined) throw appError('NO_REQUEST', { number });
    return request;
  }

  #start(
    of: Pick<RequestSummary, 'what' | 'search'>,
    { method, profile, path, body, accessToken }: ServiceRequest,
  ): number {
    this.#last += 1;
    this.#requests.set(this.#last, {
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
    for (const number of this.#requests.keys()) {
      if (this.#requests.size <= MAX_LISTED_REQUESTS) break;
      this.#requests.delete(number);
    }
    this.#changes.notify();
    return this.#last;
  }

  async #send(number: number, request: ServiceRequest, signal: AbortSignal): Promise<ServiceReply> {
    const sentAt = this.#clock.monotonic();
    const end = (part: Partial<RequestDetail>): void => {
      const before = this.#requests.get(number);
      if (before === undefined) return;
      this.#requests.set(number, { ...before, ...part, ms: this.#clock.monotonic() - sentAt });
      this.#changes.notify();
    };
    try {
      const reply = await this.#service.send(request, signal);
      end(responsePart(reply, request.accessToken));
      return reply;
    } catch (error) {
      end({ failure: signal.aborted ? 'CANCELLED' : failureOf(error) });
      throw error;
    }
  }
}

function responsePart(reply: ServiceReply, accessToken: string): Partial<RequestDetail> {
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
