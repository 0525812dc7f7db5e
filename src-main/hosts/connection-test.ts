/** Tests a profile's connection without watching it. Stores nothing but the tokens of an interactive sign-in. */
import { inspect } from 'node:util';
import type { ConnectionReport } from '../../src-shared/api/connection-test.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile/profile.ts';
import { storePaths } from '../adapters/sqlite/store-paths.ts';
import { lastRequestAt } from '../adapters/sqlite/events/files/stored-request.ts';
import { isWriterLocked } from '../adapters/sqlite/events/files/writer-lock.ts';
import { createConnectionProbe } from '../adapters/network/connection-probe.ts';
import { createServiceClient } from '../adapters/service/service-client.ts';
import { createStreamClient } from '../adapters/stream/stream-client.ts';
import { createConnectionTests } from '../core/connection-test/connection-tests.ts';
import type { Log } from '../core/ports/log.ts';
import { openProfileAccess, type ServiceAccessOptions } from './service-access.ts';
import { processSecrets } from './process-secrets.ts';

/** Ends with the last report, or early when `stopSignal` aborts. @throws AppError BAD_PROFILE, VAULT_KEY_FILE */
export async function* runConnectionTest(
  options: ServiceAccessOptions,
  reportBug: (words: string) => void,
  stopSignal: AbortSignal,
): AsyncGenerator<ConnectionReport, void, undefined> {
  const { profile, network, clock, issuer, ...access } = await openProfileAccess(options);
  const log = bugLog(reportBug);
  try {
    const grants = access.grants.of(profile, options.profile);
    const pathsOf = (id: ConnectionProfile['id']) => storePaths(options.dataDir, { id, practice: false });
    const tests = createConnectionTests({
      clock,
      log,
      probe: createConnectionProbe({ env: options.environment }),
      issuer,
      service: createServiceClient({ network }),
      streams: createStreamClient({ clock, log, network }),
      watches: () => [],
      isWatchedElsewhere: ({ id }) => isWriterLocked(pathsOf(id).lock),
      lastRequestAt: ({ id, eventsUrl }) => lastRequestAt(pathsOf(id), eventsUrl),
    });
    // The tested profile may be wrong, so a successful sign-in must not bind the secret to this issuer.
    yield* tests.run({ profile, grants: { ...grants, markAccepted: async () => undefined } }, stopSignal);
  } finally {
    await access.close();
  }
}

/** Passes on unexpected errors only. The report covers every problem of the connection. */
function bugLog(report: (words: string) => void): Log {
  return {
    info: () => undefined,
    warn: () => undefined,
    error: (message, fields) => report(processSecrets.redact(`${message} ${inspect(fields)}`)),
  };
}
