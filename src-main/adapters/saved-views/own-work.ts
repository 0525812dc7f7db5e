/** Reads a file of people's own work beside a store; what it says is for others to understand. */
import { readFile } from 'node:fs/promises';
import { appError } from '../../../src-shared/api/errors.ts';

/** `null` where there is none. @throws AppError STORE_UNREADABLE */
export async function readOwnWork(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw appError('STORE_UNREADABLE', { path }, { cause });
  });
}
