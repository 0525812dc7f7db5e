/**
 * What the token endpoint answered, read up to a bound and made fit for `openid-client`, which is strict where issuers
 * are not. What is kept for diagnostics holds no text of the issuer's that may echo what it was sent.
 */
import type { Response } from 'undici';
import type { ServiceAnswer } from '../../../src-shared/domain/stream-status.ts';
import { mediaTypeOf } from '../../../src-shared/service/media-type.ts';
import { retryAfterMsOf } from '../network/retry-after.ts';

/** A token answer has a few kilobytes; what is larger, unpacked, is none. */
const LARGEST_ANSWER_BYTES = 1_048_576;

export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/** Facts of an answer, beside its body. */
export interface AnswerFacts {
  readonly status: number;
  readonly retryAfterMs: number | null;
  readonly answer: ServiceAnswer;
}

/** `secrets`: what was sent, which is nowhere in the facts. */
export function answerFacts(response: Response, secrets: readonly string[]): AnswerFacts {
  const { status, headers } = response;
  return {
    status,
    retryAfterMs: retryAfterMsOf(headers.get('retry-after'), Date.now()),
    answer: {
      from: 'issuer',
      status,
      contentType: withoutSecret(mediaTypeOf(headers.get('content-type')), secrets),
      location: withoutSecret(placeOf(headers.get('location')), secrets),
      body: null,
      network: null,
    },
  };
}

/** Stops reading at the bound, whatever the answer unpacks to. @throws AnswerTooLarge; what the connection fails with */
export async function textOf(response: Response): Promise<string> {
  const body = response.body?.getReader();
  if (body === undefined) return '';
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a body is read one part after the other
    const { done, value } = await body.read();
    if (done) return new TextDecoder().decode(Buffer.concat(parts));
    parts.push(value);
    bytes += value.length;
    if (bytes <= LARGEST_ANSWER_BYTES) continue;
    void body.cancel().catch(() => undefined);
    throw new AnswerTooLarge(`The answer has more than ${LARGEST_ANSWER_BYTES} bytes.`);
  }
}

/**
 * The answer as the library takes it. Without an ID token, unless somebody checks it: it must not cost us a good access
 * token (`openid` is the only scope, so an issuer may add one); with the token's type, where an issuer left it
 * out: every interface of the service takes bearer tokens; and without a lifetime that is none.
 */
export function acceptable(text: string, withIdToken: boolean): string {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || !('access_token' in body)) return text;
    const {
      id_token: idToken,
      expires_in,
      ...rest
    } = { id_token: undefined, expires_in: undefined, token_type: 'Bearer', ...body };
    const seconds = lifetimeSeconds(expires_in);
    return JSON.stringify({
      ...rest,
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
function placeOf(location: string | null): string | null {
  if (location === null || !URL.canParse(location)) return null;
  const { origin, pathname } = new URL(location);
  return `${origin}${pathname}`.slice(0, 300);
}

function withoutSecret(text: string | null, secrets: readonly string[]): string | null {
  return text !== null && echoes(text, secrets) ? null : text;
}

/** So many characters of a secret tell it: what is cut off at the end is still its beginning. */
const TELLING_CHARACTERS = 12;

/** Whether a text of the issuer's holds what was sent, or its beginning: plain, encoded or turned round, in any case. */
export function echoes(text: string, secrets: readonly string[]): boolean {
  const given = plainly(text);
  return secrets.some(
    (secret) => secret !== '' && encodingsOf(secret).some((encoding) => given.includes(plainly(encoding))),
  );
}

function encodingsOf(secret: string): readonly string[] {
  const turned = Array.from(secret).toReversed().join('');
  const bytes = Buffer.from(secret);
  const beginning = bytes.subarray(0, TELLING_CHARACTERS);
  return [
    beginning.toString(),
    turned.slice(0, TELLING_CHARACTERS),
    beginning.toString('hex'),
    // With other bytes before it, such as the client id: the characters that the secret alone decides.
    ...[0, 1, 2].map((offset) => {
      const shifted = Buffer.concat([Buffer.alloc(offset), beginning]);
      return shifted.toString('base64url').slice(Math.ceil((offset * 8) / 6), Math.floor((shifted.length * 8) / 6));
    }),
  ];
}

/** In small letters, percent-encoding undone as far as it goes, and in one alphabet of base64. */
function plainly(text: string): string {
  const undone = (one: string) =>
    one.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return undone(undone(text)).toLowerCase().replaceAll('+', '-').replaceAll('/', '_');
}
