import { expect, test } from 'vitest';
import { renewalPauseMs } from '../../../../src-main/core/sign-in/renewal-pause.ts';
import { appError, type AppError } from '../../../../src-shared/api/errors.ts';

const profile = 'Acme';
test.each<[string, AppError, number[]]>([
  ['waits for the user if there is no secret', appError('NO_SECRET', { profile, problem: 'none' }), [300, 300]],
  ['waits for the user if there is no sign-in', appError('SIGNED_OUT', { profile, problem: 'ended' }), [300, 300]],
  [
    'waits for the user if the secret belongs to other addresses',
    appError('SECRET_BOUND', { profile, place: 'keychain', changed: ['realm'] }),
    [300, 300],
  ],
  [
    'is retried soon if the store was full',
    appError('STORE_UNWRITABLE', { path: 'vault.db', problem: 'full' }),
    [2, 60],
  ],
  ['is retried soon if the keychain was locked', appError('KEYCHAIN_UNAVAILABLE', { problem: 'locked' }), [2, 60]],
])('[SIGN-20] a renewal without a grant %s', (_case, { data: why }, seconds) => {
  expect([1, 100].map((failures) => renewalPauseMs(failures, { kind: 'no-grant', why }) / 1_000)).toEqual(seconds);
});
