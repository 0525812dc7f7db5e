/**
 * Every request comes in here: it is counted, noted without its secrets, and answered in the planned wrong way where
 * a test planned one. What is not answered here goes on to the service.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceClock } from './clock.ts';

export type Endpoint =
  | 'authorize'
  | 'token'
  | 'permissions'
  | 'search'
  | 'subscribe'
  | 'localize'
  | 'mode'
  | 'service-policy'
  | 'control'
  | 'other';

const paths: readonly (readonly [RegExp, Endpoint])[] = [
  [/^\/auth\/realms\/[^/]+\/protocol\/openid-connect\/auth(\/|$)/, 'authorize'],
  [/^\/auth\/realms\/[^/]+\/protocol\/openid-connect\/token$/, 'token'],
  [/^\/identity-access-management\/token-permissions$/, 'permissions'],
  [/^\/iot-connect\/subscription-inventory\/v2\/search$/, 'search'],
  [/^\/connect\/subscribe$/, 'subscribe'],
  [/^\/iot-connect\/subscriptions\/v1\/euiccs\/[^/]+\/localize$/, 'localize'],
  [/^\/iot-connect\/subscriptions\/v1\/connectivity-subscriptions\/change\/[^/]+\/[^/]+\/mode$/, 'mode'],
  [
    /^\/iot-connect\/subscriptions\/v1\/connectivity-subscriptions\/change\/[^/]+\/[^/]+\/service-policy$/,
    'service-policy',
  ],
  [/^\/control(\/|$)/, 'control'],
];

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

/** One request, without header fields, query and body: they hold the secrets. */
export interface RequestRecord {
  /** UTC epoch ms. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly endpoint: Endpoint;
  /** `null` until the answer's head was sent; stays so where the connection was cut before. */
  readonly status: number | null;
}

/** Enough for any test; a simulator that runs for weeks must not grow. */
const REMEMBERED_REQUESTS = 1000;

export class Door {
  readonly #clock: ServiceClock;
  readonly #planned: { answer: PlannedAnswer; left: number }[] = [];
  readonly #records: (Omit<RequestRecord, 'status'> & { response: ServerResponse })[] = [];
  readonly #counts: Record<Endpoint, number> = {
    authorize: 0,
    token: 0,
    permissions: 0,
    search: 0,
    subscribe: 0,
    localize: 0,
    mode: 0,
    'service-policy': 0,
    control: 0,
    other: 0,
  };

  constructor(clock: ServiceClock) {
    this.#clock = clock;
  }

  /** True where the request was answered here. */
  receive(request: IncomingMessage, response: ServerResponse): boolean {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const endpoint = paths.find(([pattern]) => pattern.test(path))?.[1] ?? 'other';
    this.#counts[endpoint]++;
    this.#records.push({ at: this.#clock.now(), method: request.method ?? '', path, endpoint, response });
    if (this.#records.length > REMEMBERED_REQUESTS) this.#records.shift();

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

  counters(): Record<Endpoint, number> {
    return { ...this.#counts };
  }

  requests(): RequestRecord[] {
    return this.#records.map(({ response, ...record }) => ({
      ...record,
      status: response.headersSent ? response.statusCode : null,
    }));
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
