/** What the service says about the session itself, not about a device: which events those are, and what they are good for. */

/** Says that the session lives, and nothing else: no news to whoever reads. */
export const HEARTBEAT = 'HEARTBEAT';

const SESSION_START = 'SUBSCRIPTION_STARTED';
const NAMES_DOMAIN: ReadonlySet<string> = new Set([SESSION_START, HEARTBEAT]);

/**
 * Whether an event has another principal than its stream, whose events all have one (`service-spec.md` "Events", rule 1).
 * The start of a session may name a new one.
 */
export function isOfAnotherDomain(kind: string, principal: string | null, streamDomain: string | null): boolean {
  return principal !== null && streamDomain !== null && principal !== streamDomain && kind !== SESSION_START;
}

/**
 * The principal of these events is the domain under watch. That of any other event is whatever its sender wrote there:
 * it may be another's, or nonsense, and must not rename what is watched.
 */
export function namesDomain(kind: string): boolean {
  return NAMES_DOMAIN.has(kind);
}
