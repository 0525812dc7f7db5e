import { useState } from 'react';
import { numberText } from '../../../src-shared/words/store-words.ts';
import type { SavedItem, SavedList } from '../../stores/loading/saved-list.ts';
import type { SavedListLabels } from './saved-items.ts';

export type ReadFile<T> = (text: string) => { readonly accepted: readonly T[]; readonly problems: readonly string[] };

interface SavedImportOptions<T extends SavedItem> {
  readonly labels: SavedListLabels;
  readonly store: Pick<SavedList<T, unknown>, 'put'>;
  /** Null if files may be imported. */
  readonly importUnavailable: string | null;
  readonly read: ReadFile<T>;
}

export function useSavedImport<T extends SavedItem>(options: SavedImportOptions<T>) {
  const { labels, store, importUnavailable, read } = options;
  const [imported, setImported] = useState<readonly string[]>([]);
  async function take(file: File | undefined): Promise<void> {
    if (file === undefined || importUnavailable !== null) return;
    const { accepted, problems } = read(await file.text());
    const isSaved = accepted.length > 0 && (await store.put(accepted));
    const count =
      accepted.length === 1 ? `1 ${labels.singular} was` : `${numberText(accepted.length)} ${labels.plural} were`;
    setImported([...(isSaved ? [`${count} imported.`] : []), ...problems]);
  }
  /** `imported`: lines about the last import. */
  return { imported, take };
}
