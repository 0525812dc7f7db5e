import { expect, onTestFinished, test } from 'vitest';
import { type Access, createAccess } from '../../../../src-main/core/access/access.ts';
import type { AccessParts } from '../../../../src-main/core/access/request-access.ts';
import {
  ServiceFailure,
  type ServiceReply,
  type ServiceRequest,
} from '../../../../src-main/core/ports/service-client.ts';
import { TokenError } from '../../../../src-main/core/ports/token-issuer.ts';
import { AppError } from '../../../../src-shared/api/errors.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { someProfile } from '../../../doubles/profile.ts';
import { ScriptedTokens } from '../../../doubles/scripted-tokens.ts';

const START = Date.UTC(2026, 10, 21, 14);
const RESPONSE = {
  domainId: 'acme.europe',
  roles: ['NOC'],
  accessRights: [],
  solutions: [],
  permissions: { users: ['READ'] },
};

class Service {
  readonly requests: ServiceRequest[] = [];
  readonly signals: AbortSignal[] = [];
  /** Replies in order; the last one repeats. */
  replies: (Partial<ServiceReply> | Error)[] = [{ text: JSON.stringify(RESPONSE) }];
  hold: Promise<void> = Promise.resolve();

  async send(request: ServiceRequest, signal: AbortSignal): Promise<ServiceReply> {
    this.requests.push(request);
    this.signals.push(signal);
    const reply = this.replies[Math.min(this.requests.length, this.replies.length) - 1] ?? {};
    await this.hold;
    signal.throwIfAborted();
    if (reply instanceof Error) throw reply;
    return {
      status: 200,
      contentType: 'application/json',
      retryAfterMs: null,
      serviceTime: null,
      headers: [],
      bytes: 0,
      text: '',
      ...reply,
    };
  }
}

class Tokens extends ScriptedTokens {
  validUntil(): number | null {
    return START + 300_000;
  }
}

function accessOf(changes: Partial<AccessParts> = {}) {
  const clock = new FakeClock(START);
  const service = new Service();
  const tokens = new Tokens();
  const access = createAccess({ profile: someProfile, tokens, service, clock, ...changes });
  return { access, service, tokens, clock };
}

const cached = { fresh: false };
const fresh = { fresh: true };

async function failureOf(access: Access) {
  const error: unknown = await access.report(cached).catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw error;
  return error.data;
}

test('asks the service for the rights of its own token and sends nothing but that token', async () => {
  const { access, service } = accessOf();
  await access.report(cached);
  expect(service.requests).toEqual([
    {
      profile: someProfile,
      method: 'GET',
      path: '/identity-access-management/token-permissions',
      accessToken: 'token-1',
      timeoutMs: 10_000,
      maxBytes: 4_000_000,
    },
  ]);
});

test('sends one request however many callers ask at the same time, and gives all of them the same answer', async () => {
  const { access, service } = accessOf();
  const reports = await Promise.all([cached, fresh, cached, fresh].map((options) => access.report(options)));
  expect({ asked: service.requests.length, same: new Set(reports).size }).toEqual({ asked: 1, same: 1 });
});

test('keeps an answer for 60 s and asks again if a caller wants a fresh one', async () => {
  const { access, service, clock } = accessOf();
  const first = await access.report(cached);
  expect([first.checkedAt, first.keptUntil, first.endsAt]).toEqual([START, START + 60_000, START + 300_000]);
  await clock.advance(59_999);
  expect(await access.report(cached)).toBe(first);
  expect(await access.report(fresh)).not.toBe(first);
  expect(service.requests.length).toBe(2);
  await clock.advance(60_000);
  await access.report(cached);
  expect(service.requests.length).toBe(3);
});

test('leaves the other callers their answer when one caller aborts', async () => {
  const { access, service } = accessOf();
  const { promise, resolve } = Promise.withResolvers<void>();
  service.hold = promise;
  const leaving = new AbortController();
  const left = access.report(cached, leaving.signal);
  const stays = access.report(cached, new AbortController().signal);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  resolve();
  expect((await stays).roles).toEqual(['NOC']);
  expect(service.requests.length).toBe(1);
});

