/**
 * A service in which every secret is a canary: issuer of both flows, permissions, search and stream. It remembers each
 * secret that it sent or received, and can echo them in each way that a service, a proxy or a fault has been seen to.
 * It checks only that credentials are the right ones.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { respondWithEcho, type Echo } from './echoes.ts';
import { identifyingFragments } from './encodings.ts';

export const canaryKinds = [
  'client secret',
  'access token',
  'refresh token',
  'id token',
  'code',
  'verifier',
  'state',
  'nonce',
  'vault key',
] as const;
export type CanaryKind = (typeof canaryKinds)[number];

const REALM = 'iot';
const ISSUER_PATH = `/auth/realms/${REALM}`;
const PROTOCOL = `${ISSUER_PATH}/protocol/openid-connect`;
const CLIENT_ID = 'canary-client';
/** Special characters at both ends, so that each encoding writes both ends in its own way. */
const AROUND = '"<&\'%+/\\=> ';

/** First and last characters of all canaries of the process. */
const knownFragments = new Set<string>();

/**
 * Creates a canary. No two canaries of a process share the first or last characters by which they are found. RFC 6749,
 * appendix A, allows all of these characters.
 */
export function canary(marked: boolean): string {
  for (;;) {
    const made = marked ? `${AROUND.trim()}${word()}${AROUND.trim()}` : `${word()}${word()}`;
    const fragments = identifyingFragments(made);
    if (fragments.some((fragment) => knownFragments.has(fragment))) continue;
    for (const fragment of fragments) knownFragments.add(fragment);
    return made;
  }
}
const word = () => randomBytes(15).toString('base64url').replaceAll(/[_-]/g, 'x');

export type Endpoint = 'token' | 'revoke' | 'permissions' | 'search' | 'subscribe';

export class CanaryService {
  #clientSecret = '';
  readonly #canaries = new Map<CanaryKind, Set<string>>(canaryKinds.map((kind) => [kind, new Set()]));
  readonly #server: Server;
  readonly #key: KeyObject;
  /** Echoes with which endpoints answer instead, until they are removed. */
  readonly #echoes = new Map<Endpoint, Echo>();
  readonly #challenges = new Map<string, { challenge: string; nonce: string }>();
  readonly #streams = new Set<ServerResponse>();
  readonly counts = new Map<Endpoint, number>();
  #origin = '';
  /** Lifetime of an access token in seconds; null leaves it out of the answer. */
  tokenSeconds: number | null = 300;

