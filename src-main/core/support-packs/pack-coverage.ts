/** Coverage of a pack's span: a line for people, and complete JSON for programs. */
import { coverageOf } from '../reports/shift-report.ts';
import { gapReasonWords } from '../../../src-shared/words/gap-words.ts';
import { exactDurationText } from '../../../src-shared/words/zoned-time-words.ts';
import { withinSentence } from '../../../src-shared/words/within-sentence.ts';
import { plainJson } from '../../../src-shared/lib/plain-json.ts';
import { AROUND_MS, type PackContents } from './pack-contents.ts';
import type { Moments } from './pack-report-context.ts';

const AROUND = exactDurationText(AROUND_MS);
export const COVERED_SPAN = `from ${AROUND} before the first event to ${AROUND} after the last`;

/** "12:17:31 – 13:17:31 UTC: watched whole, no gap, 2 planned reconnects of 0.3 s." */
export function coverageLine({ span, coverage }: PackContents, now: number, { utc }: Moments): string {
  const { watchedMs, unknownMs, reconnects, reconnectMs, gaps, copyMadeAt } = coverageOf(coverage, span, now, null);
  const isComplete = gaps.length === 0 && unknownMs < HEARTBEATS_MS && copyMadeAt === undefined;
  const days = utc.day(span.from) === utc.day(span.to) ? '' : `${utc.day(span.to)} `;
  const parts = [
    isComplete
      ? 'watched without interruption'
      : `watched ${exactDurationText(watchedMs)} of ${exactDurationText(span.to - span.from)}`,
    ...(isComplete ? ['no gap'] : gaps.map((gap) => gapWords(gap, utc.clock))),
    ...(unknownMs >= HEARTBEATS_MS ? [`no record of ${exactDurationText(unknownMs)}`] : []),
    ...(copyMadeAt === undefined ? [] : [`not in this copy after ${utc.clock(copyMadeAt)} (made about then)`]),
    ...(reconnects === 0
      ? []
      : [`${reconnects} planned reconnect${reconnects === 1 ? '' : 's'} of ${exactDurationText(reconnectMs)}`]),
  ];
  return `${utc.day(span.from)} ${utc.clock(span.from)} – ${days}${utc.clock(span.to)} UTC: ${parts.join(', ')}.`;
}

/** "gap 12:17:31 – 12:19:31 (2 m, connection lost)" */
export function gapWords(
  { from, to, lengthMs, reason }: ReturnType<typeof coverageOf>['gaps'][number],
  timeText: (at: number) => string,
): string {
  const until = to === null ? 'now' : timeText(to);
  return `gap ${timeText(from)} – ${until} (${exactDurationText(lengthMs)}, ${withinSentence(gapReasonWords[reason])})`;
}

/** The state between two heartbeats is unknown, so a shorter unknown time is ignored. */
const HEARTBEATS_MS = 60_000;

export function coverageJson({ span, coverage }: PackContents, now: number): string {
  // All lengths add up to the span.
  const { gaps, watchedMs, blindMs, reconnects, reconnectMs, unknownMs } = coverageOf(coverage, span, now, null);
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const figures = { watchedMs, blindMs, reconnects, reconnectMs, unknownMs };
  const listed = gaps.map((gap) => ({ ...gap, from: iso(gap.from), to: iso(gap.to) }));
  const record = { from: iso(span.from), to: iso(span.to), ...figures, gaps: listed };
  return `${plainJson(record)}\n`;
}
