/** A plain consumer of the service as documented. Uses fetch and no code of Watchfloor. */
import { onTestFinished } from 'vitest';
import { ManualTime } from '../../src-simulator/manual-time.ts';
import { startSimulator, type Simulator, type SimulatorOptions } from '../../src-simulator/simulator.ts';

/** Starts a simulator that stops after the test. Default: a small fleet without a scenario. */
export async function simulatorForTest(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator({ scenario: 'none', subscriptions: 1000, ...options });
  onTestFinished(() => simulator.stop());
  return simulator;
}

export const START = Date.parse('2026-03-01T08:00:00.000Z');
export const SEARCH = '/iot-connect/subscription-inventory/v2/search';
export const PERMISSIONS = '/identity-access-management/token-permissions';
export const TRIGGERS = '/iot-connect/subscriptions/v1';

/** Starts a simulator and gets a token for its first client. `time` is its time, unless the options set a clock. */
export async function signedIn(options: SimulatorOptions = {}) {
  const time = new ManualTime(START);
  const hasClock = options.clock !== undefined || options.startTime !== undefined;
  const simulator = await simulatorForTest(hasClock ? options : { time, ...options });
  return { time, simulator, token: await tokenFor(simulator) };
}

/** Like {@link signedIn}, and opens a stream, which is closed after the test. */
export async function subscribed(options: SimulatorOptions = {}) {
  const { time, simulator, token } = await signedIn(options);
  const stream = await openStream(simulator, token);
  onTestFinished(() => stream.close());
  return { time, simulator, token, stream };
}

/** Performs an action of the control, such as `POST emit`. */
export async function controlRequest({ origin }: Pick<Simulator, 'origin'>, action: string, body?: unknown) {
  const [method = '', name = ''] = action.split(' ');
  const sent = body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${origin}/control/${name}`, { method, ...sent });
  return { status: response.status, answer: (await response.json()) as unknown };
}

export function tokenEndpoint(simulator: Simulator): string {
  return `${simulator.profile.authUrl}/auth/realms/${simulator.profile.realm}/protocol/openid-connect/token`;
}

/** Requests a token for a client with the method that it must use. */
export async function tokenResponse(
  simulator: Simulator,
  client: 'basic' | 'post' | 'limited' | 'ports' = 'basic',
): Promise<{ access_token: string; expires_in: number }> {
  const { clientId, clientSecret } = simulator.clients[client];
  const form = new URLSearchParams({ grant_type: 'client_credentials', scope: 'openid' });
  const headers: Record<string, string> = {};
  if (client === 'post') {
    form.set('client_id', clientId);
    form.set('client_secret', clientSecret);
  } else
    headers['authorization'] = `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`;
  const response = await fetch(tokenEndpoint(simulator), { method: 'POST', headers, body: form });
  return (await response.json()) as { access_token: string; expires_in: number };
}

export async function tokenFor(...given: Parameters<typeof tokenResponse>): Promise<string> {
  return (await tokenResponse(...given)).access_token;
}

/** PKCE verifier of {@link signInAddress}: RFC 7636, appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

/** Returns the address at which a browser starts a sign-in with PKCE. */
export function signInAddress(simulator: Simulator, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: simulator.clients.browser.clientId,
    redirect_uri: 'http://127.0.0.1:1/callback',
    scope: 'openid',
    state: 's',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    ...more,
  });
  return `${tokenEndpoint(simulator).replace(/token$/, 'auth')}?${query}`;
}

export type Item = Record<string, string | null>;

/** Searches, and returns the fields of the items. */
export async function itemsOf(simulator: Simulator, token: string, query: object = {}): Promise<Item[]> {
  const response = await postJson(simulator.profile.baseUrl + SEARCH, token, query);
  const { items } = (await response.json()) as { items: { iotSubscription: Item }[] };
  return items.map(({ iotSubscription }) => iotSubscription);
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export function permissionsOf(simulator: Simulator, token: string): Promise<Response> {
  return fetch(simulator.profile.baseUrl + PERMISSIONS, {
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
