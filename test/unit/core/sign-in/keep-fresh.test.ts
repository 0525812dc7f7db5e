import { describe, expect, test } from 'vitest';
import { issuerUnavailable } from '../../../doubles/counting-issuer.ts';
import { testTokenKeeper } from '../../../doubles/token-keeper.ts';

describe('TokenKeeper.keepFresh, while a stream is open,', () => {
  test('[SIGN-6] has a valid token ready whenever a reconnect asks for one', async () => {
    const { clock, issuer, tokens, atOnce } = testTokenKeeper();
    issuer.delayMs = 1_500;
    const first = tokens.accessToken();
    await clock.advance(1_500);
    await first;
    const closed = new AbortController();
    const keepingFresh = tokens.keepFresh(closed.signal);
    const tokenTexts: (string | null)[] = [];
    // Asks every half second of a session of 30 minutes, and so also during renewals.
    for (let halfSecond = 0; halfSecond < 3_600; halfSecond += 1) {
      await clock.advance(500);
      tokenTexts.push(await atOnce());
    }
    closed.abort();
    await keepingFresh;
    expect([tokenTexts.includes(null), issuer.requests.length, clock.sleeping]).toEqual([false, 8, 0]);
  });

  test('ends immediately with its signal, and keeps the token if the issuer answers later', async () => {
    const { clock, issuer, tokens } = testTokenKeeper();
    await tokens.accessToken();
    issuer.delayMs = 60_000;
    const closed = new AbortController();
    let isOver = false;
    const keepingFresh = tokens.keepFresh(closed.signal).then(() => (isOver = true));
    await clock.advance(250_000);
    closed.abort();
    await keepingFresh;
    await clock.advance(60_000);
    expect([isOver, await tokens.accessToken(), issuer.requests.length]).toEqual([true, 'token 2', 2]);
  });

  test('[SIGN-20] retries failed renewals with growing pauses and logs them without secrets', async () => {
    const { clock, issuer, log, tokens } = testTokenKeeper();
    await tokens.accessToken();
    issuer.refusal = issuerUnavailable;
    const startedAt = clock.monotonic();
    const at: number[] = [];
    const credentials = issuer.clientCredentials.bind(issuer);
    issuer.clientCredentials = (...parameters) => {
      at.push((clock.monotonic() - startedAt) / 1_000);
      return credentials(...parameters);
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

  test('pauses after a failed renewal, also for callers that still have a good token', async () => {
    const { clock, issuer, tokens } = testTokenKeeper();
    await tokens.accessToken();
    issuer.refusal = issuerUnavailable;
    await clock.advance(241_000);
    const requests: number[] = [];
    for (let call = 0; call < 3; call += 1) {
      await tokens.accessToken();
      await clock.advance(500);
      requests.push(issuer.requests.length);
    }
    await clock.advance(2_000);
    await tokens.accessToken();
    await clock.advance(0);
    expect({ duringThePause: requests, afterThePause: issuer.requests.length }).toEqual({
      duringThePause: [2, 2, 2],
      afterThePause: 3,
    });
  });

  test('waits as long as the issuer asks for in Retry-After', async () => {
    const { clock, issuer, tokens } = testTokenKeeper();
    await tokens.accessToken();
    issuer.refusal = { ...issuerUnavailable, retryAfterMs: 45_000 };
    void tokens.keepFresh(new AbortController().signal);
    await clock.advance(284_000);
    const before = issuer.requests.length;
    await clock.advance(2_000);
    expect([before, issuer.requests.length]).toEqual([2, 3]);
  });

  test.each([
    [1, 0],
    [5, 0],
    [10, 7],
    [30, 2],
  ])(
    'renews a token of %i s %i times a minute; one that lives less than 10 s is renewed only on demand',
    async (s, times) => {
      const { clock, issuer, tokens } = testTokenKeeper();
      issuer.lifetimeSeconds = s;
      await tokens.accessToken();
      void tokens.keepFresh(new AbortController().signal);
      await clock.advance(60_000);
      expect(issuer.requests.length - 1).toBe(times);
    },
  );

  test('replaces a rejected token in the background', async () => {
    const { clock, tokens, issuer, atOnce } = testTokenKeeper();
    const first = await tokens.accessToken();
    void tokens.keepFresh(new AbortController().signal);
    await clock.advance(10_000);
    tokens.reject(first);
    await clock.advance(0);
    issuer.delayMs = 60_000;
    expect(await atOnce()).toBe('token 2');
  });
});
