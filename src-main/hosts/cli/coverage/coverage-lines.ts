/** Formats sessions and gaps as rows, oldest first. Times are ISO 8601 UTC; lengths are the stored ones. */
import { count } from '../../../../src-shared/words/finding-parts.ts';
import { type Coverage, type Gap, gapNumber, type Session } from '../../../../src-shared/domain/coverage/coverage.ts';
import type { StatusPageReport } from '../../../../src-shared/domain/coverage/provider-incident.ts';
import { statusPageWords } from '../../../../src-shared/words/provider/incident-words.ts';
import { isReconnect } from '../../../../src-shared/domain/coverage/reconnect.ts';
import { coverageFigures } from '../../../../src-shared/domain/coverage/coverage-figures.ts';
import type { WatchedAt } from '../../../../src-shared/domain/coverage/watched-at.ts';
import { copyWords, watchedAtWords } from '../../../../src-shared/words/watched-at-words.ts';
import { durationWords } from '../terminal/duration-words.ts';
import { type ChosenFormat, rowLines, type RowLayout } from '../terminal/rows.ts';
import { isoTime } from '../terminal/times.ts';

interface CoverageSpan {
  /** `provider`: an incident on the provider's status page. `provider-page`: since when the page does not answer. */
  readonly type: 'session' | 'gap' | 'reconnect' | 'provider' | 'provider-page';
  /** Null if it is not known. */
  readonly lengthMs: number | null;
  readonly span: Pick<Session, 'from' | 'to' | 'detail'> & { readonly reason: string | null };
  readonly session?: Session;
  readonly gap?: Gap;
}

/** If two begin at the same time, the session is first. A span that has not ended counts until now. */
export function coverageSpans(
  { sessions, gaps }: Coverage,
  now: number,
  page: StatusPageReport | null = null,
): CoverageSpan[] {
  const spans: CoverageSpan[] = [
    ...sessions.map((session) => ({ type: 'session' as const, lengthMs: session.lengthMs, span: session, session })),
    ...gaps.map((gap) => ({
      type: isReconnect(gap, now) ? ('reconnect' as const) : ('gap' as const),
      lengthMs: gap.lengthMs ?? Math.max(0, now - gap.from),
      span: gap,
      gap,
    })),
    ...(page === null ? [] : providerSpans(page, now)),
  ];
  return spans.toSorted(
    (a, b) => a.span.from - b.span.from || Number(a.session === undefined) - Number(b.session === undefined),
  );
}

function providerSpans(page: StatusPageReport, now: number): CoverageSpan[] {
  const { incidents, failure, answeredAt } = page;
  const said = incidents.map(({ from, end, state, title, words }): CoverageSpan => {
    const detail = words === null ? `“${title}”` : `“${title}”: “${words}”`;
    const to = end.kind === 'ended' ? end.at : null;
    return { type: 'provider', lengthMs: null, span: { from, to, reason: state, detail } };
  });
  if (failure === null) return said;
  const detail = statusPageWords(page, now, 'UTC').known;
  const span = { from: answeredAt ?? failure.since, to: null, reason: failure.problem.kind, detail };
  return [...said, { type: 'provider-page', lengthMs: null, span }];
}

export const coverageRows: RowLayout<CoverageSpan> = {
  fields: {
    type: ({ type }) => type,
    from: ({ span }) => isoTime(span.from),
    to: ({ span }) => isoTime(span.to),
    lengthSeconds: ({ lengthMs }) => (lengthMs === null ? undefined : lengthMs / 1_000),
    reason: ({ span }) => span.reason,
    detail: ({ span }) => span.detail,
    watchedUntil: ({ session }) => (session === undefined ? undefined : isoTime(session.lastEventAt)),
    events: ({ session }) => session?.events,
    gap: ({ type, gap }) => (type === 'gap' && gap !== undefined ? gapNumber(gap) : undefined),
  },
  columns: [
    {
      title: 'WHAT',
      width: 9,
      cell: ({ type, gap }) => (type === 'gap' && gap !== undefined ? `gap ${gapNumber(gap) ?? '–'}` : type),
    },
    { title: 'FROM (UTC)', width: 25, cell: ({ span }) => isoTime(span.from) },
    {
      title: 'TO (UTC)',
      width: 25,
      cell: ({ span, type }) => isoTime(span.to) ?? (type === 'provider' ? 'not known' : 'now'),
    },
    {
      title: 'LENGTH',
      width: 12,
      cell: ({ lengthMs }) => (lengthMs === null ? '' : `${(lengthMs / 1_000).toFixed(1)} s`),
    },
    { title: 'REASON', width: 0, cell: whyOf },
  ],
};

function whyOf({ span: { reason, detail } }: CoverageSpan): string {
  return [reason, detail].filter((part) => part !== null).join(' · ');
}

/** Says how old the knowledge of the status page is; empty if the profile names none, or a row says that it is gone. */
export function statusPageLine(page: StatusPageReport | null, now: number): string {
  return page === null || page.failure !== null
    ? ''
    : `Provider's status page: ${statusPageWords(page, now, 'UTC').known}\n`;
}

/** Formats the last line of the table, with the totals. @param span UTC epoch ms */
export function coverageSummary(coverage: Coverage, span: { from: number; to: number }, now: number): string {
  const figures = coverageFigures(coverage, span, now, null);
  const { watchedMs, blindMs, gaps, reconnects, reconnectMs } = figures;
  const took = reconnects === 0 ? '' : ` (${durationWords(reconnectMs)})`;
  const { copyMadeAt = Infinity } = coverage;
  const copied = copyMadeAt < span.to ? `\n${copyWords(copyMadeAt, now, 'UTC')}` : '';
  return `Watched ${durationWords(watchedMs)} · blind ${durationWords(blindMs)} in ${count(gaps, 'gap')} · ${count(reconnects, 'reconnect')}${took}${copied}\n`;
}

/** A table is only the sentence; other formats have a row. @param at UTC epoch ms, as asked */
export function watchedAtLines(answer: WatchedAt, at: number, now: number, chosen: ChosenFormat): string {
  const words = watchedAtWords(answer, now, 'UTC');
  if (chosen.format === 'table') return `${words}\n`;
  const lines = rowLines(watchedAtRow, chosen);
  return lines.head + lines.line({ answer, at, words });
}

const watchedAtRow: RowLayout<{ readonly answer: WatchedAt; readonly at: number; readonly words: string }> = {
  fields: {
    at: ({ at }) => isoTime(at),
    answer: ({ answer: { kind } }) => kind,
    words: ({ words }) => words,
    gap: ({ answer }) => (answer.kind === 'not-watched' ? gapNumber(answer.gap) : undefined),
  },
  columns: [],
};
