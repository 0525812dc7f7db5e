import { onTestFinished } from 'vitest';
import { TokenKeeper } from '../../src-main/core/sign-in/token-keeper.ts';
import { CountingIssuer } from './counting-issuer.ts';
import { FakeClock } from './fake-clock.ts';
import { someProfile } from './profile.ts';
import { SettableGrants } from './settable-grants.ts';
import { SilentLog } from './silent-log.ts';

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
    let result: string | null = null;
    void tokens.accessToken().then(
      (token) => (result = token),
      () => undefined,
    );
    await clock.advance(0);
    return result;
  };
  return { clock, issuer, grants, log, tokens, end, atOnce };
}
