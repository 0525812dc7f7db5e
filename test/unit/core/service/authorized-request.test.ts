import { describe, expect, test } from 'vitest';
import {
  ServiceFailure,
  type ServiceReply,
  type ServiceRequest,
} from '../../../../src-main/core/ports/service-client.ts';
import { TokenError, type TokenRefusal } from '../../../../src-main/core/ports/token-issuer.ts';
import { authorizedRequest } from '../../../../src-main/core/service/authorized-request.ts';
import { someProfile } from '../../../doubles/profile.ts';
import { ScriptedTokens } from '../../../doubles/scripted-tokens.ts';

const never = new AbortController().signal;
const request = {
  what: 'permissions',
  profile: someProfile,
  method: 'GET',
  path: '/permissions',
  timeoutMs: 1_000,
  maxBytes: 1_000,
} as const;
const reply = (status: number, text = '', contentType: string | null = 'application/json'): ServiceReply => ({
  status,
  contentType,
  retryAfterMs: null,
  serviceTime: null,
  headers: [],
  bytes: 0,
  text,
});

function requestWith(...replies: readonly (ServiceReply | Error)[]) {
  const tokens = new ScriptedTokens();
  const sent: string[] = [];
  const send = async ({ accessToken }: ServiceRequest): Promise<ServiceReply> => {
    const answer = replies[sent.push(accessToken) - 1] ?? reply(500);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return {
    tokens,
    sent,
    sendRequest: () => authorizedRequest({ ...request, tokens, service: { send } }, never),
  };
}

test('[SIGN-20] discards a refused token and sends the request once more with a new one', async () => {
  const { tokens, sent, sendRequest } = requestWith(reply(401), reply(200, '{}'));
  expect(await sendRequest()).toEqual(reply(200, '{}'));
  expect([sent, tokens.rejected]).toEqual([['token-1', 'token-2'], ['token-1']]);
});

test('[SIGN-20] stops if the new token is refused, too: the user must sign in', async () => {
  const { tokens, sent, sendRequest } = requestWith(reply(401), reply(401), reply(200));
  await expect(sendRequest()).rejects.toMatchObject({
    data: { code: 'SERVICE_FAILED', facts: { what: 'permissions', problem: 'sign-in-needed', status: 401 } },
  });
  expect([sent, tokens.rejected]).toEqual([
    ['token-1', 'token-2'],
    ['token-1', 'token-2'],
  ]);
});

describe('a failed request is named', () => {
  test.each<[string, ServiceReply | Error, object]>([
    ['403', reply(403, '{"error":"no"}'), { problem: 'forbidden', status: 403, said: '{"error":"no"}' }],
    ['404 with an HTML page', reply(404, '<html>', 'text/html'), { problem: 'refused', status: 404 }],
    ['503', reply(503), { problem: 'unreachable', status: 503 }],
    ['429', reply(429), { problem: 'unreachable', status: 429 }],
    ['a redirect', reply(302), { problem: 'refused', status: 302 }],
    [
      'no answer',
      new ServiceFailure({ code: 'ECONNRESET', about: 'network', detail: 'reset' }),
      { problem: 'unreachable', finding: { key: 'service-unreachable' } },
    ],
    [
      'an answer over the size limit',
      new ServiceFailure({ code: 'ANSWER_TOO_LARGE', about: 'answer', detail: '' }),
      { problem: 'not-understood', finding: { key: 'answer-too-large' } },
    ],
  ])('%s', async (_, answer, facts) => {
    await expect(requestWith(answer).sendRequest()).rejects.toMatchObject({
      data: { code: 'SERVICE_FAILED', facts: { what: 'permissions', ...facts } },
    });
  });

  test.each<[TokenRefusal, object]>([
    [
      { kind: 'refused', about: 'client', code: 'invalid_client', answer: null },
      { problem: 'sign-in-needed', finding: { key: 'client-refused' } },
    ],
    [
      { kind: 'unavailable', code: 'ETIMEDOUT', tls: false, retryAfterMs: null, answer: null },
      { problem: 'unreachable', finding: { key: 'issuer-unreachable' } },
    ],
    [
      { kind: 'not-oauth', code: 'HTTP 404', answer: null },
      { problem: 'unreachable', finding: { key: 'issuer-not-oauth' } },
    ],
  ])('without a token: %o', async (refusal, facts) => {
    const { tokens, sent, sendRequest } = requestWith();
    tokens.refusal = new TokenError(refusal);
    await expect(sendRequest()).rejects.toMatchObject({
      data: { code: 'SERVICE_FAILED', facts: { what: 'permissions', ...facts } },
    });
    expect(sent).toEqual([]);
  });

  test('for what it is if there is no sign-in', async () => {
    const { tokens, sendRequest } = requestWith();
    const why = { code: 'SIGNED_OUT', facts: { profile: 'p', problem: 'never' } } as const;
    tokens.refusal = new TokenError({ kind: 'no-grant', why });
    await expect(sendRequest()).rejects.toMatchObject({ data: why });
  });

  test('but a bug is thrown unchanged', async () => {
    const bug = new Error('a bug');
    await expect(requestWith(bug).sendRequest()).rejects.toBe(bug);
  });
});

test('does not wait for a token after it was aborted', async () => {
  const enough = new AbortController();
  const tokens = new ScriptedTokens();
  tokens.blockedUntil = new Promise(() => undefined);
  const service = { send: async () => reply(200) };
  const sendRequest = authorizedRequest({ ...request, tokens, service }, enough.signal);
  const given = new Error('given up');
  enough.abort(given);
  await expect(sendRequest).rejects.toBe(given);
});
