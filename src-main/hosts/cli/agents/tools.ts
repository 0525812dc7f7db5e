/** The tools that an agent can call. Each asks commands of this program, so both always say the same. */
import * as z from 'zod';
import { qualityFields } from '../../../../src-shared/domain/quality/quality-schemas.ts';

/** Describes one command and how its output is read. */
export interface Question {
  readonly title: string;
  readonly words: readonly string[];
  /** `rows`: NDJSON. `text`: for people. */
  readonly prints: 'rows' | 'text';
  /** True if the command has `--mask` itself. */
  readonly masksItself?: true;
  /** True if the command names companies and users on standard error. */
  readonly notesNames?: true;
}

/** Sets the span of the coverage at the head of an answer; without any, all that is stored. */
export interface AskedSpan {
  readonly query?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export interface AgentTool<Input extends z.ZodObject = z.ZodObject> {
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly questions: (input: z.infer<Input>) => readonly Question[];
}

const TIME = 'ISO 8601 (UTC if no zone is given), an age such as 90s, 15m, 2h, 7d, or now, today, yesterday';
const since = z.string().max(64).optional().describe(`start of the span: ${TIME}`);
const until = z.string().max(64).optional().describe('end of the span, in the same format');
const query = z
  .string()
  .max(2_000)
  .optional()
  .describe(
    'filter of events, such as: outcome:failed country:SE since:-2h. Fields: outcome, kind, operation, state, code, type, country, company, user, target; id:VALUE; "words"; -field:VALUE excludes',
  );
const limit = z.number().int().min(1).max(200).default(20).describe('rows at most');

/** `--name=value`: a value that begins with `-` stays a value. An empty list is left out. */
function options(
  values: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>,
): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || value === false || (Array.isArray(value) && value.length === 0)) return [];
    if (value === true) return [`--${name}`];
    return [`--${name}=${String(value)}`];
  });
}

function rows(title: string, ...words: readonly string[]): Question {
  return { title, words, prints: 'rows' };
}

/** Keeps the type of the input next to its schema. */
function tool<Input extends z.ZodObject>(definition: AgentTool<Input>): AgentTool {
  return definition;
}

const EVENT_FIELDS =
  'seq,receivedAt,kind,id,operation,state,outcome,eid,iccid,countryCode,errorCode,requestId,company,createdBy,resourceCount,failedCount';

