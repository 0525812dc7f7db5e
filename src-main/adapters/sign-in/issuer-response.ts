/** Adapts responses to `openid-client`, which is stricter than issuers are. */
import type { Response as ReceivedResponse } from 'undici';
import { asRecord } from '../../../src-shared/lib/as-record.ts';
import { parseJsonOrNull } from '../../../src-shared/lib/parse-json.ts';
import { type ServiceResponse, emptyServiceResponse } from '../../../src-shared/api/stream/stream-status.ts';
import { mediaTypeOf } from '../../../src-shared/service/media-type.ts';
import { boundedText } from '../network/bounded-text.ts';
import { retryAfterMsOf } from '../network/retry-after.ts';
import { containsSecret } from '../network/token-redaction.ts';

/** A token response has a few kilobytes; a larger one, after decompression, is something else. */
const MAX_RESPONSE_BYTES = 1_048_576;

export interface ResponseDetails {
  readonly status: number;
  readonly retryAfterMs: number | null;
  readonly answer: ServiceResponse;
}

/** `secrets`: what was sent. The details never contain it. */
export function responseDetails(response: ReceivedResponse, secrets: readonly string[]): ResponseDetails {
  const { status, headers } = response;
  return {
    status,
    retryAfterMs: retryAfterMsOf(headers.get('retry-after'), Date.now()),
    answer: {
      ...emptyServiceResponse('issuer'),
      status,
      contentType: withoutSecret(mediaTypeOf(headers.get('content-type')), secrets),
      location: withoutSecret(locationWithoutQuery(headers.get('location')), secrets),
      server: withoutSecret(headers.get('server'), secrets)?.slice(0, 100) ?? null,
      via: withoutSecret(headers.get('via'), secrets)?.slice(0, 100) ?? null,
    },
  };
}

export function readBody(response: ReceivedResponse): Promise<string> {
  return boundedText(response, MAX_RESPONSE_BYTES);
}

/** The library refuses a token with another 2xx status, an error with status 200, and a repeated content type. */
export function adaptedResponse(
  { status, headers }: ReceivedResponse,
  text: string,
  expectsIdToken: boolean,
): Response {
  const body = asRecord(parseJsonOrNull(text));
  const adapted = new Headers([...headers]);
  const type = mediaTypeOf(headers.get('content-type'));
  if (type !== null) adapted.set('content-type', type.toLowerCase());
  const init = { status: adaptedStatus(status, body), headers: adapted };
  if ('access_token' in body) return new Response(JSON.stringify(normalizedFields(body, expectsIdToken)), init);
  return new Response(text === '' ? null : text, init);
}

function adaptedStatus(status: number, body: Readonly<Record<string, unknown>>): number {
  if (status < 200 || status > 299) return status;
  if (hasValue(body['access_token'])) return 200;
  return hasValue(body['error']) ? 400 : status;
}

/**
 * An unchecked ID token must not cost a good access token (`openid` is the only scope). The type is `Bearer` if it is
 * missing or `BearerToken`. Null or empty fields mean the same as absent ones. A scope may be a list.
 */
function normalizedFields(body: Readonly<Record<string, unknown>>, expectsIdToken: boolean): Record<string, unknown> {
  const fields = Object.entries(body).filter(([, value]) => hasValue(value));
  const {
    id_token: idToken,
    expires_in,
    token_type: type,
    scope,
    ...rest
  }: Record<string, unknown> = { token_type: 'Bearer', ...Object.fromEntries(fields) };
  const seconds = lifetimeSeconds(expires_in);
  return {
    ...rest,
    // The library also accepts DPoP, which no interface of the service does.
    token_type: typeof type === 'string' && /^\s*bearer/i.test(type) ? 'Bearer' : 'another type',
    ...(scope !== undefined && { scope: Array.isArray(scope) ? scope.join(' ') : scope }),
    ...(expectsIdToken && idToken !== undefined && { id_token: idToken }),
    ...(seconds !== null && { expires_in: seconds }),
  };
}

function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function lifetimeSeconds(value: unknown): number | null {
  const seconds = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

/** Target of a redirect, without its query, which may echo a form. */
function locationWithoutQuery(location: string | null): string | null {
  if (location === null || !URL.canParse(location)) return null;
  const { origin, pathname } = new URL(location);
  return `${origin}${pathname}`.slice(0, 300);
}

/** Looking for every encoding of a secret takes milliseconds, so the media type of every good response skips it. */
function withoutSecret(text: string | null, secrets: readonly string[]): string | null {
  return text !== null && text !== 'application/json' && containsSecret(text, secrets) ? null : text;
}
