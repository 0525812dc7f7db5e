import { type ProfileId, profileIdSchema } from '../../../src-shared/domain/identity.ts';

/** The same form as ids that `adapters/profile/profile-identity.ts` derives. */
export function newProfileId(newId: () => string): ProfileId {
  return profileIdSchema.parse(`p-${newId()}${newId()}`.slice(0, 22));
}
