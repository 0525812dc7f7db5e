/** Formats sessions and gaps as rows, oldest first. Times are ISO 8601 UTC; lengths are the stored ones. */
import { count } from '../../../../src-shared/words/finding-parts.ts';
import { type Coverage, type Gap, gapNumber, type Session } from '../../../../src-shared/domain/coverage/coverage.ts';
import type { ProviderIncident, StatusPageReport } from '../../../../src-shared/domain/coverage/provider-incident.ts';
import { statusPageWords } from '../../../../src-shared/words/provider/incident-words.ts';
import { isReconnect } from '../../../../src-shared/domain/coverage/reconnect.ts';
import { coverageFigures } from '../../../../src-shared/domain/coverage/coverage-figures.ts';
import type { WatchedAt } from '../../../../src-shared/domain/coverage/watched-at.ts';
import { copyWords, watchedAtWords } from '../../../../src-shared/words/watched-at-words.ts';
import { durationWords } from '../terminal/duration-words.ts';
import { type ChosenFormat, rowLines, type RowLayout } from '../terminal/rows.ts';
import { isoTime } from '../terminal/times.ts';

type CoverageSpan = { readonly type: 'session' | 'gap' | 'reconnect'; readonly lengthMs: number } & (
  | { readonly session: Session; readonly gap?: never }
  | { readonly gap: Gap; readonly session?: never }
);

/** A span, or what the provider's status page says. */
export type CoverageLine =
  | CoverageSpan
  | { readonly type: 'provider'; readonly incident: ProviderIncident; readonly session?: never; readonly gap?: never };

/** If two begin at the same time, the session is first. A span that has not ended counts until now. */
export function coverageSpans(
  { sessions, gaps }: Coverage,
  now: number,
  page: StatusPageReport | null = null,
): CoverageLine[] {
  const spans: CoverageLine[] = [
    ...sessions.map((session) => ({ type: 'session' as const, lengthMs: session.lengthMs, session })),
    ...gaps.map((gap) => ({
      type: isReconnect(gap, now) ? ('reconnect' as const) : ('gap' as const),
      lengthMs: gap.lengthMs ?? Math.max(0, now - gap.from),
      gap,
    })),
    ...(page?.incidents ?? []).map((incident) => ({ type: 'provider' as const, incident })),
  ];
  return spans.toSorted(
    (a, b) => startOf(a) - startOf(b) || Number(a.session === undefined) - Number(b.session === undefined),
  );
}

export const coverageRows: RowLayout<CoverageLine> = {
  fields: {
    type: ({ type }) => type,
    from: (span) => isoTime(startOf(span)),
    to: (span) => isoTime(endOf(span)),
    lengthSeconds: (span) => (span.type === 'provider' ? undefined : span.lengthMs / 1_000),
    reason: (span) => (span.type === 'provider' ? span.incident.state : (span.session ?? span.gap).reason),
    detail: (span) => (span.type === 'provider' ? said(span.incident) : (span.session ?? span.gap).detail),
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
    { title: 'FROM (UTC)', width: 25, cell: (span) => isoTime(startOf(span)) },
    {
      title: 'TO (UTC)',
      width: 25,
      cell: (span) => isoTime(endOf(span)) ?? (span.type === 'provider' ? 'not known' : 'now'),
    },
    {
      title: 'LENGTH',
      width: 12,
      cell: (span) => (span.type === 'provider' ? '' : `${(span.lengthMs / 1_000).toFixed(1)} s`),
    },
    { title: 'REASON', width: 0, cell: whyOf },
  ],
};

function whyOf(span: CoverageLine): string {
  if (span.type === 'provider') return said(span.incident);
  const { reason, detail } = span.session ?? span.gap;
  return [reason, detail].filter((part) => part !== null).join(' · ');
}

/** Formats what is known of the status page; empty if the profile names none. */
export function statusPageLine(page: StatusPageReport | null, now: number): string {
  return page === null ? '' : `Provider's status page: ${statusPageWords(page, now, 'UTC').known}\n`;
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

function said({ title, words }: ProviderIncident): string {
  return words === null ? `“${title}”` : `“${title}”: “${words}”`;
}

function startOf(line: CoverageLine): number {
  return (line.type === 'provider' ? line.incident : (line.session ?? line.gap)).from;
}

function endOf(line: CoverageLine): number | null {
  if (line.type !== 'provider') return (line.session ?? line.gap).to;
  return line.incident.end.kind === 'ended' ? line.incident.end.at : null;
}
