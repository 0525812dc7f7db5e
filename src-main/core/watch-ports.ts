import type { ConnectionProfile } from '../../src-shared/domain/profile/profile.ts';
import type { ActionInbox } from './ports/action-inbox.ts';
import type { AlarmFiles } from './ports/alarm-files.ts';
import type { CaseProjectionOpener } from './ports/case-projection.ts';
import type { Clock } from './ports/clock.ts';
import type { DataFolder } from './ports/data-folder.ts';
import type { EventStoreOpener } from './ports/event-store.ts';
import type { ExportFiles } from './ports/export-files.ts';
import type { GrantSource } from './ports/grants.ts';
import type { InventoryOpener } from './ports/inventory-store.ts';
import type { Log } from './ports/log.ts';
import type { OutletPorts } from './ports/outlets.ts';
import type { Policy } from '../../src-shared/api/policy/policy.ts';
import type { OwnLinks, SavedSearches, SavedViews } from './ports/profile-lists.ts';
import type { ServiceClient, StatusPages } from './ports/service-client.ts';
import type { Source } from './ports/source.ts';
import type { TeamLogs } from './ports/team-log.ts';
import type { StreamClient } from './ports/stream-client.ts';
import type { TokenIssuer } from './ports/token-issuer.ts';
import type { WriterProcesses } from './ports/writer-processes.ts';

export interface WatchPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  readonly newId: () => string;
  readonly policy: Policy;
  readonly stores: EventStoreOpener;
  readonly dataFolder: DataFolder;
  readonly savedViews: SavedViews;
  readonly alarmFiles: AlarmFiles;
  readonly outlets: OutletPorts;
  readonly actionInbox: ActionInbox;
  readonly writerProcesses: WriterProcesses;
  readonly inventories: InventoryOpener;
  readonly caseProjections: CaseProjectionOpener;
  readonly exportFiles: ExportFiles;
  readonly savedSearches: SavedSearches;
  readonly ownLinks: OwnLinks;
  readonly teamLogs: TeamLogs;
  readonly streams: StreamClient;
  readonly issuer: TokenIssuer;
  readonly service: ServiceClient;
  readonly statusPages: StatusPages;
}

export interface WatchedProfile {
  readonly profile: ConnectionProfile;
  readonly practice: boolean;
  readonly grants: GrantSource;
  readonly source?: Source;
  /** True for a run without a page: opening then fails if the store cannot be written. */
  readonly mustStore?: boolean;
}
