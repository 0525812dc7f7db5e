/** Classifies failed token requests (RFC 6749 section 5.2). Passes on no free text, which may echo what was sent. */
import * as oauth from 'openid-client';
import { AppError } from '../../../src-shared/api/errors.ts';
import { type ServiceResponse, emptyServiceResponse } from '../../../src-shared/api/stream/stream-status.ts';
import type { TokenRefusal } from '../../core/ports/token-issuer.ts';
import { isTokenField } from '../../../src-shared/service/token-fields.ts';
import { ResponseTooLarge } from '../network/bounded-text.ts';
import { networkFailureOf, type NetworkFailureKind } from '../network/network-failure.ts';
import { containsSecret } from '../network/token-redaction.ts';
import type { ResponseDetails } from './issuer-response.ts';

/** An error code of RFC 6749 section 5.2. Anything longer or different is text that must not be repeated. */
const OAUTH_CODE = /^[\w-]{1,40}$/;
/** RFC 6749 sections 4 and 5.2, RFC 8628. A short secret inside one of them is a coincidence. */
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
/** Codes of temporary refusals, whatever their status. */
const TRANSIENT_CODES = new Set(['temporarily_unavailable', 'server_error', 'slow_down']);
/** Statuses of temporary failures. A proxy that asks for a sign-in (407) is as temporary as one that is down. */
const TRANSIENT_STATUSES = new Set([407, 408, 429]);
const ABOUT_TLS: readonly NetworkFailureKind[] = ['certificate', 'handshake', 'plain-http'];

/** Classifies a request without a complete response. `details`: details of the beginning that arrived. */
export function refusalOfFailedRequest(error: unknown, details: ResponseDetails | null): TokenRefusal {
  if (error instanceof AppError) return { kind: 'no-grant', why: error.data };
  if (details !== null && isTransient(details.status)) return unavailable(`HTTP ${details.status}`, details);
  if (error instanceof ResponseTooLarge)
    return { kind: 'not-oauth', code: 'ANSWER_TOO_LARGE', answer: details?.answer ?? null };
  const { code, about, detail, proxy } = networkFailureOf(error);
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  return {
    kind: 'unavailable',
    code: isTimeout ? 'TIMEOUT' : code,
    tls: ABOUT_TLS.includes(about),
    about,
    proxy,
    retryAfterMs: null,
    answer: {
      ...(details?.answer ?? emptyServiceResponse('issuer')),
      network: isTimeout ? 'no answer in time' : detail,
    },
  };
}

/** Classifies a complete response without a token. `secrets`: what was sent; no returned code contains it. */
export function refusalOfResponse(error: unknown, details: ResponseDetails, secrets: readonly string[]): TokenRefusal {
  const { status, answer } = details;
  const known = oauthCodes(error).map((given) => oauthCode(given, secrets));
  const code = known.find((one) => one !== null) ?? `HTTP ${status}`;
  if (isTransient(status) || TRANSIENT_CODES.has(code)) return unavailable(code, details);
  if (error instanceof oauth.ResponseBodyError) return refused(code, answer);
  if (error instanceof oauth.WWWAuthenticateChallengeError) return { kind: 'refused', about: 'client', code, answer };
  // If the cause is the response, the library's error is about the response and not about its body.
  const isAboutBody = error instanceof oauth.ClientError && !(error.cause instanceof Response);
  return { kind: 'not-oauth', code: isAboutBody ? (invalidFieldIn(error) ?? error.code ?? 'OAUTH') : code, answer };
}

function invalidFieldIn({ cause }: oauth.ClientError): string | null {
  const field = cause instanceof Error ? /^"response" body "(\w+)" property/.exec(cause.message)?.[1] : undefined;
  return field !== undefined && isTokenField(field) ? field : null;
}

/** Classifies an error that the issuer returns through the browser (RFC 6749 section 4.1.2.1). */
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

/** Returns a code that may be repeated; null if it is not a code or contains what was sent. */
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
