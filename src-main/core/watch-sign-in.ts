/** Holds the token of a watch and its rights. Forgets both when the credentials change. */
import { createAccess } from './access/access.ts';
import { ChangeSignal } from './lib/change-signal.ts';
import { TokenKeeper } from './sign-in/token-keeper.ts';
import { RequestLog } from './subscriptions/request-log.ts';
import type { WatchedProfile, WatchPorts } from './watch-ports.ts';

export type WatchSignIn = ReturnType<typeof createWatchSignIn>;
export type WatchRequests = ReturnType<typeof createWatchRequests>;

export function createWatchRequests(ports: WatchPorts, watched: WatchedProfile, signal: AbortSignal) {
  const requestChanges = new ChangeSignal();
  const requests = new RequestLog(ports.service, ports.clock, requestChanges);
  const service = requests.loggedService('permissions');
  return { requests, requestChanges, signIn: createWatchSignIn({ ...ports, service }, watched, signal) };
}

export function createWatchSignIn(
  { issuer, clock, log, service }: WatchPorts,
  { profile, grants }: WatchedProfile,
  signal: AbortSignal,
) {
  const tokens = new TokenKeeper({ profile, issuer, grants, clock, log, signal });
  const accessNow = () => createAccess({ profile, tokens, service, clock });
  let access = accessNow();
  return {
    tokens,
    get access() {
      return access;
    },
    grantChanged(what: 'given' | 'withdrawn'): void {
      tokens.grantChanged(what);
      access = accessNow();
    },
  };
}
