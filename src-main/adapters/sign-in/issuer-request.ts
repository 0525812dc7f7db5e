/** Sends one request to a token issuer. Reads the answer up to a limit, and keeps what was sent out of every error. */
import * as oauth from 'openid-client';
import { AppError } from '../../../src-shared/api/errors.ts';
import { type ConnectionProfile, oauthEndpoints } from '../../../src-shared/domain/profile/profile.ts';
import { TokenError, type TokenSet } from '../../core/ports/token-issuer.ts';
import type { Connections, Network } from '../network/network.ts';
import { adaptedResponse, type ResponseDetails, responseDetails, readBody } from './issuer-response.ts';
import { refusalOfFailedRequest, refusalOfResponse } from './token-refusal.ts';

/** An issuer that takes longer is as good as down; the stream is blind meanwhile. */
const TIMEOUT_SECONDS = 15;

export interface IssuerRequest {
  readonly network: Network;
  readonly profile: ConnectionProfile;
  readonly clientSecret: string | null;
  /** Secrets that are sent and must not appear in any error. */
  readonly secrets: readonly string[];
  readonly metadata?: Partial<oauth.ServerMetadata>;
  readonly client?: Partial<oauth.ClientMetadata>;
  readonly expectsIdToken?: boolean;
}

/** @throws TokenError; the signal's reason; AppErrors that `send` throws */
export async function requestFromIssuer<T>(
  request: IssuerRequest,
  signal: AbortSignal,
  send: (configuration: oauth.Configuration) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const { network, profile, secrets, expectsIdToken = false } = request;
  const configuration = configurationOf(request);
  let broken: { readonly error: unknown } | null = null;
  let details: ResponseDetails | null = null;
  let connections: Connections | null = null;
  configuration[oauth.customFetch] = async (url, { body, headers, method, signal: timeout }) => {
    try {
      connections = await network.open({
        caFile: profile.caFile ?? null,
        proxy: profile.proxy,
        connectTimeoutMs: TIMEOUT_SECONDS * 1_000,
      });
      const response = await connections.fetch(url, {
        ...(typeof body === 'string' || body instanceof URLSearchParams ? { body } : {}),
        // A small response needs no compression, and a compressed one may be very large when unpacked.
        headers: { ...headers, 'accept-encoding': 'identity' },
        method,
        redirect: 'manual',
        signal: timeout === undefined ? signal : AbortSignal.any([signal, timeout]),
      });
      details = responseDetails(response, secrets);
      return adaptedResponse(response, await readBody(response), expectsIdToken);
    } catch (error) {
      broken = { error };
      throw error;
    }
  };
  try {
    return await send(configuration);
  } catch (error) {
    signal.throwIfAborted();
    if (broken === null && error instanceof AppError) throw error;
    throw tokenError(error, broken, details, secrets);
  } finally {
    await (connections as Connections | null)?.destroy();
  }
}

export function tokenSet(tokens: oauth.TokenEndpointResponse): TokenSet {
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? null,
    expiresInSeconds: tokens.expires_in ?? null,
  };
}

function tokenError(
  error: unknown,
  broken: { readonly error: unknown } | null,
  details: ResponseDetails | null,
  secrets: readonly string[],
): TokenError {
  // Without the library's error as the cause: it holds the response, which may echo what was sent.
  if (broken === null && details !== null) return new TokenError(refusalOfResponse(error, details, secrets));
  const cause = broken === null ? error : broken.error;
  return new TokenError(refusalOfFailedRequest(cause, details), { cause });
}

export function configurationOf(
  request: Pick<IssuerRequest, 'profile' | 'clientSecret' | 'metadata' | 'client'>,
): oauth.Configuration {
  const { profile, clientSecret, metadata, client } = request;
  const { issuer, tokenEndpoint, authorizationEndpoint } = oauthEndpoints(profile);
  const configuration = new oauth.Configuration(
    { issuer, token_endpoint: tokenEndpoint, authorization_endpoint: authorizationEndpoint, ...metadata },
    profile.clientId,
    client ?? {},
    authentication(profile, clientSecret),
  );
  configuration.timeout = TIMEOUT_SECONDS;
  // The profile allows http on loopback only; the library refuses it everywhere.
  if (tokenEndpoint.startsWith('http:')) oauth.allowInsecureRequests(configuration);
  return configuration;
}

function authentication(profile: ConnectionProfile, clientSecret: string | null): oauth.ClientAuth {
  if (clientSecret === null) return oauth.None();
  return profile.clientAuthentication === 'post'
    ? oauth.ClientSecretPost(clientSecret)
    : oauth.ClientSecretBasic(clientSecret);
}
