import * as z from 'zod';
import { endpoints } from '../http/endpoints.ts';
import { MAX_RETAINED_REQUESTS } from '../http/journal.ts';
import { requestRecordSchema, servedEndpoints, type RequestRecord } from '../http/request-record.ts';
import { reportSchema, ruleOrPart } from '../contract-report/report.ts';
import { Refusal } from '../refusal.ts';
import type { SimulatorControl } from './control.ts';
import { type ControlAction, controlAction, nothing } from './control-action.ts';

const filterFields = {
  endpoint: servedEndpoints.optional(),
  method: z.string().toUpperCase().optional(),
  status: z.coerce.number().int().min(200).max(599).optional(),
  since: z.coerce.number().optional().describe('UTC epoch ms of the service'),
  afterId: z.coerce.number().int().optional(),
  account: z.string().optional(),
  bodyContains: z.string().optional().describe('In the body as it is told'),
};
const records = z.array(requestRecordSchema);
const MAX_WAIT_SECONDS = 600;
const MAX_LISTED_REQUESTS = 10;

export function journalActions(control: SimulatorControl): ControlAction[] {
  return [
    controlAction({
      method: 'GET',
      name: 'counters',
      summary: 'How often each endpoint was asked',
      body: nothing,
      response: z.record(z.enum(endpoints), z.int()),
      perform: () => control.counters(),
    }),
    controlAction({
      method: 'GET',
      name: 'requests',
      summary: `The newest of the last ${MAX_RETAINED_REQUESTS} requests that fit, oldest first, without secrets`,
      body: z.strictObject({
        ...filterFields,
        limit: z.coerce.number().int().min(1).max(MAX_RETAINED_REQUESTS).default(100),
      }),
      response: records,
      perform: (filter) => control.requests(filter),
    }),
    controlAction({
      method: 'POST',
      name: 'wait-until',
      summary: 'Answers as soon as so many requests fit, and with 408 where they do not in time',
      body: z.strictObject({
        ...filterFields,
        count: z.int().min(1).max(MAX_RETAINED_REQUESTS).default(1),
        withinSeconds: z.number().min(0).max(MAX_WAIT_SECONDS).default(10).describe('Of this computer, unscaled'),
      }),
      response: records,
      async perform({ count, withinSeconds, ...filter }) {
        const matching = await control.waitUntil(filter, count, withinSeconds);
        if (matching.length >= count) return matching;
        throw new Refusal(408, 'not_met', timeoutText(matching, count, withinSeconds));
      },
    }),
    controlAction({
      method: 'POST',
      name: 'reset',
      summary: 'Forgets requests, counters, planned answers and the verdict; streams stay open, tokens valid',
      body: nothing,
      response: nothing,
      perform() {
        control.reset();
        return {};
      },
    }),
    controlAction({
      method: 'GET',
      name: 'report',
      summary: 'What the client under test did, against the document',
      body: z.strictObject({
        only: z
          .string()
          .transform((names) => names.split(','))
          .pipe(z.array(ruleOrPart))
          .optional()
          .describe('Rules or parts of the contract with commas between; all where left out'),
      }),
      response: reportSchema,
      perform: ({ only }) => control.report(only),
    }),
  ];
}

function timeoutText(matching: readonly RequestRecord[], count: number, withinSeconds: number): string {
  const listed = matching
    .slice(-MAX_LISTED_REQUESTS)
    .map(({ id, method, path, status }) => `#${id} ${method} ${path} ${status ?? 'no answer'}`);
  const these = matching.length === 0 ? '' : `: ${listed.join(', ')}`;
  return `${matching.length} of ${count} requests came within ${withinSeconds} s${these}. Ask for fewer, wait longer, or look at GET /control/requests.`;
}
