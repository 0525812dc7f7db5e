/** Computes the notices about storage problems, worst first. Pure. `use-version-notice.ts` makes another one. */
import type { WatchSnapshot } from '../../../src-shared/api/watch.ts';
import { repairWords } from '../../../src-shared/words/store-words.ts';
import { failedBackupWords, incidentTitle, explainNotStored } from '../../words/storage-words.ts';

export interface Notice {
  readonly kind: 'not-storing' | 'incident' | 'copy-failed' | 'other-version';
  readonly tone: 'failed' | 'partial';
  readonly title: string;
  /** Start time, or when it was noticed; UTC epoch ms. */
  readonly at: number;
  /** May contain unsafe characters from paths and names. */
  readonly words: string;
}

export function watchNotices(
  { storage, store }: Pick<WatchSnapshot, 'storage' | 'store'>,
  storageIsBar: boolean,
): Notice[] {
  const { incident, backup } = store;
  const all: Notice[] = [];
  if (storage.kind === 'failing' && !storageIsBar) {
    const { reason, sentence } = explainNotStored(storage);
    all.push({
      kind: 'not-storing',
      tone: 'failed',
      title: 'Events are not being stored',
      at: storage.since,
      words: `${sentence} ${reason}.`,
    });
  }
  if (incident !== null)
    all.push({
      kind: 'incident',
      tone: incident.mending.kind === 'done' && incident.missing === 0 ? 'partial' : 'failed',
      title: incidentTitle(incident),
      at: incident.at,
      words: repairWords(incident),
    });
  if (backup.kind === 'failed')
    all.push({
      kind: 'copy-failed',
      tone: 'partial',
      title: 'The store could not be copied',
      at: backup.at,
      words: failedBackupWords(backup),
    });
  return all.toSorted((a, b) => Number(b.tone === 'failed') - Number(a.tone === 'failed'));
}
