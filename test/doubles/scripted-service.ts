/** The service's search as a test plays it: each request is answered by what the test says of it, when the test says. */
import {
  ServiceFailure,
  type ServiceClient,
  type ServiceReply,
  type ServiceRequest,
} from '../../src-main/core/ports/service-client.ts';

/** `never`: only giving up ends it. */
export type ScriptedAnswer = Partial<ServiceReply> | Error | 'never';

export interface ScriptedQuestion {
  /** Parsed. */
  readonly body: Readonly<Record<string, unknown>>;
  /** `null`: the query itself. */
  readonly after: string | null;
  readonly request: ServiceRequest;
  /** From 1. */
  readonly number: number;
}

export class ScriptedService implements ServiceClient {
  readonly asked: ScriptedQuestion[] = [];
  /** Requests that are under way at this moment, and at most at once. */
  underWay = 0;
  mostUnderWay = 0;
  answer: (question: ScriptedQuestion) => ScriptedAnswer | Promise<ScriptedAnswer> = () => pageOf([]);

  async send(request: ServiceRequest, signal: AbortSignal): Promise<ServiceReply> {
    signal.throwIfAborted();
    const body = JSON.parse(request.body ?? '{}') as Record<string, unknown>;
    const after = typeof body['after'] === 'string' ? body['after'] : null;
    const question = { body, after, request, number: this.asked.length + 1 };
    this.asked.push(question);
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    try {
      const { promise: givenUp, reject } = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => reject(new Error('given up')), { once: true });
      givenUp.catch(() => undefined);
      const answer = await Promise.race([this.answer(question), givenUp]);
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
      this.underWay -= 1;
    }
  }
}

/** @param ids of the rows; `null`: a row without one */
export function pageOf(
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
export function listed(
  ids: readonly string[],
  size: number,
  last: { readonly next: string | null } = { next: null },
): ScriptedService['answer'] {
  return ({ after }) => {
    const from = Number(after ?? 0);
    const isLast = from + size >= ids.length;
    return pageOf(ids.slice(from, from + size), {
      totalHits: ids.length,
      next: isLast ? last.next : String(from + size),
    });
  };
}
