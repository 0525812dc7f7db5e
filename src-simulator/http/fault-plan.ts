/** All durations of a plan are in service time, so `timeScale` shortens them. */
import { IncomingMessage, ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import { Socket } from 'node:net';
import * as z from 'zod';
import { endpoints } from './endpoints.ts';

/** All endpoints except the control: a client that breaks it could not repair it. `every` means all of these. */
export const faultyEndpoints = ['every', ...endpoints.filter((endpoint) => endpoint !== 'control')] as const;

/** 24 h: longer than any session, and within the limit of a timer at any sensible scale. */
const MAX_DELAY_MS = 86_400_000;
const delayMs = z.int().min(0).max(MAX_DELAY_MS);

const matchSchema = z.strictObject({
  method: z.string().optional(),
  /** Names in any case, exact values. */
  headers: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.string()).optional(),
  bodyContains: z.string().optional(),
  /** Path such as `filters.0.type`, with the expected value. */
  bodyJson: z.record(z.string(), z.json()).optional(),
  /** User or client of the access token. Without a token, the client named in Basic, the form or the query. */
  account: z.string().optional(),
});

export const malformations = [
  'broken-chunk',
  'content-length-too-large',
  'content-length-too-small',
  'malformed-status-line',
] as const;

const plannedResponseSchema = z
  .strictObject({
    status: z.int().min(200).max(999).default(503),
    headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({}),
    body: z.json().optional(),
    bodyBase64: z.base64().optional(),
    malformed: z.enum(malformations).optional(),
  })
  .superRefine(({ status, headers, body, bodyBase64, malformed }, context) => {
    const reason = whyNotSendable(status, headers) ?? framingMistake(status, headers);
    if (reason !== null) context.addIssue({ code: 'custom', path: ['headers'], message: reason });
    for (const [name, given] of Object.entries({ body, bodyBase64, malformed }))
      if (given !== undefined && isBodiless(status))
        context.addIssue({ code: 'custom', path: [name], message: `An answer with status ${status} has no body.` });
    if (body !== undefined && bodyBase64 !== undefined)
      context.addIssue({ code: 'custom', message: 'A response has a body or a bodyBase64, not both.' });
  });

export const faultPlanSchema = z
  .strictObject({
    endpoint: z.enum(faultyEndpoints),
    match: matchSchema.optional(),
    /** Number of matching requests that are left alone first. */
    after: z.int().min(0).default(0),
    times: z.union([z.int().positive(), z.literal('forever')]).default(1),
    /** If missing, the service's own answer is delayed, slowed or cut. `empty` closes without a byte. */
    answer: z.union([z.enum(['hang', 'reset', 'empty']), plannedResponseSchema]).optional(),
    /** Measured from the request. A range gives a random value that depends on the seed. */
    delayMs: z.union([delayMs, z.strictObject({ from: delayMs, to: delayMs })]).optional(),
    bytesPerSecond: z.int().positive().optional(),
    /** Resets the connection after this many bytes of the body. Shorter bodies are not cut. */
    cutAfterBytes: z.int().min(0).optional(),
    /** Ends the answer regularly this long after the request, like a proxy with a time limit. */
    endAfterMs: delayMs.min(1).optional(),
  })
  .superRefine((plan, context) => {
    const { delayMs: delay, bytesPerSecond, cutAfterBytes, endAfterMs } = plan;
    if (typeof delay === 'object' && delay.from > delay.to)
      context.addIssue({
        code: 'custom',
        path: ['delayMs'],
        message: 'The first delay must not be longer than the second.',
      });
    if ([plan.answer, delay, bytesPerSecond, cutAfterBytes, endAfterMs].every((given) => given === undefined))
      context.addIssue({
        code: 'custom',
        message: 'A plan needs an answer, a delayMs, a bytesPerSecond, a cutAfterBytes or an endAfterMs.',
      });
    if (plan.answer !== undefined && endAfterMs !== undefined)
      context.addIssue({
        code: 'custom',
        message: "endAfterMs ends the service's own response, so it cannot be used with an answer.",
      });
    if (typeof plan.answer === 'string' && (bytesPerSecond !== undefined || cutAfterBytes !== undefined))
      context.addIssue({ code: 'custom', message: `"${plan.answer}" has no body to slow or cut.` });
  });

export const faultPlanRecordSchema = z.strictObject({
  id: z.string(),
  plan: faultPlanSchema,
  /** Number of requests that met it, without those that were left alone first. */
  met: z.int(),
  spent: z.boolean(),
});
export type FaultPlanRecord = z.output<typeof faultPlanRecordSchema>;

export type FaultPlanRequest = z.input<typeof faultPlanSchema>;
export type FaultPlan = z.output<typeof faultPlanSchema>;
export type FaultMatch = z.output<typeof matchSchema>;
export type PlannedResponse = z.output<typeof plannedResponseSchema>;

/** Node's refusal to send this head, or null. Checked early, because no caller could get the error later. */
function whyNotSendable(status: number, headers: PlannedResponse['headers']): string | null {
  for (const [name, values] of Object.entries(headers))
    try {
      validateHeaderName(name);
      for (const value of [values].flat()) validateHeaderValue(name, value);
    } catch (error) {
      return `The header ${JSON.stringify(name)} cannot be sent: ${reasonOf(error)}.`;
    }
  try {
    // Some headers are valid only in certain combinations.
    new ServerResponse(new IncomingMessage(new Socket())).writeHead(status, headers);
    return null;
  } catch (error) {
    return `These headers cannot be sent together: ${reasonOf(error)}.`;
  }
}

/** RFC 9110 sections 15.3.5 and 15.4.5. */
export const isBodiless = (status: number) => status === 204 || status === 304;

/** Returns why these headers do not frame exactly one body (RFC 9112 section 6), or null. */
function framingMistake(status: number, headers: PlannedResponse['headers']): string | null {
  const byName = new Map(Object.entries(headers).map(([name, values]) => [name.toLowerCase(), [values].flat()]));
  const encoding = byName.get('transfer-encoding');
  const length = byName.get('content-length');
  if (status === 204 && (encoding ?? length) !== undefined)
    return 'An answer with status 204 has neither Content-Length nor Transfer-Encoding.';
  if (encoding === undefined) return null;
  if (length !== undefined)
    return 'An answer has Transfer-Encoding or Content-Length, not both. For a wrong framing use "malformed".';
  return encoding.join().toLowerCase() === 'chunked' ? null : 'The only Transfer-Encoding is "chunked".';
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
