/** The service's search as a test plays it: each request is answered by what the test says of it, when the test says. */
import {
  ServiceFailure,
  type ServiceClient,
  type ServiceReply,
  type ServiceRequest,
} from '../../src-main/core/ports/service-client.ts';

/** `never`: only giving up ends it. */
export type ScriptedResponse = Partial<ServiceReply> | Error | 'never';

export interface ScriptedRequest {
  /** Parsed. */
  readonly body: Readonly<Record<string, unknown>>;
  /** `null`: the query itself. */
  readonly after: string | null;
  readonly request: ServiceRequest;
  /** From 1. */
  readonly number: number;
}

export class ScriptedService implements ServiceClient {
  readonly requests: ScriptedRequest[] = [];
  /** Requests that are under way at this moment, and at most at once. */
  inFlight = 0;
  maxInFlight = 0;
  respond: (question: ScriptedRequest) => ScriptedResponse | Promise<ScriptedResponse> = () => searchReply([]);

  async send(request: ServiceRequest, signal: AbortSignal): Promise<ServiceReply> {
    signal.throwIfAborted();
    const body = JSON.parse(request.body ?? '{}') as Record<string, unknown>;
    const after = typeof body['after'] === 'string' ? body['after'] : null;
    const question = { body, after, request, number: this.requests.length + 1 };
    this.requests.push(question);
    this.inFlight += 1;
    this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
    try {
      const { promise: givenUp, reject } = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => reject(new Error('given up')), { once: true });
      givenUp.catch(() => undefined);
      const answer = await Promise.race([this.respond(question), givenUp]);
      if (answer === 'never') return await givenUp;
      if (answer instanceof Error) throw answer;
      const text = answer.text ?? '';
      return {
        status: 200,
        contentType: 'application/json',
        retryAfterMs: null,
        serviceTime: null,
        headers: [],
        bytes: text.length,
        ...answer,
        text,
      };
    } finally {
      this.inFlight -= 1;
    }
  }
}

/** @param ids of the rows; `null`: a row without one */
export function searchReply(
  ids: readonly (string | null)[],
  pagination: { readonly totalHits?: number; readonly next?: string | null } = {},
): { readonly status: 200; readonly text: string } {
  const items = ids.map((id) => (id === null ? { subscriptionType: 'plain' } : { iotSubscriptionId: id }));
  return { status: 200, text: JSON.stringify({ pagination, items }) };
}

/** So many ids from `first` on: `s-00001` … */
export function idsFrom(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `s-${String(first + index).padStart(5, '0')}`);
}

export function networkFailure(code = 'ECONNREFUSED'): ServiceFailure {
  return new ServiceFailure({ code, about: 'network', detail: 'the network said so' });
}

/** Answers pages of `size` of a list, by tokens that are places in it. @param last what the page has that comes last */
export function respondInPages(
  ids: readonly string[],
  size: number,
  last: { readonly next: string | null } = { next: null },
): ScriptedService['respond'] {
  return ({ after }) => {
    const from = Number(after ?? 0);
    const isLast = from + size >= ids.length;
    return searchReply(ids.slice(from, from + size), {
      totalHits: ids.length,
      next: isLast ? last.next : String(from + size),
    });
  };
}
