/**
 * The token endpoint through `openid-client`, without discovery: the document names two endpoints and no metadata.
 * The connection, its trust and its proxy are the network's.
 * Source: `service-spec.md` "Authentication"; RFC 6749 sections 4.4, 5.2 and 6.
 */
import * as oauth from 'openid-client';
import { type ConnectionProfile, oauthEndpoints } from '../../../src-shared/domain/profile.ts';
import { TokenError, type TokenIssuer, type TokenSet } from '../../core/ports/token-issuer.ts';
import type { Connections, Network } from '../network/network.ts';
import { acceptable, type AnswerFacts, answerFacts, textOf } from './issuer-answer.ts';
import { brokenRequest, refusalOf } from './token-refusal.ts';

/** An issuer that needs longer is as good as down; the stream is blind meanwhile. */
const TIMEOUT_SECONDS = 15;

export function createOpenidTokenIssuer({ network }: { network: Network }): TokenIssuer {
  return {
    clientCredentials: (profile, clientSecret, signal) =>
      request(network, profile, clientSecret, [clientSecret], signal, (configuration) =>
        oauth.clientCredentialsGrant(configuration, { scope: 'openid' }),
      ),
    refresh: (profile, clientSecret, refreshToken, signal) =>
      request(network, profile, clientSecret, [clientSecret ?? '', refreshToken], signal, (configuration) =>
        oauth.refreshTokenGrant(configuration, refreshToken),
      ),
  };
}

async function request(
  network: Network,
  profile: ConnectionProfile,
  clientSecret: string | null,
  secrets: readonly string[],
  signal: AbortSignal,
  grant: (
    configuration: oauth.Configuration,
  ) => Promise<oauth.TokenEndpointResponse & oauth.TokenEndpointResponseHelpers>,
): Promise<TokenSet> {
  signal.throwIfAborted();
  const configuration = configurationOf(profile, clientSecret);
  // What the library makes of a failed request is less than what failed.
  let broken: { readonly error: unknown } | null = null;
  let facts: AnswerFacts | null = null;
  let connections: Connections | null = null;
  configuration[oauth.customFetch] = async (url, { body, headers, method, signal: timeout }) => {
    try {
      connections = await network.open({
        caFile: profile.caFile ?? null,
        proxy: profile.proxy,
        connectTimeoutMs: TIMEOUT_SECONDS * 1_000,
      });
      const answer = await connections.fetch(url, {
        ...(typeof body === 'string' || body instanceof URLSearchParams ? { body } : {}),
        // Nothing that small needs packing, and what is packed small may unpack large.
        headers: { ...headers, 'accept-encoding': 'identity' },
        method,
        // The credentials stay with the issuer.
        redirect: 'manual',
        signal: timeout === undefined ? signal : AbortSignal.any([signal, timeout]),
      });
      facts = answerFacts(answer, secrets);
      const text = acceptable(await textOf(answer));
      return new Response(text === '' ? null : text, { status: answer.status, headers: [...answer.headers] });
    } catch (error) {
      broken = { error };
      throw error;
    }
  };
  try {
    const tokens = await grant(configuration);
    return {
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token ?? null,
      expiresInSeconds: tokens.expires_in ?? null,
    };
  } catch (error) {
    signal.throwIfAborted();
    throw tokenError(error, broken, facts, secrets);
  } finally {
    await (connections as Connections | null)?.destroy();
  }
}

function tokenError(
  error: unknown,
  broken: { readonly error: unknown } | null,
  facts: AnswerFacts | null,
  secrets: readonly string[],
): TokenError {
  // Without the library's finding as the cause: it holds the answer, which may echo what was sent.
  if (broken === null && facts !== null) return new TokenError(refusalOf(error, facts, secrets));
  const cause = broken === null ? error : broken.error;
  return new TokenError(brokenRequest(cause, facts), { cause });
}

function configurationOf(profile: ConnectionProfile, clientSecret: string | null): oauth.Configuration {
  const { issuer, tokenEndpoint, authorizationEndpoint } = oauthEndpoints(profile);
  const configuration = new oauth.Configuration(
    { issuer, token_endpoint: tokenEndpoint, authorization_endpoint: authorizationEndpoint },
    profile.clientId,
    {},
    authentication(profile, clientSecret),
  );
  configuration.timeout = TIMEOUT_SECONDS;
  // The profile allows http on loopback only; the library allows it nowhere.
  if (tokenEndpoint.startsWith('http:')) oauth.allowInsecureRequests(configuration);
  return configuration;
}

function authentication(profile: ConnectionProfile, clientSecret: string | null): oauth.ClientAuth {
  if (clientSecret === null) return oauth.None();
  return profile.clientAuthentication === 'post'
    ? oauth.ClientSecretPost(clientSecret)
    : oauth.ClientSecretBasic(clientSecret);
}
