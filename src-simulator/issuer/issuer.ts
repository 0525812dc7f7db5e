/**
 * Issues tokens: `docs/service.md` §1.2, §2.2, RFC 6749, RFC 7636, OpenID Connect. Users get a rotating refresh token.
 * Revocation (RFC 7009) is found only by discovery. The document shows no token lifetime; five minutes is common.
 */
import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Configuration, Provider } from 'oidc-provider';
import * as z from 'zod';
import type { ServiceClock } from '../clock.ts';
import { ClientStore } from './client-store.ts';
import type { Settings } from '../configuration/settings.ts';
import { refuseOtherAuthentication, refuseOtherScopes, limitDiscovery } from './issuer-restrictions.ts';
import type { Addresses } from '../listening.ts';
import { refusalPage } from './login-page.ts';
import { TokenStore } from './token-store.ts';

const AUDIENCE = 'urn:connectivity-service';
const PROTOCOL = '/protocol/openid-connect';
const REFRESH_TOKEN_SECONDS = 1800;
/** A common value. RFC 6749 section 4.1.2 recommends at most ten minutes. */
const CODE_SECONDS = 60;
/** Time from the first page of a sign-in to its code. */
const LOGIN_SECONDS = 600;

/** `ends_at` is by the service's clock. `exp` is in seconds of this computer's, which clients compare it with. */
const claimsSchema = z.object({ sub: z.string(), ends_at: z.number(), revocations: z.number() });

export class Issuer {
  readonly #clock: ServiceClock;
  readonly #provider: Provider;
  readonly #handle: (request: IncomingMessage, response: ServerResponse) => unknown;
  readonly #publicKey: KeyObject;
  readonly #store: TokenStore;
  readonly #settings: Settings;
  readonly #publicUrl: URL;
  readonly mount: string;
  /** Number of revocations so far. A token with a lower number is revoked. */
  #revocations = 0;
  /** Lifetime of newly issued access tokens in seconds of the service, set by a scenario. Null: that of the settings. */
  tokenSeconds: number | null = null;

