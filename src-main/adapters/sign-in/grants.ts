/** Manages all grants. A change of a sign-in waits for a running renewal, which would overwrite it. */
import { AppError } from '../../../src-shared/api/errors.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import type { ForgottenGrant, Grants, RevocableGrant } from '../../core/ports/grants.ts';
import type { Vault, VaultItem } from '../../core/ports/vault.ts';
import { createGrantSource, readStoredGrant } from './grant-source.ts';
import { serializeGrant, serializeSecret } from './stored-secrets.ts';
import { withProfileName, type ProfileSources, readOptionalSecret, type SecretSources } from './read-client-secret.ts';

const never = new AbortController().signal;

export function createGrants(sources: SecretSources): Grants {
  const { vault } = sources;
  /** The environment's secret also belongs to the file that a profile last came from. */
  const files = new Map<ConnectionProfile['id'], string>();

  async function storeEntry(
    profile: ConnectionProfile,
    [item, text]: readonly [VaultItem, string],
    ...[keep, signal]: readonly [Parameters<Grants['giveSecret']>[2], AbortSignal]
  ): Promise<void> {
    await withProfileName(profile, abortable(vault.write(profile.id, item, text, keep, signal), signal));
  }

  return {
    of(profile, profileFile) {
      if (profileFile !== undefined) files.set(profile.id, profileFile);
      return createGrantSource({ ...sources, profile, profileFile: files.get(profile.id) });
    },
    giveSecret: (profile, secret, keep, signal) =>
      storeEntry(profile, ['client-secret', serializeSecret(profile, secret)], keep, signal),
    ready: (profile, signal) => withProfileName(profile, abortable(vault.ready(profile.id, signal), signal)),
    giveGrant: (profile, grant, keep, signal) =>
      vault.runExclusively(
        profile.id,
        () => storeEntry(profile, ['grant', serializeGrant(profile, grant)], keep, signal),
        signal,
      ),
    bindScope: (profile) => sources.bindings.bindScope(profile),
    hasGrant: (id) =>
      vault.has(id, 'grant').catch((error: unknown) => {
        expectAppError(error);
        return true;
      }),
    forgetGrant: (profile) => vault.runExclusively(profile.id, () => forgetGrant(vault, profile), never),
    forgetAll: (id, read) =>
      vault.runExclusively(
        id,
        async () => {
          const of = read && { ...sources, profile: read.profile, profileFile: files.get(id) };
          // A grant that cannot be read is deleted all the same.
          const last = of && (await abortable(revocable(of, read.signal), read.signal).catch(() => null));
          await vault.forget(id);
          return last ?? null;
        },
        never,
      ),
  };
}

async function revocable(sources: ProfileSources, signal: AbortSignal): Promise<RevocableGrant | null> {
  signal.throwIfAborted();
  const { refreshToken } = (await readStoredGrant(sources.vault, sources.profile, signal)).grant;
  if (refreshToken === null) return null;
  const secret = await readOptionalSecret(sources, signal);
  return { refreshToken, clientSecret: secret?.secret ?? null };
}

async function forgetGrant(vault: Vault, profile: ConnectionProfile): Promise<ForgottenGrant> {
  const read = await readStoredGrant(vault, profile, never).catch(expectAppError);
  if (!(await vault.remove(profile.id, 'grant'))) return { kind: 'none' };
  if (!(read instanceof AppError)) return { kind: 'read', refreshToken: read.grant.refreshToken };
  return read.data.code === 'SIGNED_OUT' ? { kind: 'none' } : { kind: 'unread' };
}

function expectAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}
