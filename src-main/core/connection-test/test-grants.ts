/** Provides the grant of a test if it is not the stored one. The test is its only user, and it is never stored. */
import { fixedGrant } from '../sign-in/fixed-grant.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import type { GrantSource } from '../ports/grants.ts';

/**
 * `secret`: client secret that the user typed and did not save. `kept`: stored grant that the test may use; null if
 * none. A user's sign-in is always the stored one, since a secret alone signs no user in.
 */
export function grantsForTest(
  { name, flow }: Pick<ConnectionProfile, 'name' | 'flow'>,
  secret: string | null,
  kept: GrantSource | null,
): GrantSource {
  if (secret !== null && flow === 'clientCredentials')
    return fixedGrant({ kind: 'client-credentials', clientSecret: secret, kept: 'memory' });
  if (kept !== null) return kept;
  return fixedGrant({
    kind: 'none',
    why:
      flow === 'clientCredentials'
        ? { code: 'NO_SECRET', facts: { profile: name, problem: 'none' } }
        : { code: 'SIGNED_OUT', facts: { profile: name, problem: 'never' } },
  });
}
