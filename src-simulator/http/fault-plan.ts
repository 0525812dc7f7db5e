/**
 * What can be planned to go wrong: which requests it meets, and what they get instead of the service's answer or how
 * the service's answer is carried. Every length of time is the service's, so `timeScale` shortens it.
 */
import { IncomingMessage, ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import { Socket } from 'node:net';
import * as z from 'zod';
import { endpoints } from './endpoints.ts';

/** Everything but the control: who breaks it cannot mend it. `every` is all of these. */
export const faultyEndpoints = ['every', ...endpoints.filter((endpoint) => endpoint !== 'control')] as const;

/** A day: longer than any session, and in reach of a timer at any sensible scale. */
const MAX_DELAY_MS = 86_400_000;
const delayMs = z.int().min(0).max(MAX_DELAY_MS);

const matchSchema = z.strictObject({
  /** `POST`, in any case. */
  method: z.string().optional(),
  /** By name in any case; the value exactly. */
  headers: z.record(z.string(), z.string()).optional(),
  /** Name and value, decoded. */
  query: z.record(z.string(), z.string()).optional(),
  bodyContains: z.string().optional(),
  /** Path such as `filters.0.type` to the value that stands there. */
  bodyJson: z.record(z.string(), z.json()).optional(),
  /** User or client of the access token; where there is none, the client that names itself (Basic, form, query). */
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
    /** A text goes out verbatim, anything else as JSON. */
    body: z.json().optional(),
    /** Any bytes. */
    bodyBase64: z.base64().optional(),
    malformed: z.enum(malformations).optional(),
  })
  .superRefine(({ status, headers, body, bodyBase64 }, context) => {
    const reason = whyNotSendable(status, headers);
    if (reason !== null) context.addIssue({ code: 'custom', path: ['headers'], message: reason });
    if (body !== undefined && bodyBase64 !== undefined)
      context.addIssue({ code: 'custom', message: 'An answer has a body or a bodyBase64, not both.' });
  });

export const faultPlanSchema = z
  .strictObject({
    endpoint: z.enum(faultyEndpoints),
    match: matchSchema.optional(),
    /** So many matching requests are left alone first. */
    after: z.int().min(0).default(0),
    times: z.union([z.int().positive(), z.literal('forever')]).default(1),
    /**
     * Instead of the service's: an answer, or `hang` (never answered), `reset` (TCP reset), `empty` (closed without a
     * byte). Left out: the service answers, and its answer is delayed, slowed or cut.
     */
    answer: z.union([z.enum(['hang', 'reset', 'empty']), plannedResponseSchema]).optional(),
    /** From the request on; between two values by the seed. */
    delayMs: z.union([delayMs, z.strictObject({ from: delayMs, to: delayMs })]).optional(),
    /** Of the body. */
    bytesPerSecond: z.int().positive().optional(),
    /** TCP reset after so many bytes of the body; one that is shorter is not cut. */
    cutAfterBytes: z.int().min(0).optional(),
    /** So long after the request the answer is ended in order, as by a proxy that limits how long an answer may take. */
    endAfterMs: delayMs.min(1).optional(),
  })
  .superRefine((plan, context) => {
    const { delayMs: delay, bytesPerSecond, cutAfterBytes, endAfterMs } = plan;
    if (typeof delay === 'object' && delay.from > delay.to)
      context.addIssue({
        code: 'custom',
        path: ['delayMs'],
        message: 'The delay goes from the shorter to the longer.',
      });
    if ([plan.answer, delay, bytesPerSecond, cutAfterBytes, endAfterMs].every((given) => given === undefined))
      context.addIssue({
        code: 'custom',
        message: 'A plan needs an answer, a delayMs, a bytesPerSecond, a cutAfterBytes or an endAfterMs.',
      });
    if (plan.answer !== undefined && endAfterMs !== undefined)
      context.addIssue({
        code: 'custom',
        message: "An endAfterMs ends the service's own answer, so it goes without an answer.",
      });
    if (typeof plan.answer === 'string' && (bytesPerSecond !== undefined || cutAfterBytes !== undefined))
      context.addIssue({ code: 'custom', message: `"${plan.answer}" has no body that could be slowed or cut.` });
  });

/** As it is said: most may be left out. */
export type FaultPlanRequest = z.input<typeof faultPlanSchema>;
export type FaultPlan = z.output<typeof faultPlanSchema>;
export type FaultMatch = z.output<typeof matchSchema>;
export type PlannedResponse = z.output<typeof plannedResponseSchema>;

/** Why Node would not send such a head, or `null`: asked when it is planned, since later nobody could be told. */
function whyNotSendable(status: number, headers: PlannedResponse['headers']): string | null {
  for (const [name, values] of Object.entries(headers))
    try {
      validateHeaderName(name);
      for (const value of [values].flat()) validateHeaderValue(name, value);
    } catch (error) {
      return `The header ${JSON.stringify(name)} cannot be sent: ${reasonOf(error)}.`;
    }
  try {
    // Some headers go with certain others only.
    new ServerResponse(new IncomingMessage(new Socket())).writeHead(status, headers);
    return null;
  } catch (error) {
    return `These headers cannot be sent together: ${reasonOf(error)}.`;
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
