/** Reactions of a stream when the host reports that the computer woke or the network is back. */
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

test('[STREAM-11] retries immediately when the network is back, and does not finish its wait', async () => {
  const watched = await connecting();
  watched.streams.end(attemptRefused(403));
  await watched.waitForStatus('reconnecting');
  await watched.clock.advance(10_000);
  watched.awake();
  await watched.waitForAttempts(2);
});

test('[STREAM-11] leaves a session under way alone and waits as usual after its end', async () => {
  const watched = await watching();
  watched.awake();
  watched.streams.end(attemptLost);
  await watched.waitForStatus('reconnecting');
  expect(watched.streams.attempts).toHaveLength(1);
});

test('[STREAM-11] reports a sleep immediately with its length and reason, and then retries', async () => {
  const watched = await watching();
  watched.clock.sleepComputer(3_600_000);
  watched.awake();
  expect(watched.sink.losses[0]).toMatchObject({ reason: 'slept', detail: '3600 s' });
  await watched.clock.advance(1_000);
  await watched.waitForAttempts(2);
});

test('[STREAM-11] asks the service once in ten seconds if the network comes and goes', async () => {
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

test('[STREAM-11] reads an ended sign-in again when the computer wakes', async () => {
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

test('[VAULT-1] reads a locked keychain again when the screen is unlocked', async () => {
  const tokens = new ScriptedTokens();
  const why = appError('KEYCHAIN_UNAVAILABLE', { problem: 'locked' });
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

test('[STREAM-11] does not ask for a taken seat earlier', async () => {
  const watched = await connecting();
  watched.streams.end(attemptRefused(409));
  await watched.waitForStatus('seat-taken');
  watched.awake();
  await watched.clock.advance(0);
  expect(watched.streams.attempts).toHaveLength(1);
});
