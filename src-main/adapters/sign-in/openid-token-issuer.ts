/**
 * The token endpoint through `openid-client`, without discovery: the document names two endpoints and no metadata.
 * Nothing the issuer says in free text is passed on: an error description may echo what was sent.
 * Source: `service-spec.md` "Authentication"; RFC 6749 sections 4.4, 5.2 and 6.
 */
import * as oauth from 'openid-client';
import { type ConnectionProfile, oauthEndpoints } from '../../../src-shared/domain/profile.ts';
import { TokenError, type TokenIssuer, type TokenRefusal, type TokenSet } from '../../core/ports/token-issuer.ts';

/** An issuer that needs longer is as good as down; the stream is blind meanwhile. */
const TIMEOUT_SECONDS = 15;
/** An error code of RFC 6749 section 5.2; anything longer or stranger is text that we do not repeat. */
const OAUTH_CODE = /^[\w-]{1,40}$/;

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
  configuration[oauth.customFetch] = (url, init) =>
    fetch(url, {
      ...init,
      body: init.body ?? null,
      signal: init.signal === undefined ? signal : AbortSignal.any([init.signal, signal]),
    });
  try {
    const tokens = await grant(configuration);
    return {
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token ?? null,
      expiresInSeconds: tokens.expiresIn() ?? null,
    };
  } catch (error) {
    signal.throwIfAborted();
    throw new TokenError(refusalOf(error, profile), { cause: error });
  }
}

/** What a failed grant means. */
function refusalOf(error: unknown, profile: Pick<ConnectionProfile, 'clientAuthentication'>): TokenRefusal {
  if (error instanceof oauth.ResponseBodyError) {
    const retryable = error.status >= 500 || error.status === 429 || error.error === 'temporarily_unavailable';
    const code = OAUTH_CODE.test(error.error) ? error.error : `HTTP ${error.status}`;
    return retryable
      ? { kind: 'unavailable', code, detail: `HTTP ${error.status}` }
      : { kind: 'refused', code, detail: refusedSentence(code, profile) };
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError) {
    const code = error.cause
      .map(({ parameters }) => parameters.error)
      .find((text) => text !== undefined && OAUTH_CODE.test(text));
    return {
      kind: 'refused',
      code: code ?? `HTTP ${error.status}`,
      detail: refusedSentence('invalid_client', profile),
    };
  }
  const response = error instanceof oauth.ClientError && error.cause instanceof Object ? error.cause : null;
  const status = response !== null && 'status' in response ? response.status : null;
  if (typeof status === 'number')
    return status >= 500 || status === 429
      ? { kind: 'unavailable', code: `HTTP ${status}`, detail: `HTTP ${status}` }
      : { kind: 'not-oauth', code: `HTTP ${status}`, detail: `HTTP ${status}` };
  if (error instanceof oauth.ClientError && error.code === 'OAUTH_TIMEOUT')
    return { kind: 'unavailable', code: 'TIMEOUT', detail: 'no answer in time' };
  const network = networkCode(error);
  if (network !== null) return { kind: 'unavailable', code: network, detail: network };
  // What is no finding of the library is a request that never got an answer.
  if (!(error instanceof oauth.ClientError)) return { kind: 'unavailable', code: 'NO_ANSWER', detail: '' };
  return { kind: 'not-oauth', code: error.code ?? 'OAUTH', detail: '' };
}

function refusedSentence(code: string, profile: Pick<ConnectionProfile, 'clientAuthentication'>): string {
  const other = profile.clientAuthentication === 'basic' ? 'post' : 'basic';
  return code === 'invalid_client' || code === 'unauthorized_client'
    ? `The token issuer refuses the client id or its secret (${code}). Check both; if they are right, set "clientAuthentication" to "${other}" in the profile.`
    : `The token issuer refuses to give a token (${code}). Check the client id, its secret and the realm in the profile.`;
}

/** The system's code of a failed connection (ECONNREFUSED, ENOTFOUND, a certificate code …) along the causes. */
function networkCode(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && typeof cause.code === 'string' && !cause.code.startsWith('OAUTH_')) return cause.code;
  return null;
}
