import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseOutlets, printOutlets } from '../../../src-shared/domain/outlets/outlets-text.ts';
import type { OutletFiles } from '../../core/ports/outlets.ts';
import { type DirectoryOf, userFiles } from '../files/user-file.ts';

const FILE_NAME = 'outlets.json';

export function createOutletFiles(directoryOf: DirectoryOf): OutletFiles {
  const files = userFiles(directoryOf, {
    fileName: FILE_NAME,
    damaged: 'OUTLETS_DAMAGED',
    initial: [],
    print: printOutlets,
    parse(text) {
      const { outlets, problems } = parseOutlets(text);
      return { content: outlets, problems };
    },
  });
  return {
    ...files,
    refuse: () => undefined,
    async revision(identity) {
      const found = await stat(join(directoryOf(identity), FILE_NAME)).catch(() => null);
      return found === null ? 'none' : `${found.ino} ${found.mtimeMs} ${found.size}`;
    },
  };
}