  constructor(addresses: Pick<Addresses, 'authUrl' | 'isProxied'>, clock: ServiceClock, settings: Settings) {
    this.#clock = clock;
    this.#store = new TokenStore(clock);
    this.#settings = settings;
    this.mount = `/auth/realms/${settings.configuration.realm}`;
    this.#publicUrl = new URL(addresses.authUrl);
    // Generating an elliptic-curve key takes 1 ms, an RSA key up to 1 s.
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#publicKey = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }));
    const jwk = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'practice' };
    this.#provider = new Provider(`${addresses.authUrl}${this.mount}`, this.#configuration(jwk));
    this.#provider.proxy = addresses.isProxied;
    this.#provider.use(refuseOtherAuthentication);
    this.#provider.use(limitDiscovery);
    this.#handle = this.#provider.callback();
  }

  /** Returns a documented path as a browser must call it, with prefix and proxy. */
  publicPath(path: string): string {
    return this.#publicUrl.pathname.replace(/\/$/, '') + path;
  }

  /** Serves a request under {@link mount}. The issuer's own routes match the path below it. */
  serve(request: IncomingMessage, response: ServerResponse): void {
    const url = request.url ?? '';
    // The library builds its addresses from `originalUrl`, which Express and Connect set in the same way.
    Object.assign(request, { originalUrl: this.publicPath(url), url: url.slice(this.mount.length) });
    if (this.#provider.proxy)
      Object.assign(request.headers, {
        'x-forwarded-host': this.#publicUrl.host,
        'x-forwarded-proto': this.#publicUrl.protocol.slice(0, -1),
      });
    void this.#handle(request, response);
  }

  /** Returns the account of a token and its end (UTC epoch ms), or null if the token is not valid. */
  async accountOf(token: string): Promise<{ account: string; expiresAt: number } | null> {
    const claims = this.#jwtClaims(token) ?? (await this.#opaqueClaims(token));
    const parsed = claimsSchema.safeParse(claims);
    if (!parsed.success) return null;
    const { sub, ends_at: expiresAt, revocations } = parsed.data;
    if (revocations < this.#revocations || expiresAt <= this.#clock.now()) return null;
    return { account: sub, expiresAt };
  }

  revokeAccessTokens(): void {
    this.#revocations++;
  }

  revokeRefreshTokens(): void {
    this.#store.forgetRefreshTokens();
  }

  /** Forgets all tokens, codes and sign-ins. The signing key stays, because clients cache it. */
  restart(): void {
    this.revokeAccessTokens();
    this.#store.forgetAll();
    this.tokenSeconds = null;
  }

  /** @throws if no sign-in is in progress for this page, or if it expired */
  async loginUnderWay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await this.#provider.interactionDetails(request, response);
  }

  /** `account` is null if the user cancelled. */
  async finishLogin(request: IncomingMessage, response: ServerResponse, account: string | null): Promise<void> {
    const result =
      account === null
        ? { error: 'access_denied', error_description: 'The user cancelled the sign-in.' }
        : { login: { accountId: account }, consent: {} };
    await this.#provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  #configuration(jwk: Record<string, unknown>): Configuration {
    // OAuth counts whole seconds, so at any time scale a lifetime is at least 1 s.
    const scaled = (seconds: number) => Math.max(1, Math.round(this.#clock.realMs(seconds * 1000) / 1000));
    const tokenSeconds = () => scaled(this.tokenSeconds ?? this.#settings.variants.tokenSeconds);
    const clients = new ClientStore(this.#settings);
    const refreshSeconds = scaled(REFRESH_TOKEN_SECONDS);
    return {
      adapter: (model) => (model === 'Client' ? clients : this.#store.adapter(model)),
      jwks: { keys: [jwk] },
      cookies: { keys: ['practice'] },
      scopes: ['openid'],
      routes: {
        authorization: `${PROTOCOL}/auth`,
        token: `${PROTOCOL}/token`,
        jwks: `${PROTOCOL}/certs`,
        revocation: `${PROTOCOL}/revoke`,
      },
      features: {
        devInteractions: { enabled: false },
        userinfo: { enabled: false },
        rpInitiatedLogout: { enabled: false },
        clientCredentials: { enabled: true },
        pushedAuthorizationRequests: { enabled: false },
        dPoP: { enabled: false },
        // Equal to the library's default. Setting it avoids a notice on the console.
        revocation: {
          enabled: true,
          allowedPolicy: async (_context, client, token) => token.clientId === client.clientId,
        },
        resourceIndicators: {
          enabled: true,
          defaultResource: () => AUDIENCE,
          useGrantedResource: () => true,
          // Both endpoints pass this function before they answer, with the client known.
          getResourceServerInfo: (context) => {
            refuseOtherScopes(context.oidc.params?.['scope']);
            return {
              scope: 'openid',
              audience: AUDIENCE,
              accessTokenFormat: this.#settings.variants.accessTokens,
              jwt: { sign: { alg: 'ES256' } },
            };
          },
        },
      },
      enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
      clientDefaults: { id_token_signed_response_alg: 'ES256' },
      extraTokenClaims: (_context, token) => ({
        revocations: this.#revocations,
        ends_at: this.#clock.now() + token.expiration * 1000,
      }),
      renderError: (context, { error, error_description: description }) => {
        context.type = 'html';
        context.body = refusalPage(error, description);
      },
      pkce: { required: () => true },
      issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
      rotateRefreshToken: true,
      ttl: {
        AccessToken: tokenSeconds,
        ClientCredentials: tokenSeconds,
        RefreshToken: refreshSeconds,
        AuthorizationCode: scaled(CODE_SECONDS),
        IdToken: tokenSeconds,
        Grant: refreshSeconds,
        Session: refreshSeconds,
        Interaction: scaled(LOGIN_SECONDS),
      },
      findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
      interactions: { url: (_context, interaction) => this.publicPath(`${this.mount}/login/${interaction.uid}`) },
      // A sign-in counts as consent: the service's own client needs no second page.
      loadExistingGrant: async (context) => {
        const { client, session } = context.oidc;
        if (client === undefined || session?.accountId === undefined) return undefined;
        const grant = new this.#provider.Grant({ clientId: client.clientId, accountId: session.accountId });
        grant.addOIDCScope('openid');
        grant.addResourceScope(AUDIENCE, 'openid');
        await grant.save();
        return grant;
      },
    };
  }

  #jwtClaims(token: string): unknown {
    const [header, payload, signature] = token.split('.');
    if (header === undefined || payload === undefined || signature === undefined) return null;
    const signed = Buffer.from(`${header}.${payload}`);
    // JOSE signatures are the two numbers one after the other, not DER (RFC 7518 section 3.4).
    const key = { key: this.#publicKey, dsaEncoding: 'ieee-p1363' } as const;
    if (!verify('sha256', signed, key, Buffer.from(signature, 'base64url'))) return null;
    return JSON.parse(Buffer.from(payload, 'base64url').toString());
  }

  async #opaqueClaims(token: string): Promise<unknown> {
    const user = await this.#provider.AccessToken.find(token);
    if (user !== undefined) return { ...user.extra, sub: user.accountId };
    const client = await this.#provider.ClientCredentials.find(token);
    return client && { ...client.extra, sub: client.clientId };
  }
}
