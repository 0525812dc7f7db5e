/** Each day's planned reconnects, and its sessions, are one line that expands: some fifty a day would hide the few gaps. Pure. */
import type { Coverage, Gap, Session } from '../../../src-shared/domain/coverage/coverage.ts';
import { isReconnect } from '../../../src-shared/domain/coverage/reconnect.ts';
import { gapLengthMs } from '../../time/coverage-spans.ts';
import { dateText, type Zone } from '../../time/time-text.ts';

export type CoverageRow =
  | { readonly kind: 'gap'; readonly gap: Gap; readonly isPlanned: boolean }
  | { readonly kind: 'session'; readonly session: Session };

interface FoldedDay {
  readonly day: string;
  readonly totalMs: number;
  readonly isOpen: boolean;
}
export interface PlannedDay extends FoldedDay {
  readonly reconnects: readonly Gap[];
  readonly maxGapMs: number;
}
export interface SessionDay extends FoldedDay {
  readonly sessions: readonly Session[];
  readonly events: number;
}

export type CoverageLine =
  | { readonly kind: 'row'; readonly key: string; readonly row: CoverageRow }
  | { readonly kind: 'planned'; readonly key: string; readonly day: PlannedDay }
  | { readonly kind: 'sessions'; readonly key: string; readonly day: SessionDay };

export function gapKey(id: number): string {
  return `gap-${id}`;
}

export function gapsOnly(gaps: readonly Gap[], now: number): readonly Gap[] {
  return newestFirst(gaps).filter((gap) => !isReconnect(gap, now));
}

function newestFirst<T extends { readonly from: number }>(all: readonly T[]): readonly T[] {
  return all.toSorted((a, b) => b.from - a.from);
}

function byDay<T extends { readonly from: number }>(all: readonly T[], zone: Zone): ReadonlyMap<string, readonly T[]> {
  return Map.groupBy(newestFirst(all), ({ from }) => dateText(from, zone));
}

function dayKey(kind: 'planned' | 'sessions', day: string): string {
  return `${kind}-${day.replaceAll(' ', '-')}`;
}

/** @param open keys of the days whose reconnects are listed one by one; a day that holds `shownGap` is expanded, too */
export function gapLines(
  { gaps }: Coverage,
  now: number,
  zone: Zone,
  open: ReadonlySet<string>,
  shownGap: number | null,
): CoverageLine[] {
  const lines: CoverageLine[] = gapsOnly(gaps, now).map((gap) => lineOf(gap, false));
  const planned = gaps.filter((gap) => isReconnect(gap, now));
  for (const [day, reconnects] of byDay(planned, zone)) {
    const key = dayKey('planned', day);
    const lengths = reconnects.map((gap) => gapLengthMs(gap, now));
    const isOpen = open.has(key) || reconnects.some(({ id }) => id === shownGap);
    const totalMs = sum(lengths);
    lines.push({ kind: 'planned', key, day: { day, reconnects, totalMs, maxGapMs: Math.max(...lengths), isOpen } });
    if (isOpen) lines.push(...reconnects.map((gap) => lineOf(gap, true)));
  }
  return lines;
}

/** Lists the running session, then each day. @param open keys of the days whose sessions are listed one by one */
export function sessionLines({ sessions }: Coverage, zone: Zone, open: ReadonlySet<string>): CoverageLine[] {
  const line = (session: Session): CoverageLine => ({
    kind: 'row',
    key: `session-${session.id}`,
    row: { kind: 'session', session },
  });
  const lines = newestFirst(sessions.filter(({ to }) => to === null)).map(line);
  const ended = sessions.filter(({ to }) => to !== null);
  for (const [day, ofDay] of byDay(ended, zone)) {
    const key = dayKey('sessions', day);
    const isOpen = open.has(key);
    const totalMs = sum(ofDay.map(({ lengthMs }) => lengthMs));
    const events = sum(ofDay.map((session) => session.events));
    if (ofDay.length >= MIN_FOLDED_SESSIONS)
      lines.push({ kind: 'sessions', key, day: { day, sessions: ofDay, totalMs, events, isOpen } });
    if (isOpen || ofDay.length < MIN_FOLDED_SESSIONS) lines.push(...ofDay.map(line));
  }
  return lines;
}

/** Fewer are listed one by one. */
const MIN_FOLDED_SESSIONS = 3;

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function lineOf(gap: Gap, isPlanned: boolean): CoverageLine {
  return { kind: 'row', key: gapKey(gap.id), row: { kind: 'gap', gap, isPlanned } };
}
