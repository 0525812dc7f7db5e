import { afterEach, describe, expect, test } from 'vitest';
import type { Grant, GrantSource } from '../../../../src-main/core/ports/grants.ts';
import {
  type TokenIssuer,
  TokenError,
  type TokenRefusal,
  type TokenSet,
} from '../../../../src-main/core/ports/token-issuer.ts';
import { TokenKeeper } from '../../../../src-main/core/sign-in/token-keeper.ts';
import { appError } from '../../../../src-shared/api/errors.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { someProfile } from '../../../doubles/profile.ts';
import { SilentLog } from '../../../doubles/silent-log.ts';

const down: TokenRefusal = { kind: 'unavailable', code: 'HTTP 503', tls: false, retryAfterMs: null, answer: null };
const refused = (code: string): TokenRefusal => ({ kind: 'refused', about: 'client', code, answer: null });

/** Gives out numbered tokens after a while, and remembers what it was asked with. */
class CountingIssuer implements TokenIssuer {
  readonly asked: string[] = [];
  lifetime: number | null = 300;
  /** With each answer comes a new refresh token. */
  rotates = false;
  /** Only the first answer has a refresh token. */
  refreshesOnce = false;
  takesMs = 0;
  refusal: TokenRefusal | null = null;
  refreshRefusal: TokenRefusal | null = null;
  readonly #clock: FakeClock;
  constructor(clock: FakeClock) {
    this.#clock = clock;
  }
  clientCredentials(_profile: unknown, clientSecret: string, signal: AbortSignal): Promise<TokenSet> {
    return this.#give(`credentials ${clientSecret}`, this.refusal, signal);
  }
  refresh(_profile: unknown, _secret: string | null, refreshToken: string, signal: AbortSignal): Promise<TokenSet> {
    return this.#give(refreshToken, this.refusal ?? this.refreshRefusal, signal);
  }
  async #give(asked: string, refusal: TokenRefusal | null, signal: AbortSignal): Promise<TokenSet> {
    const nth = this.asked.push(asked);
    if (this.takesMs > 0) await this.#clock.sleep(this.takesMs, signal);
    if (refusal !== null) throw new TokenError(refusal);
    const hasRefresh = this.rotates || (this.refreshesOnce && nth === 1);
    return {
      accessToken: `token ${nth}`,
      refreshToken: hasRefresh ? `refresh ${nth}` : null,
      expiresInSeconds: this.lifetime,
    };
  }
}

class SettableGrants implements GrantSource {
  grant: Grant | 'never' = { kind: 'client-credentials', clientSecret: 'secret' };
  reads = 0;
  async read(): Promise<Grant> {
    this.reads += 1;
    return this.grant === 'never' ? new Promise(() => undefined) : this.grant;
  }
  /** How often the issuer took what was read. */
  acceptances = 0;
  async accepted(): Promise<void> {
    this.acceptances += 1;
  }
}

const ends: AbortController[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end.abort(new Error('the test is over'));
});

function keeper() {
  const clock = new FakeClock();
  const issuer = new CountingIssuer(clock);
  const grants = new SettableGrants();
  const log = new SilentLog();
  const end = new AbortController();
  ends.push(end);
  const tokens = new TokenKeeper({ profile: someProfile, issuer, grants, clock, log, signal: end.signal });
  /** What is answered in this moment; `null` where it waits. */
  const atOnce = async (): Promise<string | null> => {
    let answered: string | null = null;
    void tokens.accessToken().then(
      (token) => (answered = token),
      () => undefined,
    );
    await clock.advance(0);
    return answered;
  };
  return { clock, issuer, grants, log, tokens, end, atOnce };
}

test('[SIGN-1] what a secret is bound by is told when the issuer has taken it, once, and not before', async () => {
  const { tokens, issuer, grants, clock } = keeper();
  issuer.refusal = { kind: 'refused', about: 'client', code: 'invalid_client', answer: null };
  await expect(tokens.accessToken()).rejects.toThrow(TokenError);
  const whileRefused = grants.acceptances;
  issuer.refusal = null;
  await tokens.accessToken();
  await clock.advance(86_400_000);
  await tokens.accessToken();
  expect([whileRefused, grants.acceptances]).toEqual([0, 1]);
});

