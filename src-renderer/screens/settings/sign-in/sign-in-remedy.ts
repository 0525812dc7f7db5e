/** Chooses the action that helps a profile to sign in. Retrying helps only if the cause is outside Watchfloor. Pure. */
import type { ProfileEntry } from '../../../../src-shared/api/profiles.ts';
import type { InterruptionCause } from '../../../../src-shared/api/stream/stream-status.ts';

export type SignInRemedy =
  | 'sign-in'
  | 'show-sign-in'
  | 'enter-secret'
  /** Reads the stored credential again. */
  | 'look'
  | 'check-profile'
  | 'retry';

export function signInRemedy(entry: ProfileEntry | null, cause: InterruptionCause | null): SignInRemedy {
  const profile = entry?.profile ?? null;
  if (entry === null || profile === null) return 'retry';
  const { signIn } = entry;
  if (signIn.kind === 'under-way') return 'show-sign-in';
  if (signIn.kind === 'unavailable' && signIn.error.code !== 'VAULT_KEY_GONE') return 'look';
  // The credential was added since; the stream has not used it yet.
  if (signIn.kind === 'ready' && cause?.kind === 'no-grant') return 'retry';
  if (profile.flow === 'authorizationCode') return cause?.kind === 'client-refused' ? 'check-profile' : 'sign-in';
  return clientRemedy(entry, cause);
}

function clientRemedy({ signIn }: ProfileEntry, cause: InterruptionCause | null): SignInRemedy {
  const error = cause?.error ?? null;
  if (error?.code === 'NO_SECRET' && error.facts.problem.startsWith('file-')) return 'retry';
  if (error?.code === 'SECRET_BOUND' && error.facts.place !== 'keychain') return 'check-profile';
  if (cause?.kind === 'no-grant') return 'enter-secret';
  // The issuer accepts the client but the service rejects its token, so it must be fixed at the service.
  if (cause?.kind === 'token-refused') return 'retry';
  const isFromElsewhere = signIn.kind === 'ready' && (signIn.kept === 'environment' || signIn.kept === 'file');
  return cause?.kind === 'client-refused' && !isFromElsewhere ? 'enter-secret' : 'check-profile';
}
