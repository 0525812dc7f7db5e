/** API of exports. They run in the backend and continue when the page does something else or is closed. */
import * as z from 'zod';
import { errorDetailsSchema } from './errors.ts';
import { exportFormats, sheetFitSchema } from '../domain/event/event-export.ts';
import { maskedFields } from '../domain/event/masked-fields.ts';
import { filterSchema } from '../domain/filter/filter-schema.ts';
import { watchIdSchema } from '../domain/identity.ts';
import { rowsViewSchema } from './searches.ts';
import { csvCellForms } from '../lib/csv.ts';
import { cursorSchema } from './timeline.ts';

/** Path under which a host that serves the page offers finished exports by name. */
export const EXPORTS_PATH = '/exports/';

const fileOptions = {
  /** JSON Lines contain each item or event as received. */
  format: z.enum(exportFormats),
  mask: z.array(z.enum(maskedFields)),
  /** CSV only. */
  cells: z.enum(csvCellForms),
  fileName: z.string().min(1).max(200),
};

const startEventsExportSchema = z.object({
  of: z.literal('events'),
  watch: watchIdSchema,
  filter: filterSchema,
  /** Base of relative times, UTC epoch ms. */
  at: z.number(),
  /** Last `seq`, inclusive, so that the export contains what was counted. Null for everything stored at the start. */
  to: cursorSchema.nullable(),
  /** IANA name or UTC. */
  zone: z.string().max(64),
  ...fileOptions,
});

const startSearchExportSchema = z.object({
  of: z.literal('search'),
  watch: watchIdSchema,
  id: z.string(),
  view: rowsViewSchema,
  /** Field names of the CSV columns; null for all that occur. */
  columns: z.array(z.string().max(256)).max(256).nullable(),
  /** Waits until the complete search is loaded, and starts loading it if needed. `view.upTo` then does not apply. */
  awaitsAll: z.boolean(),
  ...fileOptions,
});

export const startExportInputSchema = z.discriminatedUnion('of', [startEventsExportSchema, startSearchExportSchema]);
export type StartEventsExport = z.infer<typeof startEventsExportSchema>;
export type StartSearchExport = z.infer<typeof startSearchExportSchema>;
export type StartExport = z.infer<typeof startExportInputSchema>;

export const exportInputSchema = z.object({ id: z.string() });

const exportJobSchema = z.object({
  id: z.string(),
  of: z.enum(['events', 'search']),
  watch: watchIdSchema,
  fileName: z.string(),
  path: z.string(),
  href: z.string().nullable(),
  state: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('running') }),
    z.object({ kind: z.literal('done') }),
    z.object({ kind: z.literal('cancelled') }),
    /** Code and facts from `errors.ts`; INTERNAL with an `incident` for a bug. */
    z.object({ kind: z.literal('failed'), error: z.object({ code: z.string(), facts: errorDetailsSchema }) }),
  ]),
  rows: z.number().int().nonnegative(),
  total: z.number().int().nonnegative().nullable(),
  /** Loaded rows while it waits for the complete search; otherwise null. */
  loaded: z.number().int().nonnegative().nullable(),
  bytes: z.number().int().nonnegative(),
  /** Events, and spans of events, that could not be read. The about file lists them. */
  unreadable: z.number().int().nonnegative(),
  spreadsheet: sheetFitSchema,
  /** UTC epoch ms. */
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  /** Rows written or loaded per second, over the last seconds; 0 before the first. */
  rowsPerSecond: z.number().nonnegative(),
});
export type ExportJob = z.infer<typeof exportJobSchema>;
export const exportJobsSchema = z.array(exportJobSchema);
