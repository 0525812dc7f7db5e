/**
 * Every request comes in here: it is counted, noted without its secrets, and answered in the planned wrong way where
 * a test planned one. What is not answered here goes on to the service.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceClock } from '../clock.ts';
import { endpointOf } from './endpoints.ts';
import { Journal } from './journal.ts';

export const faultyEndpoints = ['subscribe', 'token', 'search', 'permissions'] as const;
type FaultyEndpoint = (typeof faultyEndpoints)[number];

/** What the next requests to an endpoint get instead of the service's answer. */
export interface PlannedAnswer {
  readonly path: FaultyEndpoint;
  /** How many requests; 1 where omitted. */
  readonly times?: number | undefined;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A text goes out verbatim, anything else as JSON. */
  readonly body?: unknown;
  /** `hang`: never answered. `reset`: the connection is cut instead of an answer. Both ignore status and body. */
  readonly fault?: 'hang' | 'reset' | undefined;
}

export class Door {
  readonly #clock: ServiceClock;
  readonly #planned: { answer: PlannedAnswer; left: number }[] = [];
  readonly journal = new Journal();

  constructor(clock: ServiceClock) {
    this.#clock = clock;
  }

  /** True where the request was answered here. */
  receive(request: IncomingMessage, response: ServerResponse): boolean {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const endpoint = endpointOf(path);
    this.journal.note({ at: this.#clock.now(), method: request.method ?? '', path, endpoint }, response);

    const planned = this.#planned.find(({ answer }) => answer.path === endpoint);
    if (planned === undefined) return false;
    planned.left--;
    if (planned.left <= 0) this.#planned.splice(this.#planned.indexOf(planned), 1);
    request.resume();
    reply(planned.answer, response);
    return true;
  }

  plan(answer: PlannedAnswer): void {
    this.#planned.push({ answer, left: answer.times ?? 1 });
  }

  forgetPlans(): void {
    this.#planned.length = 0;
  }
}

function reply(answer: PlannedAnswer, response: ServerResponse): void {
  if (answer.fault === 'hang') return;
  if (answer.fault === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  const isText = typeof answer.body === 'string';
  const contentType = isText ? 'text/plain; charset=utf-8' : 'application/json';
  response.writeHead(answer.status, { 'content-type': contentType, ...answer.headers });
  response.end(isText || answer.body === undefined ? answer.body : JSON.stringify(answer.body));
}
