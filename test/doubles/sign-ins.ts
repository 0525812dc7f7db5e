/** Runs the sign-ins of a backend over an issuer, a vault, a browser and a clock that a test controls. */
import { onTestFinished } from 'vitest';
import { createGrants } from '../../src-main/adapters/sign-in/grants.ts';
import type { OpenRedirect, RedirectEnd, RedirectListener } from '../../src-main/core/ports/redirect-listener.ts';
import type { Authorization, SignedInPerson, TokenIssuer, TokenSet } from '../../src-main/core/ports/token-issuer.ts';
import { SignIns } from '../../src-main/core/sign-in/sign-ins.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile/profile.ts';
import { CountingIssuer } from './counting-issuer.ts';
import { FakeClock } from './fake-clock.ts';
import { MemoryVault } from './memory-vault.ts';
import { someProfile } from './profile.ts';
import { SilentLog } from './silent-log.ts';

export const authorizationCodeProfile: ConnectionProfile = { ...someProfile, flow: 'authorizationCode' };

/** Records the page that the browser was shown, and if the redirect address is still open. */
class ScriptedRedirect implements OpenRedirect {
  readonly redirectUri = 'http://127.0.0.1:50000/callback';
  readonly state: string;
  isOpen = true;
  shown: RedirectEnd | null = null;
  readonly #came = Promise.withResolvers<URL>();
  constructor(nth: number) {
    this.state = `state ${nth}`;
  }
  redirectBack(parameters = 'code=c'): void {
    this.#came.resolve(new URL(`${this.redirectUri}?${parameters}`));
  }
  callback(signal: AbortSignal): Promise<URL> {
    return new Promise((resolve, reject) => {
      void this.#came.promise.then(resolve);
      // oxlint-disable-next-line prefer-promise-reject-errors -- the reason is the caller's own
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  }
  async finish(how: RedirectEnd): Promise<void> {
    this.shown = how;
  }
  async close(): Promise<void> {
    this.isOpen = false;
  }
}

class ScriptedRedirects implements RedirectListener {
  readonly all: ScriptedRedirect[] = [];
  failure: Error | null = null;
  async listen(): Promise<ScriptedRedirect> {
    if (this.failure !== null) throw this.failure;
    const redirect = new ScriptedRedirect(this.all.length + 1);
    this.all.push(redirect);
    return redirect;
  }
}

/** Exchanges any code for tokens of olivia by default. */
class PeoplesIssuer extends CountingIssuer {
  exchange: () => Promise<TokenSet & SignedInPerson> = async () => ({
    accessToken: 'access',
    refreshToken: 'refresh',
    expiresInSeconds: 300,
    as: 'olivia',
  });
  readonly startedWithSecrets: (string | null)[] = [];
  override async authorization({
    clientSecret,
    state,
  }: Parameters<TokenIssuer['authorization']>[0]): Promise<Authorization> {
    this.startedWithSecrets.push(clientSecret);
    return {
      address: `https://auth.example.com/auth?state=${encodeURIComponent(state)}`,
      exchange: () => this.exchange(),
    };
  }
}

/**
 * Makes the sign-ins and stops them after the test.
 * @param options.fromEnvironment secret in the environment
 */
export function testSignIns({ fromEnvironment }: { fromEnvironment?: string } = {}) {
  const clock = new FakeClock();
  const vault = new MemoryVault();
  const issuer = new PeoplesIssuer(clock);
  const redirects = new ScriptedRedirects();
  const log = new SilentLog();
  const opened: string[] = [];
  const browser = {
    async open(address: string): Promise<boolean> {
      opened.push(address);
      return true;
    },
  };
  const nothing = async () => undefined;
  const bindings = { check: nothing, accept: nothing, bindScope: nothing, bind: nothing };
  const grants = createGrants({ fromEnvironment, vault, bindings });
  const grantChanges: string[] = [];
  const published = { changes: 0 };
  const desk = new SignIns({
    clock,
    log,
    issuer,
    grants,
    redirects,
    browser,
    onGrant: (id, what) => grantChanges.push(`${what} ${id}`),
    onChange: () => (published.changes += 1),
  });
  onTestFinished(() => desk.stop());
  const begin = async (
    keep: 'store' | 'memory' = 'store',
    profile = authorizationCodeProfile,
    { orMemory = false }: { readonly orMemory?: boolean } = {},
  ) => {
    const started = await desk.begin(profile, { keep, orMemory, openBrowser: true });
    const redirect = redirects.all.at(-1);
    if (redirect === undefined) throw new Error('nobody listens');
    return { ...started, redirect };
  };
  return { desk, clock, vault, issuer, redirects, grants, log, opened, grantChanges, published, begin };
}

/** Makes the sign-ins and signs olivia in. */
export async function completedSignIn() {
  const signIns = testSignIns();
  const { done, redirect } = await signIns.begin();
  redirect.redirectBack();
  return { ...signIns, ready: await done };
}
