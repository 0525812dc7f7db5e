import { expect, onTestFinished, test } from 'vitest';
import { TokenError } from '../../../../src-main/core/ports/token-issuer.ts';
import { appError } from '../../../../src-shared/api/errors.ts';
import { someProfile } from '../../../doubles/profile.ts';
import { watchStream } from '../../../doubles/watched-stream.ts';

test('[SIGN-21] closes the stream immediately when the user signs out, and waits for the user', async () => {
  const profile = { ...someProfile, flow: 'authorizationCode' as const };
  const { waitForAttempts, clock, retryNow, sink, status, stop, streams, tokens, waitForStatus } = watchStream({
    profile,
  });
  onTestFinished(stop);
  await waitForAttempts(1);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  await clock.advance(10_000);
  const why = appError('SIGNED_OUT', { profile: profile.name, problem: 'never' });
  tokens.refusal = new TokenError({ kind: 'no-grant', why: why.data });
  tokens.withdraw();
  await clock.advance(0);
  await waitForStatus('sign-in-needed');
  expect([status(), streams.activeAttempts]).toMatchObject([{ cause: { kind: 'no-grant', error: why.data } }, 0]);
  await clock.advance(3_600_000);
  expect(streams.attempts).toHaveLength(1);
  tokens.refusal = null;
  retryNow();
  await waitForAttempts(2);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  expect(sink.spans.map(({ kind, reason }) => reason ?? kind)).toEqual(['session', 'sign-in-needed']);
});
