import type { Moment } from '../clock.ts';
import { parseUrl } from './parse-url.ts';

export interface ObservedResponse {
  /** Null until the head is sent, also if the connection was cut before. */
  readonly status: number | null;
  readonly started: Moment | null;
  /** From `Retry-After` in seconds or as a date: RFC 9110 10.2.3. */
  readonly retryAfterMs: number | null;
  readonly location: string | null;
}

/** @param headers names in lower case */
export function observeResponseHead(
  status: number,
  headers: ReadonlyMap<string, string>,
  started: Moment,
  request: { host: string; url: string },
): ObservedResponse {
  const location = headers.get('location');
  const here = `http://${request.host}${request.url}`;
  return {
    status,
    started,
    retryAfterMs: retryAfter(headers.get('retry-after'), started.at),
    location: location !== undefined && status >= 300 && status < 400 ? (parseUrl(location, here)?.href ?? null) : null,
  };
}

function retryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
