/** A token keeper over an issuer, grants and time that a test plays by hand. */
import { onTestFinished } from 'vitest';
import { TokenKeeper } from '../../src-main/core/sign-in/token-keeper.ts';
import { CountingIssuer } from './counting-issuer.ts';
import { FakeClock } from './fake-clock.ts';
import { someProfile } from './profile.ts';
import { SettableGrants } from './settable-grants.ts';
import { SilentLog } from './silent-log.ts';

/** It is ended after the test. */
export function testTokenKeeper() {
  const clock = new FakeClock();
  const issuer = new CountingIssuer(clock);
  const grants = new SettableGrants();
  const log = new SilentLog();
  const end = new AbortController();
  onTestFinished(() => end.abort(new Error('the test is over')));
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
