/**
 * What a profile may ask its issuer with: the secret of the environment, of the file that the profile names, or of the
 * keychain, in this order. Nothing here waits longer than it is asked to: reading ends at once when the signal says so.
 */
import { AppError, type AppErrorCode, type AppErrorFacts, appError } from '../../../src-shared/api/errors.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import type { Grant, GrantSource } from '../../core/ports/grants.ts';
import type { ClientSecretPlaces } from './client-secret.ts';
import { keychainAccount, parseBoundSecret } from './keychain-secret.ts';
import { type BindablePlace, refuseOther, type SecretBindings } from './secret-bindings.ts';
import { readSecretFile } from './secret-file.ts';

/** Whoever fills a pipe by hand needs a moment; longer than this nobody does. */
const ANSWER_WITHIN_MS = 10_000;

export interface GrantSourceOptions {
  readonly profile: ConnectionProfile;
  /** Path of the file that the profile is from, where it is from one. */
  readonly profileFile?: string | undefined;
  readonly places: ClientSecretPlaces;
  readonly bindings: SecretBindings;
  readonly answerWithinMs?: number;
}

export function createGrantSource(options: GrantSourceOptions): GrantSource {
  const { bindings, profile, profileFile } = options;
  let place: BindablePlace | null = null;
  return {
    async read(signal) {
      signal.throwIfAborted();
      const found = await abortable(readGrant(options, signal), signal);
      place = found.place;
      return found.grant;
    },
    async accepted() {
      if (place !== null) await bindings.accept(place, profile, profileFile);
    },
  };
}

/** The keychain's own binding is beside its secret. */
interface Found {
  readonly grant: Grant;
  readonly place: BindablePlace | null;
}
interface FoundSecret {
  readonly secret: string;
  readonly place: BindablePlace | null;
}

async function readGrant(options: GrantSourceOptions, signal: AbortSignal): Promise<Found> {
  const { name, flow } = options.profile;
  if (flow === 'authorizationCode')
    return nothing(appError('UNSUPPORTED', { what: 'authorization-code', profile: name }));
  try {
    const { secret, place } = await readClientSecret(options, signal);
    return { grant: { kind: 'client-credentials', clientSecret: secret }, place };
  } catch (error) {
    if (error instanceof AppError) return nothing(error);
    throw error;
  }
}

function nothing({ data }: AppError): Found {
  return { grant: { kind: 'none', why: data }, place: null };
}

/** @throws AppError NO_SECRET, SECRET_BOUND, SECRET_BINDINGS_DAMAGED, KEYCHAIN_UNAVAILABLE, STORE_UNWRITABLE */
async function readClientSecret(options: GrantSourceOptions, signal: AbortSignal): Promise<FoundSecret> {
  const { profile, profileFile, places, bindings } = options;
  if (places.fromEnvironment === undefined) return readPlaced(options, signal);
  try {
    await bindings.check('environment', profile, profileFile);
    return { secret: places.fromEnvironment, place: 'environment' };
  } catch (refusal) {
    if (!hasCode(refusal, 'SECRET_BOUND')) throw refusal;
    // It is another's; this profile may have one of its own.
    return await readPlaced(options, signal).catch((error: unknown) => {
      throw hasCode(error, 'NO_SECRET', 'KEYCHAIN_UNAVAILABLE') ? refusal : error;
    });
  }
}

async function readPlaced(options: GrantSourceOptions, signal: AbortSignal): Promise<FoundSecret> {
  const { profile, places, bindings, answerWithinMs: withinMs = ANSWER_WITHIN_MS } = options;
  if (profile.clientSecretFile === undefined) return readKeychain(profile, places, signal);
  const secret = await readSecretFile(profile.clientSecretFile, { profile: profile.name, withinMs, signal });
  await bindings.check('file', profile);
  return { secret, place: 'file' };
}

async function readKeychain(
  profile: ConnectionProfile,
  { keychain }: ClientSecretPlaces,
  signal: AbortSignal,
): Promise<FoundSecret> {
  const kept = await keychain.read(keychainAccount(profile), signal).catch((error: unknown) => {
    if (!hasCode(error, 'KEYCHAIN_UNAVAILABLE')) throw error;
    const facts: AppErrorFacts['KEYCHAIN_UNAVAILABLE'] = { detail: detailOf(error), profile: profile.name };
    throw appError('KEYCHAIN_UNAVAILABLE', facts, { cause: error });
  });
  const bound = kept === null ? null : parseBoundSecret(kept);
  if (bound === null) throw appError('NO_SECRET', { profile: profile.name, problem: 'none' });
  refuseOther('keychain', profile, bound.binding);
  return { secret: bound.secret, place: null };
}

function hasCode(error: unknown, ...codes: readonly AppErrorCode[]): error is AppError {
  return error instanceof AppError && codes.includes(error.code);
}

function detailOf(error: AppError): string {
  return error.data.code === 'KEYCHAIN_UNAVAILABLE' ? error.data.facts.detail : error.code;
}
