/** Provides one profile's credentials. Reading ends immediately when the signal is aborted. */
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import type { CredentialPersistence } from '../../../src-shared/api/profiles.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import type { Grant, GrantSource, PersonalGrant } from '../../core/ports/grants.ts';
import type { Vault, VaultEntry } from '../../core/ports/vault.ts';
import { serializeGrant, parseGrant } from './stored-secrets.ts';
import {
  withProfileName,
  type ProfileSources,
  readClientSecret,
  readEntry,
  readOptionalSecret,
} from './read-client-secret.ts';
import { type BindableSource, assertSameBinding } from './secret-bindings.ts';

export function createGrantSource(sources: ProfileSources): GrantSource {
  const { vault, bindings, profile, profileFile } = sources;
  let source: BindableSource | null = null;
  return {
    async read(signal) {
      signal.throwIfAborted();
      const found = await abortable(readGrant(sources, signal), signal);
      source = found.source;
      return found.grant;
    },
    async markAccepted() {
      if (source !== null) await bindings.accept(source, profile, profileFile);
    },
    async clientSecret(signal) {
      signal.throwIfAborted();
      const found = await abortable(readOptionalSecret(sources, signal), signal);
      source = found?.source ?? null;
      return found?.secret ?? null;
    },
    renew: (renewal, signal) => abortable(renewGrant(vault, profile, renewal, signal), signal),
    end: (refreshToken) => endGrant(vault, profile, refreshToken),
  };
}

interface FoundGrant {
  readonly grant: Grant;
  readonly source: BindableSource | null;
}

async function readGrant(sources: ProfileSources, signal: AbortSignal): Promise<FoundGrant> {
  try {
    if (sources.profile.flow === 'clientCredentials') {
      const { secret, kept, source } = await readClientSecret(sources, signal);
      return { grant: { kind: 'client-credentials', clientSecret: secret, kept }, source };
    }
    const { grant: current, kept } = await readStoredGrant(sources.vault, sources.profile, signal);
    const secret = await readOptionalSecret(sources, signal);
    const clientSecret = secret?.secret ?? null;
    return { grant: { kind: 'authorization-code', current, clientSecret, kept }, source: secret?.source ?? null };
  } catch (error) {
    if (error instanceof AppError) return { grant: { kind: 'none', why: error.data }, source: null };
    throw error;
  }
}

export async function readStoredGrant(
  vault: Vault,
  profile: ConnectionProfile,
  signal: AbortSignal,
): Promise<{ readonly grant: PersonalGrant; readonly kept: VaultEntry['kept'] }> {
  const entry = await readEntry(vault, profile, 'grant', signal);
  const found = entry === null ? null : parseGrant(entry.text);
  if (entry === null || found === null) throw appError('SIGNED_OUT', { profile: profile.name, problem: 'never' });
  assertSameBinding('sign-in', profile, found.binding, found.reach);
  if (found.grant === null) throw appError('SIGNED_OUT', { profile: profile.name, problem: 'ended' });
  return { grant: found.grant, kept: entry.kept };
}

/** The issuer's answer is stored even if the caller gives up: the refresh token that was sent is used up. */
function renewGrant(
  vault: Vault,
  profile: ConnectionProfile,
  renewal: (current: PersonalGrant) => Promise<PersonalGrant>,
  signal: AbortSignal,
): Promise<PersonalGrant> {
  return vault.runExclusively(
    profile.id,
    async () => {
      const { grant: current, kept } = await readStoredGrant(vault, profile, signal);
      const stored = (grant: PersonalGrant, keep: CredentialPersistence, until: AbortSignal) =>
        vault.write(profile.id, 'grant', serializeGrant(profile, grant), keep, until);
      const keep = persistenceOf(kept);
      // Uses no refresh token if nothing can be stored.
      await withProfileName(profile, stored(current, keep, signal));
      signal.throwIfAborted();
      const next = await renewal(current);
      if (next === current) return current;
      const always = new AbortController().signal;
      // If the store fails meanwhile, at least this process can continue.
      try {
        await stored(next, keep, always);
      } catch {
        await stored(next, 'memory', always);
      }
      return next;
    },
    signal,
  );
}

const persistenceOf = (kept: VaultEntry['kept']): CredentialPersistence => (kept === 'memory' ? 'memory' : 'store');

function endGrant(vault: Vault, profile: ConnectionProfile, refreshToken: string): Promise<void> {
  const always = new AbortController().signal;
  return vault.runExclusively(
    profile.id,
    async () => {
      const entry = await readEntry(vault, profile, 'grant', always);
      const found = entry === null ? null : parseGrant(entry.text);
      if (entry === null || found?.grant?.refreshToken !== refreshToken) return;
      await vault.write(profile.id, 'grant', serializeGrant(profile, null), persistenceOf(entry.kept), always);
    },
    always,
  );
}
