/** A client whose requests a test writes one by one: any method, headers and body, on a connection of its own. */
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished, vi } from 'vitest';
import { ManualTime } from '../../src-simulator/manual-time.ts';
import type { SimulatorOptions, Simulator } from '../../src-simulator/simulator.ts';
import {
  itemsOf,
  PERMISSIONS,
  SEARCH,
  simulatorForTest,
  START,
  tokenEndpoint,
  TRIGGERS,
} from '../fixtures/consumer.ts';

export interface Scene {
  readonly simulator: Simulator;
  readonly control: Simulator['control'];
  /** Advances the time of the client and the service. */
  readonly wait: (seconds: number) => void;
  /** Returns a new program, which has no token yet. */
  readonly program: () => ScriptedClient;
}

export async function sceneWith(options: SimulatorOptions = {}): Promise<Scene> {
  const time = new ManualTime(START);
  const simulator = await simulatorForTest({ time, ...options });
  return {
    simulator,
    control: simulator.control,
    wait: (seconds) => time.advance(seconds * 1000),
    program: () => new ScriptedClient(simulator),
  };
}

interface Sent {
  readonly method?: string;
  /** Undefined removes a default header. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

export class ScriptedClient {
  readonly #simulator: Simulator;
  readonly #agent = new Agent({ keepAlive: true });
  token = '';

  constructor(simulator: Simulator) {
    this.#simulator = simulator;
    onTestFinished(() => this.#agent.destroy());
  }

  async open(path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<IncomingMessage> {
    const url = new URL(path, this.#simulator.origin);
    const own = { accept: 'application/json', ...(this.token !== '' && { authorization: `Bearer ${this.token}` }) };
    const all = Object.entries({ ...own, ...headers }).filter(([, value]) => value !== undefined);
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(url, { agent: this.#agent, method, headers: { ...Object.fromEntries(all), ...length } });
    // A cut fails the response, too.
    sent.on('error', () => {});
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response;
  }

  async send(path: string, sent: Sent = {}): Promise<Answer> {
    const response = await this.open(path, sent);
    const body = await text(response).catch(() => '');
    const { statusCode: status = 0, headers } = response;
    return { status, headers, body: body.startsWith('{') ? (JSON.parse(body) as Answer['body']) : {} };
  }

  async signIn(form: Record<string, string> = {}, sent: Sent & { query?: string } = {}): Promise<Answer> {
    const { clientId, clientSecret } = this.#simulator.clients.basic;
    const basic = btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`);
    const answer = await this.send(new URL(tokenEndpoint(this.#simulator)).pathname + (sent.query ?? ''), {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${basic}`,
        ...sent.headers,
      },
      body: String(new URLSearchParams({ grant_type: 'client_credentials', scope: 'openid', ...form })),
    });
    if (typeof answer.body['access_token'] === 'string') this.token = answer.body['access_token'];
    return answer;
  }

  permissions(sent: Sent = {}, query = ''): Promise<Answer> {
    return this.send(PERMISSIONS + query, sent);
  }

  search(body: object, headers: Sent['headers'] = {}): Promise<Answer> {
    const all = { 'content-type': 'application/json', ...headers };
    return this.send(SEARCH, { method: 'POST', headers: all, body: JSON.stringify(body) });
  }

  /** Returns the `next` of a page. */
  async page(body: object): Promise<string> {
    const { status, body: page } = await this.search(body);
    if (status !== 200) throw new Error(`No page: ${status}`);
    return (page['pagination'] as { next: string }).next;
  }

  async stream(headers: Sent['headers'] = { accept: 'text/event-stream' }, body?: string): Promise<ScriptedStream> {
    const response = await this.open('/connect/subscribe', { headers, ...(body !== undefined && { body }) });
    return new ScriptedStream(response, this.#simulator);
  }

  /** Localizes the first active eUICC. */
  async localize(outcome = 'DOWNLOADED'): Promise<Answer> {
    const items = await itemsOf(this.#simulator, this.token, { limit: 1000 });
    const eid = items.find(({ state, eid: id }) => state === 'ACTIVE' && id !== null)?.['eid'];
    return this.send(`${TRIGGERS}/euiccs/${eid}/localize`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ countryCode: 'NO', outcome }),
    });
  }
}

export class ScriptedStream {
  readonly status: number;
  readonly #response: IncomingMessage;
  readonly #simulator: Simulator;
  readonly #closed: Promise<void>;

  constructor(response: IncomingMessage, simulator: Simulator) {
    this.#response = response;
    this.#simulator = simulator;
    this.status = response.statusCode ?? 0;
    response.on('error', () => {});
    response.resume();
    this.#closed = new Promise<void>((resolve) => response.once('close', resolve));
    onTestFinished(() => void response.destroy());
  }

  /** Resolves when the service has ended the stream. */
  async ended(): Promise<void> {
    await this.#closed;
  }

  /** Closes the connection, and resolves when the service has noticed. */
  async close(): Promise<void> {
    const others = this.#simulator.control.subscribers().length - 1;
    this.#response.destroy();
    await vi.waitFor(() => {
      if (this.#simulator.control.subscribers().length > others) throw new Error('The stream is open.');
    });
  }

  /** Closes the connection, and does not wait. */
  crash(): void {
    this.#response.destroy();
  }
}

/** Waits of a capped exponential backoff with jitter, in seconds. */
export function* backoff({ first = 1, cap = 30 } = {}): Generator<number> {
  const jitter = [1, 0.75, 0.9, 0.8, 0.95];
  for (let round = 0; ; round++) yield Math.min(cap, first * 2 ** round) * (jitter[round % jitter.length] ?? 1);
}
