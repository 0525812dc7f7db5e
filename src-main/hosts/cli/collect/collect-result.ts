/** Decides a collector's last line and exit code. Reads the closed store, so that the line is true for the disk. */
import { AppError } from '../../../../src-shared/api/errors.ts';
import type { ProfileId } from '../../../../src-shared/domain/identity.ts';
import type { StoreIncident } from '../../../../src-shared/domain/store-condition.ts';
import { eventsText, repairWords } from '../../../../src-shared/words/store-words.ts';
import { withReader } from '../store/store-choice.ts';
import { storePaths } from '../../../adapters/sqlite/store-paths.ts';
import { errorWords } from '../../../../src-shared/words/error-words.ts';
import { storedIncident } from '../store/stored-incident.ts';

export interface CollectResult {
  readonly unsaved: number;
  readonly newestSeq: number;
  /** UTC epoch ms of the start. */
  readonly startedAt: number;
  readonly found: StoreAtExit;
}

export type StoreAtExit =
  | { readonly kind: 'readable'; readonly newestSeq: number; readonly incident: StoreIncident | null }
  | { readonly kind: 'unreadable'; readonly words: string };

export async function readStoreAtExit(dataDir: string, id: ProfileId): Promise<StoreAtExit> {
  const { events } = storePaths(dataDir, { id, practice: false });
  try {
    const { newestSeq } = await withReader(events, (reader) => reader.extent());
    return { kind: 'readable', newestSeq, incident: storedIncident(events) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: 'unreadable', words: errorWords(error.data, 'terminal') };
  }
}

/** @returns the text after "Stopped: ", and true if nothing was lost */
export function endWords({ unsaved, newestSeq, startedAt, found }: CollectResult): { words: string; isWell: boolean } {
  const bad = (words: string) => ({ words, isWell: false });
  if (unsaved > 0) return bad(`${eventsText(unsaved)} could not be stored; see the log.`);
  if (found.kind === 'unreadable') return bad(`the store cannot be read. ${found.words}`);
  if (found.newestSeq < newestSeq)
    return bad(
      `stored events are missing from the files: they end at event ${found.newestSeq}, but ${newestSeq} was stored.`,
    );
  const { incident } = found;
  const isOver = incident?.mending.kind !== 'running';
  // An earlier run's incident was reported when its repair ended. During a repair the store may be incomplete.
  if (incident === null || (incident.at < startedAt && isOver))
    return { words: 'everything received is stored.', isWell: true };
  const rest = `everything received since then is stored. ${repairWords(incident)}`;
  if (!isOver) return bad(`stored events were damaged or lost; ${rest} The repair continues at the next start.`);
  return { words: `stored events were damaged or lost; ${rest}`, isWell: incident.missing === 0 };
}
