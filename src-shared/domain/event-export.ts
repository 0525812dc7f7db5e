/** What an export holds and what goes with it; the same from the page and from the command line. */
import * as z from 'zod';
import { maskedFields } from './masked-fields.ts';

/** JSON Lines: as `events --format ndjson` prints them, the received text verbatim in `raw`. */
export const exportFormats = ['jsonl', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Beside the file, under its name with `.about.json` behind it. */
export const exportAboutSchema = z.object({
  /** ISO 8601 UTC. */
  exportedAt: z.string(),
  profile: z.string(),
  /** As `filter-text.ts` prints it, with the moment from which relative times count. */
  query: z.string(),
  queriedAt: z.string(),
  /** Only the newest so many of what matches were asked for; `null`: all. */
  limit: z.number().int().nullable(),
  format: z.enum(exportFormats),
  masked: z.array(z.enum(maskedFields)),
  /** Cells that a spreadsheet would run got an apostrophe. */
  formulasGuarded: z.boolean(),
  /** Times in the file are UTC; the zone in which the person reads. */
  zone: z.string(),
  events: z.number().int(),
  bytes: z.number().int(),
  sha256: z.string(),
  /** Of the events in it, ISO 8601 UTC; `null` where it is empty. */
  oldest: z.string().nullable(),
  newest: z.string().nullable(),
  /** Events whose received text is not in it, since it could not be read for what is to be masked. */
  withheld: z.number().int(),
  /** What the store could not read; the first of it, where it is much. Seqs; a span has neither end. */
  unreadable: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('span'), after: z.number().int(), before: z.number().int().nullable() }),
      z.object({ kind: z.literal('event'), seq: z.number().int() }),
      z.object({ kind: z.literal('text'), seq: z.number().int() }),
    ]),
  ),
  /** Over the span that was asked for, or from the oldest stored event to now; `null` where it cannot be read. */
  coverage: z
    .object({
      from: z.string(),
      to: z.string(),
      blindMs: z.number(),
      /** With their own times; their lengths are of what lies in the span, and add up to `blindMs`. */
      gaps: z.array(
        z.object({ from: z.string(), to: z.string().nullable(), lengthMs: z.number(), reason: z.string() }),
      ),
    })
    .nullable(),
});
export type ExportAbout = z.infer<typeof exportAboutSchema>;
