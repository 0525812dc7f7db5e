/** API of exports. They run in the backend and continue when the page does something else or is closed. */
import * as z from 'zod';
import { errorDetailsSchema } from './errors.ts';
import { tableFormats } from '../domain/analyst-tables.ts';
import { exportedRows, exportFormats, sheetFitSchema } from '../domain/event/event-export.ts';
import { maskedFields } from '../domain/event/masked-fields.ts';
import { filterSchema } from '../domain/filter/filter-schema.ts';
import { watchIdSchema } from '../domain/identity.ts';
import { rowsViewSchema } from './searches.ts';
import { csvCellForms } from '../lib/csv.ts';
import { cursorSchema } from './timeline.ts';

export const EXPORTS_PATH = '/exports/';

const fileOptions = {
  format: z.enum(exportFormats),
  mask: z.array(z.enum(maskedFields)),
  cells: z.enum(csvCellForms),
  fileName: z.string().min(1).max(200),
};

const eventsToExport = {
  watch: watchIdSchema,
  filter: filterSchema,
  at: z.number(),
  /** Last `seq`, inclusive, so that the export contains what was counted. Null for everything stored at the start. */
  to: cursorSchema.nullable(),
  zone: z.string().max(64),
};

const startEventsExportSchema = z.object({
  of: z.literal('events'),
  ...eventsToExport,
  rows: z.enum(exportedRows),
  ...fileOptions,
});

const { mask, fileName } = fileOptions;
const startTablesExportSchema = z.object({
  of: z.literal('tables'),
  ...eventsToExport,
  format: z.enum(tableFormats),
  mask,
  fileName,
});

const startSearchExportSchema = z.object({
  of: z.literal('search'),
  watch: watchIdSchema,
  id: z.string(),
  view: rowsViewSchema,
  columns: z.array(z.string().max(256)).max(256).nullable(),
  /** Waits until the complete search is loaded, and starts loading it if needed. `view.upTo` then does not apply. */
  awaitsAll: z.boolean(),
  ...fileOptions,
});

export const startExportInputSchema = z.discriminatedUnion('of', [
  startEventsExportSchema,
  startTablesExportSchema,
  startSearchExportSchema,
]);
export type StartEventsExport = z.infer<typeof startEventsExportSchema>;
export type StartTablesExport = z.infer<typeof startTablesExportSchema>;
export type StartSearchExport = z.infer<typeof startSearchExportSchema>;
export type StartExport = z.infer<typeof startExportInputSchema>;

export const exportInputSchema = z.object({ id: z.string() });

const exportJobSchema = z.object({
  id: z.string(),
  of: z.enum([...exportedRows, 'tables', 'search']),
  watch: watchIdSchema,
  fileName: z.string(),
  path: z.string(),
  href: z.string().nullable(),
  state: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('running') }),
    z.object({ kind: z.literal('done') }),
    z.object({ kind: z.literal('cancelled') }),
    z.object({ kind: z.literal('failed'), error: z.object({ code: z.string(), facts: errorDetailsSchema }) }),
  ]),
  /** Events while failed resources are written, and always for tables. */
  rows: z.number().int().nonnegative(),
  total: z.number().int().nonnegative().nullable(),
  loaded: z.number().int().nonnegative().nullable(),
  bytes: z.number().int().nonnegative(),
  /** Events, and spans of events, that could not be read. The about file lists them. */
  unreadable: z.number().int().nonnegative(),
  spreadsheet: sheetFitSchema,
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  rowsPerSecond: z.number().nonnegative(),
});
export type ExportJob = z.infer<typeof exportJobSchema>;
export const exportJobsSchema = z.array(exportJobSchema);
