/** Runs a token keeper over an issuer, grants and a clock that a test controls. */
import { onTestFinished } from 'vitest';
import { TokenKeeper } from '../../src-main/core/sign-in/token-keeper.ts';
import { CountingIssuer } from './counting-issuer.ts';
import { FakeClock } from './fake-clock.ts';
import { someProfile } from './profile.ts';
import { SettableGrants } from './settable-grants.ts';
import { SilentLog } from './silent-log.ts';

/** Makes a token keeper and ends it after the test. */
export function testTokenKeeper() {
  const clock = new FakeClock();
  const issuer = new CountingIssuer(clock);
  const grants = new SettableGrants();
  const log = new SilentLog();
  const end = new AbortController();
  onTestFinished(() => end.abort(new Error('the test is over')));
  const tokens = new TokenKeeper({ profile: someProfile, issuer, grants, clock, log, signal: end.signal });
  /** Returns the token if it is available without waiting, otherwise null. */
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
