/**
 * What a failed grant means. Nothing that the issuer says in free text is passed on: an error description may echo what
 * was sent. Source: RFC 6749 section 5.2.
 */
import * as oauth from 'openid-client';
import { AppError } from '../../../src-shared/api/errors.ts';
import { type ServiceResponse, emptyServiceResponse } from '../../../src-shared/domain/stream-status.ts';
import type { TokenRefusal } from '../../core/ports/token-issuer.ts';
import { ResponseTooLarge } from '../network/bounded-text.ts';
import { networkFailureOf, type NetworkFailureKind } from '../network/network-failure.ts';
import { containsSecret } from '../network/token-redaction.ts';
import type { ResponseDetails } from './issuer-response.ts';

/** An error code of RFC 6749 section 5.2; anything longer or stranger is text that we do not repeat. */
const OAUTH_CODE = /^[\w-]{1,40}$/;
/** Those that the standards name (RFC 6749 sections 4 and 5.2, RFC 8628): in them a short secret is there by chance. */
const STANDARD_CODES = new Set([
  'access_denied',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'server_error',
  'slow_down',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_grant_type',
]);
/** Refusals that time cures, whatever their status. */
const TRANSIENT_CODES = new Set(['temporarily_unavailable', 'server_error', 'slow_down']);
/** Those that a status alone tells: a proxy that asks for a sign-in is as passing as one that is down. */
const TRANSIENT_STATUSES = new Set([407, 408, 429]);
const ABOUT_TLS: readonly NetworkFailureKind[] = ['certificate', 'handshake', 'plain-http'];

/** A request that got no answer, or none to its end; `facts`: of the beginning that came. */
export function refusalOfFailedRequest(error: unknown, facts: ResponseDetails | null): TokenRefusal {
  if (error instanceof AppError) return { kind: 'no-grant', why: error.data };
  if (facts !== null && isTransient(facts.status)) return unavailable(`HTTP ${facts.status}`, facts);
  if (error instanceof ResponseTooLarge)
    return { kind: 'not-oauth', code: 'ANSWER_TOO_LARGE', answer: facts?.answer ?? null };
  const { code, about, detail, proxy } = networkFailureOf(error);
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  return {
    kind: 'unavailable',
    code: isTimeout ? 'TIMEOUT' : code,
    tls: ABOUT_TLS.includes(about),
    about,
    proxy,
    retryAfterMs: null,
    answer: { ...(facts?.answer ?? emptyServiceResponse('issuer')), network: isTimeout ? 'no answer in time' : detail },
  };
}

/** A whole answer that is no token. `secrets`: what was sent, which no code repeats. */
export function refusalOfResponse(error: unknown, facts: ResponseDetails, secrets: readonly string[]): TokenRefusal {
  const { status, answer } = facts;
  const known = oauthCodes(error).map((given) => oauthCode(given, secrets));
  const code = known.find((one) => one !== null) ?? `HTTP ${status}`;
  if (isTransient(status) || TRANSIENT_CODES.has(code)) return unavailable(code, facts);
  if (error instanceof oauth.ResponseBodyError) return refused(code, answer);
  if (error instanceof oauth.WWWAuthenticateChallengeError) return { kind: 'refused', about: 'client', code, answer };
  // The library's finding about a body; where its cause is the answer itself, the finding is about that.
  const isAboutBody = error instanceof oauth.ClientError && !(error.cause instanceof Response);
  return { kind: 'not-oauth', code: isAboutBody ? (error.code ?? 'OAUTH') : code, answer };
}

/** An error that the issuer sends back with the browser (RFC 6749 section 4.1.2.1). */
export function callbackRefusal(given: string, secrets: readonly string[]): TokenRefusal {
  const code = oauthCode(given, secrets) ?? 'ERROR';
  return TRANSIENT_CODES.has(code)
    ? { kind: 'unavailable', code, tls: false, retryAfterMs: null, answer: null }
    : refused(code, null);
}

function refused(code: string, answer: ServiceResponse | null): TokenRefusal {
  const isClient = code === 'invalid_client' || code === 'unauthorized_client';
  return { kind: 'refused', about: isClient ? 'client' : 'request', code, answer };
}

/** A code that may be repeated; `null` for one that is no code, or holds what was sent. */
function oauthCode(given: string, secrets: readonly string[]): string | null {
  return STANDARD_CODES.has(given) || (OAUTH_CODE.test(given) && !containsSecret(given, secrets)) ? given : null;
}

function oauthCodes(error: unknown): readonly string[] {
  if (error instanceof oauth.ResponseBodyError) return [error.error];
  if (error instanceof oauth.WWWAuthenticateChallengeError)
    return error.cause.flatMap(({ parameters }) => (parameters.error === undefined ? [] : [parameters.error]));
  return [];
}

function isTransient(status: number): boolean {
  return status >= 500 || TRANSIENT_STATUSES.has(status);
}

function unavailable(code: string, { answer, retryAfterMs }: ResponseDetails): TokenRefusal {
  return { kind: 'unavailable', code, tls: false, retryAfterMs, answer };
}
