/** Reads an issuer's metadata, on which nothing may depend. Trusts only addresses under the issuer's own origin. */
import * as z from 'zod';
import { type ConnectionProfile, oauthEndpoints } from '../../../src-shared/domain/profile/profile.ts';
import type { Connections, Network } from '../network/network.ts';
import { readBody } from './issuer-response.ts';

/** A user waits for the next step. */
const DISCOVERY_TIMEOUT_MS = 5_000;

export interface IssuerMetadata {
  /** RFC 7009; null if the issuer offers none, or only one under another origin. */
  readonly revocationEndpoint: string | null;
  /** True if the issuer names itself in each callback (RFC 9207). */
  readonly sendsIssuer: boolean;
}

const nothing: IssuerMetadata = { revocationEndpoint: null, sendsIssuer: false };

const documentSchema = z.object({
  issuer: z.string(),
  revocation_endpoint: z.string().optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});

/** Throws nothing but the signal's reason. */
export async function discoverIssuer(
  network: Network,
  profile: ConnectionProfile,
  signal: AbortSignal,
): Promise<IssuerMetadata> {
  signal.throwIfAborted();
  const { issuer } = oauthEndpoints(profile);
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(DISCOVERY_TIMEOUT_MS)]);
  let connections: Connections | null = null;
  try {
    const { caFile = null, proxy } = profile;
    connections = await network.open({ caFile, proxy, connectTimeoutMs: DISCOVERY_TIMEOUT_MS });
    const response = await connections.fetch(`${issuer}/.well-known/openid-configuration`, {
      headers: { accept: 'application/json', 'accept-encoding': 'identity' },
      redirect: 'manual',
      signal: inTime,
    });
    if (response.status !== 200) return nothing;
    return discoveredIn(JSON.parse(await readBody(response)), issuer);
  } catch {
    signal.throwIfAborted();
    return nothing;
  } finally {
    await connections?.destroy();
  }
}

/** `issuer`: the value in the profile. A document with another issuer is ignored (OpenID Connect Discovery 4.3). */
function discoveredIn(document: unknown, issuer: string): IssuerMetadata {
  const parsed = documentSchema.safeParse(document);
  if (!parsed.success || parsed.data.issuer !== issuer) return nothing;
  const { revocation_endpoint: endpoint, authorization_response_iss_parameter_supported: sendsIssuer = false } =
    parsed.data;
  const isOwn = endpoint !== undefined && URL.canParse(endpoint) && new URL(endpoint).origin === new URL(issuer).origin;
  return { revocationEndpoint: isOwn ? endpoint : null, sendsIssuer };
}
