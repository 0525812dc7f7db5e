/** Marks the folder with its computer and place, so that a start on a copy watches only if the user chooses that. */
import { randomBytes } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type AppError, appError } from '../../../src-shared/api/errors.ts';
import { parseJsonOrNull } from '../../../src-shared/lib/parse-json.ts';
import type { DataFolder } from '../../core/ports/data-folder.ts';
import type { StoreIdentity } from '../../core/ports/event-store.ts';
import type { Log } from '../../core/ports/log.ts';
import { writeFileAtomically } from '../files/atomic-file.ts';
import { readPlainText } from '../files/plain-file.ts';
import {
  type FolderMark,
  folderMarkSchema,
  type FolderOrigin,
  folderOrigin,
  type FolderPlace,
  isSameFolder,
} from './copied-folder.ts';

export const FOLDER_MARK_FILE = 'folder.json';
const MAX_BYTES = 65_536;

interface DataFolderOptions {
  readonly dataDir: string;
  readonly readComputerId: () => Promise<string | null>;
  /** A store that did not exist when the folder was copied is no copy. */
  readonly storeExists: (store: StoreIdentity) => boolean;
  readonly watchesCopy: boolean;
  readonly log: Log;
}

export function createDataFolder(options: DataFolderOptions): DataFolder {
  const { dataDir, storeExists, watchesCopy, log } = options;
  let copied: Promise<AppError | null> | null = null;
  const write = async (mark: FolderMark) =>
    writeFileAtomically(join(dataDir, FOLDER_MARK_FILE), `${JSON.stringify(mark, null, 2)}\n`);

  async function inspect(): Promise<AppError | null> {
    const mark = await readMark(dataDir);
    const place = await placeOf(dataDir);
    // Most starts end here, without asking for the computer's id, which needs a process on some systems.
    if (mark !== null && isSameFolder(mark, place) && mark.path === place.path) return null;
    const here = await newMark(place, options);
    const origin = mark === null ? 'moved' : await originOf(mark, here);
    if (mark === null || (origin !== 'moved' && watchesCopy)) await write(here);
    else if (origin === 'moved') await write({ ...here, id: mark.id });
    else return copiedError(origin === 'copied-here' ? null : mark.computerName, mark.path, here.path);
    return null;
  }

  return {
    async copiedStore(store) {
      if (store.practice) return null;
      const existed = storeExists(store);
      copied ??= inspectOrLog();
      const error = await copied;
      return existed ? error : null;
    },
    async watchCopy() {
      await write(await newMark(await placeOf(dataDir), options));
      copied = Promise.resolve(null);
    },
  };

  function inspectOrLog(): Promise<AppError | null> {
    return inspect().catch((error: unknown) => {
      log.warn('the data folder could not be marked, so a copy of it will not be noticed', { error });
      return null;
    });
  }
}

/** Writes nothing. Never rejects: a folder of which nothing is known is not a copy. */
export async function isCopiedFolder(
  dataDir: string,
  readComputerId: DataFolderOptions['readComputerId'],
): Promise<boolean> {
  try {
    const mark = await readMark(dataDir);
    if (mark === null) return false;
    const place = await placeOf(dataDir);
    return (
      !isSameFolder(mark, place) && (await originOf(mark, { ...place, computer: await readComputerId() })) !== 'moved'
    );
  } catch {
    return false;
  }
}

async function originOf(mark: FolderMark, here: FolderPlace & Pick<FolderMark, 'computer'>): Promise<FolderOrigin> {
  return folderOrigin(mark, here, await originalExists(mark, here.path));
}

function copiedError(computer: string | null, from: string, path: string): AppError {
  return appError('FOLDER_COPIED', { path, from, computer });
}

/** Returns null if the mark is missing or cannot be read: such a folder is used as before, and marked. */
async function readMark(folder: string): Promise<FolderMark | null> {
  const text = await readPlainText(join(folder, FOLDER_MARK_FILE), MAX_BYTES).catch(() => null);
  return text === null ? null : (folderMarkSchema.safeParse(parseJsonOrNull(text)).data ?? null);
}

async function originalExists(mark: FolderMark, herePath: string): Promise<boolean> {
  const path = await realpath(mark.path).catch(() => null);
  return path !== null && path !== herePath && (await readMark(path))?.id === mark.id;
}

async function placeOf(dataDir: string): Promise<FolderPlace> {
  const path = await realpath(dataDir);
  const { ino, birthtimeNs } = await stat(path, { bigint: true });
  return { path, inode: String(ino), createdAt: String(birthtimeNs) };
}

async function newMark(place: FolderPlace, { readComputerId }: DataFolderOptions): Promise<FolderMark> {
  const id = randomBytes(16).toString('hex');
  return { version: 1, id, computer: await readComputerId(), computerName: hostname(), ...place };
}
