/** What goes with an export of a search: beside its file, under the file's name with `.about.json` behind it. */
import * as z from 'zod';
import { exportFormats } from './event-export.ts';
import { maskedFields } from './masked-fields.ts';
import { searchEnds } from './saved-search.ts';

const count = z.number().int().nonnegative();

const searchExportAboutSchema = z.object({
  /** Times are ISO 8601 UTC. */
  exportedAt: z.string(),
  profile: z.string(),
  search: z.object({
    id: z.string(),
    /** As it was sent, without the token of a page. */
    body: z.string(),
    begunAt: z.string(),
    /** When the service last answered: what changed since is not in the file. */
    answeredAt: z.string().nullable(),
    /** From that answer to the export. */
    ageMs: z.number().nonnegative().nullable(),
    /** All that the service lists had come. */
    isWhole: z.boolean(),
    /** How that was seen; `null` where it was not whole. */
    end: z.enum(searchEnds).nullable(),
    /** As the service counted last, and first; `null` where it did not say. */
    totalHits: count.nullable(),
    firstTotalHits: count.nullable(),
    rows: count,
    pages: count,
    /** How often the query was begun; from 2 on the list may have shifted. */
    passes: count,
    /** Came twice while the list was read once; the newer content was kept. */
    doubled: count,
    /** Had come before and did not come again in the last pass. */
    notSeenAgain: count,
    withoutId: count,
  }),
  /** Which of the rows, and in which order; without either: all, as they came. */
  find: z.string(),
  sort: z.object({ field: z.string(), direction: z.enum(['asc', 'desc']) }).nullable(),
  format: z.enum(exportFormats),
  /** Of CSV; `null` for JSON Lines, which have each item as it was received. */
  columns: z.array(z.string()).nullable(),
  /** Of CSV: values of fields that no row had shown when the columns were chosen, and that are not in it. */
  valuesWithoutColumn: count,
  /** Of CSV: items of which a value was too long for a cell, or that have more fields than are read; JSON Lines have all. */
  itemsShortened: count,
  masked: z.array(z.enum(maskedFields)),
  /** Cells that a spreadsheet would run got an apostrophe. */
  formulasGuarded: z.boolean(),
  rows: count,
  bytes: count,
  sha256: z.string(),
  /** Rows of the file, from 1, that the last pass did not bring (yet): the first of them, where they are many. */
  ofEarlierPasses: z.array(count),
});
export type SearchExportAbout = z.infer<typeof searchExportAboutSchema>;
