/** Each day's planned reconnects are one line that expands: some fifty a day would hide the few gaps. Pure. */
import type { Coverage, Gap, Session } from '../../../src-shared/domain/coverage/coverage.ts';
import { isReconnect } from '../../../src-shared/domain/coverage/reconnect.ts';
import { gapLengthMs } from '../../time/coverage-spans.ts';
import { dateText, type Zone } from '../../time/time-text.ts';

export type CoverageRow =
  | { readonly kind: 'gap'; readonly gap: Gap; readonly isPlanned: boolean }
  | { readonly kind: 'session'; readonly session: Session };

export interface PlannedDay {
  readonly day: string;
  readonly reconnects: readonly Gap[];
  readonly totalMs: number;
  readonly maxGapMs: number;
  readonly isOpen: boolean;
}

export type CoverageLine =
  | { readonly kind: 'row'; readonly key: string; readonly row: CoverageRow }
  | { readonly kind: 'planned'; readonly key: string; readonly day: PlannedDay };

export function gapKey(id: number): string {
  return `gap-${id}`;
}

export function gapsOnly(gaps: readonly Gap[], now: number): readonly Gap[] {
  return newestFirst(gaps).filter((gap) => !isReconnect(gap, now));
}

function newestFirst(gaps: readonly Gap[]): readonly Gap[] {
  return gaps.toSorted((a, b) => b.from - a.from);
}

/** @param openDays days whose reconnects are listed one by one; a day that holds `shownGap` is expanded, too */
export function gapLines(
  { gaps }: Coverage,
  now: number,
  zone: Zone,
  openDays: ReadonlySet<string>,
  shownGap: number | null,
): CoverageLine[] {
  const lines: CoverageLine[] = gapsOnly(gaps, now).map((gap) => lineOf(gap, false));
  const days = new Map<string, Gap[]>();
  for (const gap of newestFirst(gaps).filter((each) => isReconnect(each, now))) {
    const day = dateText(gap.from, zone);
    days.set(day, [...(days.get(day) ?? []), gap]);
  }
  for (const [day, reconnects] of days) {
    const lengths = reconnects.map((gap) => gapLengthMs(gap, now));
    const isOpen = openDays.has(day) || reconnects.some(({ id }) => id === shownGap);
    const totalMs = lengths.reduce((sum, length) => sum + length, 0);
    lines.push({
      kind: 'planned',
      key: `planned-${day.replaceAll(' ', '-')}`,
      day: { day, reconnects, totalMs, maxGapMs: Math.max(...lengths), isOpen },
    });
    if (isOpen) lines.push(...reconnects.map((gap) => lineOf(gap, true)));
  }
  return lines;
}

export function sessionLines({ sessions }: Coverage): CoverageLine[] {
  return sessions
    .toSorted((a, b) => b.from - a.from)
    .map((session) => ({ kind: 'row', key: `session-${session.id}`, row: { kind: 'session', session } }));
}

function lineOf(gap: Gap, isPlanned: boolean): CoverageLine {
  return { kind: 'row', key: gapKey(gap.id), row: { kind: 'gap', gap, isPlanned } };
}
