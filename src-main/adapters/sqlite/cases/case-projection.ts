/**
 * Implements the case projection over SQLite, `cases.db` next to the events of a profile. All data is derived: an
 * unusable database is deleted, and the projector fills it again.
 */
import { dirname } from 'node:path';
import { AppError } from '../../../../src-shared/api/errors.ts';
import type {
  CaseProjectionReader,
  CaseProjection,
  CaseProjectionOpener,
  CaseProjector,
} from '../../../core/ports/case-projection.ts';
import type { Log } from '../../../core/ports/log.ts';
import { fileIdAt } from '../../files/file-stat.ts';
import { pathsIn } from '../events/files/store-directory.ts';
import type { DatabaseOptions } from '../targets.ts';
import type { RemoteClient } from '../threads/remote.ts';
import { caseDatabasePath } from './case-database.ts';
import type { CaseProjectionWorkerWriter } from './case-writer.ts';
import { EMPTY_CASE_PROJECTION_READER } from './empty-case-reader.ts';
import { createPrivateFolder } from './private-folder.ts';

/** The projector in its thread. */
export interface CaseProjectorTarget extends CaseProjector, Pick<CaseProjectionWorkerWriter, 'recreate'> {}

export function createCaseProjectionOpener({ directoryOf, clientsOf, log }: DatabaseOptions): CaseProjectionOpener {
  const opened = (path: string, copyFrom: string | null, directory: string): CaseProjection => {
    const { client } = clientsOf(directory);
    const { events } = pathsIn(directory);
    const projector = client<CaseProjectorTarget>('derive', { kind: 'case-projector', path, copyFrom, events });
    const reader = client<CaseProjectionReader>('read', { kind: 'case-reader', path });
    return caseProjectionOver(path, projector, reader, log);
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

function caseProjectionOver(
  path: string,
  projecting: RemoteClient<CaseProjectorTarget>,
  reading: RemoteClient<CaseProjectionReader>,
  log: Log | undefined,
): CaseProjection {
  const { remote } = reading;
  const withReader = async <Answer>(call: (reader: CaseProjectionReader) => Promise<Answer>): Promise<Answer> => {
    const file = fileIdAt(path);
    if (file === null) return call(EMPTY_CASE_PROJECTION_READER);
    try {
      return await call(remote);
    } catch (error) {
      if (!(error instanceof AppError) || !isUnusable(error)) throw error;
      log?.error('The case projection could not be read and is being rebuilt.', {
        path: dirname(path),
        reason: String(error),
      });
      await projecting.remote.recreate(file);
      return await call(remote);
    }
  };
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    // The reader first: the last connection that closes checkpoints the write-ahead log.
    closing ??= reading.close().then(() => projecting.close());
    return closing;
  };
  return {
    reader: {
      position: () => withReader((reader) => reader.position()),
      board: (now, since) => withReader((reader) => reader.board(now, since)),
      sparks: (query) => withReader((reader) => reader.sparks(query)),
      list: (query, signal) => withReader((reader) => reader.list(query, signal)),
      cases: (keys) => withReader((reader) => reader.cases(keys)),
      attempts: (key, limit) => withReader((reader) => reader.attempts(key, limit)),
      stays: (query) => withReader((reader) => reader.stays(query)),
      requestOutcomes: (span) => withReader((reader) => reader.requestOutcomes(span)),
      close,
    },
    projector: projecting.remote,
    close,
  };
}

function isUnusable({ code }: AppError): boolean {
  return code === 'STORE_DAMAGED' || code === 'STORE_FOREIGN' || code === 'STORE_TOO_NEW';
}
