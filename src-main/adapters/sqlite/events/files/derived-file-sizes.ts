import { dirname, join } from 'node:path';
import type { StoreFigures } from '../../../../core/ports/event-store.ts';
import { fileSizeBytes } from '../../../files/file-stat.ts';
import { searchPathOf } from '../search/search-database.ts';

export function derivedFileSizes(eventsPath: string): StoreFigures['beside'] {
  const folder = dirname(eventsPath);
  const withLog = (path: string) => fileSizeBytes(path) + fileSizeBytes(`${path}-wal`);
  return {
    search: withLog(searchPathOf(eventsPath)),
    cases: withLog(join(folder, 'cases.db')),
    inventory: withLog(join(folder, 'inventory.db')),
  };
}
