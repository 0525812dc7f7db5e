import { describe, expect, test } from 'vitest';
import { signInRemedy, type SignInRemedy } from '../../src-renderer/frame/sign-in-remedy.ts';
import { isPageAddress } from '../../src-renderer/screens/settings/sign-in/start-sign-in.ts';
import { signInView } from '../../src-renderer/screens/settings/sign-in/sign-in-view.ts';
import type { AppErrorData, AppErrorDetails } from '../../src-shared/api/errors.ts';
import type { SignInStatus } from '../../src-shared/api/profiles.ts';
import type { InterruptionCause } from '../../src-shared/domain/stream-status.ts';
import { START } from '../doubles/page-watch.ts';
import { profileEntry } from '../doubles/page-profiles.ts';

type Flow = 'clientCredentials' | 'authorizationCode';

const never: AppErrorData = { code: 'SIGNED_OUT', facts: { profile: 'Acme', problem: 'never' } };
const ended: AppErrorData = { code: 'SIGNED_OUT', facts: { profile: 'Acme', problem: 'ended' } };
const locked: AppErrorData = { code: 'KEYCHAIN_UNAVAILABLE', facts: { detail: 'locked' } };
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

describe('what the editor shows of a sign-in', () => {
  /** `kind | tone CODE | offers` */
  const read = (signIn: SignInStatus, flow: Flow = 'authorizationCode', kept: Flow = flow): string => {
    const view = signInView(profileEntry({ signIn }, { flow: kept }), flow, null);
    if (view.kind !== 'wanted') return view.kind;
    const trouble = view.trouble === null ? 'nothing' : `${view.tone} ${view.trouble.code}`;
    return `${view.isUnknown ? 'not known' : 'nobody'} | ${trouble} | ${view.offers.join(', ')}`;
  };

  test.each<[string, SignInStatus, string]>([
    ['that is looked for', { kind: 'unknown' }, 'looking'],
    ['that is there', ready, 'ready'],
    ['that is under way', underWay, 'under-way'],
    ['that was never made blames nobody', missing(never), 'nobody | nothing | sign-in'],
    ['that the issuer has ended', missing(ended), 'nobody | failed SIGNED_OUT | sign-in'],
    ['for another issuer', missing(bound('sign-in')), 'nobody | failed SECRET_BOUND | sign-in'],
    ['that was given up by the person', failure(failed('cancelled')), 'nobody | quiet SIGN_IN_FAILED | sign-in'],
    ['that was denied', failure(failed('denied')), 'nobody | failed SIGN_IN_FAILED | sign-in'],
    ['that took too long', failure(failed('timed-out')), 'nobody | failed SIGN_IN_FAILED | sign-in'],
    ['that could not be kept', failure(locked), 'nobody | failed KEYCHAIN_UNAVAILABLE | sign-in, memory'],
  ])('%s', (_, status, shown) => {
    expect(read(status)).toBe(shown);
  });

  test.each<[string, AppErrorData, string]>([
    ['a locked keychain', locked, 'not known | failed KEYCHAIN_UNAVAILABLE | look, memory'],
    ['a damaged vault', damaged, 'not known | failed VAULT_DAMAGED | look, memory'],
    ['a key that is gone', keyGone, 'not known | failed VAULT_KEY_GONE | sign-in, look, memory'],
  ])('[PAGE-140] %s is never said to be signed out, and this process is offered in its place', (_, error, shown) => {
    expect([read(unavailable(error)), read(unavailable(error), 'clientCredentials')]).toEqual([shown, shown]);
  });

  test('of a secret that was never given blames nobody', () => {
    expect(read(missing(none), 'clientCredentials')).toBe('nobody | nothing | sign-in');
  });

  test('of another flow than the one that is kept says nothing of what is kept', () => {
    expect(read(ready, 'clientCredentials', 'authorizationCode')).toBe('nobody | nothing | sign-in');
  });

  test('of a profile that was never saved', () => {
    expect(signInView(null, 'authorizationCode', null)).toMatchObject({ kind: 'wanted', trouble: null });
  });

  test('that is there and is refused by the service', () => {
    const entry = profileEntry({ signIn: ready }, { flow: 'authorizationCode' });
    expect(signInView(entry, 'authorizationCode', 'sign-in-needed')).toMatchObject({ kind: 'ready', isRefused: true });
  });
});

describe('[PAGE-141] what helps where sign-in is needed, and nothing that cannot', () => {
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
    ['a person signs in', 'authorizationCode', missing(never), cause('no-grant', never), 'sign-in'],
    ['once more, where the issuer ended it', 'authorizationCode', missing(ended), cause('grant-refused'), 'sign-in'],
    ['also where the service refuses the token', 'authorizationCode', ready, cause('token-refused'), 'sign-in'],
    [
      'not where the issuer does not know the client',
      'authorizationCode',
      ready,
      cause('client-refused'),
      'check-profile',
    ],
    ['not twice at once', 'authorizationCode', underWay, cause('no-grant', never), 'show-sign-in'],
    ['not before the keychain is open', 'authorizationCode', unavailable(locked), cause('no-grant', locked), 'look'],
    [
      'where its key is gone for good',
      'authorizationCode',
      unavailable(keyGone),
      cause('no-grant', keyGone),
      'sign-in',
    ],
    ['a client needs its secret', 'clientCredentials', missing(none), cause('no-grant', none), 'enter-secret'],
    ['another secret', 'clientCredentials', ready, cause('client-refused'), 'enter-secret'],
    ['in its own place', 'clientCredentials', fromFile, cause('client-refused'), 'check-profile'],
    [
      'a file that is mended is read again',
      'clientCredentials',
      missing(fileGone),
      cause('no-grant', fileGone),
      'retry',
    ],
    [
      'for this issuer',
      'clientCredentials',
      missing(bound('keychain')),
      cause('no-grant', bound('keychain')),
      'enter-secret',
    ],
    [
      'or another profile',
      'clientCredentials',
      missing(bound('file')),
      cause('no-grant', bound('file')),
      'check-profile',
    ],
    ['or to be asked for at once', 'clientCredentials', ready, cause('no-grant', none), 'retry'],
    ['taken by the issuer and not by the service', 'clientCredentials', ready, cause('token-refused'), 'retry'],
    ['refused for another reason', 'clientCredentials', ready, cause('grant-refused'), 'check-profile'],
  ])('%s', (_, flow, signIn, why, remedy) => {
    expect(signInRemedy(profileEntry({ signIn }, { flow }), why)).toBe(remedy);
  });

  test('tries again while nothing is known of the profile', () => {
    expect(signInRemedy(null, cause('no-grant', never))).toBe('retry');
  });
});

test('an address is opened as a page of the web, or not at all', () => {
  const addresses = ['https://a.example/', 'http://127.0.0.1:1/', 'javascript:alert(1)', 'file:///etc/passwd', ''];
  expect(addresses.map(isPageAddress)).toEqual([true, true, false, false, false]);
});
