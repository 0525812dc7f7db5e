/** Replaces a database that a reader cannot use. A reader cannot write, so it asks the writer. */
import type { Log } from '../../../core/ports/log.ts';
import { fileIdAt } from '../../files/file-stat.ts';
import type { DatabaseDefinition } from '../database.ts';
import { isUnusable, type ReplaceableDatabase } from '../database-writer.ts';
import { type RemoteClient, repairedRemote } from './remote.ts';

/** Replaces the database once if a reader finds it unusable. */
export function replacingReader<Port extends object>(
  { remote: reader }: RemoteClient<Port>,
  writer: Pick<ReplaceableDatabase, 'replace'>,
  { definition, path, log }: { definition: DatabaseDefinition; path: string; log: Log | undefined },
): Port {
  return repairedRemote(reader, () => {
    let file: string | null = null;
    let isReplaced = false;
    return {
      begin: () => void (file = fileIdAt(path)),
      async repair(error) {
        if (file === null || isReplaced || !isUnusable(error, definition)) return false;
        log?.error('A database could not be read. It is replaced by a new one.', { path, reason: String(error) });
        await writer.replace(file);
        isReplaced = true;
        return true;
      },
    };
  });
}
