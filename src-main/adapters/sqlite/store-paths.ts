/** Names the files of a store: those of `DIR/practice` or `DIR/profiles/<id>`. */
import { join } from 'node:path';
import type { StoreIdentity } from '../../core/ports/event-store.ts';

export interface StorePaths {
  readonly directory: string;
  readonly events: string;
  readonly lock: string;
  readonly mark: string;
  readonly ballast: string;
  readonly backups: string;
}

export function storePaths(dataDir: string, { id, practice }: Pick<StoreIdentity, 'id' | 'practice'>): StorePaths {
  const directory = practice ? join(dataDir, 'practice') : join(dataDir, 'profiles', id);
  return pathsIn(directory);
}

export function pathsIn(directory: string): StorePaths {
  return {
    directory,
    events: join(directory, 'events.db'),
    lock: join(directory, 'writer.lock'),
    mark: join(directory, 'events.mark'),
    ballast: join(directory, 'ballast'),
    backups: join(directory, 'backups'),
  };
}
