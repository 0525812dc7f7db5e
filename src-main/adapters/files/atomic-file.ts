/** Writes a file for this user only. A reader, or a start after a crash, finds the old or the new content. */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import { databaseError } from './database-error.ts';
import { removeStalePart } from './stale-part.ts';
import { errorCodeOf } from '../../../src-shared/lib/error-code.ts';

/**
 * Creates the folder if it is missing. `isDurable` false: a message between two processes, which no restart needs and
 * which must not wait for the disk. @throws AppError STORE_UNWRITABLE
 */
export async function writeFileAtomically(path: string, text: string, isDurable = true): Promise<void> {
  // Another process may write the same file, so each has its own part file.
  const part = `${path}.${randomBytes(4).toString('hex')}.new`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(part, 'wx', 0o600);
    try {
      await file.writeFile(text);
      if (isDurable) await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (cause) {
    await rm(part, { force: true }).catch(() => undefined);
    throw storeUnwritableError(path, cause);
  }
  await removeStaleParts(path).catch(() => undefined);
}

async function removeStaleParts(path: string): Promise<void> {
  const [folder, name] = [dirname(path), basename(path)];
  const parts = (await readdir(folder)).filter(
    (entry) => entry.startsWith(name) && /^\.[0-9a-f]{8}\.new$/.test(entry.slice(name.length)),
  );
  await Promise.all(parts.map((part) => removeStalePart(join(folder, part))));
}

export function storeUnwritableError(path: string, cause: unknown): AppError {
  const known = databaseError(cause, path);
  if (known instanceof AppError) return known;
  const detail = errorCodeOf(cause) || 'unknown';
  return appError('STORE_UNWRITABLE', { path, problem: 'disk-error', detail }, { cause });
}
