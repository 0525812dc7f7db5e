/** What a page may change of a profile: scripts of others may run in it, so it never decides where a secret is read or sent. */
import { appError } from '../../../src-shared/api/errors.ts';
import { type ConnectionProfile, secretBinding, secretScope } from '../../../src-shared/domain/profile.ts';

/** Whether tokens of the one would go elsewhere than those of the other. */
export function changesScope(before: ConnectionProfile, after: ConnectionProfile): boolean {
  return !isSame(secretScope(before), secretScope(after));
}

/**
 * A secret file is named by a profile file on the command line. The page may leave it where it is or take it away, and
 * takes it away when it changes an address. @throws AppError BAD_PROFILE
 */
export function refuseSecretFile(before: ConnectionProfile | null, after: ConnectionProfile): void {
  if (after.clientSecretFile === undefined) return;
  if (before?.clientSecretFile !== after.clientSecretFile)
    throw refused('named in a profile file on the command line (--profile FILE), not here. Type the secret instead');
  if (!isSame(secretBinding(before), secretBinding(after)) || changesScope(before, after))
    throw refused(
      'taken away when an address, the realm, the client id or the certificate file changes. Type the secret again, or change the profile file and start with --profile FILE',
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
