import * as z from 'zod';
import { endpoints } from '../http/endpoints.ts';
import { MAX_RETAINED_REQUESTS } from '../http/journal.ts';
import { requestFilterSchema, requestRecordSchema, type RequestRecord } from '../http/request-record.ts';
import { reportSchema, ruleOrPart } from '../contract-report/report.ts';
import { Refusal } from '../service/refusal.ts';
import type { SimulatorControl } from './control.ts';
import { type ControlAction, controlAction } from './control-action.ts';

const records = z.array(requestRecordSchema);
const MAX_WAIT_SECONDS = 600;
const MAX_LISTED_REQUESTS = 10;

export function journalActions(control: SimulatorControl): ControlAction[] {
  return [
    controlAction('GET counters', {
      summary: 'Number of requests to each endpoint',
      response: z.record(z.enum(endpoints), z.int()),
      perform: () => control.counters(),
    }),
    controlAction('GET requests', {
      summary: `The newest matching requests of the last ${MAX_RETAINED_REQUESTS}, oldest first, without secrets`,
      body: requestFilterSchema.extend({
        limit: z.coerce.number().int().min(1).max(MAX_RETAINED_REQUESTS).default(100),
      }),
      response: records,
      perform: (filter) => control.requests(filter),
    }),
    controlAction('POST wait-until', {
      summary: 'Responds when this many requests match, or with 408 if they do not in time',
      body: requestFilterSchema.extend({
        count: z.int().min(1).max(MAX_RETAINED_REQUESTS).default(1),
        withinSeconds: z.number().min(0).max(MAX_WAIT_SECONDS).default(10).describe('Time of this computer, unscaled'),
      }),
      response: records,
      async perform({ count, withinSeconds, ...filter }) {
        const matching = await control.waitUntil(filter, count, withinSeconds);
        if (matching.length >= count) return matching;
        throw new Refusal(408, 'not_met', timeoutText(matching, count, withinSeconds));
      },
    }),
    controlAction('POST reset', {
      summary:
        'Deletes requests, counters, planned responses and the verdict; streams stay open, tokens stay valid. With `everything`, goes back to the state at the start: fleet, settings, scenario, seat and clock; streams and open requests end, tokens become invalid',
      body: z.strictObject({ everything: z.boolean().default(false) }),
      response: z.strictObject({}),
      async perform({ everything }) {
        if (everything) await control.startOver();
        else control.reset();
        return {};
      },
    }),
    controlAction('GET report', {
      summary: 'Checks the client under test against the contract',
      body: z.strictObject({
        only: z
          .string()
          .transform((names) => names.split(','))
          .pipe(z.array(ruleOrPart))
          .optional()
          .describe('Rules or parts of the contract, separated by commas; default: all'),
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
  return `${matching.length} of ${count} requests came within ${withinSeconds} s${these}. Expect fewer, wait longer, or see GET /control/requests.`;
}
