/**
 * The token endpoint through `openid-client`, without discovery: the document names two endpoints and no metadata.
 * Nothing the issuer says in free text is passed on: an error description may echo what was sent.
 * Source: `service-spec.md` "Authentication"; RFC 6749 sections 4.4, 5.2 and 6.
 */
import * as oauth from 'openid-client';
import { Agent, fetch } from 'undici';
import { type ConnectionProfile, oauthEndpoints } from '../../../src-shared/domain/profile.ts';
import { TokenError, type TokenIssuer, type TokenRefusal, type TokenSet } from '../../core/ports/token-issuer.ts';

/** An issuer that needs longer is as good as down; the stream is blind meanwhile. */
const TIMEOUT_SECONDS = 15;
/** A token answer has a few kilobytes; what is larger is none. */
const ANSWER_BYTES = 1_048_576;
/** An error code of RFC 6749 section 5.2; anything longer or stranger is text that we do not repeat. */
const OAUTH_CODE = /^[\w-]{1,40}$/;
/** Refusals that time cures, whatever their status. */
const PASSING_CODES = new Set(['temporarily_unavailable', 'server_error', 'slow_down']);

export function createOpenidTokenIssuer(): TokenIssuer {
  return {
    clientCredentials: (profile, clientSecret, signal) =>
      request(profile, clientSecret, signal, (configuration) =>
        oauth.clientCredentialsGrant(configuration, { scope: 'openid' }),
      ),
    refresh: (profile, clientSecret, refreshToken, signal) =>
      request(profile, clientSecret, signal, (configuration) => oauth.refreshTokenGrant(configuration, refreshToken)),
  };
}

async function request(
  profile: ConnectionProfile,
  clientSecret: string,
  signal: AbortSignal,
  grant: (
    configuration: oauth.Configuration,
  ) => Promise<oauth.TokenEndpointResponse & oauth.TokenEndpointResponseHelpers>,
): Promise<TokenSet> {
  const { issuer, tokenEndpoint, authorizationEndpoint } = oauthEndpoints(profile);
  const configuration = new oauth.Configuration(
    { issuer, token_endpoint: tokenEndpoint, authorization_endpoint: authorizationEndpoint },
    profile.clientId,
    {},
    profile.clientAuthentication === 'post'
      ? oauth.ClientSecretPost(clientSecret)
      : oauth.ClientSecretBasic(clientSecret),
  );
  configuration.timeout = TIMEOUT_SECONDS;
  // The profile allows http on loopback only; the library allows it nowhere.
  if (tokenEndpoint.startsWith('http:')) oauth.allowInsecureRequests(configuration);
  // An agent of our own: one that is destroyed gives up at once, also while it still connects.
  const agent = new Agent({ connect: { timeout: TIMEOUT_SECONDS * 1_000 }, maxResponseSize: ANSWER_BYTES });
  configuration[oauth.customFetch] = async (url, { body, headers, method, signal: timeout }) => {
    const signals = timeout === undefined ? [signal] : [signal, timeout];
    const answer = await fetch(url, {
      ...(typeof body === 'string' || body instanceof URLSearchParams ? { body } : {}),
      headers,
      method,
      // The credentials stay with the issuer.
      redirect: 'manual',
      signal: AbortSignal.any(signals),
      dispatcher: agent,
    });
    const text = acceptable(await answer.text());
    return new Response(text === '' ? null : text, { status: answer.status, headers: [...answer.headers] });
  };
  try {
    const tokens = await grant(configuration);
    return {
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token ?? null,
      expiresInSeconds: tokens.expiresIn() ?? null,
    };
  } catch (error) {
    signal.throwIfAborted();
    throw new TokenError(refusalOf(error), { cause: error });
  } finally {
    await agent.destroy();
  }
}

/** What a failed grant means. */
function refusalOf(error: unknown): TokenRefusal {
  if (error instanceof oauth.ResponseBodyError) {
    const code = OAUTH_CODE.test(error.error) ? error.error : `HTTP ${error.status}`;
    return mayPass(error.status) || PASSING_CODES.has(code)
      ? { kind: 'unavailable', code, detail: `HTTP ${error.status}` }
      : refused(code);
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError) {
    const code = error.cause
      .map(({ parameters }) => parameters.error)
      .find((text) => text !== undefined && OAUTH_CODE.test(text));
    return { kind: 'refused', about: 'client', code: code ?? `HTTP ${error.status}`, detail: '' };
  }
  const response = error instanceof oauth.ClientError && error.cause instanceof Object ? error.cause : null;
  const status = response !== null && 'status' in response ? response.status : null;
  if (typeof status === 'number')
    return { kind: mayPass(status) ? 'unavailable' : 'not-oauth', code: `HTTP ${status}`, detail: `HTTP ${status}` };
  if (error instanceof oauth.ClientError && error.code === 'OAUTH_TIMEOUT')
    return { kind: 'unavailable', code: 'TIMEOUT', detail: 'no answer in time' };
  const network = networkCode(error);
  if (network !== null) return { kind: 'unavailable', code: network, detail: network };
  // What is no finding of the library is a request that never got an answer.
  if (!(error instanceof oauth.ClientError)) return { kind: 'unavailable', code: 'NO_ANSWER', detail: '' };
  return { kind: 'not-oauth', code: error.code ?? 'OAUTH', detail: '' };
}

function refused(code: string): TokenRefusal {
  const about = code === 'invalid_client' || code === 'unauthorized_client' ? 'client' : 'request';
  return { kind: 'refused', about, code, detail: '' };
}

function mayPass(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

/**
 * The answer as the library takes it: without an ID token, which nobody here reads and which must not cost us a good
 * access token (`openid` is the only scope, so an issuer may add one); and with the token's type, where an issuer left
 * it out: every interface of the service takes bearer tokens.
 */
function acceptable(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || !('access_token' in body)) return text;
    const { id_token: _, ...rest } = { id_token: undefined, token_type: 'Bearer', ...body };
    return JSON.stringify(rest);
  } catch {
    return text;
  }
}

/** The system's code of a failed connection (ECONNREFUSED, ENOTFOUND, a certificate code …) along the causes. */
function networkCode(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && typeof cause.code === 'string' && !cause.code.startsWith('OAUTH_')) return cause.code;
  return null;
}
