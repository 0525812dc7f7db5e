/** Declares the test of a connection. It never disturbs a watched stream: it then uses the state of the watch. */
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import type { StreamStatus } from '../../../src-shared/api/stream/stream-status.ts';
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

export interface ActiveWatch {
  readonly profile: ConnectionProfile;
  readonly tokens: Pick<TokenKeeper, 'accessToken' | 'reject' | 'validUntil'>;
  status(): StreamStatus;
  domain(): string | null;
  /** Called after a test of this profile: if the watch found the seat taken, the test may have held it. */
  retryNow(): void;
}

export interface ConnectionTestPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly probe: ConnectionProbe;
  readonly issuer: TokenIssuer;
  readonly service: ServiceClient;
  readonly streams: StreamClient;
  readonly watches: () => readonly ActiveWatch[];
  readonly isWatchedElsewhere: (profile: ConnectionProfile) => boolean;
  /** When a request of this profile was sent that may hold the seat, UTC epoch ms; null if it is not known of one. */
  readonly lastRequestAt: (profile: ConnectionProfile) => number | null;
}
