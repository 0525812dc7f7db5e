/** What was asked of the service, without secrets, and how it was answered. */
import type { ServerResponse } from 'node:http';
import { type Endpoint, endpoints } from './endpoints.ts';

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

export class Journal {
  readonly #records: (Omit<RequestRecord, 'status'> & { response: ServerResponse })[] = [];
  readonly #counts = new Map<Endpoint, number>(endpoints.map((endpoint) => [endpoint, 0]));

  note(request: Omit<RequestRecord, 'status'>, response: ServerResponse): void {
    this.#counts.set(request.endpoint, (this.#counts.get(request.endpoint) ?? 0) + 1);
    this.#records.push({ ...request, response });
    if (this.#records.length > REMEMBERED_REQUESTS) this.#records.shift();
  }

  counters(): Record<Endpoint, number> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one for each endpoint since the beginning
    return Object.fromEntries(this.#counts) as Record<Endpoint, number>;
  }

  requests(): RequestRecord[] {
    return this.#records.map(({ response, ...record }) => ({
      ...record,
      status: response.headersSent ? response.statusCode : null,
    }));
  }
}
