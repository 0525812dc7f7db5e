import { NO_POLICY } from '../../../../src-shared/api/policy/policy.ts';
import { describe, expect, test } from 'vitest';
import type { ConnectionTests } from '../../../../src-main/core/connection-test/connection-tests.ts';
import { ProfileTests } from '../../../../src-main/core/profiles/profile-tests.ts';
import { someProfile } from '../../../doubles/profile.ts';
import { aGrantSource } from '../../../doubles/watch-ports.ts';

describe('a connection test of an entered profile', () => {
  test.each([null, 'typed'])(
    '[SIGN-1] binds no secret to it even if the issuer accepted the secret %j',
    async (secret) => {
      const bound: string[] = [];
      const tests: ConnectionTests = {
        // oxlint-disable-next-line require-yield -- it has nothing to report
        async *run({ profile, grants }, signal) {
          await grants.read(signal);
          await grants.markAccepted();
          tested.push(profile.realm);
        },
      };
      const tested: string[] = [];
      const profileTests = new ProfileTests({
        tests,
        policy: NO_POLICY,
        profiles: { get: async () => someProfile, removedSignal: () => new AbortController().signal },
        grants: { of: ({ realm }) => ({ ...aGrantSource('kept'), markAccepted: async () => void bound.push(realm) }) },
        newId: () => 'new',
        stopping: new AbortController().signal,
      });
      const typed = { ...someProfile, realm: 'mistyped' };
      await profileTests.run({ id: someProfile.id, profile: typed, secret }, undefined).next();
      expect([tested, bound]).toEqual([['mistyped'], []]);
    },
  );
});
