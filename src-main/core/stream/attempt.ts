/** Makes one attempt to watch, without retries. Returns immediately when watching is stopped. */
import { missingCredentials } from '../sign-in/sign-in-status.ts';
import { type ConnectionProfile, heartbeatLimits, subscribeUrl } from '../../../src-shared/domain/profile/profile.ts';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import type { Log } from '../ports/log.ts';
import type { StreamAttempt, StreamClient } from '../ports/stream-client.ts';
import { TokenError } from '../ports/token-issuer.ts';
import type { TokenKeeper } from '../sign-in/token-keeper.ts';
import type { AttemptOutcome } from './attempt-outcome.ts';
import type { Connection } from './connection.ts';

export interface AttemptOptions {
  readonly profile: ConnectionProfile;
  readonly tokens: Pick<TokenKeeper, 'accessToken' | 'reject' | 'keepFresh' | 'withdrawn'>;
  readonly streams: StreamClient;
  readonly log: Log;
}

export async function attempt(
  { profile, tokens, streams, log }: AttemptOptions,
  connection: Connection,
  { onOpen, ...handlers }: Pick<StreamAttempt, 'lastEventId' | 'onOpen' | 'onEvent' | 'onCursor' | 'onCounted'>,
  signal: AbortSignal,
): Promise<AttemptOutcome | 'stopped'> {
  const either = AbortSignal.any([signal, connection.over]);
  // Hangs up after a sign-out, although the token may still be valid.
  const signedOut: AttemptOutcome = {
    kind: 'no-token',
    refusal: { kind: 'no-grant', why: missingCredentials(profile) },
  };
  tokens.withdrawn.addEventListener('abort', () => connection.hangUpIn(0, signedOut), { signal: either });
  try {
    const accessToken = await abortable(tokens.accessToken(), either);
    connection.requested();
    const end = await streams.attempt({
      ...handlers,
      url: subscribeUrl(profile),
      caFile: profile.caFile ?? null,
      proxy: profile.proxy,
      accessToken,
      silenceMs: heartbeatLimits(profile).blindSeconds * 1_000,
      signal: either,
      onOpen(answer) {
        connection.opened();
        onOpen(answer);
        log.info('the stream is open');
        keepFresh();
      },
    });
    if (end.kind === 'aborted') return signal.aborted ? 'stopped' : (connection.hungUp ?? ENDED_BY_US);
    if (end.kind === 'refused' && end.status === 401) tokens.reject(accessToken);
    if (end.kind === 'silent' && !connection.isOpen) return { kind: 'no-answer' };
    if (end.kind === 'consumer-failed') log.error('an event could not be processed', { error: end.error });
    return end;
  } catch (error) {
    if (signal.aborted) return 'stopped';
    if (connection.hungUp !== null) return connection.hungUp;
    if (error instanceof TokenError) return { kind: 'no-token', refusal: error.refusal };
    throw error;
  } finally {
    connection.end();
  }

  /** Renews the token in the background, so that the reconnect after a planned end need not wait for the issuer. */
  function keepFresh(): void {
    tokens.keepFresh(either).catch((error: unknown) => {
      if (!either.aborted) log.error('the token is not renewed', { error });
    });
  }
}

export const ENDED_BY_US: AttemptOutcome = { kind: 'closed', retryMs: null, cutBytes: 0 };
