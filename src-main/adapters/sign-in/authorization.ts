/**
 * Takes one user to the issuer's page and back: PKCE with S256, `state` and `nonce` for this attempt only. Exchanges
 * the code once. Source: RFC 6749 section 4.1, RFC 7636, RFC 9207, RFC 9700; OpenID Connect Core 3.1.3.7.
 */
import { createHash } from 'node:crypto';
import * as oauth from 'openid-client';
import { type AppError, appError } from '../../../src-shared/api/errors.ts';
import { signedInAuthorId } from '../../../src-shared/domain/cases/author-id.ts';
import { type ConnectionProfile, oauthEndpoints } from '../../../src-shared/domain/profile/profile.ts';
import {
  type Authorization,
  type SignedInPerson,
  TokenError,
  type TokenIssuer,
} from '../../core/ports/token-issuer.ts';
import type { Network } from '../network/network.ts';
import { discoverIssuer } from './discovery.ts';
import { requestFromIssuer, configurationOf, tokenSet } from './issuer-request.ts';
import { callbackRefusal } from './token-refusal.ts';

/** A wrong clock on this computer must not prevent a sign-in; a code is valid for only a minute anyway. */
const CLOCK_TOLERANCE_SECONDS = 300;
/** The ID token comes from the issuer itself, so trust does not depend on its signature. `none` is not accepted. */
const SIGNING_ALGORITHMS = ['RS', 'PS', 'ES', 'HS'].flatMap((kind) => [256, 384, 512].map((bits) => `${kind}${bits}`));
/** Characters of the name of an issuer or a user that are shown. */
const MAX_NAME_LENGTH = 200;

