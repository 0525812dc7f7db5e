/** Implements the case projection over `cases.db`. An unusable database is deleted and filled again. */
import type {
  CaseProjectionReader,
  CaseProjection,
  CaseProjectionOpener,
  CaseProjector,
} from '../../../core/ports/case-projection.ts';
import type { ReplaceableDatabase } from '../database-writer.ts';
import { pathsIn } from '../store-paths.ts';
import type { DatabaseOptions } from '../threads/store-clients.ts';
import { replacingReader } from '../threads/replacing-reader.ts';
import { CASE_DATABASE, caseDatabasePath } from './case-database.ts';
import { createPrivateFolder } from './private-folder.ts';

export interface CaseProjectorTarget extends CaseProjector, Pick<ReplaceableDatabase, 'replace'> {}

export function createCaseProjectionOpener({ directoryOf, clientsOf, log }: DatabaseOptions): CaseProjectionOpener {
  const opened = (path: string, copyFrom: string | null, directory: string): CaseProjection => {
    const { client } = clientsOf(directory);
    const { events } = pathsIn(directory);
    const projector = client<CaseProjectorTarget>('derive', { kind: 'case-projector', path, copyFrom, events });
    const reader = client<CaseProjectionReader>('read', { kind: 'case-reader', path });
    let closing: Promise<void> | null = null;
    return {
      reader: replacingReader(reader, projector.remote, { definition: CASE_DATABASE, path, log }),
      projector: projector.remote,
      close() {
        // The reader first: the last connection that closes checkpoints the write-ahead log.
        closing ??= reader.close().then(() => projector.close());
        return closing;
      },
    };
  };
  return {
    open(identity) {
      const directory = directoryOf(identity);
      return opened(caseDatabasePath(directory), null, directory);
    },
    openPrivate(identity) {
      const folder = createPrivateFolder();
      const directory = directoryOf(identity);
      const copy = opened(caseDatabasePath(folder.path), caseDatabasePath(directory), directory);
      return {
        ...copy,
        async close() {
          await copy.close();
          folder.remove();
        },
      };
    },
  };
}
