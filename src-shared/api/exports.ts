/** Exports as jobs of the backend: they go on while the page does something else, or is closed. */
import * as z from 'zod';
import { errorDetailsSchema } from './errors.ts';
import { exportFormats } from '../domain/event-export.ts';
import { maskedFields } from '../domain/masked-fields.ts';
import { filterSchema } from '../domain/filter-schema.ts';
import { watchIdSchema } from '../domain/identity.ts';
import { rowsViewSchema } from './searches.ts';
import { cursorSchema } from './timeline.ts';

/** Where a host that shows the page gives finished exports, by name. */
export const EXPORTS_PATH = '/exports/';

const startEventsExportSchema = z.object({
  of: z.literal('events'),
  watch: watchIdSchema,
  filter: filterSchema,
  /** From when relative times count, UTC epoch ms. */
  at: z.number(),
  /** Up to which `seq`, inclusive: what was counted before is what is written. `null`: all that is stored when it begins. */
  to: cursorSchema.nullable(),
  format: z.enum(exportFormats),
  mask: z.array(z.enum(maskedFields)),
  guardFormulas: z.boolean(),
  /** IANA name, or UTC. */
  zone: z.string().max(64),
  /** Without a folder; another one of this name gets a number. */
  fileName: z.string().min(1).max(200),
});

/** The rows of a search, in the order of the view. */
const startSearchExportSchema = z.object({
  of: z.literal('search'),
  watch: watchIdSchema,
  id: z.string(),
  view: rowsViewSchema,
  /** JSON Lines have each item as it was received. */
  format: z.enum(exportFormats),
  /** Field names of the CSV; `null`: all that occur. */
  columns: z.array(z.string().max(256)).max(256).nullable(),
  mask: z.array(z.enum(maskedFields)),
  guardFormulas: z.boolean(),
  /** Goes on until all of the search is loaded, in the place of `view.upTo`; loading is begun where it is not. */
  awaitsAll: z.boolean(),
  fileName: z.string().min(1).max(200),
});

export const startExportInputSchema = z.discriminatedUnion('of', [startEventsExportSchema, startSearchExportSchema]);
export type StartEventsExport = z.infer<typeof startEventsExportSchema>;
export type StartSearchExport = z.infer<typeof startSearchExportSchema>;
export type StartExport = z.infer<typeof startExportInputSchema>;

export const exportInputSchema = z.object({ id: z.string() });

const exportJobSchema = z.object({
  id: z.string(),
  /** What its rows are: events, or the subscriptions of a search. */
  of: z.enum(['events', 'search']),
  watch: watchIdSchema,
  fileName: z.string(),
  /** Where the file is, or will be: on the machine of the backend. */
  path: z.string(),
  /** Under which the host gives it to a browser; `null` where it does not. */
  href: z.string().nullable(),
  state: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('running') }),
    z.object({ kind: z.literal('done') }),
    z.object({ kind: z.literal('cancelled') }),
    /** A code and facts of `errors.ts`; INTERNAL with an `incident` where it is a bug. */
    z.object({ kind: z.literal('failed'), error: z.object({ code: z.string(), facts: errorDetailsSchema }) }),
  ]),
  rows: z.number().int().nonnegative(),
  /** How many there will be; `null` until they are counted. */
  total: z.number().int().nonnegative().nullable(),
  /** While it waits for all of a search to be loaded, the rows that are; else `null`. */
  loaded: z.number().int().nonnegative().nullable(),
  bytes: z.number().int().nonnegative(),
  /** Events, and spans of them, that could not be read: which, the about file tells. */
  unreadable: z.number().int().nonnegative(),
  /** UTC epoch ms. */
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  /** Of rows that are written, or loaded, over the last seconds; 0 before the first. */
  rowsPerSecond: z.number().nonnegative(),
});
export type ExportJob = z.infer<typeof exportJobSchema>;
export const exportJobsSchema = z.array(exportJobSchema);
