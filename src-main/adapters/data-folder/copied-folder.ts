/** Decides if a folder is a copy. If in doubt it is not: a restart that does not watch is worse. */
import * as z from 'zod';

const folderPlaceSchema = z.strictObject({
  /** Without links. */
  path: z.string(),
  /** Decimal digits: on Windows it needs 64 bits. */
  inode: z.string(),
  /** UTC epoch ns; '0' if the file system does not keep it. */
  createdAt: z.string(),
});
export type FolderPlace = z.infer<typeof folderPlaceSchema>;

export const folderMarkSchema = folderPlaceSchema.extend({
  version: z.literal(1),
  /** Random; a copy has the same until a user chooses to watch with it. */
  id: z.string(),
  /** Hash of the computer's own id; null if it is not known or does not last. */
  computer: z.string().nullable(),
  /** Only for messages. */
  computerName: z.string(),
});
export type FolderMark = z.infer<typeof folderMarkSchema>;

/** Copying makes a new folder. Path, host name, container and operating system do not count. */
export function isSameFolder(one: FolderPlace, other: FolderPlace): boolean {
  return one.inode === other.inode && one.createdAt === other.createdAt;
}

/** `moved`: there is no reason to believe that the original still exists. */
export type FolderOrigin = 'moved' | 'copied-here' | 'copied-from-another-computer';

/** `here`: the mark as it would be written now. `originalExists`: a folder with this mark is at the mark's path. */
export function folderOrigin(
  mark: FolderMark,
  here: FolderPlace & Pick<FolderMark, 'computer'>,
  originalExists: boolean,
): FolderOrigin {
  if (isSameFolder(mark, here)) return 'moved';
  if (mark.computer !== null && here.computer !== null && mark.computer !== here.computer)
    return 'copied-from-another-computer';
  return originalExists ? 'copied-here' : 'moved';
}
