/**
 * Implements the token issuer without discovery: the document names both endpoints. Source: `docs/service.md` §1.2,
 * §2.2; RFC 6749 sections 4.4, 5.2 and 6; RFC 7009.
 */
import * as oauth from 'openid-client';
import type { TokenIssuer } from '../../core/ports/token-issuer.ts';
import type { Network } from '../network/network.ts';
import { openAuthorization } from './authorization.ts';
import { discoverIssuer } from './discovery.ts';
import { requestFromIssuer, tokenSet } from './issuer-request.ts';

export function createOpenidTokenIssuer({ network }: { network: Network }): TokenIssuer {
  return {
    clientCredentials: (profile, clientSecret, signal) =>
      requestFromIssuer({ network, profile, clientSecret, secrets: [clientSecret] }, signal, async (configuration) =>
        tokenSet(await oauth.clientCredentialsGrant(configuration, { scope: 'openid' })),
      ),
    refresh: (profile, clientSecret, refreshToken, signal) =>
      requestFromIssuer(
        { network, profile, clientSecret, secrets: [clientSecret ?? '', refreshToken] },
        signal,
        async (configuration) => tokenSet(await oauth.refreshTokenGrant(configuration, refreshToken)),
      ),
    authorization: (request) => openAuthorization(network, request),
    async revoke(profile, clientSecret, refreshToken, signal) {
      const { revocationEndpoint } = await discoverIssuer(network, profile, signal);
      if (revocationEndpoint === null) return 'not-offered';
      const metadata = { revocation_endpoint: revocationEndpoint };
      const secrets = [clientSecret ?? '', refreshToken];
      try {
        await requestFromIssuer({ network, profile, clientSecret, secrets, metadata }, signal, (configuration) =>
          oauth.tokenRevocation(configuration, refreshToken, { token_type_hint: 'refresh_token' }),
        );
        return 'revoked';
      } catch {
        signal.throwIfAborted();
        return 'failed';
      }
    },
  };
}
