/** Reads text that users made and may edit, from a file next to a store. */
import { type AppErrorData, AppError, appError } from '../../../src-shared/api/errors.ts';
import { isNotPlain, readPlainText } from './plain-file.ts';

/** A list has a few hundred kilobytes at most. */
const MAX_BYTES = 16_777_216;

/**
 * @returns null if there is no file. @throws AppError STORE_UNREADABLE; `damaged` if it is not a plain file or too
 * large
 */
export async function readUserText(path: string, damaged: AppErrorData): Promise<string | null> {
  return readPlainText(path, MAX_BYTES).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    if (isNotPlain(cause)) throw new AppError(damaged, { cause });
    throw appError('STORE_UNREADABLE', { path }, { cause });
  });
}
