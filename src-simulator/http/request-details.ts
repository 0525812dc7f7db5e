/** Extracts the details of a request that a fault plan can match, and matches them. */
import type { IncomingMessage } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { FaultMatch, FaultPlan } from './fault-plan.ts';
import { readAhead } from './read-ahead.ts';

export interface RequestDetails {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly query: URLSearchParams;
  /** Beginning of the body, if a plan needs it. */
  readonly body: string;
  readonly account: string | null;
}

export type AccountOf = (token: string) => Promise<string | null>;

export function needsBody(plans: readonly FaultPlan[]): boolean {
  return plans.some(({ match = {} }) => {
    const { bodyContains, bodyJson, account } = match;
    return bodyContains !== undefined || bodyJson !== undefined || account !== undefined;
  });
}

export function headDetails(request: IncomingMessage): RequestDetails {
  const url = request.url ?? '';
  const at = url.indexOf('?');
  return {
    method: request.method ?? '',
    headers: request.headers,
    query: new URLSearchParams(at === -1 ? '' : url.slice(at + 1)),
    body: '',
    account: null,
  };
}

export async function fullDetails(request: IncomingMessage, accountOf: AccountOf): Promise<RequestDetails> {
  const outer = headDetails(request);
  const body = (await readAhead(request)).toString();
  return { ...outer, body, account: await accountNamed({ ...outer, body }, accountOf) };
}

async function accountNamed({ headers, query, body }: RequestDetails, accountOf: AccountOf): Promise<string | null> {
  const [, scheme, given] = /^(Bearer|Basic) +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (given !== undefined && scheme?.toLowerCase() === 'bearer') return accountOf(given).catch(() => null);
  if (given !== undefined) return decoded(Buffer.from(given, 'base64').toString().split(':', 1)[0] ?? '');
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  return (isForm ? new URLSearchParams(body).get('client_id') : null) ?? query.get('client_id');
}

/** RFC 6749 section 2.3.1: the client id is form-encoded inside Basic. */
function decoded(text: string): string {
  return new URLSearchParams(`id=${text.replaceAll('&', '%26')}`).get('id') ?? '';
}

export function matches(match: FaultMatch = {}, details: RequestDetails): boolean {
  const { method, headers = {}, query = {}, bodyContains, bodyJson, account } = match;
  if (method !== undefined && method.toUpperCase() !== details.method) return false;
  if (account !== undefined && account !== details.account) return false;
  if (bodyContains !== undefined && !details.body.includes(bodyContains)) return false;
  return (
    Object.entries(headers).every(([name, value]) => String(details.headers[name.toLowerCase()]) === value) &&
    Object.entries(query).every(([name, value]) => details.query.getAll(name).includes(value)) &&
    (bodyJson === undefined || hasJson(details.body, bodyJson))
  );
}

function hasJson(body: string, expected: NonNullable<FaultMatch['bodyJson']>): boolean {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return false;
  }
  return Object.entries(expected).every(([path, value]) => isDeepStrictEqual(valueAt(json, path), value));
}

function valueAt(json: unknown, path: string): unknown {
  return path.split('.').reduce((value: unknown, key) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    return Reflect.get(value, key);
  }, json);
}
