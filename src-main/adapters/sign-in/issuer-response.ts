/**
 * What the token endpoint answered, read up to a bound and made fit for `openid-client`, which is strict where issuers
 * are not. What is kept for diagnostics holds no text of the issuer's that may echo what it was sent.
 */
import type { Response } from 'undici';
import { type ServiceResponse, emptyServiceResponse } from '../../../src-shared/domain/stream-status.ts';
import { mediaTypeOf } from '../../../src-shared/service/media-type.ts';
import { boundedText } from '../network/bounded-text.ts';
import { retryAfterMsOf } from '../network/retry-after.ts';
import { containsSecret } from '../network/token-redaction.ts';

/** A token answer has a few kilobytes; what is larger, unpacked, is none. */
const MAX_RESPONSE_BYTES = 1_048_576;

/** Facts of an answer, beside its body. */
export interface ResponseDetails {
  readonly status: number;
  readonly retryAfterMs: number | null;
  readonly answer: ServiceResponse;
}

/** `secrets`: what was sent, which is nowhere in the facts. */
export function responseDetails(response: Response, secrets: readonly string[]): ResponseDetails {
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
    },
  };
}

/** @throws AnswerTooLarge; what the connection fails with */
export function readBody(response: Response): Promise<string> {
  return boundedText(response, MAX_RESPONSE_BYTES);
}

/**
 * The answer as the library takes it. Without an ID token, unless somebody checks it: it must not cost us a good access
 * token (`openid` is the only scope, so an issuer may add one). With the type `Bearer` if the issuer left it out or calls
 * it `BearerToken`: every interface of the service takes bearer tokens. Without fields that are `null` or empty, which
 * mean the same as absent ones, and without a lifetime that is none.
 */
export function normalizeTokenResponse(text: string, withIdToken: boolean): string {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || !('access_token' in body)) return text;
    const fields = Object.entries(body).filter(([, value]) => value !== null && value !== '');
    const {
      id_token: idToken,
      expires_in,
      token_type: type,
      ...rest
    }: Record<string, unknown> = { token_type: 'Bearer', ...Object.fromEntries(fields) };
    const seconds = lifetimeSeconds(expires_in);
    return JSON.stringify({
      ...rest,
      // The library takes DPoP too, which no interface of the service does.
      token_type: typeof type === 'string' && /^\s*bearer/i.test(type) ? 'Bearer' : 'another type',
      ...(withIdToken && idToken !== undefined && { id_token: idToken }),
      ...(seconds !== null && { expires_in: seconds }),
    });
  } catch {
    return text;
  }
}

/** `null` for what is no lifetime. Some issuers write the number as a text. */
function lifetimeSeconds(value: unknown): number | null {
  const seconds = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

/** Where a redirect leads, without its query: that is where a form would be echoed. */
function locationWithoutQuery(location: string | null): string | null {
  if (location === null || !URL.canParse(location)) return null;
  const { origin, pathname } = new URL(location);
  return `${origin}${pathname}`.slice(0, 300);
}

/** Looking for every encoding of a secret takes milliseconds, so the media type of every good answer is let through. */
function withoutSecret(text: string | null, secrets: readonly string[]): string | null {
  return text !== null && text !== 'application/json' && containsSecret(text, secrets) ? null : text;
}
