/**
 * The saved views of a profile as `views.json` beside its store: text that people can read, and exchange as it is. It is
 * written whole or not at all; one that cannot be understood is left as it is, since it is people's own work.
 */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { appError } from '../../../src-shared/api/errors.ts';
import { parseViews, printViews, type SavedView } from '../../../src-shared/domain/saved-view.ts';
import type { StorePlace } from '../../core/ports/event-store.ts';
import type { SavedViews } from '../../core/ports/saved-views.ts';

/** @param directoryOf where the store of a profile is */
export function createViewFiles(directoryOf: (place: StorePlace) => string): SavedViews {
  const pathOf = (place: StorePlace) => join(directoryOf(place), 'views.json');
  return { read: (place) => readViews(pathOf(place)), write: (place, views) => writeViews(pathOf(place), views) };
}

async function readViews(path: string): Promise<readonly SavedView[]> {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw appError('STORE_UNREADABLE', { path }, { cause });
  });
  if (text === null) return [];
  const { views, problems } = parseViews(text);
  // Of a list that is understood in part the rest would be lost with the next change.
  if (problems.length > 0) throw appError('VIEWS_DAMAGED', { path });
  return views;
}

async function writeViews(path: string, views: readonly SavedView[]): Promise<void> {
  const part = `${path}.new`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(part, 'w', 0o600);
    try {
      await file.writeFile(printViews(views));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (cause) {
    await rm(part, { force: true }).catch(() => undefined);
    throw unwritable(path, cause);
  }
}

const PROBLEMS: Readonly<Record<string, 'full' | 'forbidden'>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  EROFS: 'forbidden',
};

function unwritable(path: string, cause: unknown) {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  return appError('STORE_UNWRITABLE', { path, problem: PROBLEMS[code] ?? 'disk-error', detail: code }, { cause });
}
