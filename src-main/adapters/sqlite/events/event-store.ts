/** Implements the event store: `write` stores, `read` and `scan` answer. The calling thread never blocks. */
import type { StoreIncident } from '../../../../src-shared/domain/store-condition.ts';
import type {
  EventReader,
  EventStore,
  EventStoreOpener,
  EventWriter,
  SearchIndexer,
  StoreIdentity,
} from '../../../core/ports/event-store.ts';
import type { TeamStore } from '../../../core/ports/team-store.ts';
import type { DatabaseOptions, StoreClients } from '../threads/store-clients.ts';
import type { RemoteClient } from '../threads/remote.ts';
import { createDamageRetry } from './damage/damage-retry.ts';
import type { BackupService } from './files/backup-service.ts';
import { createStoreDirectory } from './files/store-directory.ts';
import { pathsIn, type StorePaths } from '../store-paths.ts';

type OnIncident = (incident: StoreIncident | null) => void;

/** A second replacement would set aside the new store, so the caller checks again. */
const NOT_REPEATED: ReadonlySet<string> = new Set(['replace']);

export function createEventStoreOpener({ directoryOf, clientsOf, log }: DatabaseOptions): EventStoreOpener {
  const logged = async <Opened>(path: string, opening: Promise<Opened>): Promise<Opened> => {
    try {
      return await opening;
    } catch (error) {
      log?.error('The event store could not be opened.', { path, reason: String(error) });
      throw error;
    }
  };
  return {
    open(identity, onIncident) {
      const paths = pathsIn(directoryOf(identity));
      return logged(paths.events, openStore(paths, identity, clientsOf(paths.directory), onIncident));
    },
    openReadOnly(identity) {
      const { directory, events } = pathsIn(directoryOf(identity));
      const client = clientsOf(directory).client<EventReader>('read', { kind: 'event-reader', events });
      return logged(events, opened(client));
    },
  };
}

async function opened<Port>(client: RemoteClient<Port>): Promise<Port> {
  try {
    await client.open();
    return client.remote;
  } catch (error) {
    await client.close();
    throw error;
  }
}

async function openStore(
  paths: StorePaths,
  identity: StoreIdentity,
  { client }: StoreClients,
  onIncident: OnIncident,
): Promise<EventStore> {
  createStoreDirectory(paths);
  const { events } = paths;
  let incidentAt: number | null = null;
  const writer = client<EventWriter & TeamStore>(
    'write',
    { kind: 'event-writer', paths, identity },
    {
      notRepeated: NOT_REPEATED,
      onMessage(value) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that a writer emits, see `targets.ts`
        const incident = value as StoreIncident | null;
        if (incident !== null && incident.at !== incidentAt) damageRetry.databaseReplaced();
        incidentAt = incident?.at ?? null;
        onIncident(incident);
      },
    },
  );
  const damageRetry = createDamageRetry(writer);
  await opened(writer);
  const reader = client<EventReader>('read', { kind: 'event-reader', events });
  const scanner = client<EventReader>('scan', { kind: 'event-reader', events });
  const indexer = client<SearchIndexer>('derive', { kind: 'search-indexer', events });
  const copies = new Set<RemoteClient<BackupService>>();
  const withBackupService = async <Answer>(
    call: (service: BackupService) => Promise<Answer>,
    onShare: (share: number) => void = () => undefined,
  ): Promise<Answer> => {
    const service = client<BackupService>(
      'copy',
      { kind: 'event-backups', paths },
      { onMessage: (value) => onShare(Number(value)) },
    );
    copies.add(service);
    try {
      return await call(service.remote);
    } finally {
      copies.delete(service);
      await service.close();
    }
  };
  let closing: Promise<void> | null = null;
  return {
    reader: damageRetry.wrap(reader.remote),
    scanner: damageRetry.wrap(scanner.remote),
    writer: writer.remote,
    team: writer.remote,
    indexer: indexer.remote,
    backups: () => withBackupService((service) => service.backups()),
    backUp: (onShare) => withBackupService((service) => service.backUp(), onShare),
    close() {
      // Readers first: the last connection that closes checkpoints the write-ahead log.
      closing ??= Promise.allSettled([
        reader.close(),
        scanner.close(),
        indexer.close(),
        ...[...copies].map((service) => service.abandon()),
      ]).then(() => writer.close());
      return closing;
    },
  };
}
