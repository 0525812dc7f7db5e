/** Made only from stored events and actions: the same on the page, on paper and on the command line. */
import * as z from 'zod';
import { caseKeySchema, causeKeySchema, causeSchema, consequenceKinds } from '../domain/cases/case.ts';
import { authorSchema, actionSchema } from '../domain/cases/action.ts';
import { coverageSchema, gapReasonSchema } from '../domain/coverage/coverage.ts';
import { statusPageReportSchema } from '../domain/coverage/provider-incident.ts';
import { outcomeSchema } from '../domain/event/event.ts';
import { maskedFields } from '../domain/event/masked-fields.ts';
import { watchIdSchema } from '../domain/identity.ts';
import { listedColumns } from '../domain/report-cases.ts';
import { handedOverStateSchema } from './shift.ts';

const count = z.number().int().nonnegative();

/** Times in UTC epoch ms. `zone`: IANA name or UTC, for the printed times. */
export const reportInputSchema = z.object({
  watch: watchIdSchema,
  from: z.number(),
  to: z.number(),
  zone: z.string().max(64),
  by: z.string().max(60),
});
export type ReportQuery = z.infer<typeof reportInputSchema>;

export const reportCasesInputSchema = z.object({
  watch: watchIdSchema,
  from: z.number(),
  to: z.number(),
  column: z.enum(listedColumns),
  of: z.union([causeKeySchema, z.enum(['localization', 'request'])]),
});
export type ReportCasesQuery = z.infer<typeof reportCasesInputSchema>;

export const reportCaseListSchema = z.object({
  cases: z.array(
    z.object({
      key: caseKeySchema,
      /**
       * `came`, `left`: from or for another cause, at `from` or `to`. `reported`: a request last reported at `from`.
       */
      as: z.enum(['open', 'came', 'left', 'reported']),
      from: z.number(),
      to: z.number().nullable(),
    }),
  ),
  more: count,
});
export type ReportCaseList = z.infer<typeof reportCaseListSchema>;

const causeTotalsSchema = z.object({
  cause: causeSchema,
  consequence: z.enum(consequenceKinds),
  countries: z.array(z.object({ country: z.string(), count })),
  failedResources: count,
  resources: count,
});
const causeLineSchema = causeTotalsSchema.extend({
  key: causeKeySchema,
  /** Cases: open at the start of the span; opened, ended well or done during it; open at its end. */
  before: count,
  opened: count,
  endedWell: count,
  done: count,
  /** Cases that came from another cause, minus those that left: before + opened + moved - endedWell - done = open. */
  moved: z.number().int(),
  open: count,
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
  /** Stored events that were not processed when the report was made; if not 0, the report is incomplete. */
  behind: count,
  coverage: z.object({
    watchedMs: z.number(),
    blindMs: z.number(),
    reconnectMs: z.number(),
    /** Neither watched nor known to be blind: before the first session, and after a copy was made. */
    unknownMs: z.number(),
    copyMadeAt: coverageSchema.shape.copyMadeAt,
    gaps: z.array(
      z.object({ from: z.number(), to: z.number().nullable(), lengthMs: z.number(), reason: gapReasonSchema }),
    ),
    reconnects: count,
  }),
  /** Missing if the profile names no status page. */
  statusPage: z.exactOptional(statusPageReportSchema),
  /** Members of a team that held the seat, in order of time; empty outside a team. `to`: null if it held it at the end. */
  holdings: z.array(z.object({ name: z.string(), from: z.number(), to: z.number().nullable() })),
  localizations: z.array(causeLineSchema),
  requests: z.array(causeLineSchema),
  /** Storms of the span, oldest first: `count` cases of one cause opened, the first at `from`, the last at `last`. */
  storms: z.array(causeTotalsSchema.extend({ count, from: z.number(), last: z.number() })),
  requestOutcomes: z.array(z.object({ outcome: outcomeSchema, count })),
  /** Most failed resources first, then the worst consequence, then the oldest. */
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
  /** Actions of operators, oldest first; equal actions at the same time are one line. */
  actions: z.array(
    z.object({
      at: z.number(),
      author: authorSchema,
      what: actionSchema,
      text: z.string(),
      cases: count,
      cause: causeSchema.nullable(),
      key: caseKeySchema.nullable(),
      failedAgainAt: z.number().nullable(),
    }),
  ),
  moreActions: count,
  handOver: z.array(
    causeTotalsSchema.extend({
      open: count,
      /** Unassigned failures among them; partly failed requests are not counted. */
      nobodys: count,
      /** Operator who owns most of its cases; null if all are unassigned. */
      owner: authorSchema.nullable(),
      note: z.object({ text: z.string(), author: authorSchema, at: z.number() }).nullable(),
      ticket: z.string().nullable(),
      isMuted: z.boolean(),
      shift: z.object({ author: authorSchema, at: z.number(), state: handedOverStateSchema }).nullable(),
    }),
  ),
});
export type ShiftReport = z.infer<typeof shiftReportSchema>;
export const reportResultSchema = z.object({ report: shiftReportSchema, masked: shiftReportSchema });
export type ReportResult = z.infer<typeof reportResultSchema>;
export type CauseLine = z.infer<typeof causeLineSchema>;

