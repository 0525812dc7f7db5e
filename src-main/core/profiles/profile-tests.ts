/**
 * Connection tests of profiles as they are typed: with the sign-in of the kept profile, or with the secret that was
 * typed. A test keeps nothing; it ends when its profile is removed.
 */
import type * as z from 'zod';
import { appError } from '../../../src-shared/api/errors.ts';
import type { ConnectionReport, connectionTestInputSchema } from '../../../src-shared/api/connection-test.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import type { ConnectionTests } from '../connection-test/connection-test.ts';
import { grantsForTest } from '../connection-test/test-grants.ts';
import type { Grants, GrantSource } from '../ports/grants.ts';
import { connectionProfileOf } from './connection-profile-of.ts';
import { newProfileId } from './new-profile-id.ts';
import { changesScope, refuseSecretFile } from './page-changes.ts';
import type { Profiles } from './profiles.ts';

interface ProfileTestsOptions {
  readonly tests: ConnectionTests;
  readonly profiles: Pick<Profiles, 'get'> & {
    /** Aborted when the profile is removed. */
    removedSignal(id: ProfileId): AbortSignal;
  };
  /** Not the sign-in of the watch: a draft says nothing about how the kept profile stands. */
  readonly grants: Pick<Grants, 'of'>;
  readonly newId: () => string;
  readonly stopping: AbortSignal;
}

export class ProfileTests {
  readonly #options: ProfileTestsOptions;

  constructor(options: ProfileTestsOptions) {
    this.#options = options;
  }

  /** @throws AppError NO_PROFILE, BAD_PROFILE */
  async *run(
    { id, profile: typed, secret }: z.output<typeof connectionTestInputSchema>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<ConnectionReport, void, undefined> {
    const { tests, profiles, grants, newId, stopping } = this.#options;
    const kept = id === null ? null : await profiles.get(id);
    const profile = connectionProfileOf(typed, id ?? newProfileId(newId));
    refuseSecretFile(kept, profile);
    const gone = id === null ? null : profiles.removedSignal(id);
    const ends = [stopping, ...(signal === undefined ? [] : [signal]), ...(gone === null ? [] : [gone])];
    // Another address gets no token that was meant for the kept ones: its test asks for the secret.
    const isElsewhere = kept === null || changesScope(kept, profile);
    const tested = grantsForTest(profile, secret, isElsewhere ? null : grants.of(profile));
    try {
      yield* tests.run({ profile, grants: bindingNothing(tested) }, AbortSignal.any(ends));
    } catch (error) {
      if (gone?.aborted !== true) throw error;
    }
    // Whoever follows is told why there is no more.
    if (id !== null && gone?.aborted === true) throw appError('NO_PROFILE', { id });
  }
}

/** What is typed may be wrong, and a secret must not become that one's. */
function bindingNothing(grants: GrantSource): GrantSource {
  return {
    read: (signal) => grants.read(signal),
    markAccepted: async () => undefined,
    renew: (ask, signal) => grants.renew(ask, signal),
    clientSecret: (signal) => grants.clientSecret(signal),
    end: (refreshToken) => grants.end(refreshToken),
  };
}
