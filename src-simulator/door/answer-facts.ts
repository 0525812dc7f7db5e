/** What a judge can see of the head of an answer. */
import type { Moment } from './exchange.ts';

export interface AnswerFacts {
  /** `null` until the head was sent; stays so where the connection was cut before. */
  readonly status: number | null;
  readonly begun: Moment | null;
  /** RFC 9110 10.2.3, as seconds or as a date. */
  readonly retryAfterMs: number | null;
  /** Where a redirect leads, whole. */
  readonly location: string | null;
}

/** @param headers names in lower case */
export function answerFacts(
  status: number,
  headers: ReadonlyMap<string, string>,
  begun: Moment,
  asked: { host: string; url: string },
): AnswerFacts {
  const location = headers.get('location');
  const here = `http://${asked.host}${asked.url}`;
  return {
    status,
    begun,
    retryAfterMs: retryAfter(headers.get('retry-after'), begun.at),
    location:
      location !== undefined && status >= 300 && status < 400 ? (URL.parse(location, here)?.href ?? null) : null,
  };
}

function retryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