describe('a token', () => {
  test('[SIGN-5] fifty callers at once cause one request', async () => {
    const { issuer, tokens } = keeper();
    const got = await Promise.all(Array.from({ length: 50 }, () => tokens.accessToken()));
    expect([new Set(got), issuer.asked]).toEqual([new Set(['token 1']), ['credentials secret']]);
  });

  test('is used for four fifths of its life, and then on while another is fetched', async () => {
    const { clock, issuer, tokens, atOnce } = keeper();
    issuer.takesMs = 0;
    await tokens.accessToken();
    issuer.takesMs = 1_500;
    await clock.advance(239_000);
    expect([await atOnce(), issuer.asked.length]).toEqual(['token 1', 1]);
    await clock.advance(2_000);
    expect([await atOnce(), issuer.asked.length]).toEqual(['token 1', 2]);
    await clock.advance(1_500);
    expect([await atOnce(), issuer.asked.length]).toEqual(['token 2', 2]);
  });

  test.each([
    ['ten seconds is waited for in its last one', 10, 8_900, 9_100],
    ['no known length is taken to live five minutes', null, 289_000, 291_000],
  ])('that lives %s', async (_case, lifetime, usedAt, waitedAt) => {
    const { clock, issuer, tokens, atOnce } = keeper();
    issuer.lifetime = lifetime;
    await tokens.accessToken();
    issuer.takesMs = 1_000_000;
    await clock.advance(usedAt);
    const used = await atOnce();
    await clock.advance(waitedAt - usedAt);
    expect([used, await atOnce()]).toEqual(['token 1', null]);
  });

  test('ages while the computer sleeps', async () => {
    const { clock, tokens } = keeper();
    await tokens.accessToken();
    clock.sleepComputer(3_600_000);
    expect(await tokens.accessToken()).toBe('token 2');
  });

  test('of no lifetime at all serves who asked for it', async () => {
    const { issuer, tokens } = keeper();
    issuer.lifetime = 0;
    expect([await tokens.accessToken(), await tokens.accessToken()]).toEqual(['token 1', 'token 2']);
  });

  test('that was rejected is replaced, once for all who saw it rejected', async () => {
    const { tokens } = keeper();
    const old = await tokens.accessToken();
    tokens.reject(old);
    const fresh = await tokens.accessToken();
    tokens.reject(old);
    expect([fresh, await tokens.accessToken()]).toEqual(['token 2', 'token 2']);
  });

  test.each<[string, TokenRefusal]>([
    ['is down', down],
    ['refuses the client', refused('invalid_client')],
    ['is no issuer any more', { kind: 'not-oauth', code: 'HTTP 200', answer: null }],
  ])('[SIGN-6] that is still good is used while the issuer %s', async (_case, refusal) => {
    const { clock, issuer, tokens } = keeper();
    await tokens.accessToken();
    issuer.refusal = refusal;
    const used: string[] = [];
    for (const at of [245_000, 40_000, 14_000]) {
      // oxlint-disable-next-line no-await-in-loop -- time goes on from one to the next
      await clock.advance(at);
      // oxlint-disable-next-line no-await-in-loop -- as above
      used.push(await tokens.accessToken());
    }
    await clock.advance(2_000);
    expect(used).toEqual(['token 1', 'token 1', 'token 1']);
    await expect(tokens.accessToken()).rejects.toMatchObject({ refusal });
  });

  test('that was rejected is not used again, however the issuer fails', async () => {
    const { issuer, tokens } = keeper();
    tokens.reject(await tokens.accessToken());
    issuer.refusal = down;
    await expect(tokens.accessToken()).rejects.toMatchObject({ refusal: down });
  });

  test('a failed request is not remembered: the next caller asks again', async () => {
    const { issuer, tokens } = keeper();
    issuer.refusal = down;
    await expect(tokens.accessToken()).rejects.toMatchObject({ refusal: down });
    issuer.refusal = null;
    expect(await tokens.accessToken()).toBe('token 2');
  });
});

