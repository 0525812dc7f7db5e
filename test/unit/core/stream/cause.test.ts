/** What the table of the reconnect policy does not say: which of the other side's words may stand in a sentence. */
import { describe, expect, test } from 'vitest';
import type { TokenRefusal } from '../../../../src-main/core/ports/token-issuer.ts';
import { causeOf } from '../../../../src-main/core/stream/cause.ts';

describe('of an answer that is no stream, the media type is told and nothing else', () => {
  const cause = (contentType: string | null) =>
    causeOf({ kind: 'not-a-stream', contentType, body: '<h1>Sign in</h1>' }, false);

  test.each<[contentType: string | null, code: string]>([
    ['text/html', 'text/html'],
    ['text/html; charset=utf-8', 'text/html'],
    ['application/vnd.api+json;v="1"', 'application/vnd.api+json'],
    [null, 'no content type'],
    ['', 'no content type'],
    ['html', 'no content type'],
    ['<script>alert(1)</script>/html', 'no content type'],
    ['\u202Etext/html', 'no content type'],
    [`${'a'.repeat(61)}/html`, 'no content type'],
  ])('%j', (contentType, code) => {
    const answer = code === 'no content type' ? 'something else' : `"${code}"`;
    expect(cause(contentType)).toEqual({
      reason: 'not-a-stream',
      code,
      message: `The answer was ${answer} instead of an event stream, as a proxy or a sign-in page sends it. Check the events address in the profile and the proxy.`,
    });
  });

  test.each(['text/html\r\nSet-Cookie: a=b', 'text/html\u001b[2J', 'text/html<script>', `text/${'x'.repeat(500)}`])(
    'what follows the type in %j is left out',
    (contentType) => {
      expect(cause(contentType).code).toMatch(/^text\/(html|x{60})$/);
    },
  );

  test('the body is never told', () => expect(JSON.stringify(cause('text/html'))).not.toContain('Sign in'));
});

describe('a token that cannot be had', () => {
  const cause = (refusal: TokenRefusal) => causeOf({ kind: 'no-token', refusal }, false);
  /** What an issuer wrote; it may hold anything. */
  const detail = 'secret-canary';

  test.each<[sentence: string, refusal: TokenRefusal, reason: string, says: RegExp]>([
    [
      'a refused client is told to try the other way of authenticating',
      { kind: 'refused', about: 'client', code: 'invalid_client', detail },
      'sign-in-needed',
      /client id or its secret \(invalid_client\).*"clientAuthentication".*"basic" and "post"/,
    ],
    [
      'a refused request names the fields to check',
      { kind: 'refused', about: 'request', code: 'unauthorized_client', detail },
      'sign-in-needed',
      /\(unauthorized_client\)\. Check the client id, its secret and the realm/,
    ],
    [
      'an issuer that does not answer is named by its address',
      { kind: 'unavailable', code: 'ENOTFOUND', detail },
      'unreachable',
      /\(ENOTFOUND\)\. Check the network and the sign-in address/,
    ],
    [
      'an answer that is no token hints at a proxy',
      { kind: 'not-oauth', code: 'HTTP 200', detail },
      'unreachable',
      /not as a token issuer; a proxy may have answered/,
    ],
  ])('%s, and not in the words of the issuer', (_sentence, refusal, reason, says) => {
    const told = cause(refusal);
    expect(told).toEqual({ reason, code: refusal.code, message: expect.stringMatching(says) });
    expect(told.message).not.toContain(detail);
  });

  test('a missing secret is told in our own sentence, which knows the three places', () => {
    const sentence = 'There is no client secret. Put it into WATCHFLOOR_CLIENT_SECRET.';
    expect(cause({ kind: 'refused', about: 'secret', code: 'NO_SECRET', detail: sentence })).toEqual({
      reason: 'sign-in-needed',
      code: 'NO_SECRET',
      message: sentence,
    });
  });
});

test('an announced end explains no failure to connect again', () => {
  const unreachable = { kind: 'unreachable', code: 'ECONNREFUSED', detail: '', tls: false } as const;
  expect(causeOf(unreachable, true)).toEqual(causeOf(unreachable, false));
});
