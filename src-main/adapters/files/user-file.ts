/** Stores what users made and may edit as readable text in a file next to a store. Writes are atomic. */
import { join } from 'node:path';
import { appError } from '../../../src-shared/api/errors.ts';
import type { StoreIdentity } from '../../core/ports/event-store.ts';
import { writeFileAtomically } from './atomic-file.ts';
import { isNotPlain, readPlainText } from './plain-file.ts';

/** A list has a few hundred kilobytes at most. */
const MAX_BYTES = 16_777_216;

export type DirectoryOf = (identity: StoreIdentity) => string;

interface UserFileForm<Content> {
  readonly fileName: string;
  readonly damaged: 'VIEWS_DAMAGED' | 'SEARCHES_DAMAGED' | 'LINKS_DAMAGED' | 'ALARMS_DAMAGED' | 'OUTLETS_DAMAGED';
  readonly initial: Content;
  readonly print: (content: Content) => string;
  readonly parse: (text: string) => { readonly content: Content; readonly problems: readonly unknown[] };
}

/** A file that cannot be parsed completely is left unchanged, since it is the user's work. */
export function userFiles<Content>(
  directoryOf: DirectoryOf,
  { fileName, damaged, initial, print, parse }: UserFileForm<Content>,
) {
  const pathOf = (identity: StoreIdentity) => join(directoryOf(identity), fileName);
  return {
    /** @throws AppError STORE_UNREADABLE; `damaged` if it is not a plain file, too large or cannot be parsed */
    async read(identity: StoreIdentity): Promise<Content> {
      const path = pathOf(identity);
      const text = await readPlainText(path, MAX_BYTES).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code === 'ENOENT') return null;
        if (isNotPlain(cause)) throw appError(damaged, { path }, { cause });
        throw appError('STORE_UNREADABLE', { path }, { cause });
      });
      if (text === null) return initial;
      const { content, problems } = parse(text);
      // If the content were accepted in part, the next change would delete the rest.
      if (problems.length > 0) throw appError(damaged, { path });
      return content;
    },
    write: (identity: StoreIdentity, content: Content) => writeFileAtomically(pathOf(identity), print(content)),
  };
}
