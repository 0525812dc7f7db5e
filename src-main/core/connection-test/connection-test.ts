/**
 * Looks at one profile from this computer, step by step: which step fails says what a person can do. A stream that is
 * being watched is never disturbed by its own test: its steps are answered from what the watch sees.
 */
import type { ConnectionReport } from '../../../src-shared/api/connection-test.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import type { StreamStatus } from '../../../src-shared/domain/stream-status.ts';
import type { Clock } from '../ports/clock.ts';
import type { ConnectionProbe } from '../ports/connection-probe.ts';
import type { GrantSource } from '../ports/grants.ts';
import type { Log } from '../ports/log.ts';
import type { ServiceClient } from '../ports/service-client.ts';
import type { StreamClient } from '../ports/stream-client.ts';
import type { TokenIssuer } from '../ports/token-issuer.ts';
import type { TokenKeeper } from '../sign-in/token-keeper.ts';

export interface TestedProfile {
  readonly profile: ConnectionProfile;
  readonly grants: GrantSource;
}

/** What a test needs to know of a watch that is open. */
export interface ActiveWatch {
  readonly profile: ConnectionProfile;
  readonly tokens: Pick<TokenKeeper, 'accessToken' | 'reject' | 'validUntil'>;
  status(): StreamStatus;
  /** As the service names it; `null` while it is not known. */
  domain(): string | null;
  /** After a test of this profile: the seat that it may have found taken was the test's. */
  retryNow(): void;
}

export interface ConnectionTestPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly probe: ConnectionProbe;
  readonly issuer: TokenIssuer;
  readonly service: ServiceClient;
  readonly streams: StreamClient;
  /** Those of this process, without Practice. */
  readonly watches: () => readonly ActiveWatch[];
  /** Another process holds the profile's store, and so its stream. */
  readonly isWatchedElsewhere: (profile: ConnectionProfile) => boolean;
}

export interface ConnectionTests {
  /** The whole report at each change of it; ends with the last step. Everything opened is closed by then. */
  run(tested: TestedProfile, signal: AbortSignal): AsyncGenerator<ConnectionReport, void, undefined>;
}
