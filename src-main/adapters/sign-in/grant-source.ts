/**
 * What one profile may ask its issuer with: a client's secret, or what a person's sign-in has brought. Nothing here
 * waits longer than it is asked to: reading ends at once when the signal says so.
 */
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import type { Keep } from '../../../src-shared/api/profiles.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import type { Grant, GrantSource, PersonalGrant } from '../../core/ports/grants.ts';
import type { Vault, VaultEntry } from '../../core/ports/vault.ts';
import { grantText, parseGrant } from './kept-texts.ts';
import {
  named,
  type OfProfile,
  readClientSecret,
  readEntry,
  readOptionalSecret,
  type SecretPlaces,
} from './read-client-secret.ts';
import { type BindablePlace, refuseOther } from './secret-bindings.ts';

export function createGrantSource(places: SecretPlaces, of: OfProfile): GrantSource {
  const { vault, bindings } = places;
  const { profile, profileFile } = of;
  let place: BindablePlace | null = null;
  return {
    async read(signal) {
      signal.throwIfAborted();
      const found = await abortable(readGrant(places, of, signal), signal);
      place = found.place;
      return found.grant;
    },
    async accepted() {
      if (place !== null) await bindings.accept(place, profile, profileFile);
    },
    async clientSecret(signal) {
      signal.throwIfAborted();
      const found = await abortable(readOptionalSecret(places, of, signal), signal);
      place = found?.place ?? null;
      return found?.secret ?? null;
    },
    renew: (ask, signal) => abortable(renew(vault, profile, ask, signal), signal),
    end: (refreshToken) => end(vault, profile, refreshToken),
  };
}

interface Found {
  readonly grant: Grant;
  readonly place: BindablePlace | null;
}

async function readGrant(places: SecretPlaces, of: OfProfile, signal: AbortSignal): Promise<Found> {
  try {
    if (of.profile.flow === 'clientCredentials') {
      const { secret, kept, place } = await readClientSecret(places, of, signal);
      return { grant: { kind: 'client-credentials', clientSecret: secret, kept }, place };
    }
    const { grant: held, kept } = await keptGrant(places.vault, of.profile, signal);
    const secret = await readOptionalSecret(places, of, signal);
    const clientSecret = secret?.secret ?? null;
    return { grant: { kind: 'authorization-code', held, clientSecret, kept }, place: secret?.place ?? null };
  } catch (error) {
    if (error instanceof AppError) return { grant: { kind: 'none', why: error.data }, place: null };
    throw error;
  }
}

/** @throws AppError SIGNED_OUT, SECRET_BOUND, KEYCHAIN_UNAVAILABLE, VAULT_… */
export async function keptGrant(
  vault: Vault,
  profile: ConnectionProfile,
  signal: AbortSignal,
): Promise<{ readonly grant: PersonalGrant; readonly kept: VaultEntry['kept'] }> {
  const entry = await readEntry(vault, profile, 'grant', signal);
  const found = entry === null ? null : parseGrant(entry.text);
  if (entry === null || found === null) throw appError('SIGNED_OUT', { profile: profile.name, problem: 'never' });
  refuseOther('sign-in', profile, found.binding, found.reach);
  if (found.grant === null) throw appError('SIGNED_OUT', { profile: profile.name, problem: 'ended' });
  return { grant: found.grant, kept: entry.kept };
}

/**
 * Once the issuer was asked, what it answers is stored, whoever gives up meanwhile: the refresh token that was shown to
 * it is spent.
 */
function renew(
  vault: Vault,
  profile: ConnectionProfile,
  ask: (held: PersonalGrant) => Promise<PersonalGrant>,
  signal: AbortSignal,
): Promise<PersonalGrant> {
  return vault.alone(
    profile.id,
    async () => {
      const { grant: held, kept } = await keptGrant(vault, profile, signal);
      const stored = (grant: PersonalGrant, keep: Keep, until: AbortSignal) =>
        vault.write(profile.id, 'grant', grantText(profile, grant), keep, until);
      const keep = kept === 'memory' ? 'memory' : 'store';
      // Where nothing can be written, nothing is spent.
      await stored(held, keep, signal).catch((error: unknown) => {
        throw named(error, profile);
      });
      signal.throwIfAborted();
      const next = await ask(held);
      if (next === held) return held;
      const always = new AbortController().signal;
      // Whatever became of the store meanwhile, this process at least goes on.
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

function end(vault: Vault, profile: ConnectionProfile, refreshToken: string): Promise<void> {
  const always = new AbortController().signal;
  return vault.alone(
    profile.id,
    async () => {
      const entry = await readEntry(vault, profile, 'grant', always);
      const found = entry === null ? null : parseGrant(entry.text);
      if (entry === null || found?.grant?.refreshToken !== refreshToken) return;
      await vault.write(
        profile.id,
        'grant',
        grantText(profile, null),
        entry.kept === 'memory' ? 'memory' : 'store',
        always,
      );
    },
    always,
  );
}