export const agentTools: Readonly<Record<string, AgentTool>> = {
  overview: tool({
    title: 'Overview',
    description: 'Are we watching, since when, and what is open? Begin here.',
    input: z.object({}),
    questions: () => [
      rows('Store', 'store', '--fields=name,isWritten,storedEvents,oldestAt,keepDays,incident'),
      rows('Open failure groups', 'groups', '--fields=name,key,status,open,lastAt,owners,isStorm'),
      rows(
        'Open change requests',
        'requests',
        '--open',
        '--fields=requestId,outcome,operation,errorCode,failed,size,openedAt',
      ),
      rows('Gaps of the last 24 hours', 'coverage', '--since=24h', '--fields=type,from,to,lengthSeconds,reason,gap'),
    ],
  }),
  count: tool({
    title: 'Count events',
    description: 'Count stored events of a filter, in total or by fields and time. Ask this before you read events.',
    input: z.object({
      query,
      since,
      until,
      by: z
        .array(
          z.enum(['outcome', 'kind', 'operation', 'state', 'code', 'type', 'country', 'company', 'user', 'target']),
        )
        .max(4)
        .default([]),
      every: z.string().max(8).optional().describe('one row for each interval, such as 5m, 1h, 1d'),
      zone: z.string().max(64).optional().describe('IANA time zone of the intervals; default: UTC'),
    }),
    questions: (input) => [rows('Counts', 'count', ...options(input))],
  }),
  events: tool({
    title: 'Events',
    description: 'The newest events of a filter, oldest first, after their number.',
    input: z.object({
      query,
      since,
      until,
      limit,
      raw: z.boolean().default(false).describe('with the text as received'),
    }),
    questions: ({ limit: most, raw, ...input }) => [
      rows('Events of this filter', 'count', ...options(input)),
      {
        title: 'Newest of them',
        words: ['events', ...options({ ...input, limit: most, fields: raw ? `${EVENT_FIELDS},raw` : EVENT_FIELDS })],
        prints: 'rows',
        masksItself: true,
      },
    ],
  }),
  groups: tool({
    title: 'Open failure groups',
    description: 'Failures that are open, by cause: how many, since when, where, whose, and the words of the provider.',
    input: z.object({}),
    questions: () => [rows('Open failure groups', 'groups')],
  }),
  cases: tool({
    title: 'Localization cases',
    description: 'Localizations of eUICCs, newest first, with the evidence for each step.',
    input: z.object({ open: z.boolean().default(true).describe('only open ones'), query }),
    questions: (input) => [rows('Cases', 'cases', ...options(input))],
  }),
  case: tool({
    title: 'One eUICC',
    description: 'Every attempt to localize one eUICC: steps, outcome, error, and whether a gap may hide more.',
    input: z.object({ eid: z.string().min(1).max(64).describe('the EID, complete') }),
    questions: (input) => [
      rows('Case', 'cases', ...options(input)),
      rows('Attempts', 'cases', ...options({ ...input, attempts: true })),
    ],
  }),
  requests: tool({
    title: 'Change requests',
    description: 'Change requests, newest first, with what their counters and resources say.',
    input: z.object({
      open: z.boolean().default(true).describe('only open ones'),
      find: z
        .string()
        .max(500)
        .optional()
        .describe('terms that must all match, such as: outcome:partial code:73 target:PAUSE, or part of an id'),
      since,
      until,
    }),
    questions: (input) => [rows('Requests', 'requests', ...options(input))],
  }),
  subject: tool({
    title: 'Is this id all right?',
    description:
      'Answer in one sentence for an EID, ICCID, IMSI, MSISDN, subscription, resource, request or event id, or a part of at least 4 characters.',
    input: z.object({ value: z.string().min(4).max(256), since, until }),
    questions: ({ value, ...input }) => [
      { ...rows('Answers', 'id', ...options(input), '--', value), notesNames: true },
    ],
  }),
  coverage: tool({
    title: 'What was watched',
    description: 'Sessions (watched), gaps (not watched, with the reason) and planned reconnects, oldest first.',
    input: z.object({ since, until }),
    questions: (input) => [rows('Sessions, gaps and reconnects', 'coverage', ...options(input))],
  }),
  quality: tool({
    title: 'Success rates',
    description: 'How many localizations or change requests succeeded, with 95 % intervals. The days are UTC.',
    input: z.object({
      of: z.enum(['localizations', 'requests']).default('localizations'),
      by: z.array(z.enum(qualityFields)).max(3).default([]),
      since,
      until,
    }),
    questions: (input) => [rows('Rates', 'quality', ...options(input))],
  }),
  different: tool({
    title: 'What is different?',
    description: 'What sets the events of a filter apart from other events, in one sentence and with shares.',
    input: z.object({
      query: z.string().min(1).max(2_000).describe('filter of the events to explain'),
      against: z.enum(['elsewhere', 'before']).optional(),
    }),
    questions: ({ query: asked, against }) => [
      rows('Differences', 'different', '--format=json', ...options({ against }), '--', asked),
    ],
  }),
  report: tool({
    title: 'Shift report',
    description: 'The report of a shift of at most 31 days: watched, blind, failed, ended, who did what.',
    input: z.object({ since: z.string().max(64).describe(`start of the shift: ${TIME}`), until }),
    questions: (input) => [
      { title: 'Report', words: ['report', '--zone=UTC', ...options(input)], prints: 'text', masksItself: true },
    ],
  }),
  alarms: tool({
    title: 'Alarms',
    description: 'What alarmed, newest last, how it was delivered, or why it was not shown.',
    input: z.object({ since, limit }),
    questions: (input) => [rows('Alarms', 'alarms', ...options(input))],
  }),
};
