/** Opens the connections of a store's databases, each as a target whose methods a thread serves. */
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { openCaseProjectionReader } from './cases/case-reader.ts';
import { MIN_FREE_BYTES } from './database-writer.ts';
import { createBackupService } from './events/files/backup-service.ts';
import { openGuardedWriter } from './events/guarded-writer.ts';
import { createSearchIndexer } from './events/search-indexer.ts';
import { openStoreReader } from './events/store-reader.ts';
import { openInventoryReader } from './inventory/inventory-reader.ts';
import { openInventoryWriter } from './inventory/inventory-writer.ts';
import type { CallTarget } from './threads/remote.ts';
import type { CaseProjectorSpec, TargetSpec } from './threads/store-clients.ts';

export function openTarget(
  spec: Exclude<TargetSpec, CaseProjectorSpec>,
  emit: (value: unknown) => void,
  minFreeBytes = MIN_FREE_BYTES,
): CallTarget {
  switch (spec.kind) {
    case 'event-writer':
      return openGuardedWriter(spec.paths, spec.identity, emit);
    case 'event-reader':
      return openStoreReader(spec.events);
    case 'event-backups':
      return createBackupService(spec.paths, emit);
    case 'search-indexer':
      return createSearchIndexer(spec.events, minFreeBytes);
    case 'case-reader':
      return openCaseProjectionReader(spec.path);
    case 'inventory-writer':
      return openInventoryWriter(spec.path, { minFreeBytes });
    case 'inventory-reader':
      return openInventoryReader(spec.path);
    default:
      return assertNever(spec);
  }
}
