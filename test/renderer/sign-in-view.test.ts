import { describe, expect, test } from 'vitest';
import { signInRemedy, type SignInRemedy } from '../../src-renderer/screens/settings/sign-in/sign-in-remedy.ts';
import { isPageAddress } from '../../src-renderer/screens/settings/sign-in/start-sign-in.ts';
import { signInView } from '../../src-renderer/screens/settings/sign-in/sign-in-view.ts';
import type { AppErrorData, AppErrorDetails } from '../../src-shared/api/errors.ts';
import type { SignInStatus } from '../../src-shared/api/profiles.ts';
import type { InterruptionCause } from '../../src-shared/api/stream/stream-status.ts';
import { START } from '../doubles/page-watch.ts';
import { profileEntry } from '../doubles/page-profiles.ts';

type Flow = 'clientCredentials' | 'authorizationCode';

const never: AppErrorData = { code: 'SIGNED_OUT', facts: { profile: 'Acme', problem: 'never' } };
const ended: AppErrorData = { code: 'SIGNED_OUT', facts: { profile: 'Acme', problem: 'ended' } };
const locked: AppErrorData = { code: 'KEYCHAIN_UNAVAILABLE', facts: { problem: 'locked' } };
const keyGone: AppErrorData = { code: 'VAULT_KEY_GONE', facts: { profile: 'Acme' } };
const damaged: AppErrorData = { code: 'VAULT_DAMAGED', facts: { path: '/data/vault.db' } };
const none: AppErrorData = { code: 'NO_SECRET', facts: { profile: 'Acme', problem: 'none' } };
const fileGone: AppErrorData = { code: 'NO_SECRET', facts: { profile: 'Acme', problem: 'file-unreadable' } };
const bound = (place: AppErrorDetails['SECRET_BOUND']['place']): AppErrorData => ({
  code: 'SECRET_BOUND',
  facts: { profile: 'Acme', place, changed: ['issuer'] },
});
const failed = (problem: 'cancelled' | 'denied' | 'timed-out'): AppErrorData => ({
  code: 'SIGN_IN_FAILED',
  facts: { profile: 'Acme', problem },
});
const missing = (error: AppErrorData): SignInStatus => ({ kind: 'missing', error });
const unavailable = (error: AppErrorData): SignInStatus => ({ kind: 'unavailable', error });
const failure = (error: AppErrorData): SignInStatus => ({ kind: 'failed', error, at: START });
const ready: SignInStatus = { kind: 'ready', kept: 'keychain', as: 'o.lind', since: START };
const underWay: SignInStatus = { kind: 'under-way', address: 'https://a.example/', startedAt: START, endsAt: START };

describe('the view of a sign-in', () => {
  /** Prints the kind of the view, or `known | tone CODE | offers` if a sign-in is wanted. */
  const read = (signIn: SignInStatus, flow: Flow = 'authorizationCode', kept: Flow = flow): string => {
    const view = signInView(profileEntry({ signIn }, { flow: kept }), flow, null);
    if (view.kind !== 'wanted') return view.kind;
    const trouble = view.trouble === null ? 'nothing' : `${view.tone} ${view.trouble.code}`;
    return `${view.isUnknown ? 'not known' : 'nobody'} | ${trouble} | ${view.offers.join(', ')}`;
  };

  test.each<[string, SignInStatus, string]>([
    ['a sign-in that is looked up', { kind: 'unknown' }, 'looking'],
    ['a keychain that may be asking the user', { kind: 'keychain-waits' }, 'keychain-waits'],
    ['a stored sign-in', ready, 'ready'],
    ['a sign-in in progress', underWay, 'under-way'],
    ['a sign-in that was never made, without an error', missing(never), 'nobody | nothing | sign-in'],
    ['a sign-in that the issuer ended', missing(ended), 'nobody | failed SIGNED_OUT | sign-in'],
    ['a sign-in for another issuer', missing(bound('sign-in')), 'nobody | failed SECRET_BOUND | sign-in'],
    ['a sign-in that the user cancelled', failure(failed('cancelled')), 'nobody | quiet SIGN_IN_FAILED | sign-in'],
    ['a sign-in that was denied', failure(failed('denied')), 'nobody | failed SIGN_IN_FAILED | sign-in'],
    ['a sign-in that timed out', failure(failed('timed-out')), 'nobody | failed SIGN_IN_FAILED | sign-in'],
    ['a sign-in that could not be stored', failure(locked), 'nobody | failed KEYCHAIN_UNAVAILABLE | sign-in, memory'],
  ])('shows %s', (_, status, shown) => {
    expect(read(status)).toBe(shown);
  });

  test.each<[string, AppErrorData, string]>([
    ['a locked keychain', locked, 'not known | failed KEYCHAIN_UNAVAILABLE | look, memory'],
    ['a damaged vault', damaged, 'not known | failed VAULT_DAMAGED | look, memory'],
    ['a lost vault key', keyGone, 'not known | failed VAULT_KEY_GONE | sign-in, look, memory'],
  ])('[VAULT-1] does not report %s as signed out, and offers this process as storage', (_, error, shown) => {
    expect([read(unavailable(error)), read(unavailable(error), 'clientCredentials')]).toEqual([shown, shown]);
  });

  test('reports no error for a secret that was never given', () => {
    expect(read(missing(none), 'clientCredentials')).toBe('nobody | nothing | sign-in');
  });

  test('ignores the stored sign-in if another flow is selected', () => {
    expect(read(ready, 'clientCredentials', 'authorizationCode')).toBe('nobody | nothing | sign-in');
  });

  test('reports no error for a profile that was never saved', () => {
    expect(signInView(null, 'authorizationCode', null)).toMatchObject({ kind: 'wanted', trouble: null });
  });

  test('marks a stored sign-in that the service refuses', () => {
    const entry = profileEntry({ signIn: ready }, { flow: 'authorizationCode' });
    expect(signInView(entry, 'authorizationCode', 'sign-in-needed')).toMatchObject({ kind: 'ready', isRefused: true });
  });
});

