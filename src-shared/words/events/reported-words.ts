/** Says when the provider last reported what a list or a figure shows, and since when newer reports may be missing. */

export interface ReportedSpan {
  /** Receive time of the newest row, UTC epoch ms; null without rows. */
  readonly newestAt: number | null;
  /** The same for the oldest row, if one figure is made of both. */
  readonly oldestAt?: number | null;
}

/** Since when newer reports may be missing: the stream is down, events cannot be stored, or the page lost Watchfloor. */
export interface Unwatched {
  /** UTC epoch ms; null if it is not known. */
  readonly since: number | null;
  readonly by: 'stream' | 'store' | 'page' | 'copy';
}

export interface AgeForms {
  readonly now: number;
  /** Formats a time with its zone. */
  readonly time: (at: number) => string;
  /** Formats a length in ms, here of full minutes. */
  readonly length: (ms: number) => string;
}

/** Rows that are closer together have one age. */
const SAME_AGE_MS = 60_000;

export function spanOf(times: readonly number[]): Required<ReportedSpan> {
  let span: Required<ReportedSpan> = { newestAt: null, oldestAt: null };
  for (const at of times)
    span = { newestAt: Math.max(span.newestAt ?? at, at), oldestAt: Math.min(span.oldestAt ?? at, at) };
  return span;
}

/** `just now`, `3 m ago`, `2 h 05 m ago`. Rounds down to full minutes. */
export function agoText(ms: number, length: AgeForms['length']): string {
  const minutes = Math.floor(ms / 60_000);
  return minutes < 1 ? 'just now' : `${length(minutes * 60_000)} ago`;
}

/** `Last reported 14:02:11 UTC, 3 m ago`; of rows that differ in age also `, the oldest 12:01:02 UTC`. */
export function ageWords(what: string, { newestAt, oldestAt = null }: ReportedSpan, forms: AgeForms): string {
  const { now, time, length } = forms;
  if (newestAt === null) return `${what}: none`;
  const oldest = oldestAt !== null && newestAt - oldestAt >= SAME_AGE_MS ? `, the oldest ${time(oldestAt)}` : '';
  return `${what} ${time(newestAt)}, ${agoText(now - newestAt, length)}${oldest}`;
}

/** Adds whether a newer report would be here: `…; watching`, or since when newer changes are not known. */
export function reportedWords(what: string, span: ReportedSpan, unwatched: Unwatched | null, forms: AgeForms): string {
  const age = ageWords(what, span, forms);
  return unwatched === null ? `${age}; watching` : `${age}${unwatchedWords(unwatched, forms.time)}`;
}

/** `; not watching since 13:40:00 UTC, so newer changes are not known` */
export function unwatchedWords({ by, since }: Unwatched, time: AgeForms['time']): string {
  return `; ${CAUSES[by]}${since === null ? '' : ` since ${time(since)}`}, so newer changes are not known`;
}

const CAUSES: Readonly<Record<Unwatched['by'], string>> = {
  stream: 'not watching',
  store: 'not storing',
  page: 'page not connected',
  copy: 'a copy that is not updated',
};