  private constructor() {
    this.#key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : undefined);
      });
    });
    this.renewClientSecret();
  }

  static async start(): Promise<CanaryService> {
    const service = new CanaryService();
    service.#server.listen(0, '127.0.0.1');
    await once(service.#server, 'listening');
    const address = service.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    service.#origin = `http://127.0.0.1:${address.port}`;
    return service;
  }

  get profile() {
    return {
      name: 'Canary',
      baseUrl: this.#origin,
      eventsUrl: this.#origin,
      authUrl: this.#origin,
      realm: REALM,
      clientId: CLIENT_ID,
    };
  }

  get issuer(): string {
    return `${this.#origin}${ISSUER_PATH}`;
  }

  get clientSecret(): string {
    return this.#clientSecret;
  }

  /**
   * Creates another client secret; earlier ones stay valid. A process redacts the secrets that it used, so each test
   * needs its own.
   */
  renewClientSecret(): void {
    this.#clientSecret = this.remember('client secret', canary(true));
  }

  remember(kind: CanaryKind, value: string): string {
    this.#canaries.get(kind)?.add(value);
    return value;
  }

  canaries(kind: CanaryKind): readonly string[] {
    return [...(this.#canaries.get(kind) ?? [])];
  }

  /** Makes the endpoint echo the secrets that it receives; null makes it work again. */
  echo(endpoint: Endpoint, how: Echo | null): void {
    if (how === null) this.#echoes.delete(endpoint);
    else this.#echoes.set(endpoint, how);
  }

  dropStreams(): void {
    for (const stream of this.#streams) stream.destroy();
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.#origin);
    const form = new URLSearchParams(await textOf(request));
    const verifier = form.get('code_verifier');
    if (verifier !== null) this.remember('verifier', verifier);
    const endpoint = endpointOf(url.pathname);
    if (endpoint !== null) {
      this.counts.set(endpoint, (this.counts.get(endpoint) ?? 0) + 1);
      const echo = this.#echoes.get(endpoint);
      if (echo !== undefined) return respondWithEcho(echo, response, this.#sentNow(request, form));
    }
    switch (url.pathname) {
      case `${PROTOCOL}/auth`:
        return this.#authorize(url, response);
      case `${PROTOCOL}/token`:
        return this.#token(request, form, response);
      case `${PROTOCOL}/revoke`:
        return void response.writeHead(200).end();
      case `${ISSUER_PATH}/.well-known/openid-configuration`:
        return json(response, 200, {
          issuer: this.issuer,
          authorization_endpoint: `${this.#origin}${PROTOCOL}/auth`,
          token_endpoint: `${this.#origin}${PROTOCOL}/token`,
          revocation_endpoint: `${this.#origin}${PROTOCOL}/revoke`,
          jwks_uri: `${this.#origin}${PROTOCOL}/certs`,
          authorization_response_iss_parameter_supported: true,
        });
      case '/identity-access-management/token-permissions':
        return json(response, 200, {
          domainId: 'canary',
          roles: ['WATCHER'],
          accessRights: [],
          solutions: [],
          permissions: { 'notification-stream': ['subscribe'] },
        });
      case '/iot-connect/subscription-inventory/v2/search':
        return json(response, 200, { pagination: { totalHits: 0, next: 'next' }, items: [] });
      case '/connect/subscribe':
        return this.#subscribe(response);
      default:
        response.writeHead(404).end();
    }
  }

  #authorize(url: URL, response: ServerResponse): void {
    const state = url.searchParams.get('state') ?? '';
    const nonce = url.searchParams.get('nonce') ?? '';
    this.remember('state', state);
    this.remember('nonce', nonce);
    const code = this.remember('code', canary(true));
    this.#challenges.set(code, { challenge: url.searchParams.get('code_challenge') ?? '', nonce });
    const back = new URL(url.searchParams.get('redirect_uri') ?? '');
    back.search = new URLSearchParams({ code, state, iss: this.issuer }).toString();
    response.writeHead(302, { location: back.href }).end();
  }

  #token(request: IncomingMessage, form: URLSearchParams, response: ServerResponse): void {
    const grant = form.get('grant_type');
    if (grant === 'client_credentials') {
      if (!this.canaries('client secret').includes(secretOf(request, form) ?? ''))
        return json(response, 401, { error: 'invalid_client' });
      return json(response, 200, this.#tokens(null));
    }
    if (grant === 'refresh_token') {
      if (!this.canaries('refresh token').includes(form.get('refresh_token') ?? ''))
        return json(response, 400, { error: 'invalid_grant' });
      return json(response, 200, { ...this.#tokens(null), refresh_token: this.#refreshToken() });
    }
    const issued = this.#challenges.get(form.get('code') ?? '');
    const verifier = form.get('code_verifier') ?? '';
    if (issued === undefined || createHash('sha256').update(verifier).digest('base64url') !== issued.challenge)
      return json(response, 400, { error: 'invalid_grant' });
    return json(response, 200, { ...this.#tokens(issued.nonce), refresh_token: this.#refreshToken() });
  }

  #refreshToken(): string {
    return this.remember('refresh token', canary(true));
  }

  #tokens(nonce: string | null): Record<string, unknown> {
    return {
      access_token: this.remember('access token', `${canary(false)}+/~.-=`),
      token_type: 'Bearer',
      ...(this.tokenSeconds !== null && { expires_in: this.tokenSeconds }),
      ...(nonce !== null && { id_token: this.remember('id token', this.#idToken(nonce)) }),
    };
  }

  #idToken(nonce: string): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: this.issuer, aud: CLIENT_ID, sub: 'cara', nonce, iat: now, exp: now + 300 };
    const signed = `${part({ alg: 'ES256' })}.${part(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), { key: this.#key, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${signature.toString('base64url')}`;
  }

  #subscribe(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const data = {
      createdDateTime: new Date().toISOString(),
      operation: '-',
      principal: 'canary',
      state: 'IN_PROGRESS',
    };
    const event = (name: string) =>
      `event: ${name}\nid: ${word()}\ndata: ${JSON.stringify({ ...data, detailedMessage: name })}\n\n`;
    response.write(event('SUBSCRIPTION_STARTED'));
    response.write(event('HEARTBEAT'));
    this.#streams.add(response);
    response.on('close', () => this.#streams.delete(response));
  }

  #sentNow(request: IncomingMessage, form: URLSearchParams): readonly string[] {
    const sent = ['client_secret', 'code', 'code_verifier', 'refresh_token'].map((name) => form.get(name));
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const { authorization } = request.headers;
    return [...sent, bearer, authorization, secretOf(request, form)].filter(
      (text): text is string => typeof text === 'string' && text !== '',
    );
  }
}

function endpointOf(path: string): Endpoint | null {
  switch (path) {
    case `${PROTOCOL}/token`:
      return 'token';
    case `${PROTOCOL}/revoke`:
      return 'revoke';
    case '/identity-access-management/token-permissions':
      return 'permissions';
    case '/iot-connect/subscription-inventory/v2/search':
      return 'search';
    case '/connect/subscribe':
      return 'subscribe';
    default:
      return null;
  }
}

/** RFC 6749, section 2.3.1: client id and secret are form-encoded before they are joined. */
function secretOf(request: IncomingMessage, form: URLSearchParams): string | null {
  const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (basic === undefined) return form.get('client_secret');
  const [, secret = ''] = Buffer.from(basic, 'base64').toString().split(':');
  return new URLSearchParams(`s=${secret}`).get('s');
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
