import { expect, test } from 'vitest';
import { renewalPauseMs } from '../../../../src-main/core/sign-in/renewal-pause.ts';
import { appError, type AppError } from '../../../../src-shared/api/errors.ts';

const profile = 'Acme';
test.each<[string, AppError, number[]]>([
  ['waits for a person where the secret is not there', appError('NO_SECRET', { profile, problem: 'none' }), [300, 300]],
  ['waits for a person where nobody is signed in', appError('SIGNED_OUT', { profile, problem: 'ended' }), [300, 300]],
  [
    'waits for a person where the secret is another’s',
    appError('SECRET_BOUND', { profile, place: 'keychain', changed: ['realm'] }),
    [300, 300],
  ],
  [
    'comes soon where the store was full for a moment',
    appError('STORE_UNWRITABLE', { path: 'vault.db', problem: 'full' }),
    [2, 60],
  ],
  ['comes soon where the keychain was locked', appError('KEYCHAIN_UNAVAILABLE', { detail: 'locked' }), [2, 60]],
])('[SIGN-9] a renewal that had nothing to ask with %s', (_case, { data: why }, seconds) => {
  expect([1, 100].map((failures) => renewalPauseMs(failures, { kind: 'no-grant', why }) / 1_000)).toEqual(seconds);
});
