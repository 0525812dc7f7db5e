/**
 * Repeats the calls of a reader after damage was repaired. A reader cannot write, so it asks the writer. Otherwise damage
 * in the middle of a file would stay unnoticed.
 */
import type { Log } from '../../../core/ports/log.ts';
import { fileIdAt } from '../../files/file-stat.ts';
import type { DatabaseDefinition } from '../database.ts';
import { isUnusable, type ReplaceableDatabase } from '../database-writer.ts';
import { callMethod, createRemote, type RemoteClient } from './remote.ts';

/** Decides about the failures of one call. */
export interface CallRepair {
  /** Called before each attempt. */
  begin(): void;
  /** Returns true if the call must be repeated. */
  repair(error: unknown): Promise<boolean>;
}

export function repairedReader<Port extends object>(reader: Port, newCall: () => CallRepair): Port {
  return createRemote<Port>(async (method, args, signal) => {
    const call = newCall();
    for (;;) {
      call.begin();
      try {
        return await callMethod(reader, method, signal === undefined ? args : [...args, signal]);
      } catch (error) {
        if (!(await call.repair(error))) throw error;
      }
    }
  });
}

/** Replaces the database once if a reader finds it unusable. */
export function replacingReader<Port extends object>(
  { remote: reader }: RemoteClient<Port>,
  writer: Pick<ReplaceableDatabase, 'replace'>,
  { definition, path, log }: { definition: DatabaseDefinition; path: string; log: Log | undefined },
): Port {
  return repairedReader(reader, () => {
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
