/** What a test asks the issuer with, where that is not what is kept: it is for this one test, and is nowhere else. */
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import type { Grant, GrantSource } from '../ports/grants.ts';

/**
 * `secret`: the client secret that a person has typed and not kept. `kept`: what is kept for the profile; `null` where it
 * was never saved. A person's sign-in is always the kept one: a secret alone signs nobody in.
 */
export function grantsForTest(
  { name, flow }: Pick<ConnectionProfile, 'name' | 'flow'>,
  secret: string | null,
  kept: GrantSource | null,
): GrantSource {
  if (secret !== null && flow === 'clientCredentials')
    return grantSource({ kind: 'client-credentials', clientSecret: secret, kept: 'memory' });
  if (kept !== null) return kept;
  return grantSource({
    kind: 'none',
    why:
      flow === 'clientCredentials'
        ? { code: 'NO_SECRET', facts: { profile: name, problem: 'none' } }
        : { code: 'SIGNED_OUT', facts: { profile: name, problem: 'never' } },
  });
}

function grantSource(grant: Grant): GrantSource {
  return {
    read: async () => grant,
    markAccepted: async () => undefined,
    renew: async () => {
      throw new Error('There is nothing to renew.');
    },
    clientSecret: async () => (grant.kind === 'none' ? null : grant.clientSecret),
    end: async () => undefined,
  };
}
