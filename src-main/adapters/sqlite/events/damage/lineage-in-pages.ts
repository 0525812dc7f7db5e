/** Finds out to which store a database belongs that SQLite refuses, from the pages of its table `meta`. */
import { closeSync, readSync } from 'node:fs';
import { openPlainFile } from '../../../files/plain-file.ts';
import { LINEAGE } from '../rows/meta-rows.ts';
import { PAGE_BYTES } from './sqlite-page.ts';

/** `meta` is the first table, so its pages are at the start of the file. */
const MAX_PAGES = 256;
/** Leaf of an index or of a table WITHOUT ROWID (https://www.sqlite.org/fileformat2.html, 1.6). */
const INDEX_LEAF = 0x0a;
const UUID_LENGTH = 36;
/** Start of the record: length of its header, then type and length of key and value (2.1). */
const RECORD_START = Buffer.from([3, textType(LINEAGE.length), textType(UUID_LENGTH), ...Buffer.from(LINEAGE)]);

/** Returns null if it cannot be found. The file must not be open in SQLite: closing it here would drop its locks. */
export function lineageInPages(path: string): string | null {
  const file = openPlainFile(path, 'r');
  try {
    const page = Buffer.alloc(PAGE_BYTES);
    for (let index = 0; index < MAX_PAGES; index += 1) {
      if (readSync(file, page, 0, PAGE_BYTES, index * PAGE_BYTES) < PAGE_BYTES) return null;
      const at = page[0] === INDEX_LEAF ? page.indexOf(RECORD_START) : -1;
      const from = at + RECORD_START.length;
      if (at !== -1) return page.toString('latin1', from, from + UUID_LENGTH);
    }
    return null;
  } finally {
    closeSync(file);
  }
}

function textType(bytes: number): number {
  return 2 * bytes + 13;
}
