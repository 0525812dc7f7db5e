/** One line of the journal as it is told, and how a reader picks lines. */
import * as z from 'zod';
import { endpoints } from './endpoints.ts';
import type { Exchange } from './exchange.ts';
import type { Secrets } from './secrets.ts';
import { SHOWN_CHARACTERS } from './shown-request.ts';

/** Of the service; what the control was asked is not told. */
export const servedEndpoints = z.enum(endpoints).exclude(['control']);

export const requestRecordSchema = z.strictObject({
  id: z.int().describe('From 1, in the order in which they came'),
  at: z.number().describe('UTC epoch ms of the service'),
  method: z.string(),
  path: z.string(),
  query: z.string().describe('Empty where there is none; secrets are cut'),
  endpoint: servedEndpoints,
  headers: z.record(z.string(), z.string()).describe('Names in lower case; secrets are cut'),
  body: z.string().describe(`Its first ${SHOWN_CHARACTERS} characters; secrets are cut`),
  bodyBytes: z.int().describe('Of the whole body'),
  bodyCut: z.boolean(),
  account: z.string().nullable().describe('The user, or the client that signed in for itself'),
  client: z.string().nullable().describe('The client that named itself in this request'),
  status: z.int().nullable().describe('null until the head was sent; stays so where the connection was cut before'),
  durationMs: z.number().nullable().describe('By the time of the service; null while it goes on'),
  endedBy: z.enum(['client', 'service']).nullable().describe('Who closed first; null while it goes on'),
  bytesSent: z.int().describe('Of the answer with its head'),
});
export type RequestRecord = z.output<typeof requestRecordSchema>;

export interface RequestFilter {
  readonly endpoint?: RequestRecord['endpoint'] | undefined;
  readonly method?: string | undefined;
  readonly status?: number | undefined;
  /** UTC epoch ms; those at this time or later. */
  readonly since?: number | undefined;
  /** Those after the one with this id. */
  readonly afterId?: number | undefined;
  readonly account?: string | undefined;
  /** In the body as it is told: without secrets, and cut where it is long. */
  readonly bodyContains?: string | undefined;
}

/** `null` where its texts were let go. */
export function recordOf(exchange: Exchange, secrets: Secrets): RequestRecord | null {
  const { id, begun, endpoint, request, shown, account, answer, ended, bytesSent } = exchange;
  if (shown === null || endpoint === 'control') return null;
  const told = (text: string) => secrets.cutKnown(text);
  return {
    id,
    at: begun.at,
    method: request.method,
    path: told(request.path),
    query: told(shown.query),
    endpoint,
    headers: Object.fromEntries(Object.entries(shown.headers).map(([name, value]) => [told(name), told(value)])),
    body: told(shown.body),
    bodyBytes: shown.bodyBytes,
    bodyCut: shown.bodyCut,
    account: account === null ? null : told(account),
    client: request.client === null ? null : told(request.client),
    status: answer.status,
    durationMs: ended === null ? null : ended.moment.at - begun.at,
    endedBy: ended?.by ?? null,
    bytesSent,
  };
}

/** All but the body, which costs more to tell. */
export function fits({ endpoint, request, answer, begun, id, account }: Exchange, filter: RequestFilter): boolean {
  return (
    (filter.endpoint === undefined || endpoint === filter.endpoint) &&
    (filter.method === undefined || request.method === filter.method) &&
    (filter.status === undefined || answer.status === filter.status) &&
    (filter.since === undefined || begun.at >= filter.since) &&
    (filter.afterId === undefined || id > filter.afterId) &&
    (filter.account === undefined || account === filter.account)
  );
}
