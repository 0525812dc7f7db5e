/**
 * The grants of all profiles. Secrets of the environment and of files are read where they are; what people give here is
 * kept in the vault, bound to issuer, realm and client. What changes a sign-in waits for a renewal of it that is under
 * way, which would write over it.
 */
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import type { Grants } from '../../core/ports/grants.ts';
import type { VaultItem } from '../../core/ports/vault.ts';
import { createGrantSource } from './grant-source.ts';
import { grantText, secretText } from './kept-texts.ts';
import { named, type SecretPlaces } from './read-client-secret.ts';

export function createGrants(places: SecretPlaces): Grants {
  const { vault } = places;
  /** The environment's secret belongs to the file, too, that a profile was last from. */
  const files = new Map<ConnectionProfile['id'], string>();

  async function give(
    profile: ConnectionProfile,
    [item, text]: readonly [VaultItem, string],
    ...[keep, signal]: readonly [Parameters<Grants['giveSecret']>[2], AbortSignal]
  ): Promise<void> {
    await abortable(vault.write(profile.id, item, text, keep, signal), signal).catch((error: unknown) => {
      throw named(error, profile);
    });
  }

  return {
    of(profile, profileFile) {
      if (profileFile !== undefined) files.set(profile.id, profileFile);
      return createGrantSource(places, { profile, profileFile: files.get(profile.id) });
    },
    giveSecret: (profile, secret, keep, signal) =>
      give(profile, ['client-secret', secretText(profile, secret)], keep, signal),
    giveGrant: (profile, grant, keep, signal) =>
      vault.alone(profile.id, () => give(profile, ['grant', grantText(profile, grant)], keep, signal), signal),
    forgetGrant: ({ id }) => vault.alone(id, () => vault.remove(id, 'grant'), new AbortController().signal),
    forgetAll: (id) => vault.forget(id),
  };
}
