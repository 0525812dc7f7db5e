/** What a host's word that the computer woke, or that its network is back, does to a stream that is not watching. */
import { afterEach, expect, test } from 'vitest';
import { TokenError } from '../../../../src-main/core/ports/token-issuer.ts';
import { appError } from '../../../../src-shared/api/errors.ts';
import { ScriptedTokens } from '../../../doubles/scripted-tokens.ts';
import {
  attemptLost,
  attemptRefused,
  attemptUnreachable,
  watchStream,
  type WatchedStream,
} from '../../../doubles/watched-stream.ts';

const opened: WatchedStream[] = [];
afterEach(() => Promise.all(opened.splice(0).map(({ stop }) => stop())));

async function connecting(): Promise<WatchedStream> {
  const watched = watchStream();
  opened.push(watched);
  await watched.waitForAttempts(1);
  return watched;
}
async function watching(): Promise<WatchedStream> {
  const watched = await connecting();
  watched.streams.event('SUBSCRIPTION_STARTED', watched.clock.now());
  return watched;
}

test('[HOST-4] the network is back: what waits for it tries at once, not when its wait is over', async () => {
  const watched = await connecting();
  watched.streams.end(attemptRefused(403));
  await watched.waitForStatus('reconnecting');
  await watched.clock.advance(10_000);
  watched.awake();
  await watched.waitForAttempts(2);
});

test('[HOST-4] a session under way is left alone, and its end is followed by the usual wait', async () => {
  const watched = await watching();
  watched.awake();
  watched.streams.end(attemptLost);
  await watched.waitForStatus('reconnecting');
  expect(watched.streams.attempts).toHaveLength(1);
});

test('[HOST-4] a sleep is told at once, with its length and reason, and the next attempt follows', async () => {
  const watched = await watching();
  watched.clock.sleepComputer(3_600_000);
  watched.awake();
  expect(watched.sink.losses[0]).toMatchObject({ reason: 'slept', detail: '3600 s' });
  await watched.clock.advance(1_000);
  await watched.waitForAttempts(2);
});

test('[HOST-4] a network that comes and goes asks the service once in ten seconds', async () => {
  const watched = await connecting();
  watched.streams.end(attemptUnreachable);
  await watched.waitForStatus('reconnecting');
  watched.awake();
  await watched.waitForAttempts(2);
  watched.streams.end(attemptUnreachable);
  await watched.waitForStatus('reconnecting');
  watched.awake();
  watched.awake();
  await watched.clock.advance(0);
  expect(watched.streams.attempts).toHaveLength(2);
});

test('[STREAM-13] a sign-in that is over is looked for again when the computer wakes', async () => {
  const tokens = new ScriptedTokens();
  const why = appError('SIGNED_OUT', { profile: 'Acme', problem: 'ended' });
  tokens.refusal = new TokenError({ kind: 'no-grant', why: why.data });
  const watched = watchStream({ tokens });
  opened.push(watched);
  await watched.waitForStatus('sign-in-needed');
  tokens.refusal = null;
  await watched.clock.advance(3_600_000);
  expect(watched.streams.attempts).toHaveLength(0);
  watched.awake();
  await watched.waitForAttempts(1);
});

test('[VAULT-10] a keychain that was locked is asked again when the screen is unlocked', async () => {
  const tokens = new ScriptedTokens();
  const why = appError('KEYCHAIN_UNAVAILABLE', { detail: 'it is locked' });
  tokens.refusal = new TokenError({ kind: 'no-grant', why: why.data });
  const watched = watchStream({ tokens });
  opened.push(watched);
  await watched.waitForStatus('sign-in-needed');
  tokens.refusal = null;
  await watched.clock.advance(10_000);
  expect(watched.streams.attempts).toHaveLength(0);
  watched.awake();
  await watched.waitForAttempts(1);
});

test('[HOST-4] a seat that is taken is not asked for sooner', async () => {
  const watched = await connecting();
  watched.streams.end(attemptRefused(409));
  await watched.waitForStatus('seat-taken');
  watched.awake();
  await watched.clock.advance(0);
  expect(watched.streams.attempts).toHaveLength(1);
});
