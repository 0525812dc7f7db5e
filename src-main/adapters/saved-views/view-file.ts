/**
 * The saved views of a profile as `views.json` beside its store: text that people can read, and exchange as it is. It is
 * written whole or not at all; one that cannot be understood is left as it is, since it is people's own work.
 */
import { join } from 'node:path';
import { appError } from '../../../src-shared/api/errors.ts';
import { parseViews, printViews, type SavedView } from '../../../src-shared/domain/saved-view.ts';
import type { StorePlace } from '../../core/ports/event-store.ts';
import type { SavedViews } from '../../core/ports/profile-lists.ts';
import { writeWholeFile } from '../files/whole-file.ts';
import { readOwnWork } from './own-work.ts';

/** @param directoryOf where the store of a profile is */
export function createViewFiles(directoryOf: (place: StorePlace) => string): SavedViews {
  const pathOf = (place: StorePlace) => join(directoryOf(place), 'views.json');
  return {
    read: (place) => readViews(pathOf(place)),
    write: (place, views) => writeWholeFile(pathOf(place), printViews(views)),
  };
}

async function readViews(path: string): Promise<readonly SavedView[]> {
  const text = await readOwnWork(path);
  if (text === null) return [];
  const { views, problems } = parseViews(text);
  // Of a list that is understood in part the rest would be lost with the next change.
  if (problems.length > 0) throw appError('VIEWS_DAMAGED', { path });
  return views;
}