const reportFormats = ['html', 'md'] as const;
export const reportTextInputSchema = reportInputSchema.extend({
  format: z.enum(reportFormats),
  mask: z.array(z.enum(maskedFields)),
});
export type ReportTextQuery = z.infer<typeof reportTextInputSchema>;
export const textFileSchema = z.object({ fileName: z.string(), text: z.string() });
export type TextFile = z.infer<typeof textFileSchema>;

export const packParts = ['report', 'raw', 'coverage', 'actions', 'succeeded'] as const;
export const packInputSchema = z.object({
  watch: watchIdSchema,
  of: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('cases'), keys: z.array(caseKeySchema).min(1).max(10_000) }),
    z.object({ kind: z.literal('group'), cause: causeKeySchema }),
    z.object({ kind: z.literal('events'), seqs: z.array(z.number().int().positive()).min(1).max(10_000) }),
  ]),
  mask: z.array(z.enum(maskedFields)),
  /** `succeeded`: includes the resources of a request that succeeded. */
  parts: z.array(z.enum(packParts)),
  ticket: z.string().max(120),
  zone: z.string().max(64),
  by: z.string().max(60),
});
export type PackQuery = z.infer<typeof packInputSchema>;

/** Text of a pack's page. HTML, text and preview are printed from the same blocks; `masked` spans are marked. */
const packTextSchema = z.array(z.object({ text: z.string(), masked: z.boolean() }));
export type PackText = z.infer<typeof packTextSchema>;
const packBlockSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), text: packTextSchema, remark: packTextSchema }),
  z.object({ kind: z.literal('facts'), facts: z.array(z.object({ name: z.string(), value: packTextSchema })) }),
  z.object({ kind: z.literal('lines'), lines: z.array(packTextSchema) }),
  z.object({ kind: z.literal('table'), head: z.array(z.string()), rows: z.array(z.array(packTextSchema)) }),
  z.object({ kind: z.literal('raw'), lines: z.array(packTextSchema) }),
]);
export type PackBlock = z.infer<typeof packBlockSchema>;
export const packPreviewSchema = z.object({
  title: packTextSchema,
  madeBy: packTextSchema,
  blocks: z.array(packBlockSchema),
  isWhole: z.boolean(),
  masks: z.array(z.object({ mask: z.enum(maskedFields), values: count })),
  parts: z.array(z.object({ part: z.enum(packParts), count })),
  files: z.array(z.object({ name: z.string(), bytes: count })),
  fileName: z.string(),
  bytes: count,
  /** Events whose text cannot be read for masking, so it is withheld. */
  withheld: count,
  cases: count,
});
export type PackPreview = z.infer<typeof packPreviewSchema>;
export const packTextResultSchema = z.object({ text: z.string() });
export const savedPackSchema = z.object({
  fileName: z.string(),
  path: z.string(),
  href: z.string().nullable(),
  bytes: count,
});
export type SavedPack = z.infer<typeof savedPackSchema>;
