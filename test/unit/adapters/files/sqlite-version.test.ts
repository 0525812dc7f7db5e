import { expect, test } from 'vitest';
import { sqliteVersion } from '../../../../src-main/adapters/files/database-file.ts';

/** First version without the WAL-reset bug (sqlite.org/wal.html): 3.7.0 to 3.51.2 can lose pages that were committed. */
const FIRST_SAFE = [3, 51, 3] as const;

test('SQLite loses no page when two connections checkpoint: it is 3.51.3 or later', () => {
  const version = sqliteVersion().split('.').map(Number);
  expect(version).toHaveLength(3);
  const differing = version.findIndex((part, at) => part !== FIRST_SAFE[at]);
  expect(differing === -1 || (version[differing] ?? 0) > (FIRST_SAFE[differing] ?? 0)).toBe(true);
});
