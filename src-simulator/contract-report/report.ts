import * as z from 'zod';
import { responseRules } from './response-rules.ts';
import { type Rule, ruleParts } from './rule.ts';
import { searchRules } from './search-rules.ts';
import { signInRules } from './sign-in-rules.ts';
import { streamRules } from './stream-rules.ts';

export const rules: readonly Rule[] = [...streamRules, ...signInRules, ...searchRules, ...responseRules];

const ruleId = z.enum(rules.map(({ id }) => id));
export const ruleOrPart = z.enum([...ruleParts, ...rules.map(({ id }) => id)]);

const verdicts = {
  kept: z.array(ruleId),
  broken: z.array(ruleId),
  notMet: z.array(ruleId).describe('Nothing happened that tests these rules'),
};

export const reportSchema = z.strictObject({
  ok: z.boolean().describe('All rules were tested and kept'),
  sentence: z.string(),
  requests: z.int().describe('Number of checks'),
  rules: z.array(
    z.strictObject({
      id: ruleId,
      part: z.enum(ruleParts),
      rule: z.string(),
      restsOn: z.string(),
      state: z.enum(['kept', 'broken', 'not-met']),
      putToTestBy: z.string(),
    }),
  ),
  findings: z.array(
    z.strictObject({
      rule: ruleId,
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
