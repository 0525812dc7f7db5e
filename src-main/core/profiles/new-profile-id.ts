import { type ProfileId, profileIdSchema } from '../../../src-shared/domain/identity.ts';

/**
 * Returns `p-` and 20 characters, like ids that are derived from the watched service
 * (`adapters/profile/profile-identity.ts`).
 */
export function newProfileId(newId: () => string): ProfileId {
  return profileIdSchema.parse(`p-${newId()}${newId()}`.slice(0, 22));
}
