/** Sessions, gaps and reconnects as lines of output, oldest first. Times are ISO 8601 UTC; lengths are the stored ones. */
import type { Coverage, Gap, Session } from '../../../src-shared/domain/coverage.ts';
import { isReconnect } from '../../../src-shared/domain/reconnect.ts';
import { coverageFigures } from '../../../src-shared/domain/coverage-figures.ts';
import { lengthWords } from './length-words.ts';
import { paddedLine } from './output.ts';
import { plainJson } from '../../../src-shared/lib/plain-json.ts';

export type CoverageSpan = { readonly type: 'session' | 'gap' | 'reconnect'; readonly lengthMs: number } & (
  | { readonly session: Session; readonly gap?: never }
  | { readonly gap: Gap; readonly session?: never }
);

/** In one list; where two begin at once, the session stands first. What lasts is as long as until now. */
export function coverageSpans({ sessions, gaps }: Coverage, now: number): CoverageSpan[] {
  const spans: CoverageSpan[] = [
    ...sessions.map((session) => ({ type: 'session' as const, lengthMs: session.lengthMs, session })),
    ...gaps.map((gap) => ({
      type: isReconnect(gap, now) ? ('reconnect' as const) : ('gap' as const),
      lengthMs: gap.lengthMs ?? Math.max(0, now - gap.from),
      gap,
    })),
  ];
  return spans.toSorted(
    (a, b) => beginning(a) - beginning(b) || Number(a.session === undefined) - Number(b.session === undefined),
  );
}

export function coverageJson({ type, lengthMs, session, gap }: CoverageSpan): string {
  const { from, to, reason, detail } = session ?? gap;
  const span = { type, from: iso(from), to: iso(to), lengthSeconds: lengthMs / 1_000, reason, detail };
  const listened = session === undefined ? {} : { lastEventAt: iso(session.lastEventAt), events: session.events };
  return `${plainJson({ ...span, ...listened, ...(type === 'gap' && gap !== undefined && { gap: gap.id }) })}\n`;
}

export function coverageTableHead(): string {
  return tableLine('WHAT', 'FROM (UTC)', 'TO (UTC)', 'LENGTH', 'REASON');
}

export function coverageTableLine({ type, lengthMs, session, gap }: CoverageSpan): string {
  const { from, to, reason, detail } = session ?? gap;
  const length = `${(lengthMs / 1_000).toFixed(1)} s`;
  const why = [reason, detail].filter((part) => part !== null).join(' · ');
  return tableLine(
    type === 'gap' && gap !== undefined ? `gap ${gap.id}` : type,
    iso(from),
    iso(to) ?? 'now',
    length,
    why,
  );
}

/** The last line of the table: what all of it comes to. `span`: UTC epoch ms. */
export function coverageSummary(coverage: Coverage, span: { from: number; to: number }, now: number): string {
  const figures = coverageFigures(coverage, span, now, null);
  const { watchedMs, blindMs, gaps, reconnects, reconnectMs } = figures;
  const took = reconnects === 0 ? '' : ` (${lengthWords(reconnectMs)})`;
  return `Watched ${lengthWords(watchedMs)} · blind ${lengthWords(blindMs)} in ${counted(gaps, 'gap')} · ${counted(reconnects, 'reconnect')}${took}\n`;
}

function beginning({ session, gap }: CoverageSpan): number {
  return (session ?? gap).from;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function iso(time: number): string;
function iso(time: number | null): string | null;
function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

function tableLine(what: string, from: string, to: string, length: string, reason: string): string {
  return paddedLine([
    [what, 9],
    [from, 25],
    [to, 25],
    [length, 12],
    [reason, 0],
  ]);
}
