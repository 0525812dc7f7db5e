import { expect, test } from 'vitest';
import { PRACTICE_ID, profileIdSchema } from '../../../src-shared/domain/identity.ts';
import { profileFileSchema } from '../../../src-shared/domain/profile/profile.ts';

const file = {
  name: 'Acme',
  baseUrl: 'https://api.example.com',
  eventsUrl: 'https://events.example.com',
  authUrl: 'https://auth.example.com',
  realm: 'acme',
  clientId: 'watchfloor',
  flow: 'clientCredentials',
};

test('accepts an id in a profile file, but not the id of Practice', () => {
  const accepted = (id: string) => profileFileSchema.safeParse({ ...file, id }).success;
  expect(['acme-emea', PRACTICE_ID, 'Acme-EMEA', 'acme'].map(accepted)).toEqual([true, false, false, false]);
});

test('accepts the id of Practice like any other id', () => {
  expect(profileIdSchema.safeParse(PRACTICE_ID).success).toBe(true);
});
