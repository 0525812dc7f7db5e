/** Saved views as a small file: written by the browser, read from a file that somebody chose or dropped. */
import { useState } from 'react';
import { parseViews, printViews, type SavedView } from '../../../../src-shared/domain/saved-view.ts';
import { useStores, useViews } from '../../../stores/use-stores.ts';
import { importedWords, viewProblemWords } from '../../../words/view-words.ts';
import { withImported } from './view-edits.ts';

/** What came of the last import: one line each. */
export type Imported = readonly string[];

export function useViewsFile(): { imported: Imported; save: () => void; take: (file: File) => Promise<void> } {
  const { views: store } = useStores();
  const views = useViews((state) => state.views) ?? [];
  const [imported, setImported] = useState<Imported>([]);

  async function take(file: File): Promise<void> {
    const read = parseViews(await file.text());
    const taken = withImported(views, read.views);
    const isTaken = taken.length === 0 || (await store.put(taken));
    setImported([
      ...(taken.length > 0 && isTaken ? [importedWords(taken.length)] : []),
      ...read.problems.map(viewProblemWords),
    ]);
  }
  return { imported, save: () => saveFile(views), take };
}

function saveFile(views: readonly SavedView[]): void {
  const href = URL.createObjectURL(new Blob([printViews(views)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = href;
  link.download = 'watchfloor-views.json';
  link.click();
  // The download has begun; the text is not needed any longer than that.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