export async function openAuthorization(
  network: Network,
  request: Parameters<TokenIssuer['authorization']>[0],
): Promise<Authorization> {
  const { profile, clientSecret, redirectUri, state } = request;
  const { issuer } = oauthEndpoints(profile);
  const verifier = oauth.randomPKCECodeVerifier();
  const nonce = oauth.randomNonce();
  const address = oauth.buildAuthorizationUrl(configurationOf({ profile, clientSecret }), {
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  const failed = signInErrorFor(profile);
  let isUsed = false;
  return {
    address: address.href,
    async exchange(callback, signal) {
      if (isUsed) throw failed('wrong-answer', { code: 'CODE_USED' });
      isUsed = true;
      const { sendsIssuer } = await discoverIssuer(network, profile, signal);
      checkCallback(callback, { issuer, namesItself: sendsIssuer, state, failed });
      const secrets = [clientSecret ?? '', verifier, state, nonce, ...callback.searchParams.getAll('code')];
      const parameters = {
        network,
        profile,
        clientSecret,
        secrets,
        expectsIdToken: true,
        metadata: { id_token_signing_alg_values_supported: [...SIGNING_ALGORITHMS, 'EdDSA', 'Ed25519'] },
        client: { [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      };
      return requestFromIssuer(parameters, signal, async (configuration) => {
        try {
          const checks = {
            pkceCodeVerifier: verifier,
            expectedState: state,
            expectedNonce: nonce,
            idTokenExpected: true,
          };
          const tokens = await oauth.authorizationCodeGrant(configuration, callback, checks);
          return { ...tokenSet(tokens), ...personOf(tokens.claims()) };
        } catch (error) {
          throw idTokenFailure(error, profile, failed) ?? error;
        }
      });
    },
  };
}

type CreateSignInError = (
  problem: 'denied' | 'wrong-answer' | 'wrong-issuer',
  more?: { readonly code?: string; readonly named?: string },
) => AppError;

function signInErrorFor({ name }: ConnectionProfile): CreateSignInError {
  return (problem, more = {}) => appError('SIGN_IN_FAILED', { profile: name, problem, ...more });
}

/** Checks the origin of a callback first. @throws AppError SIGN_IN_FAILED; TokenError for an error of the issuer */
function checkCallback(
  { searchParams }: URL,
  {
    issuer,
    namesItself,
    state,
    failed,
  }: { issuer: string; namesItself: boolean; state: string; failed: CreateSignInError },
): void {
  const [iss, ...moreIss] = searchParams.getAll('iss');
  if (iss !== undefined && iss !== issuer) throw failed('wrong-issuer', { named: iss.slice(0, MAX_NAME_LENGTH) });
  if ((iss === undefined && namesItself) || moreIss.length > 0) throw failed('wrong-answer', { code: 'ISS' });
  const [stated, ...moreStates] = searchParams.getAll('state');
  if (stated !== state || moreStates.length > 0) throw failed('wrong-answer', { code: 'STATE' });
  const error = searchParams.get('error');
  if (error === 'access_denied') throw failed('denied', { code: error });
  if (error !== null) throw new TokenError(callbackRefusal(error, [state]));
  if (searchParams.getAll('code').join('').length === 0 || searchParams.getAll('code').length > 1)
    throw failed('wrong-answer', { code: 'CODE' });
}

function idTokenFailure(error: unknown, profile: ConnectionProfile, failed: CreateSignInError): AppError | null {
  if (!(error instanceof oauth.ClientError) || error.cause instanceof Response) return null;
  const code = error.code ?? '';
  if (!ID_TOKEN_ERROR_CODES.has(code)) return null;
  const { claim, iss, iat } = comparisonOf(error.cause);
  // The issuer has made the token just now, so its time is that of the issuer's clock.
  const aheadSeconds = iat === null ? 0 : Math.round(Date.now() / 1_000 - iat);
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' && Math.abs(aheadSeconds) > CLOCK_TOLERANCE_SECONDS)
    return appError('SIGN_IN_FAILED', { profile: profile.name, problem: 'clock', seconds: aheadSeconds });
  if (claim === 'iss') return failed('wrong-issuer', iss === null ? {} : { named: iss.slice(0, MAX_NAME_LENGTH) });
  return failed('wrong-answer', { code: claim === null ? 'ID_TOKEN' : `ID_TOKEN_${claim.toUpperCase()}` });
}

const ID_TOKEN_ERROR_CODES = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_PARSE_ERROR',
  'OAUTH_UNSUPPORTED_OPERATION',
]);
const CLAIMS = new Set(['iss', 'aud', 'azp', 'nonce', 'exp', 'iat', 'nbf']);

interface FailedClaim {
  readonly claim: string | null;
  readonly iss: string | null;
  /** Unix time in seconds. */
  readonly iat: number | null;
}

function comparisonOf(cause: unknown): FailedClaim {
  const detail = memberOf(cause, 'cause');
  const claim = memberOf(detail, 'claim');
  if (typeof claim !== 'string' || !CLAIMS.has(claim)) return { claim: null, iss: null, iat: null };
  const claims = memberOf(detail, 'claims');
  const [iss, iat] = [memberOf(claims, 'iss'), memberOf(claims, 'iat')];
  return { claim, iss: typeof iss === 'string' ? iss : null, iat: typeof iat === 'number' ? iat : null };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}

function personOf(claims: oauth.IDToken | undefined): SignedInPerson {
  const as = nameOf(claims);
  if (claims === undefined) return { as };
  const account = JSON.stringify([claims.iss, claims.sub]);
  return { as, person: signedInAuthorId(createHash('sha256').update(account).digest('hex')) };
}

/** Prefers the name by which people know each other; the last choice is the issuer's own name for the account. */
function nameOf(claims: oauth.IDToken | undefined): string | null {
  const names = [claims?.['preferred_username'], claims?.['name'], claims?.['email'], claims?.sub];
  const name = names.find((one) => typeof one === 'string' && one.trim() !== '');
  return typeof name === 'string' ? name.slice(0, MAX_NAME_LENGTH) : null;
}
