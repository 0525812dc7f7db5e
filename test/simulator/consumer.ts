/** A plain consumer of the service as documented. Uses fetch and no code of Watchfloor. */
import { onTestFinished } from 'vitest';
import { startSimulator, type Simulator, type SimulatorOptions } from '../../src-simulator/simulator.ts';

/** Starts a simulator that stops after the test. Default: a small fleet without a scenario. */
export async function simulatorForTest(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator({ scenario: 'none', subscriptions: 1000, ...options });
  onTestFinished(() => simulator.stop());
  return simulator;
}

export function tokenEndpoint(simulator: Simulator): string {
  return `${simulator.profile.authUrl}/auth/realms/${simulator.profile.realm}/protocol/openid-connect/token`;
}

export async function tokenFor(
  simulator: Simulator,
  client: 'basic' | 'post' | 'limited' | 'ports' = 'basic',
): Promise<string> {
  const { clientId, clientSecret } = simulator.clients[client];
  const form = new URLSearchParams({ grant_type: 'client_credentials', scope: 'openid' });
  const headers: Record<string, string> = {};
  if (client === 'post') {
    form.set('client_id', clientId);
    form.set('client_secret', clientSecret);
  } else
    headers['authorization'] = `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`;
  const response = await fetch(tokenEndpoint(simulator), { method: 'POST', headers, body: form });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export function permissionsOf(simulator: Simulator, token: string): Promise<Response> {
  return fetch(`${simulator.profile.baseUrl}/identity-access-management/token-permissions`, {
    headers: { accept: 'application/json', ...bearer(token) },
  });
}

export function postJson(url: string, token: string | null, body: unknown): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== null && bearer(token)) },
    body: JSON.stringify(body),
  });
}

/** Reads the stream as text, as far as a test needs. */
export class OpenStream {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  // A byte-order mark belongs to the stream and must stay visible.
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  text = '';

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** Reads until the text contains `expected`. Throws if the stream ends before. */
  async until(expected: string | RegExp): Promise<string> {
    if (typeof expected === 'string') return this.#untilText(expected);
    while (!expected.test(this.text)) await this.#readOn(expected);
    return this.text;
  }

  /** Searches only the latest text, so that a long text is not searched again for each chunk. */
  async #untilText(expected: string): Promise<string> {
    for (let latest = this.text; !latest.includes(expected);)
      latest = latest.slice(-expected.length) + (await this.#readOn(expected));
    return this.text;
  }

  async #readOn(expected: string | RegExp): Promise<string> {
    const { done, value } = await this.#reader.read();
    if (done) throw new Error(`The stream ended before ${expected}:\n${this.text}`);
    const chunk = this.#decoder.decode(value, { stream: true });
    this.text += chunk;
    return chunk;
  }

  async toEnd(): Promise<'ended' | 'broken'> {
    try {
      for (;;) {
        const { done, value } = await this.#reader.read();
        if (done) return 'ended';
        this.text += this.#decoder.decode(value, { stream: true });
      }
    } catch {
      return 'broken';
    }
  }

  events(): ReceivedEvent[] {
    return this.text.split('\n\n').slice(0, -1).map(eventOf);
  }

  async close(): Promise<void> {
    // A broken stream rejects again with its error.
    await this.#reader.cancel().catch(() => undefined);
  }
}

export interface ReceivedEvent {
  readonly event: string | undefined;
  readonly id: string | undefined;
  readonly data: string;
}

function eventOf(block: string): ReceivedEvent {
  const values = (name: string) =>
    block.split('\n').flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []));
  return { event: values('event')[0], id: values('id')[0], data: values('data').join('\n') };
}

export function subscribe(simulator: Simulator, token: string): Promise<Response> {
  return fetch(`${simulator.profile.eventsUrl}/connect/subscribe`, { headers: bearer(token) });
}

export async function openStream(simulator: Simulator, token: string): Promise<OpenStream> {
  const response = await subscribe(simulator, token);
  if (response.status !== 200 || response.body === null) throw new Error(`No stream: ${response.status}`);
  const stream = new OpenStream(response.body);
  await stream.until(/SUBSCRIPTION_STARTED[^]*\n\n/);
  return stream;
}