describe('a refresh token', () => {
  const renewed = async ({ clock, tokens }: ReturnType<typeof keeper>) => {
    await clock.advance(300_000);
    return tokens.accessToken();
  };

  test('is used first, and given up for the credentials when it is refused', async () => {
    const all = keeper();
    all.issuer.rotates = true;
    await all.tokens.accessToken();
    await renewed(all);
    all.issuer.refreshRefusal = refused('invalid_grant');
    await renewed(all);
    expect(all.issuer.asked).toEqual(['credentials secret', 'refresh 1', 'refresh 2', 'credentials secret']);
  });

  test('[SIGN-7] stays good where a refresh answer brings no new one', async () => {
    const all = keeper();
    all.issuer.refreshesOnce = true;
    await all.tokens.accessToken();
    await renewed(all);
    await renewed(all);
    expect(all.issuer.asked).toEqual(['credentials secret', 'refresh 1', 'refresh 1']);
  });

  test('is kept while the issuer is down', async () => {
    const all = keeper();
    all.issuer.rotates = true;
    await all.tokens.accessToken();
    all.issuer.refusal = down;
    await expect(renewed(all)).rejects.toMatchObject({ refusal: down });
    all.issuer.refusal = null;
    await all.tokens.accessToken();
    expect(all.issuer.asked).toEqual(['credentials secret', 'refresh 1', 'refresh 1']);
  });

  test('of a grant of its own is where signing in begins, and goes on with the newest', async () => {
    const all = keeper();
    all.grants.grant = { kind: 'refresh', refreshToken: 'refresh 0', clientSecret: null };
    all.issuer.rotates = true;
    await all.tokens.accessToken();
    await renewed(all);
    expect(all.issuer.asked).toEqual(['refresh 0', 'refresh 1']);
  });

  test('of a grant of its own that is refused ends it, until a person gave another', async () => {
    const all = keeper();
    all.grants.grant = { kind: 'refresh', refreshToken: 'refresh 0', clientSecret: null };
    all.issuer.rotates = true;
    await all.tokens.accessToken();
    all.issuer.refreshRefusal = refused('invalid_grant');
    await expect(renewed(all)).rejects.toMatchObject({ refusal: { code: 'invalid_grant' } });
    all.issuer.refreshRefusal = null;
    all.grants.grant = { kind: 'refresh', refreshToken: 'by hand', clientSecret: null };
    await all.tokens.accessToken();
    // What was used before is never shown again.
    expect(all.issuer.asked).toEqual(['refresh 0', 'refresh 1', 'by hand']);
  });
});

describe('the grant', () => {
  test('is kept while it is good: a keychain that is locked for a moment ends nothing', async () => {
    const { clock, grants, tokens } = keeper();
    await tokens.accessToken();
    grants.grant = { kind: 'none', why: appError('KEYCHAIN_UNAVAILABLE', { detail: 'locked' }).data };
    await clock.advance(300_000);
    expect([await tokens.accessToken(), grants.reads]).toEqual(['token 2', 1]);
  });

  test('that is none says why, and is asked for again next time', async () => {
    const { grants, tokens } = keeper();
    const why = appError('NO_SECRET', { profile: 'Acme', problem: 'none' }).data;
    grants.grant = { kind: 'none', why };
    await expect(tokens.accessToken()).rejects.toMatchObject({ refusal: { kind: 'no-grant', why } });
    grants.grant = { kind: 'client-credentials', clientSecret: 'secret' };
    expect(await tokens.accessToken()).toBe('token 1');
  });

  test('that is refused is read again: a secret that was changed in its place is used at once', async () => {
    const { clock, grants, issuer, tokens } = keeper();
    await tokens.accessToken();
    grants.grant = { kind: 'client-credentials', clientSecret: 'changed' };
    issuer.clientCredentials = async (_profile, clientSecret) => {
      issuer.asked.push(clientSecret);
      if (clientSecret === 'secret') throw new TokenError(refused('invalid_client'));
      return { accessToken: 'changed token', refreshToken: null, expiresInSeconds: 300 };
    };
    await clock.advance(300_000);
    expect([await tokens.accessToken(), issuer.asked]).toEqual([
      'changed token',
      ['credentials secret', 'secret', 'changed'],
    ]);
  });
});