test('aborts the request when the last caller aborts, and the next caller starts a new one', async () => {
  const { access, service } = accessOf();
  const { promise, resolve } = Promise.withResolvers<void>();
  onTestFinished(() => resolve());
  service.hold = promise;
  const leaving = new AbortController();
  const left = access.report(cached, leaving.signal);
  await expect.poll(() => service.requests.length).toBe(1);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  expect(service.signals.map(({ aborted }) => aborted)).toEqual([true]);
  service.hold = Promise.resolve();
  expect((await access.report(cached)).roles).toEqual(['NOC']);
});

test('[ACCESS-2] discards a refused token and sends the request once more', async () => {
  const { access, service, tokens } = accessOf();
  service.replies = [{ status: 401 }, { text: JSON.stringify(RESPONSE) }];
  expect((await access.report(cached)).roles).toEqual(['NOC']);
  expect({ rejected: tokens.rejected, with: service.requests.map(({ accessToken }) => accessToken) }).toEqual({
    rejected: ['token-1'],
    with: ['token-1', 'token-2'],
  });
});

const REFUSED = new TokenError({
  kind: 'no-grant',
  why: { code: 'SIGNED_OUT', facts: { profile: 'A', problem: 'never' } },
});
const unreachable = new ServiceFailure({ code: 'ECONNREFUSED', about: 'network', detail: 'connect' });
const tooLarge = new ServiceFailure({ code: 'ANSWER_TOO_LARGE', about: 'answer', detail: 'more' });
const notAllowed = { code: 'SERVICE_FAILED', facts: { what: 'permissions' } } as const;

test.each([
  ['a second 401', [{ status: 401 }], { problem: 'sign-in-needed', status: 401 }, 2],
  ['403 with a text', [{ status: 403, text: 'no' }], { problem: 'forbidden', status: 403, said: 'no' }, 1],
  ['400', [{ status: 400 }], { problem: 'refused', status: 400 }, 1],
  [
    '503 with an HTML page',
    [{ status: 503, contentType: 'text/html', text: '<h1>' }],
    { problem: 'unreachable', status: 503 },
    1,
  ],
  ['a refused connection', [unreachable], { problem: 'unreachable', finding: { key: 'not-reached' } }, 1],
  ['an answer over the size limit', [tooLarge], { problem: 'not-understood', finding: { key: 'answer-too-large' } }, 1],
  ['200 and an HTML page', [{ contentType: 'text/html', text: '<h1>' }], { problem: 'not-understood', status: 200 }, 1],
  ['200 and no JSON', [{ text: 'OK' }], { problem: 'not-understood', status: 200, said: 'OK' }, 1],
  ['200 and an empty body', [{ text: '' }], { problem: 'not-understood', status: 200 }, 1],
] as const)(
  '[ACCESS-2] reports %s as an error with its reason, never as "nothing is allowed"',
  async (_, replies, facts, expectedRequests) => {
    const { access, service } = accessOf();
    service.replies = [...replies];
    expect(await failureOf(access)).toMatchObject({ ...notAllowed, facts: { ...notAllowed.facts, ...facts } });
    expect(service.requests.length).toBe(expectedRequests);
  },
);

test('[ACCESS-2] sends nothing without a sign-in and reports that the user is signed out', async () => {
  const { access, service, tokens } = accessOf();
  tokens.refusal = REFUSED;
  expect(await failureOf(access)).toEqual({ code: 'SIGNED_OUT', facts: { profile: 'A', problem: 'never' } });
  expect(service.requests).toEqual([]);
});

test('[ACCESS-2] keeps the stored answer usable while the service cannot be reached', async () => {
  const { access, service } = accessOf();
  const first = await access.report(cached);
  service.replies = [unreachable];
  await expect(access.report(fresh)).rejects.toThrow('SERVICE_FAILED');
  expect(await access.report(cached)).toBe(first);
});
