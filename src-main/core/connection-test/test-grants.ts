/** Provides the grant of a test if it is not the stored one. The test is its only user, and it is never stored. */
import { fixedGrant } from '../sign-in/fixed-grant.ts';
import { missingCredentials } from '../sign-in/sign-in-status.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import type { GrantSource } from '../ports/grants.ts';

/**
 * `secret`: client secret that the user typed and did not save. `kept`: stored grant that the test may use; null if
 * none. A user's sign-in is always the stored one, since a secret alone signs no user in.
 */
export function grantsForTest(
  profile: Pick<ConnectionProfile, 'name' | 'flow'>,
  secret: string | null,
  kept: GrantSource | null,
): GrantSource {
  if (secret !== null && profile.flow === 'clientCredentials')
    return fixedGrant({ kind: 'client-credentials', clientSecret: secret, kept: 'memory' });
  return kept ?? fixedGrant({ kind: 'none', why: missingCredentials(profile) });
}
