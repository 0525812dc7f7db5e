import { type ProfileId, profileIdSchema } from '../../../src-shared/domain/identity.ts';

/** `p-` and 20 characters, as profiles have it that are told by what they watch (`adapters/profile/profile-identity.ts`). */
export function newProfileId(newId: () => string): ProfileId {
  return profileIdSchema.parse(`p-${newId()}${newId()}`.slice(0, 22));
}
