/** What a watch works with, and what it is opened for. */
import type { ConnectionProfile } from '../../src-shared/domain/profile.ts';
import type { AlarmFiles } from './ports/alarm-files.ts';
import type { CaseProjectionOpener } from './ports/case-projection.ts';
import type { Clock } from './ports/clock.ts';
import type { EventStoreOpener } from './ports/event-store.ts';
import type { ExportFiles } from './ports/export-files.ts';
import type { GrantSource } from './ports/grants.ts';
import type { InventoryOpener } from './ports/inventory-store.ts';
import type { Log } from './ports/log.ts';
import type { SavedSearches, SavedViews } from './ports/profile-lists.ts';
import type { ServiceClient } from './ports/service-client.ts';
import type { Source } from './ports/source.ts';
import type { StreamClient } from './ports/stream-client.ts';
import type { TokenIssuer } from './ports/token-issuer.ts';

export interface WatchPorts {
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /** A short random id. */
  readonly newId: () => string;
  readonly stores: EventStoreOpener;
  readonly savedViews: SavedViews;
  readonly alarmFiles: AlarmFiles;
  readonly inventories: InventoryOpener;
  readonly caseProjections: CaseProjectionOpener;
  readonly exportFiles: ExportFiles;
  readonly savedSearches: SavedSearches;
  readonly streams: StreamClient;
  readonly issuer: TokenIssuer;
  readonly service: ServiceClient;
}

export interface WatchedProfile {
  readonly profile: ConnectionProfile;
  readonly practice: boolean;
  readonly grants: GrantSource;
  /** Where the events come from, in place of the profile's own stream. */
  readonly source?: Source;
  /** Nobody looks at it: where its store cannot be written, opening it is an error. */
  readonly mustStore?: boolean;
}
