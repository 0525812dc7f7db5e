import type { Profiles } from '../../src-main/core/profiles/profiles.ts';
import type { SignIns } from '../../src-main/core/sign-in/sign-ins.ts';
import { appError } from '../../src-shared/api/errors.ts';
import { aGrantSource } from './watch-ports.ts';
import type { ProfileEntry } from '../../src-shared/api/profiles.ts';

const refuse = () => Promise.reject(appError('NO_PROFILE', { id: 'none' }));

export const noProfiles: Profiles = {
  async *subscribe() {
    yield { revision: 1, entries: [] as ProfileEntry[] };
  },
  save: refuse,
  keep: refuse,
  remove: refuse,
  get: refuse,
  read() {
    throw appError('BAD_PROFILE', { path: 'a profile file', problem: 'not-json' });
  },
  text: refuse,
  watch: refuse,
  unwatch: refuse,
};

export const noSignIns: SignIns = {
  source: () => aGrantSource('no secret'),
  onGrant: () => undefined,
  status: () => ({ kind: 'unknown' }),
  onChange: () => undefined,
  refresh: async () => ({ kind: 'unknown' }),
  begin: refuse,
  cancel: () => undefined,
  forget: () => undefined,
  forgetAll: refuse,
  giveSecret: refuse,
  signOut: refuse,
  stop: () => undefined,
};
