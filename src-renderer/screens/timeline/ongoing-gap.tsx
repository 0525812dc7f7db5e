/**
 * The ongoing gap comes from the signal, without a connection as last known. Others are listed if they overlap. Pure.
 */
import type { Gap } from '../../../src-shared/domain/coverage/coverage.ts';
import { filterSpan } from '../../../src-shared/domain/filter/filter-edit.ts';
import { type Filter, resolveTime } from '../../../src-shared/domain/filter/filter.ts';
import type { Signal } from '../../signal.ts';
import type { TimelineLine } from '../../stores/timeline/timeline-lines.ts';
import { LastKnownGap, OpenGap } from './non-event-rows.tsx';
import { type UnwatchedSignal, unwatchedSignal } from './list-status.ts';
import type { TimelineItem } from './timeline-items.tsx';

export type OngoingGap =
  | { readonly kind: 'lasts'; readonly since: number; readonly unwatched: UnwatchedSignal }
  | { readonly kind: 'last-known'; readonly since: number; readonly asOf: number };

export function ongoingGap(lines: readonly TimelineLine[], signal: Signal): OngoingGap | null {
  if (signal.kind === 'wire-lost') {
    const gaps = gapsOnTop(lines);
    const oldest = gaps.at(-1);
    if (oldest === undefined || gaps[0]?.to !== null) return null;
    return { kind: 'last-known', since: oldest.from, asOf: signal.since };
  }
  const unwatched = unwatchedSignal(signal);
  return unwatched === null ? null : { kind: 'lasts', since: unwatched.since, unwatched };
}

/** Removes the gaps that belong to the ongoing one: earlier parts with other reasons that reached its start. */
export function linesBelowOngoingGap(lines: readonly TimelineLine[], gap: OngoingGap | null): readonly TimelineLine[] {
  if (gap === null) return lines;
  return lines.slice(gapsOnTop(lines).filter(({ to }) => to === null || to > gap.since).length);
}

/** Removes gaps outside the span, which arrive with the rows around them. */
export function withOngoingGap(lines: readonly TimelineLine[], filter: Filter, now: number): readonly TimelineLine[] {
  const { since, until } = filterSpan(filter, now);
  if (since === null && until === null) return lines;
  const from = since === null ? Number.NEGATIVE_INFINITY : resolveTime(since, now);
  const to = until === null ? Number.POSITIVE_INFINITY : resolveTime(until, now);
  return lines.filter((line) => line.kind !== 'gap' || (line.gap.from <= to && (line.gap.to ?? now) >= from));
}

function gapsOnTop(lines: readonly TimelineLine[]): readonly Gap[] {
  const gaps: Gap[] = [];
  for (const line of lines) {
    if (line.kind !== 'gap' || line.gap.afterSeq !== (gaps[0] ?? line.gap).afterSeq) return gaps;
    gaps.push(line.gap);
  }
  return gaps;
}

/** Adds the gap above events only. An empty list shows it in words instead. */
export function withOpenGap(items: readonly TimelineItem[], gap: OngoingGap | null): readonly TimelineItem[] {
  if (gap === null || items.length === 0) return items;
  const content =
    gap.kind === 'lasts' ? <OpenGap unwatched={gap.unwatched} /> : <LastKnownGap since={gap.since} asOf={gap.asOf} />;
  return [{ kind: 'gap', key: 'open-gap', content }, ...items];
}
