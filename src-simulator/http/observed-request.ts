/** Extracts the facts of a request that the contract checker needs. Secrets are already replaced by marks. */
import { createHash } from 'node:crypto';
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
  readonly secretPlaces: readonly SecretPlace[];
  readonly hasQuery: boolean;
  readonly hasBody: boolean;
  /** Equal for requests with the same method, address and body. */
  readonly fingerprint: string;
  /** Port of the client, different for connections that are open at the same time. */
  readonly connection: number | null;
  /** A proxy says that it passed the request on, so the connection is the proxy's. */
  readonly isForwarded: boolean;
  readonly search: ObservedSearch | null;
}

type SecretPlace = 'Authorization header' | 'form' | 'address';

interface ObservedSearch {
  readonly after: string | null;
  /** Filters and order in normal form; null if both are missing. */
  readonly query: string | null;
  readonly hasEmptyList: boolean;
  readonly times: readonly string[];
}

/** RFC 9110 section 7.6.3, RFC 7239, and the header that most proxies send instead of RFC 7239's. */
const FORWARDING_HEADERS = ['via', 'forwarded', 'x-forwarded-for'] as const;

const searchSchema = z.object({
  after: z.string().optional(),
  filters: z.unknown().optional(),
  sortBy: z.unknown().optional(),
});

export function observeRequest(
  { method = '', headers, socket }: IncomingMessage,
  { url, body }: { url: string; body: string },
  endpoint: Endpoint,
  { secrets, accounts }: { secrets: SecretRedactor; accounts: ReadonlyMap<string, string> },
): ObservedRequest {
  const { path, text, query } = partsOf(url);
  const form = formOf(headers, body);
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
    client: basic?.clientId ?? form?.get('client_id') ?? null,
    tokenInAddress: hasToken(query, (value) => accounts.has(secrets.mark(value))),
    secretPlaces: [
      ...(basic === null ? [] : ['Authorization header' as const]),
      ...(form?.has('client_secret') === true ? ['form' as const] : []),
      ...(query.has('client_secret') ? ['address' as const] : []),
    ],
    hasQuery: text !== '',
    hasBody: body !== '',
    fingerprint: createHash('sha256').update(`${method} ${url} ${body}`).digest('base64url'),
    connection: socket.remotePort ?? null,
    isForwarded: FORWARDING_HEADERS.some((name) => headers[name] !== undefined),
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
  const hasEmptyList = [filters, sortBy].some((list) => Array.isArray(list) && list.length === 0);
  return { after, query, hasEmptyList, times: filterTimes(filters) };
}

const filtersSchema = z.array(z.looseObject({ values: z.looseObject({ min: z.unknown(), max: z.unknown() }) }));

function filterTimes(filters: unknown): string[] {
  const { data = [] } = filtersSchema.safeParse(filters);
  return data.flatMap(({ values: { min, max } }) => [min, max].filter((time) => typeof time === 'string'));
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
