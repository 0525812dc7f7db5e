/** The search of the service. The test decides how and when each request is answered. */
import {
  ServiceFailure,
  type ServiceClient,
  type ServiceReply,
  type ServiceRequest,
} from '../../src-main/core/ports/service-client.ts';

/** `never` waits until the request is aborted. */
export type ScriptedResponse = Partial<ServiceReply> | Error | 'never';

export interface ScriptedRequest {
  readonly body: Readonly<Record<string, unknown>>;
  /** Null for the first page. */
  readonly after: string | null;
  readonly request: ServiceRequest;
  /** Counted from 1. */
  readonly number: number;
}

export class ScriptedService implements ServiceClient {
  readonly requests: ScriptedRequest[] = [];
  /** Current number of requests in progress. The next field is the highest number. */
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
      const response = await Promise.race([this.respond(question), givenUp]);
      if (response === 'never') return await givenUp;
      if (response instanceof Error) throw response;
      const text = response.text ?? '';
      return {
        status: 200,
        contentType: 'application/json',
        retryAfterMs: null,
        serviceTime: null,
        headers: [],
        bytes: text.length,
        ...response,
        text,
      };
    } finally {
      this.inFlight -= 1;
    }
  }
}

/** @param ids ids of the rows; null for a row without one */
export function searchReply(
  ids: readonly (string | null)[],
  pagination: { readonly totalHits?: number; readonly next?: string | null } = {},
): { readonly status: 200; readonly text: string } {
  const items = ids.map((id) => (id === null ? { subscriptionType: 'plain' } : { iotSubscriptionId: id }));
  return { status: 200, text: JSON.stringify({ pagination, items }) };
}

/** Returns this many ids from `first` on: `s-00001` … */
export function idsFrom(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `s-${String(first + index).padStart(5, '0')}`);
}

export function networkFailure(code = 'ECONNREFUSED'): ServiceFailure {
  return new ServiceFailure({ code, about: 'network', detail: 'the network said so' });
}

/**
 * Answers a list in pages of `size`, with tokens that are positions in the list.
 * @param last pagination of the last page
 */
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
