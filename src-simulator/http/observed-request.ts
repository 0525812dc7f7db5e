/** Extracts the facts of a request that the contract checker needs. Secrets are already replaced by marks. */
import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import type { Endpoint } from './endpoints.ts';
import { credentialsOf, formOf, json, partsOf } from './request-parts.ts';
import type { SecretRedactor } from './secret-redactor.ts';

export interface ObservedRequest {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly contentType: string | null;
  readonly accept: string | null;
  readonly authorized: boolean;
  readonly bearer: string | null;
  readonly client: string | null;
  readonly tokenInAddress: boolean;
  /** Page token of a search, and its filters and order in normal form. Each is null if missing. */
  readonly search: { readonly after: string | null; readonly query: string | null } | null;
}

const searchSchema = z.object({
  after: z.string().optional(),
  filters: z.unknown().optional(),
  sortBy: z.unknown().optional(),
});

export function observeRequest(
  { method = '', headers }: IncomingMessage,
  { url, body }: { url: string; body: string },
  endpoint: Endpoint,
  { secrets, accounts }: { secrets: SecretRedactor; accounts: ReadonlyMap<string, string> },
): ObservedRequest {
  const { path, query } = partsOf(url);
  const credentials = credentialsOf(headers);
  const basic = credentials?.kind === 'basic' && credentials.secret !== null ? credentials : null;
  if (basic?.secret != null) secrets.learn(basic.secret);
  return {
    method,
    host: headers.host ?? '',
    path,
    contentType: headers['content-type'] ?? null,
    accept: headers.accept ?? null,
    authorized: headers.authorization !== undefined,
    bearer: credentials?.kind === 'bearer' ? secrets.redact(credentials.token) : null,
    client: basic?.clientId ?? formOf(headers, body)?.get('client_id') ?? null,
    tokenInAddress: hasToken(query, (value) => accounts.has(secrets.mark(value))),
    search: endpoint === 'search' ? observedSearch(body) : null,
  };
}

function hasToken(query: URLSearchParams, isKnownToken: (value: string) => boolean): boolean {
  return [...query].some(([name, value]) => name === 'access_token' || isKnownToken(value));
}

function observedSearch(body: string): ObservedRequest['search'] {
  const parsed = searchSchema.safeParse(json(body));
  if (!parsed.success) return null;
  const { after = null, filters, sortBy } = parsed.data;
  const query =
    filters === undefined && sortBy === undefined ? null : JSON.stringify(normalized([filters ?? [], sortBy ?? []]));
  return { after, query };
}

/** Normalizes the order of keys and the spelling of times, which do not change a query. */
function normalized(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalized);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .toSorted(([left], [right]) => (left < right ? -1 : 1))
        .map(([key, inner]) => [key, normalized(inner)]),
    );
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value;
}
