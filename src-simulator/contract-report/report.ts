import * as z from 'zod';
import { reconnectRules } from './reconnect-rules.ts';
import { requestRules } from './request-rules.ts';
import { responseRules } from './response-rules.ts';
import { type Rule, ruleParts, severities } from './rule.ts';
import { searchRules } from './search-rules.ts';
import { signInRules } from './sign-in-rules.ts';
import { streamRules } from './stream-rules.ts';

export const rules: readonly Rule[] = [
  ...streamRules,
  ...reconnectRules,
  ...signInRules,
  ...searchRules,
  ...responseRules,
  ...requestRules,
];

/** Names the bugs that the report cannot see, with the action of the control that shows each. */
export const UNSEEN = [
  'This report sees the wire, not what the client made of it. Check in the client:',
  '`variants`: detailedMessage is read as text and as an object.',
  '`poison-events` and `send-raw`: lines, CRLF and split UTF-8 characters are parsed correctly; a client that stops reading looks like a slow one.',
  '`emit-connectivity-request` with failed resources: COMPLETED is not taken for success.',
  '`end-session`: a client that reconnects on SUBSCRIPTION_ENDED looks like one that waits for the close.',
  '`stall`: a client that leaves a silent stream and never comes back looks like one that was stopped.',
  '`drop-streams` and `emit`: a client that sends Last-Event-ID may or may not rely on a replay.',
  'A client that was stopped while it had no stream looks like one that does not come back: read the report before, or `reset`.',
  'A proxy on the way looks like the client: what it closes, keeps or repeats counts as done by the client, and what it answers itself is not seen.',
].join(' ');

const ruleId = z.enum(rules.map(({ id }) => id));
export const ruleOrPart = z.enum([...ruleParts, ...rules.map(({ id }) => id)]);

const verdicts = {
  kept: z.array(ruleId),
  broken: z.array(ruleId),
  notMet: z.array(ruleId).describe('Nothing happened that tests these rules'),
};

export const reportSchema = z.strictObject({
  ok: z.boolean().describe('All rules were tested and kept, and no advice was given'),
  outcome: z
    .enum(['kept', 'broken', 'not-met'])
    .describe('broken: a rule of severity breach; kept: none, and at least one was tested; not-met: none was tested'),
  sentence: z.string(),
  unseen: z.string().describe('What this report cannot see, and how to test it'),
  requests: z.int().describe('Number of requests that were judged'),
  rules: z.array(
    z.strictObject({
      id: ruleId,
      part: z.enum(ruleParts),
      severity: z.enum(severities).describe('breach: a document forbids it; advice: our judgement'),
      rule: z.string(),
      restsOn: z.string(),
      state: z.enum(['kept', 'broken', 'not-met']),
      putToTestBy: z.string(),
    }),
  ),
  findings: z.array(
    z.strictObject({
      rule: ruleId,
      severity: z.enum(severities),
      account: z.string().nullable(),
      sentence: z.string(),
      restsOn: z.string(),
      requests: z.array(z.int()).describe('Ids of the journal'),
      from: z.number().describe('UTC epoch ms of the service'),
      to: z.number(),
    }),
  ),
  accounts: z.array(z.strictObject({ account: z.string(), ok: z.boolean(), ...verdicts })),
});
export type ContractReport = z.output<typeof reportSchema>;
export type ReportFinding = ContractReport['findings'][number];
