import type { IncomingMessage } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { FaultMatch, FaultPlan } from './fault-plan.ts';
import { credentialsOf, formOf, json, partsOf } from './request-parts.ts';
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
  return {
    method: request.method ?? '',
    headers: request.headers,
    query: partsOf(request.url ?? '').query,
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
  const credentials = credentialsOf(headers);
  if (credentials?.kind === 'bearer') return accountOf(credentials.token).catch(() => null);
  return credentials?.clientId ?? formOf(headers, body)?.get('client_id') ?? query.get('client_id');
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
  const parsed = json(body);
  if (parsed === undefined) return false;
  return Object.entries(expected).every(([path, value]) => isDeepStrictEqual(valueAt(parsed, path), value));
}

function valueAt(parsed: unknown, path: string): unknown {
  return path.split('.').reduce((value: unknown, key) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    return Reflect.get(value, key);
  }, parsed);
}
