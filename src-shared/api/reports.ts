/**
 * The shift report of a span, and what a support pack holds. Both are made of stored events and facts alone: the same on
 * the page, on paper and from the command line, and without a network.
 */
import * as z from 'zod';
import { caseKeySchema, causeKeySchema, causeSchema, consequenceKinds } from '../domain/case.ts';
import { authorSchema, actionSchema } from '../domain/action.ts';
import { gapReasonSchema } from '../domain/coverage.ts';
import { outcomeSchema } from '../domain/event.ts';
import { maskedFields } from '../domain/masked-fields.ts';
import { watchIdSchema } from '../domain/identity.ts';

const count = z.number().int().nonnegative();

/** UTC epoch ms; `zone`: an IANA name, or UTC, in which times are written. */
export const reportInputSchema = z.object({
  watch: watchIdSchema,
  from: z.number(),
  to: z.number(),
  zone: z.string().max(64),
  /** Who makes it; empty: nobody says. */
  by: z.string().max(60),
});
export type ReportQuery = z.infer<typeof reportInputSchema>;

const causeTotalsSchema = z.object({
  cause: causeSchema,
  consequence: z.enum(consequenceKinds),
  countries: z.array(z.object({ country: z.string(), count })),
  /** Of all its requests; 0 of 0 where none says. */
  failedResources: count,
  resources: count,
});
const causeLineSchema = causeTotalsSchema.extend({
  key: causeKeySchema,
  /** Cases: open when the span began; opened in it; ended well, or said to be done, in it; open when it ended. They add up. */
  before: count,
  opened: count,
  endedWell: count,
  done: count,
  /** Came from another cause, minus those that went on under one: before + opened + moved - endedWell - done = open. */
  moved: z.number().int(),
  open: count,
  /** Of them, requests of which a part failed: Watch counts them apart from failures. */
  partial: z.object({ opened: count, endedWell: count, open: count }),
});
const shiftReportSchema = z.object({
  profile: z.string(),
  domain: z.string().nullable(),
  practice: z.boolean(),
  from: z.number(),
  to: z.number(),
  zone: z.string(),
  madeAt: z.number(),
  by: z.string(),
  /** Events that were stored but not looked at yet when it was made: then it is not whole. */
  behind: count,
  coverage: z.object({
    watchedMs: z.number(),
    blindMs: z.number(),
    reconnectMs: z.number(),
    /** Neither watched nor known to be blind: before the first session. */
    unknownMs: z.number(),
    gaps: z.array(
      z.object({ from: z.number(), to: z.number().nullable(), lengthMs: z.number(), reason: gapReasonSchema }),
    ),
    reconnects: count,
  }),
  /** Worst first. */
  localizations: z.array(causeLineSchema),
  requests: z.array(causeLineSchema),
  /** Requests in the span by outcome, and those that are open at its end. */
  requestOutcomes: z.array(z.object({ outcome: outcomeSchema, count })),
  openRequests: z.array(
    z.object({
      key: caseKeySchema,
      operation: z.string().nullable(),
      outcome: outcomeSchema,
      size: count.nullable(),
      failed: count.nullable(),
      at: z.number(),
      causes: z.array(z.object({ type: z.string().nullable(), code: z.string().nullable(), count })),
    }),
  ),
  moreOpenRequests: count,
  /** Who did what, oldest first; those of one moment and one deed are one line. */
  deeds: z.array(
    z.object({
      at: z.number(),
      author: authorSchema,
      deed: actionSchema,
      text: z.string(),
      /** Of how many cases; of which cause where it is one. */
      cases: count,
      cause: causeSchema.nullable(),
      /** Where it is one case alone. */
      key: caseKeySchema.nullable(),
      /** What became of it afterwards, in the span: it failed again. */
      failedAgainAt: z.number().nullable(),
    }),
  ),
  moreDeeds: count,
  /** For the next shift: each open group with its owner, last note and ticket. */
  handOver: z.array(
    causeTotalsSchema.extend({
      open: count,
      /** Of them failures that nobody has; requests of which a part failed are none. */
      nobodys: count,
      /** Whoever has most of it; `null`: nobody has any. */
      owner: authorSchema.nullable(),
      note: z.object({ text: z.string(), author: authorSchema, at: z.number() }).nullable(),
      ticket: z.string().nullable(),
      isMuted: z.boolean(),
    }),
  ),
});
export type ShiftReport = z.infer<typeof shiftReportSchema>;
/** As the user reads it, and as it is printed for others: masked with `DEFAULT_MASKED_FIELDS`. */
export const reportResultSchema = z.object({ report: shiftReportSchema, masked: shiftReportSchema });
export type ReportResult = z.infer<typeof reportResultSchema>;
export type CauseLine = z.infer<typeof causeLineSchema>;

