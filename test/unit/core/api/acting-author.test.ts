import { expect, test } from 'vitest';
import { actingAuthor, makerWords } from '../../../../src-main/core/api/acting-author.ts';
import { signedInAuthorId } from '../../../../src-shared/domain/cases/author-id.ts';
import { authorizationCodeProfile, testSignIns } from '../../../doubles/sign-ins.ts';

const person = signedInAuthorId('0'.repeat(64));
const typed = { id: 'b3', name: 'olivia (verified)' };

async function signedIn(fields: { readonly person?: string }) {
  const signIns = testSignIns();
  const { issuer, begin, desk } = signIns;
  issuer.exchange = async () => ({
    accessToken: 'access',
    refreshToken: 'refresh',
    expiresInSeconds: 300,
    as: 'olivia',
    ...fields,
  });
  const { done, redirect } = await begin();
  redirect.redirectBack();
  await done;
  return { ...signIns, acting: { backend: { signIns: desk }, watch: { profile: authorizationCodeProfile } } };
}

test('[AUTHOR-1] the author is the person who signed in, whatever name the page sends', async () => {
  const { acting } = await signedIn({ person });
  const olivia = { id: person, name: 'olivia' };
  expect([actingAuthor(acting, typed), actingAuthor(acting, null)]).toEqual([olivia, olivia]);
  expect(makerWords(acting, 'Ines')).toBe('olivia (verified)');
});

test('[AUTHOR-1] stays the person during another sign-in, and is a typed name after the sign-out', async () => {
  const { acting, begin, desk } = await signedIn({ person });
  await begin();
  expect(actingAuthor(acting, typed).id).toBe(person);
  await desk.signOut(authorizationCodeProfile);
  expect(actingAuthor(acting, typed)).toEqual(typed);
  expect(() => actingAuthor(acting, null)).toThrow(expect.objectContaining({ code: 'SIGNED_OUT' }));
});

test('[AUTHOR-1] is a typed name if the sign-in does not say who it is, as one that an older version stored', async () => {
  const { acting } = await signedIn({});
  expect(actingAuthor(acting, typed)).toEqual(typed);
  expect(makerWords(acting, typed.name)).toBe('olivia verified (typed)');
});
