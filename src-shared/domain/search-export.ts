/** Schema of the description of an exported search. Stored next to its file, with `.about.json` added to the name. */
import * as z from 'zod';
import { csvCellForms } from '../lib/csv.ts';
import { exportFormats, sheetFitSchema } from './event/event-export.ts';
import { maskedFields } from './event/masked-fields.ts';
import { searchEnds } from './saved-search.ts';

const count = z.number().int().nonnegative();

const searchExportAboutSchema = z.object({
  exportedAt: z.string(),
  profile: z.string(),
  search: z.object({
    id: z.string(),
    body: z.string(),
    begunAt: z.string(),
    /** When the service last answered; later changes are not in the file. */
    answeredAt: z.string().nullable(),
    ageMs: z.number().nonnegative().nullable(),
    isWhole: z.boolean(),
    end: z.enum(searchEnds).nullable(),
    totalHits: count.nullable(),
    firstTotalHits: count.nullable(),
    rows: count,
    pages: count,
    passes: count,
    doubled: count,
    notSeenAgain: count,
    withoutId: count,
  }),
  find: z.string(),
  sort: z.object({ field: z.string(), direction: z.enum(['asc', 'desc']) }).nullable(),
  format: z.enum(exportFormats),
  /** Columns of a CSV or .xlsx; null for JSON Lines, which have each item as received. */
  columns: z.array(z.string()).nullable(),
  /** Not in JSON Lines: values of fields that no row had when the columns were chosen, so they are missing. */
  valuesWithoutColumn: count,
  /** Items with a value too long for a cell, or with more fields than are read; JSON Lines have all. */
  itemsShortened: count,
  masked: z.array(z.enum(maskedFields)),
  cells: z.enum(csvCellForms).nullable(),
  spreadsheet: sheetFitSchema,
  rows: count,
  bytes: count,
  sha256: z.string(),
  /** Rows of the file, from 1, that the last pass did not bring (yet); only the first ones if there are many. */
  ofEarlierPasses: z.array(count),
});
export type SearchExportAbout = z.infer<typeof searchExportAboutSchema>;
