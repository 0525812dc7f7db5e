/** Tests profiles as typed, with the stored sign-in or the typed secret. Stores nothing. */
import type * as z from 'zod';
import { appError } from '../../../src-shared/api/errors.ts';
import type { ConnectionReport, connectionTestInputSchema } from '../../../src-shared/api/connection-test.ts';
import type { ConnectionTests } from '../connection-test/connection-tests.ts';
import { grantsForTest } from '../connection-test/test-grants.ts';
import { refuseProfile } from '../policy/policy-rules.ts';
import type { Policy } from '../../../src-shared/api/policy/policy.ts';
import type { Grants } from '../ports/grants.ts';
import { connectionProfileOf } from './connection-profile-of.ts';
import { newProfileId } from './new-profile-id.ts';
import { changesScope, refuseSecretFile } from './page-changes.ts';
import type { StoredProfiles } from './stored-profiles.ts';

interface ProfileTestsOptions {
  readonly tests: ConnectionTests;
  readonly profiles: Pick<StoredProfiles, 'get' | 'removedSignal'>;
  /** Not `signIns.source`: the test of a draft must not change the sign-in status of the stored profile. */
  readonly grants: Pick<Grants, 'of'>;
  readonly policy: Policy;
  readonly newId: () => string;
  readonly stopping: AbortSignal;
}

export class ProfileTests {
  readonly #options: ProfileTestsOptions;

  constructor(options: ProfileTestsOptions) {
    this.#options = options;
  }

  async *run(
    { id, profile: typed, secret }: z.output<typeof connectionTestInputSchema>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<ConnectionReport, void, undefined> {
    const { tests, profiles, grants, policy, newId, stopping } = this.#options;
    const stored = id === null ? null : await profiles.get(id);
    const profile = connectionProfileOf(typed, id ?? newProfileId(newId));
    refuseSecretFile(stored, profile);
    refuseProfile(policy, profile, stored ?? undefined);
    const removed = id === null ? null : profiles.removedSignal(id);
    const ends = [stopping, ...(signal === undefined ? [] : [signal]), ...(removed === null ? [] : [removed])];
    // Credentials for the stored addresses are never sent to other ones. Such a test needs the typed secret.
    const isElsewhere = stored === null || changesScope(stored, profile);
    const tested = grantsForTest(profile, secret, isElsewhere ? null : grants.of(profile));
    try {
      // Does not bind the secret to a draft, whose fields may be wrong.
      const unbound = { ...tested, markAccepted: async () => undefined };
      yield* tests.run({ profile, grants: unbound }, AbortSignal.any(ends));
    } catch (error) {
      if (removed?.aborted !== true) throw error;
    }
    // Reports to the subscriber why the feed ended.
    if (id !== null && removed?.aborted === true) throw appError('NO_PROFILE', { id });
  }
}
