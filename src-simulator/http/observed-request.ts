/** Extracts the facts of a request that the contract checker needs. Secrets are already replaced by marks. */
import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import type { Endpoint } from './endpoints.ts';
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
  const [path = '/', query = ''] = url.split(/\?(.*)/s, 2);
  const [, scheme, credentials] = /^(\S+) +(\S+)$/.exec(headers.authorization ?? '') ?? [];
  const isBearer = scheme?.toLowerCase() === 'bearer';
  const basicClient = scheme?.toLowerCase() === 'basic' ? clientOfBasic(credentials ?? '', secrets) : null;
  const form =
    /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '') && new URLSearchParams(body);
  return {
    method,
    host: headers.host ?? '',
    path,
    contentType: headers['content-type'] ?? null,
    accept: headers.accept ?? null,
    authorized: headers.authorization !== undefined,
    bearer: isBearer && credentials !== undefined ? secrets.redact(credentials) : null,
    client: basicClient ?? (form === false ? null : form.get('client_id')),
    tokenInAddress: hasToken(new URLSearchParams(query), (value) => accounts.has(secrets.mark(value))),
    search: endpoint === 'search' ? observedSearch(body) : null,
  };
}

/** Both parts are form-encoded before they are joined: RFC 6749 2.3.1. */
function clientOfBasic(credentials: string, secrets: SecretRedactor): string | null {
  const text = Buffer.from(credentials, 'base64').toString();
  const colon = text.indexOf(':');
  if (colon < 0) return null;
  const decoded = (part: string) => new URLSearchParams(`=${part.replaceAll('&', '%26')}`).get('') ?? part;
  secrets.learn(decoded(text.slice(colon + 1)));
  return decoded(text.slice(0, colon));
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

export function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