describe('[SIGN-4] ending the keeper ends every wait at once', () => {
  test('for a place of the secret that ignores its signal', async () => {
    const { clock, grants, tokens, end } = keeper();
    grants.grant = 'never';
    const waits = Promise.allSettled([tokens.accessToken(), tokens.accessToken()]);
    await clock.advance(0);
    const reason = new Error('stopped');
    end.abort(reason);
    expect(await waits).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ]);
    await expect(tokens.accessToken()).rejects.toBe(reason);
  });

  test('for the issuer, and for the next renewal', async () => {
    const { clock, issuer, tokens, end } = keeper();
    const fresh = tokens.keepFresh(new AbortController().signal);
    await clock.advance(0);
    tokens.reject(await tokens.accessToken());
    issuer.takesMs = 60_000;
    const waiting = tokens.accessToken().catch((error: unknown) => error);
    await clock.advance(0);
    const reason = new Error('stopped');
    end.abort(reason);
    expect([await waiting, await fresh, clock.sleeping]).toEqual([reason, undefined, 0]);
  });
});

describe('while a stream is open', () => {
  test('[SIGN-8] a planned reconnect never waits for the issuer', async () => {
    const { clock, issuer, tokens, atOnce } = keeper();
    issuer.takesMs = 1_500;
    const first = tokens.accessToken();
    await clock.advance(1_500);
    await first;
    const closed = new AbortController();
    const kept = tokens.keepFresh(closed.signal);
    const answers: (string | null)[] = [];
    // Every half second of a session of 30 minutes, so also whenever a renewal is under way.
    for (let halfSecond = 0; halfSecond < 3_600; halfSecond += 1) {
      // oxlint-disable-next-line no-await-in-loop -- time goes on from one to the next
      await clock.advance(500);
      // oxlint-disable-next-line no-await-in-loop -- as above
      answers.push(await atOnce());
    }
    closed.abort();
    await kept;
    expect([answers.includes(null), issuer.asked.length, clock.sleeping]).toEqual([false, 8, 0]);
  });

  test('ends with its signal at once, also while the issuer is asked, whose answer is kept', async () => {
    const { clock, issuer, tokens } = keeper();
    await tokens.accessToken();
    issuer.takesMs = 60_000;
    const closed = new AbortController();
    let isOver = false;
    const kept = tokens.keepFresh(closed.signal).then(() => (isOver = true));
    await clock.advance(250_000);
    closed.abort();
    await kept;
    await clock.advance(60_000);
    expect([isOver, await tokens.accessToken(), issuer.asked.length]).toEqual([true, 'token 2', 2]);
  });

  test('[SIGN-9] failed renewals are tried again quietly, ever more patiently, and logged without secrets', async () => {
    const { clock, issuer, log, tokens } = keeper();
    await tokens.accessToken();
    issuer.refusal = down;
    const begun = clock.monotonic();
    const at: number[] = [];
    const credentials = issuer.clientCredentials.bind(issuer);
    issuer.clientCredentials = (...asked) => {
      at.push((clock.monotonic() - begun) / 1_000);
      return credentials(...asked);
    };
    void tokens.keepFresh(new AbortController().signal);
    await clock.advance(400_000);
    expect(at).toEqual([240, 242, 246, 254, 270, 302, 362]);
    expect(log.lines).toEqual(
      at.map(() => ({
        level: 'warn',
        message: 'sign-in was not renewed',
        fields: { error: 'unavailable: HTTP 503' },
      })),
    );
  });

  test('an issuer that asks for patience gets it', async () => {
    const { clock, issuer, tokens } = keeper();
    await tokens.accessToken();
    issuer.refusal = { ...down, retryAfterMs: 45_000 };
    void tokens.keepFresh(new AbortController().signal);
    await clock.advance(284_000);
    const before = issuer.asked.length;
    await clock.advance(2_000);
    expect([before, issuer.asked.length]).toEqual([2, 3]);
  });

  test.each([
    [1, 0],
    [5, 0],
    [10, 7],
    [30, 2],
  ])(
    'tokens of %i seconds are renewed %i times a minute: those that live for a moment only when they are needed',
    async (s, times) => {
      const { clock, issuer, tokens } = keeper();
      issuer.lifetime = s;
      await tokens.accessToken();
      void tokens.keepFresh(new AbortController().signal);
      await clock.advance(60_000);
      expect(issuer.asked.length - 1).toBe(times);
    },
  );

  test('a token that was rejected meanwhile is replaced in the background', async () => {
    const { clock, tokens, issuer, atOnce } = keeper();
    const first = await tokens.accessToken();
    void tokens.keepFresh(new AbortController().signal);
    await clock.advance(10_000);
    tokens.reject(first);
    await clock.advance(0);
    issuer.takesMs = 60_000;
    expect(await atOnce()).toBe('token 2');
  });
});
