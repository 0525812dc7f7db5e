/** Events, runs of heartbeats folded into one line, and gaps. Never subtracts `seq`s: they have holes. Pure. */
import type { Gap } from '../../../src-shared/domain/coverage/coverage.ts';
import { isReconnect } from '../../../src-shared/domain/coverage/reconnect.ts';
import { spanOf } from '../../../src-shared/words/events/reported-words.ts';
import type { EventSummary } from '../../../src-shared/domain/event/event.ts';

interface HeartbeatRef {
  readonly seq: number;
  readonly at: number;
}

export type TimelineLine =
  | { readonly kind: 'event'; readonly row: EventSummary }
  | {
      readonly kind: 'beats';
      readonly count: number;
      readonly newest: HeartbeatRef;
      readonly oldest: HeartbeatRef;
      /** Null if folded. An unfolded line no longer grows. */
      readonly unfolded: readonly EventSummary[] | null;
    }
  | { readonly kind: 'gap'; readonly gap: Gap };
export type HeartbeatsLine = Extract<TimelineLine, { kind: 'beats' }>;

/** Shorter runs of heartbeats are not drawn. */
const MIN_HEARTBEATS = 3;

/** False for short runs of heartbeats and for an open gap, which the signal already shows. */
export function isDrawn(line: TimelineLine): boolean {
  if (line.kind === 'beats') return line.count >= MIN_HEARTBEATS || line.unfolded !== null;
  return line.kind === 'event' || line.gap.to !== null;
}

/** Stays the same while the line grows at its upper end. */
export function lineKey(line: TimelineLine): string {
  if (line.kind === 'event') return String(line.row.seq);
  return line.kind === 'beats' ? `beats-${line.oldest.seq}` : gapKey(line.gap.id);
}

export function gapKey(id: number): string {
  return `gap-${id}`;
}

export function newestSeq(line: TimelineLine): number {
  if (line.kind === 'event') return line.row.seq;
  return line.kind === 'beats' ? line.newest.seq : line.gap.afterSeq;
}
export function oldestSeq(line: TimelineLine): number {
  return line.kind === 'beats' ? line.oldest.seq : newestSeq(line);
}

/** Receive time of the newest event of the lines, UTC epoch ms; null without events. */
export function newestReportAt(lines: readonly TimelineLine[]): number | null {
  const times = lines.flatMap((line) =>
    line.kind === 'event' ? [line.row.receivedAt] : line.kind === 'beats' ? [line.newest.at] : [],
  );
  return spanOf(times).newestAt;
}

/** Newest first; planned reconnects get no line. */
export function buildLines(rows: readonly EventSummary[], gaps: readonly Gap[], folds: boolean): TimelineLine[] {
  const lines: TimelineLine[] = [];
  let at = 0;
  const addGaps = (downTo: number) => {
    for (let gap = gaps[at]; gap !== undefined && gap.afterSeq >= downTo; gap = gaps[at]) {
      if (isShown(gap)) lines.push({ kind: 'gap', gap });
      at += 1;
    }
  };
  for (const row of rows) {
    addGaps(row.seq);
    push(lines, lineOf(row, folds));
  }
  addGaps(Number.NEGATIVE_INFINITY);
  return lines;
}

/** Joins two consecutive lists; heartbeats on both sides of the seam become one line. */
export function joinLines(above: readonly TimelineLine[], below: readonly TimelineLine[]): readonly TimelineLine[] {
  const [last, first] = [above.at(-1), below[0]];
  if (last === undefined || first === undefined) return above.length === 0 ? below : above;
  const both = mergeHeartbeats(last, first);
  return both === null ? [...above, ...below] : [...above.slice(0, -1), both, ...below.slice(1)];
}

export function withGaps(lines: readonly TimelineLine[], gaps: readonly Gap[]): readonly TimelineLine[] {
  let all = lines;
  for (const gap of gaps) {
    const others = all.filter((line) => line.kind !== 'gap' || line.gap.id !== gap.id);
    const below = others.findIndex((line) =>
      line.kind === 'gap' && line.gap.afterSeq === gap.afterSeq
        ? line.gap.id < gap.id
        : oldestSeq(line) <= gap.afterSeq,
    );
    all = isShown(gap) ? others.toSpliced(below === -1 ? others.length : below, 0, { kind: 'gap', gap }) : others;
  }
  return all;
}

export function withUnfolded(
  lines: readonly TimelineLine[],
  key: string,
  rows: readonly EventSummary[] | null,
): readonly TimelineLine[] {
  const all: TimelineLine[] = [];
  for (const line of lines) {
    const isIt = line.kind === 'beats' && lineKey(line) === key;
    push(all, isIt ? { ...line, unfolded: rows?.filter((row) => isAmong(row, line)) ?? null } : line);
  }
  return all;
}

function isAmong({ seq }: EventSummary, { oldest, newest }: HeartbeatsLine): boolean {
  return seq >= oldest.seq && seq <= newest.seq;
}

function push(lines: TimelineLine[], line: TimelineLine): void {
  const above = lines.at(-1);
  const both = above === undefined ? null : mergeHeartbeats(above, line);
  if (both === null) lines.push(line);
  else lines[lines.length - 1] = both;
}

function lineOf(row: EventSummary, folds: boolean): TimelineLine {
  if (!folds || row.kind !== 'HEARTBEAT') return { kind: 'event', row };
  const beat = { seq: row.seq, at: row.receivedAt };
  return { kind: 'beats', count: 1, newest: beat, oldest: beat, unfolded: null };
}

function mergeHeartbeats(above: TimelineLine, below: TimelineLine): HeartbeatsLine | null {
  if (above.kind !== 'beats' || below.kind !== 'beats' || above.unfolded !== null || below.unfolded !== null)
    return null;
  return { ...above, count: above.count + below.count, oldest: below.oldest };
}

function isShown(gap: Gap): boolean {
  return gap.lengthMs === null || !isReconnect(gap, 0);
}
