/** Coverage of a pack's span: a line for people, and complete JSON for programs. */
import { coverageFigures, gapOverlapMs } from '../../../src-shared/domain/coverage/coverage-figures.ts';
import { isReconnect } from '../../../src-shared/domain/coverage/reconnect.ts';
import { gapReasonWords } from '../../../src-shared/words/gap-words.ts';
import { exactDurationText } from '../../../src-shared/words/zoned-time-words.ts';
import { withinSentence } from '../../../src-shared/words/within-sentence.ts';
import { plainJson } from '../../../src-shared/lib/plain-json.ts';
import type { PackContents } from './pack-contents.ts';
import type { Moments } from './pack-report-context.ts';

/** "12:17:31 – 13:17:31 UTC: watched whole, no gap, 2 planned reconnects of 0.3 s." */
export function coverageLine({ span, coverage }: PackContents, now: number, { utc }: Moments): string {
  const { watchedMs, blindMs, reconnects, reconnectMs } = coverageFigures(coverage, span, now, null);
  const gaps = gapsIn({ span, coverage }, now);
  const unknownMs = span.to - span.from - watchedMs - blindMs - reconnectMs;
  const isComplete = gaps.length === 0 && unknownMs < HEARTBEATS_MS;
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
    ...(reconnects === 0
      ? []
      : [`${reconnects} planned reconnect${reconnects === 1 ? '' : 's'} of ${exactDurationText(reconnectMs)}`]),
  ];
  return `${utc.day(span.from)} ${utc.clock(span.from)} – ${days}${utc.clock(span.to)} UTC: ${parts.join(', ')}.`;
}

/** The state between two heartbeats is unknown, so a shorter unknown time is ignored. */
const HEARTBEATS_MS = 60_000;

export function coverageJson({ span, coverage }: PackContents, now: number): string {
  const { watchedMs, blindMs, reconnectMs, reconnects } = coverageFigures(coverage, span, now, null);
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const gaps = gapsIn({ span, coverage }, now).map((gap) => ({ ...gap, from: iso(gap.from), to: iso(gap.to) }));
  // Neither watched nor known to be blind. All lengths add up to the span.
  const unknownMs = Math.max(0, span.to - span.from - watchedMs - blindMs - reconnectMs);
  const record = {
    from: iso(span.from),
    to: iso(span.to),
    watchedMs,
    blindMs,
    reconnects,
    reconnectMs,
    unknownMs,
    gaps,
  };
  return `${plainJson(record)}\n`;
}

function gapsIn({ span, coverage }: Pick<PackContents, 'span' | 'coverage'>, now: number) {
  return coverage.gaps
    .filter((gap) => !isReconnect(gap, now))
    .map((gap) => ({ from: gap.from, to: gap.to, lengthMs: gapOverlapMs(gap, span, now), reason: gap.reason }))
    .filter(({ lengthMs }) => lengthMs > 0);
}
