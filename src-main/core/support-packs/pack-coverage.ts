/** Coverage of a pack's span: a line for people, and complete JSON for programs. */
import { coverageOf } from '../reports/shift-report.ts';
import { gapReasonWords } from '../../../src-shared/words/gap-words.ts';
import { exactDurationText } from '../../../src-shared/words/zoned-time-words.ts';
import { withinSentence } from '../../../src-shared/words/within-sentence.ts';
import { plainJson } from '../../../src-shared/lib/plain-json.ts';
import type { PackContents } from './pack-contents.ts';
import type { Moments } from './pack-report-context.ts';

/** "12:17:31 – 13:17:31 UTC: watched whole, no gap, 2 planned reconnects of 0.3 s." */
export function coverageLine({ span, coverage }: PackContents, now: number, { utc }: Moments): string {
  const { watchedMs, unknownMs, reconnects, reconnectMs, gaps, copyMadeAt } = coverageOf(coverage, span, now, null);
  const isComplete = gaps.length === 0 && unknownMs < HEARTBEATS_MS && copyMadeAt === undefined;
  const days = utc.day(span.from) === utc.day(span.to) ? '' : `${utc.day(span.to)} `;
  const parts = [
    isComplete
      ? 'watched without interruption'
      : `watched ${exactDurationText(watchedMs)} of ${exactDurationText(span.to - span.from)}`,
    ...(isComplete
      ? ['no gap']
      : gaps.map(({ from, to, lengthMs, reason }) => {
          const until = to === null ? 'now' : utc.clock(to);
          return `gap ${utc.clock(from)} – ${until} (${exactDurationText(lengthMs)}, ${withinSentence(gapReasonWords[reason])})`;
        })),
    ...(unknownMs >= HEARTBEATS_MS ? [`no record of ${exactDurationText(unknownMs)}`] : []),
    ...(copyMadeAt === undefined ? [] : [`not in this copy after ${utc.clock(copyMadeAt)} (made about then)`]),
    ...(reconnects === 0
      ? []
      : [`${reconnects} planned reconnect${reconnects === 1 ? '' : 's'} of ${exactDurationText(reconnectMs)}`]),
  ];
  return `${utc.day(span.from)} ${utc.clock(span.from)} – ${days}${utc.clock(span.to)} UTC: ${parts.join(', ')}.`;
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