describe('[PAGE-141] the remedy for a needed sign-in', () => {
  const cause = (kind: InterruptionCause['kind'], error: AppErrorData | null = null): InterruptionCause => ({
    kind,
    reason: 'sign-in-needed',
    code: 'x',
    host: null,
    error,
    answer: null,
  });
  const fromFile: SignInStatus = { kind: 'ready', kept: 'file', as: null, since: null };

  test.each<[string, Flow, SignInStatus, InterruptionCause, SignInRemedy]>([
    ['a user who never signed in', 'authorizationCode', missing(never), cause('no-grant', never), 'sign-in'],
    ['a user whose sign-in the issuer ended', 'authorizationCode', missing(ended), cause('grant-refused'), 'sign-in'],
    ['a user whose token the service refuses', 'authorizationCode', ready, cause('token-refused'), 'sign-in'],
    [
      'a user of a client that the issuer refuses',
      'authorizationCode',
      ready,
      cause('client-refused'),
      'check-profile',
    ],
    ['a sign-in in progress', 'authorizationCode', underWay, cause('no-grant', never), 'show-sign-in'],
    ['a locked keychain', 'authorizationCode', unavailable(locked), cause('no-grant', locked), 'look'],
    ['a lost vault key', 'authorizationCode', unavailable(keyGone), cause('no-grant', keyGone), 'sign-in'],
    ['a client without a secret', 'clientCredentials', missing(none), cause('no-grant', none), 'enter-secret'],
    ['a client whose stored secret is refused', 'clientCredentials', ready, cause('client-refused'), 'enter-secret'],
    [
      'a client whose secret from a file is refused',
      'clientCredentials',
      fromFile,
      cause('client-refused'),
      'check-profile',
    ],
    ['an unreadable secret file', 'clientCredentials', missing(fileGone), cause('no-grant', fileGone), 'retry'],
    [
      'a stored secret for another issuer',
      'clientCredentials',
      missing(bound('keychain')),
      cause('no-grant', bound('keychain')),
      'enter-secret',
    ],
    [
      'a secret file for another issuer',
      'clientCredentials',
      missing(bound('file')),
      cause('no-grant', bound('file')),
      'check-profile',
    ],
    ['a client whose secret is available again', 'clientCredentials', ready, cause('no-grant', none), 'retry'],
    ['a client whose token only the service refuses', 'clientCredentials', ready, cause('token-refused'), 'retry'],
    [
      'a client that is refused for another reason',
      'clientCredentials',
      ready,
      cause('grant-refused'),
      'check-profile',
    ],
  ])('is chosen for %s', (_, flow, signIn, why, remedy) => {
    expect(signInRemedy(profileEntry({ signIn }, { flow }), why)).toBe(remedy);
  });

  test('is a retry while nothing is known of the profile', () => {
    expect(signInRemedy(null, cause('no-grant', never))).toBe('retry');
  });
});

test('only an http or https address is opened', () => {
  const addresses = ['https://a.example/', 'http://127.0.0.1:1/', 'javascript:alert(1)', 'file:///etc/passwd', ''];
  expect(addresses.map(isPageAddress)).toEqual([true, true, false, false, false]);
});