const reportFormats = ['html', 'md'] as const;
export const reportTextInputSchema = reportInputSchema.extend({
  format: z.enum(reportFormats),
  /** A report as text is for others. */
  mask: z.array(z.enum(maskedFields)),
});
export type ReportTextQuery = z.infer<typeof reportTextInputSchema>;
export const textFileSchema = z.object({ fileName: z.string(), text: z.string() });
export type TextFile = z.infer<typeof textFileSchema>;

export const packParts = ['report', 'raw', 'coverage', 'facts', 'succeeded'] as const;
export const packInputSchema = z.object({
  watch: watchIdSchema,
  /** A case, a group, a request, an event, or what was selected. */
  of: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('cases'), keys: z.array(caseKeySchema).min(1).max(10_000) }),
    z.object({ kind: z.literal('group'), cause: causeKeySchema }),
    z.object({ kind: z.literal('events'), seqs: z.array(z.number().int().positive()).min(1).max(10_000) }),
  ]),
  mask: z.array(z.enum(maskedFields)),
  /** `succeeded`: of a request, the resources that went well, too. */
  parts: z.array(z.enum(packParts)),
  /** The provider's, empty: none yet. */
  ticket: z.string().max(120),
  zone: z.string().max(64),
  by: z.string().max(60),
});
export type PackQuery = z.infer<typeof packInputSchema>;

/** The page of a pack, as blocks: HTML, text and preview are printed from the same. `masked` spans are shown as such. */
const packTextSchema = z.array(z.object({ text: z.string(), masked: z.boolean() }));
export type PackText = z.infer<typeof packTextSchema>;
const packBlockSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), text: packTextSchema, remark: packTextSchema }),
  z.object({ kind: z.literal('facts'), facts: z.array(z.object({ name: z.string(), value: packTextSchema })) }),
  z.object({ kind: z.literal('lines'), lines: z.array(packTextSchema) }),
  z.object({ kind: z.literal('table'), head: z.array(z.string()), rows: z.array(z.array(packTextSchema)) }),
  /** As received, but for what is masked. */
  z.object({ kind: z.literal('raw'), lines: z.array(packTextSchema) }),
]);
export type PackBlock = z.infer<typeof packBlockSchema>;
export const packPreviewSchema = z.object({
  title: packTextSchema,
  /** "Support pack by Watchfloor · made 2026-11-21 14:12:20 UTC · domain acme:eu" */
  madeBy: packTextSchema,
  /** The beginning of it; the files have all. */
  blocks: z.array(packBlockSchema),
  isWhole: z.boolean(),
  /** How many values of each there are. */
  masks: z.array(z.object({ mask: z.enum(maskedFields), values: count })),
  /** How many things of each part there are; of coverage how long its span is, ms. */
  parts: z.array(z.object({ part: z.enum(packParts), count })),
  files: z.array(z.object({ name: z.string(), bytes: count })),
  fileName: z.string(),
  /** Of the zip. */
  bytes: count,
  /** Events whose text cannot be read for masking: their text is withheld. */
  withheld: count,
  cases: count,
});
export type PackPreview = z.infer<typeof packPreviewSchema>;
/** The whole report as plain text, for the clipboard. */
export const packTextResultSchema = z.object({ text: z.string() });
export const savedPackSchema = z.object({
  fileName: z.string(),
  /** On the machine of the backend. */
  path: z.string(),
  /** Under which the host gives it to a browser; `null` where it does not. */
  href: z.string().nullable(),
  bytes: count,
});
export type SavedPack = z.infer<typeof savedPackSchema>;
