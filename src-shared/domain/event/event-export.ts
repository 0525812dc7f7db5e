import * as z from 'zod';
import { csvCellForms } from '../../lib/csv.ts';
import { maskedFields } from './masked-fields.ts';

/** `jsonl`: the output of `events --format ndjson`. `xlsx`: every cell is text. */
export const exportFormats = ['jsonl', 'csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** An export writes one row for each of these. A failed resource is one of a request, or the eUICC of a localization. */
export const exportedRows = ['events', 'failed-resources'] as const;
export type ExportedRows = (typeof exportedRows)[number];

const count = z.number().int().nonnegative();

/** Counts what a spreadsheet cannot hold; null for a file that is not for one. */
export const sheetFitSchema = z
  .object({
    /** Cells that were cut. JSON Lines and plain CSV have them complete. */
    cutCells: count,
    sheets: count,
    hiddenRows: count,
  })
  .nullable();

/** Description of an export. Stored next to its file, with `.about.json` added to the name. */
export const exportAboutSchema = z.object({
  exportedAt: z.string(),
  profile: z.string(),
  /** Text of the filter from `filter-text.ts`; `queriedAt` is the base of its relative times. */
  query: z.string(),
  queriedAt: z.string(),
  /** Only this many of the newest matches were requested; null for all. */
  limit: z.number().int().nullable(),
  format: z.enum(exportFormats),
  rowsOf: z.enum(exportedRows),
  masked: z.array(z.enum(maskedFields)),
  cells: z.enum(csvCellForms).nullable(),
  spreadsheet: sheetFitSchema,
  /** Zone of the user; times in the file are UTC. */
  zone: z.string(),
  /** Events that were read for it, and rows that were written. */
  events: z.number().int(),
  rows: z.number().int(),
  bytes: z.number().int(),
  sha256: z.string(),
  oldest: z.string().nullable(),
  newest: z.string().nullable(),
  /** Events without their received text, because it could not be read for masking. */
  withheld: z.number().int(),
  /** Seqs that the store could not read; only the first ones if there are many. A span includes neither end. */
  unreadable: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('span'), after: z.number().int(), before: z.number().int().nullable() }),
      z.object({ kind: z.literal('event'), seq: z.number().int() }),
      z.object({ kind: z.literal('text'), seq: z.number().int() }),
    ]),
  ),
  /** Coverage of the requested span, or from the oldest stored event to now; null if it cannot be read. */
  coverage: z
    .object({
      from: z.string(),
      to: z.string(),
      blindMs: z.number(),
      /** Gaps with their own times. `lengthMs` is the part inside the span; the sum is `blindMs`. */
      gaps: z.array(
        z.object({ from: z.string(), to: z.string().nullable(), lengthMs: z.number(), reason: z.string() }),
      ),
    })
    .nullable(),
});
export type ExportAbout = z.infer<typeof exportAboutSchema>;
