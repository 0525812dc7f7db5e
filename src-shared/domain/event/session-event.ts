/** Shows only that the session is alive, which is not news for the user. */
export const HEARTBEAT = 'HEARTBEAT';

export const SESSION_START = 'SUBSCRIPTION_STARTED';
const OF_CONNECTION: ReadonlySet<string> = new Set([SESSION_START, HEARTBEAT]);

/** True for another principal than the stream's (`docs/service.md` §4.1). A session's start may name a new one. */
export function isOfAnotherDomain(kind: string, principal: string | null, streamDomain: string | null): boolean {
  return principal !== null && streamDomain !== null && principal !== streamDomain && kind !== SESSION_START;
}

/** True if the service makes the event for this connection, and sends it at once. */
export function isOfConnection(kind: string): boolean {
  return OF_CONNECTION.has(kind);
}

/** The principal of any other event may be another domain's, or nonsense, and must not rename what is watched. */
export function namesDomain(kind: string): boolean {
  return isOfConnection(kind);
}
