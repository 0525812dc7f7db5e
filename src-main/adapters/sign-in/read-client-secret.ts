/** Reads environment, the profile's file, vault, in this order. Refuses a secret of another issuer, realm or client. */
import type { CredentialLocation } from '../../../src-shared/api/profiles.ts';
import { AppError, type AppErrorCode, appError } from '../../../src-shared/api/errors.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import type { Vault, VaultEntry, VaultItem } from '../../core/ports/vault.ts';
import { parseSecret } from './stored-secrets.ts';
import { type BindableSource, assertSameBinding, type SecretBindings } from './secret-bindings.ts';
import { readSecretFile } from './secret-file.ts';

/** A user who fills a pipe by hand needs some seconds, but not more than this. */
const RESPONSE_TIMEOUT_MS = 10_000;

export interface SecretSources {
  /** Value of the environment variable, which is removed from the environment at start. */
  readonly fromEnvironment: string | undefined;
  readonly vault: Vault;
  readonly bindings: SecretBindings;
  readonly responseTimeoutMs?: number;
}

export interface ProfileSources extends SecretSources {
  readonly profile: ConnectionProfile;
  readonly profileFile: string | undefined;
}

export interface FoundSecret {
  readonly secret: string;
  readonly kept: CredentialLocation;
  /** Place whose binding is stored separately; null for the vault, which stores it with the secret. */
  readonly source: BindableSource | null;
}

/**
 * @throws AppError NO_SECRET, SECRET_BOUND, SECRET_BINDINGS_DAMAGED, KEYCHAIN_UNAVAILABLE, VAULT_…, STORE_UNWRITABLE
 */
export async function readClientSecret(sources: ProfileSources, signal: AbortSignal): Promise<FoundSecret> {
  if (sources.fromEnvironment === undefined) return readFromFileOrVault(sources, signal);
  try {
    await sources.bindings.check('environment', sources.profile, sources.profileFile);
    return { secret: sources.fromEnvironment, kept: 'environment', source: 'environment' };
  } catch (refusal) {
    if (!hasCode(refusal, 'SECRET_BOUND')) throw refusal;
    // The secret belongs to another profile; this one may have its own.
    return await readFromFileOrVault(sources, signal).catch((error: unknown) => {
      throw hasCode(error, 'NO_SECRET', 'KEYCHAIN_UNAVAILABLE') ? refusal : error;
    });
  }
}

/** Null for a public client, which has none. @throws as `readClientSecret`, except NO_SECRET (`none`) */
export async function readOptionalSecret(sources: ProfileSources, signal: AbortSignal): Promise<FoundSecret | null> {
  return readClientSecret(sources, signal).catch((error: unknown) => {
    const isAbsent =
      error instanceof AppError && error.data.code === 'NO_SECRET' && error.data.facts.problem === 'none';
    // The environment's secret belongs to another profile, and there is no other.
    const isOfAnother =
      error instanceof AppError && error.data.code === 'SECRET_BOUND' && error.data.facts.place === 'environment';
    if (isAbsent || isOfAnother) return null;
    throw error;
  });
}

async function readFromFileOrVault(sources: ProfileSources, signal: AbortSignal): Promise<FoundSecret> {
  const { bindings, profile, responseTimeoutMs: timeoutMs = RESPONSE_TIMEOUT_MS } = sources;
  if (profile.clientSecretFile === undefined) return readFromVault(sources.vault, profile, signal);
  const secret = await readSecretFile(profile.clientSecretFile, { profile: profile.name, timeoutMs, signal });
  await bindings.check('file', profile);
  return { secret, kept: 'file', source: 'file' };
}

async function readFromVault(vault: Vault, profile: ConnectionProfile, signal: AbortSignal): Promise<FoundSecret> {
  const entry = await readEntry(vault, profile, 'client-secret', signal);
  const found = entry === null ? null : parseSecret(entry.text);
  if (entry === null || found === null) throw appError('NO_SECRET', { profile: profile.name, problem: 'none' });
  assertSameBinding('keychain', profile, found.binding, found.reach);
  return { secret: found.secret, kept: entry.kept, source: null };
}

/** Failures use the profile's name. @throws AppError KEYCHAIN_UNAVAILABLE, VAULT_… */
export async function readEntry(
  vault: Vault,
  profile: ConnectionProfile,
  item: VaultItem,
  signal: AbortSignal,
): Promise<VaultEntry | null> {
  return withProfileName(profile, vault.read(profile.id, item, signal));
}

/** Failures of the vault then name the profile instead of its id. */
export function withProfileName<Answer>({ name }: ConnectionProfile, answer: Promise<Answer>): Promise<Answer> {
  return answer.catch((error: unknown) => {
    throw namingProfile(error, name);
  });
}

function namingProfile(error: unknown, name: string): unknown {
  if (!(error instanceof AppError)) return error;
  const { data } = error;
  if (data.code === 'KEYCHAIN_UNAVAILABLE')
    return appError('KEYCHAIN_UNAVAILABLE', { ...data.facts, profile: name }, { cause: error });
  if (data.code === 'VAULT_KEY_GONE') return appError('VAULT_KEY_GONE', { profile: name }, { cause: error });
  return error;
}

function hasCode(error: unknown, ...codes: readonly AppErrorCode[]): error is AppError {
  return error instanceof AppError && codes.includes(error.code);
}
