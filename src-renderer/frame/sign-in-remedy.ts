/**
 * What helps where nobody can sign in for a profile: one thing, and nothing that cannot help. To try again is it only
 * where something outside of Watchfloor was put right. Decides only.
 */
import type { ProfileEntry } from '../../src-shared/api/profiles.ts';
import type { InterruptionCause } from '../../src-shared/domain/stream-status.ts';

export type SignInRemedy =
  /** In the browser, at once. */
  | 'sign-in'
  /** Somebody is at it. */
  | 'show-sign-in'
  | 'enter-secret'
  /** Where it is kept, once more. */
  | 'look'
  | 'check-profile'
  | 'retry';

/** @param entry of the profile; `null`: not known yet */
export function signInRemedy(entry: ProfileEntry | null, cause: InterruptionCause | null): SignInRemedy {
  const profile = entry?.profile ?? null;
  if (entry === null || profile === null) return 'retry';
  const { signIn } = entry;
  if (signIn.kind === 'under-way') return 'show-sign-in';
  if (signIn.kind === 'unavailable' && signIn.error.code !== 'VAULT_KEY_GONE') return 'look';
  // Given meanwhile: it was not asked for yet.
  if (signIn.kind === 'ready' && cause?.kind === 'no-grant') return 'retry';
  if (profile.flow === 'authorizationCode') return cause?.kind === 'client-refused' ? 'check-profile' : 'sign-in';
  return clientRemedy(entry, cause);
}

function clientRemedy({ signIn }: ProfileEntry, cause: InterruptionCause | null): SignInRemedy {
  const error = cause?.error ?? null;
  if (error?.code === 'NO_SECRET' && error.facts.problem.startsWith('file-')) return 'retry';
  if (error?.code === 'SECRET_BOUND' && error.facts.place !== 'keychain') return 'check-profile';
  if (cause?.kind === 'no-grant') return 'enter-secret';
  // The issuer takes the client, and the service does not take its token: that is mended there.
  if (cause?.kind === 'token-refused') return 'retry';
  const isFromElsewhere = signIn.kind === 'ready' && (signIn.kept === 'environment' || signIn.kept === 'file');
  return cause?.kind === 'client-refused' && !isFromElsewhere ? 'enter-secret' : 'check-profile';
}
