/** The ids that the user opened last in this browser, newest first. */
import { readStored, writeStored } from '../../browser-storage.ts';

const KEY = 'watchfloor.recent-ids';
const MAX_RECENT = 5;
const MAX_LENGTH = 255;

export function recentIds(): string[] {
  const stored = readStored(() => localStorage, KEY);
  if (!Array.isArray(stored)) return [];
  return stored
    .filter((id): id is string => typeof id === 'string' && id !== '' && id.length <= MAX_LENGTH)
    .slice(0, MAX_RECENT);
}

export function noteRecentId(id: string): void {
  writeStored(() => localStorage, KEY, [id, ...recentIds().filter((each) => each !== id)].slice(0, MAX_RECENT));
}
