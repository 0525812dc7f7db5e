/**
 * The last line of a collector and its exit code. It goes by what is on the disk when all is closed: the store is opened
 * by its path once more, so that "everything received is stored" is said of files that are there.
 */
import { AppError } from '../../../src-shared/api/errors.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import type { StoreIncident } from '../../../src-shared/domain/store-condition.ts';
import { eventsText, repairWords } from '../../../src-shared/words/store-words.ts';
import { openEventReader } from '../../adapters/event-store/event-reader.ts';
import { storePaths } from '../../adapters/event-store/store-directory.ts';
import { errorWords } from '../words.ts';
import { storedIncident } from './stored-incident.ts';

export interface CollectResult {
  /** Received, and not taken by the store. */
  readonly unsaved: number;
  /** The highest seq that was told of. */
  readonly newestSeq: number;
  /** UTC epoch ms of the start. */
  readonly startedAt: number;
  readonly found: StoreAtExit;
}

/** What is at the store's path when all is closed. */
export type StoreAtExit =
  | { readonly kind: 'readable'; readonly newestSeq: number; readonly incident: StoreIncident | null }
  | { readonly kind: 'unreadable'; readonly words: string };

export async function readStoreAtExit(dataDir: string, id: ProfileId): Promise<StoreAtExit> {
  const { events } = storePaths(dataDir, { id, practice: false });
  try {
    const reader = openEventReader(events);
    try {
      const { newestSeq } = await reader.extent();
      return { kind: 'readable', newestSeq, incident: storedIncident(events) };
    } finally {
      await reader.close();
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: 'unreadable', words: errorWords(error.data) };
  }
}

/** The line behind "Stopped: ", and whether all is well. */
export function endWords({ unsaved, newestSeq, startedAt, found }: CollectResult): { words: string; isWell: boolean } {
  const bad = (words: string) => ({ words, isWell: false });
  if (unsaved > 0) return bad(`${eventsText(unsaved)} could not be stored; the log says why.`);
  if (found.kind === 'unreadable') return bad(`what was stored cannot be read again. ${found.words}`);
  if (found.newestSeq < newestSeq)
    return bad(
      `what was stored is not in the files any more: they end at event ${found.newestSeq}, and ${newestSeq} was stored.`,
    );
  const { incident } = found;
  const isOver = incident?.mending.kind !== 'running';
  // What came of one of an earlier run was told when it was over; until then nobody can call everything stored.
  if (incident === null || (incident.at < startedAt && isOver))
    return { words: 'everything received is stored.', isWell: true };
  const rest = `what was received since then is stored. ${repairWords(incident)}`;
  if (!isOver) return bad(`something happened to the stored events, and ${rest} It goes on at the next start.`);
  return { words: `something happened to the stored events, and ${rest}`, isWell: incident.missing === 0 };
}
