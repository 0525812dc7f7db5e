import * as z from 'zod';
import { endpoints } from './endpoints.ts';
import type { Exchange } from './exchange.ts';
import type { SecretRedactor } from './secret-redactor.ts';
import { MAX_SHOWN_CHARACTERS } from './redacted-request.ts';

/** Endpoints of the service. The journal does not record the control. */
const servedEndpoints = z.enum(endpoints).exclude(['control']);

export const requestRecordSchema = z.strictObject({
  id: z.int().describe('From 1, in the order of arrival'),
  at: z.number().describe('UTC epoch ms of the service'),
  method: z.string(),
  path: z.string(),
  query: z.string().describe('Empty if there is none; secrets are cut'),
  endpoint: servedEndpoints,
  headers: z.record(z.string(), z.string()).describe('Names in lower case; secrets are cut'),
  body: z.string().describe(`Its first ${MAX_SHOWN_CHARACTERS} characters; secrets are cut`),
  bodyBytes: z.int().describe('Of the complete body'),
  bodyCut: z.boolean(),
  account: z.string().nullable().describe('The user, or the client with its own sign-in'),
  client: z.string().nullable().describe('The client named in this request'),
  status: z.int().nullable().describe('null until the head is sent; stays null if the connection is cut before'),
  durationMs: z.number().nullable().describe('Time of the service; null while it is open'),
  endedBy: z.enum(['client', 'service']).nullable().describe('Which side closed first; null while it is open'),
  bytesSent: z.int().describe('Of the response including its head'),
});
export type RequestRecord = z.output<typeof requestRecordSchema>;

export const requestFilterSchema = z.strictObject({
  endpoint: servedEndpoints.optional(),
  method: z.string().toUpperCase().optional(),
  status: z.coerce.number().int().min(200).max(599).optional(),
  since: z.coerce.number().optional().describe('UTC epoch ms of the service'),
  afterId: z.coerce.number().int().optional(),
  account: z.string().optional(),
  bodyContains: z.string().optional().describe('In the reported body'),
});
export type RequestFilter = z.output<typeof requestFilterSchema>;

export function recordOf(exchange: Exchange, secrets: SecretRedactor): RequestRecord | null {
  const { id, started, endpoint, request, redacted, account, response, ended, bytesSent } = exchange;
  if (redacted === null || endpoint === 'control') return null;
  const redact = (text: string) => secrets.redactKnown(text);
  return {
    id,
    at: started.at,
    method: request.method,
    path: redact(request.path),
    query: redact(redacted.query),
    endpoint,
    headers: Object.fromEntries(Object.entries(redacted.headers).map(([name, value]) => [redact(name), redact(value)])),
    body: redact(redacted.body),
    bodyBytes: redacted.bodyBytes,
    bodyCut: redacted.bodyCut,
    account: account === null ? null : redact(account),
    client: request.client === null ? null : redact(request.client),
    status: response.status,
    durationMs: ended === null ? null : ended.moment.at - started.at,
    endedBy: ended?.by ?? null,
    bytesSent,
  };
}

/** True if all conditions except `bodyContains` hold. The body is expensive to prepare. */
export function matchesRequestFilter(
  { endpoint, request, response, started, id, account }: Exchange,
  filter: RequestFilter,
): boolean {
  return (
    (filter.endpoint === undefined || endpoint === filter.endpoint) &&
    (filter.method === undefined || request.method === filter.method) &&
    (filter.status === undefined || response.status === filter.status) &&
    (filter.since === undefined || started.at >= filter.since) &&
    (filter.afterId === undefined || id > filter.afterId) &&
    (filter.account === undefined || account === filter.account)
  );
}
