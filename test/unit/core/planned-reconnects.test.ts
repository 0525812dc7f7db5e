/**
 * Planned session ends in a row (48 in the thorough run, one day of them) with a token issuer that needs 1.5 s per
 * answer. Sessions and tokens live a fifth as long as those of a service: what matters is that tokens expire first.
 * `npm run test:long` runs it with real sockets.
 */
import { expect, test } from 'vitest';
import type { Clock } from '../../../src-main/core/ports/clock.ts';
import type { AttemptEnd, StreamAttempt, StreamClient } from '../../../src-main/core/ports/stream-client.ts';
import type { TokenIssuer, TokenSet } from '../../../src-main/core/ports/token-issuer.ts';
import { openWatch } from '../../../src-main/core/open-watch.ts';
import { coverageFigures } from '../../../src-shared/domain/coverage/coverage-figures.ts';
import { watchIdSchema } from '../../../src-shared/domain/identity.ts';
import { FakeClock } from '../../doubles/fake-clock.ts';
import { inThreadDatabases } from '../../doubles/in-thread-databases.ts';
import { someProfile } from '../../doubles/profile.ts';
import { aGrantSource, watchPorts } from '../../doubles/watch-ports.ts';
import { rounds } from '../../support/breadth.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';
import { noAnswer } from '../../doubles/watched-stream.ts';

const SESSION_MS = 6 * 60_000;
const HEARTBEAT_MS = 30_000;
const ISSUER_MS = 1_500;
const SESSIONS = rounds({ usual: 10, thorough: 48 });

/** The service as its document describes it, in fake time. */
class ScheduledService implements StreamClient, TokenIssuer {
  /** Time from the end of a session to the start of the next, as the service sees it, in ms. */
  readonly unheard: number[] = [];
  tokens = 0;
  #endedAt: number | null = null;
  readonly #clock: Clock;
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async attempt({ onOpen, onEvent, signal }: StreamAttempt): Promise<AttemptEnd> {
    const startedAt = this.#clock.monotonic();
    if (this.#endedAt !== null) this.unheard.push(startedAt - this.#endedAt);
    const send = (kind: string) => onEvent({ kind, id: null, receivedAt: this.#clock.now(), data: '{}' });
    try {
      onOpen(noAnswer);
      await send('SUBSCRIPTION_STARTED');
      for (let next = HEARTBEAT_MS; next < SESSION_MS; next += HEARTBEAT_MS) {
        await this.#clock.sleep(startedAt + next - this.#clock.monotonic(), signal);
        void send('HEARTBEAT');
      }
      await this.#clock.sleep(startedAt + SESSION_MS - this.#clock.monotonic(), signal);
      void send('SUBSCRIPTION_ENDED');
    } catch {
      return { kind: 'aborted' };
    }
    this.#endedAt = this.#clock.monotonic();
    return { kind: 'closed', retryMs: null, cutBytes: 0 };
  }

  async clientCredentials(_profile: unknown, _secret: string, signal: AbortSignal): Promise<TokenSet> {
    await this.#clock.sleep(ISSUER_MS, signal);
    this.tokens += 1;
    return { accessToken: `token-${this.tokens}`, refreshToken: null, expiresInSeconds: 60 };
  }
  refresh(): Promise<TokenSet> {
    throw new Error('no refresh token was given');
  }
  authorization(): never {
    throw new Error('nobody signs in here');
  }
  async revoke(): Promise<'not-offered'> {
    return 'not-offered';
  }
}

test('[SIGN-6] no planned reconnect waits for the issuer, and none counts as a gap', async () => {
  const clock = new FakeClock();
  const service = new ScheduledService(clock);
  const stores = inThreadDatabases(temporaryDirectory()).stores;
  const watch = await openWatch(
    { ...watchPorts(stores), clock, streams: service, issuer: service },
    { profile: someProfile, practice: false, grants: aGrantSource('secret') },
    watchIdSchema.parse('the-watch'),
  );
  const from = clock.now();
  for (let session = 0; session < SESSIONS; session += 1) await clock.advance(SESSION_MS);
  await clock.advance(HEARTBEAT_MS);
  const to = clock.now();
  const coverage = await watch.reader().coverage({ from, to });
  const figures = coverageFigures(coverage, { from, to }, to, to);
  await watch.stop();

  expect({ ends: service.unheard.length, longestMs: Math.max(...service.unheard) }).toEqual({
    ends: SESSIONS,
    longestMs: 0,
  });
  expect({ reconnects: figures.reconnects, gaps: figures.gaps, blindMs: figures.blindMs }).toEqual({
    reconnects: SESSIONS,
    gaps: 0,
    blindMs: 0,
  });
});
