/** What the service says about the session itself, not about a device: which events those are, and what they are good for. */

/** Says that the session lives, and nothing else: no news to whoever reads. */
export const HEARTBEAT = 'HEARTBEAT';

const NAMES_DOMAIN: ReadonlySet<string> = new Set(['SUBSCRIPTION_STARTED', HEARTBEAT]);

/**
 * The principal of these events is the domain under watch. That of any other event is whatever its sender wrote there:
 * it may be another's, or nonsense, and must not rename what is watched.
 */
export function namesDomain(kind: string): boolean {
  return NAMES_DOMAIN.has(kind);
}
