/** Scripts of other people may run in the page, so it must not decide where a secret is read or sent. */
import { appError } from '../../../src-shared/api/errors.ts';
import { type ConnectionProfile, secretBinding, secretScope } from '../../../src-shared/domain/profile/profile.ts';

/** True if the two profiles would send tokens to different places. */
export function changesScope(before: ConnectionProfile, after: ConnectionProfile): boolean {
  return !isSame(secretScope(before), secretScope(after));
}

/**
 * Only a profile file on the command line may name a secret file. The page may keep the name or remove it, and must
 * remove it when it changes an address.
 * @throws AppError BAD_PROFILE
 */
export function refuseSecretFile(before: ConnectionProfile | null, after: ConnectionProfile): void {
  if (after.clientSecretFile === undefined) return;
  if (before?.clientSecretFile !== after.clientSecretFile)
    throw refused('named in a profile file on the command line (--profile FILE), not here. Type the secret instead');
  if (!isSame(secretBinding(before), secretBinding(after)) || changesScope(before, after))
    throw refused(
      'removed when an address, the realm, the client id or the certificate file changes. Type the secret again, or change the profile file and start with --profile FILE',
    );
}

function isSame<Fields extends object>(one: Fields, other: Fields): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function refused(expected: string) {
  return appError('BAD_PROFILE', {
    path: 'that was typed',
    problem: 'wrong-field',
    field: 'clientSecretFile',
    expected,
  });
}
