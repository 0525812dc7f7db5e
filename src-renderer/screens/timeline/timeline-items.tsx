/**
 * The lines of the window as the grid draws them. A line that is the same as before is the same item, so that the grid
 * draws only what is new; this must stay so, or a live list draws every line ten times a second.
 */
import type { Gap } from '../../../src-shared/domain/coverage.ts';
import type { EventSummary } from '../../../src-shared/domain/event.ts';
import type { GridItem } from '../../components/grid/grid-model.ts';
import {
  type HeartbeatsLine as Beats,
  isDrawn,
  lineKey,
  newestSeq,
  oldestSeq,
  type TimelineLine,
} from '../../stores/timeline-lines.ts';
import { isSessionEvent } from '../../words/summarize.ts';
import { HeartbeatsRow, ClosedGap } from './non-event-rows.tsx';

export interface TimelineRow {
  readonly event: EventSummary;
  /** A neighbour was received within the same second: only then its fraction matters. */
  readonly sharesSecond: boolean;
}
export type TimelineItem = GridItem<TimelineRow>;

export interface LineActions {
  readonly toggle: (key: string) => void;
  readonly openGap: (id: number) => void;
}

/** Keeps what it made for as long as the lines are the same. */
export function itemMaker(
  actions: LineActions,
): (lines: readonly TimelineLine[], opened: number | null) => readonly TimelineItem[] {
  const alone = new WeakMap<EventSummary, TimelineItem>();
  const sharing = new WeakMap<EventSummary, TimelineItem>();
  const others = new WeakMap<TimelineLine, TimelineItem>();

  function rowItem(event: EventSummary, sharesSecond: boolean): TimelineItem {
    const made = sharesSecond ? sharing : alone;
    const item = made.get(event) ?? {
      kind: 'row',
      key: String(event.seq),
      row: { event, sharesSecond },
      isQuiet: isSessionEvent(event),
    };
    made.set(event, item);
    return item;
  }
  function beatsItem(line: Beats): TimelineItem {
    const key = lineKey(line);
    const open = () => actions.toggle(key);
    const item = others.get(line) ?? { kind: 'fold', key, content: <HeartbeatsRow line={line} />, open };
    others.set(line, item);
    return item;
  }

  return (lines, opened) => {
    const items: TimelineItem[] = [];
    let before: EventSummary | null = null;
    lines.forEach((line, at) => {
      if (line.kind === 'event') {
        const after = lines[at + 1];
        const shares = isSameSecond(line.row, before) || (after?.kind === 'event' && isSameSecond(line.row, after.row));
        items.push(rowItem(line.row, shares));
        before = line.row;
        return;
      }
      before = null;
      if (!isDrawn(line) && !hasBeat(line, opened)) return;
      if (line.kind === 'gap') {
        if (!isSameGap(line, lines[at - 1])) items.push(gapItem(gapsFrom(lines, at), actions));
        return;
      }
      items.push(beatsItem(line));
      for (const row of line.unfolded ?? []) items.push(rowItem(row, false));
    });
    return items;
  };
}

/** What was lost for one reason and then for another is one gap to whoever reads: nothing came in between. */
function gapsFrom(lines: readonly TimelineLine[], first: number): readonly Gap[] {
  const gaps: Gap[] = [];
  for (let at = first; ; at += 1) {
    const line = lines[at];
    if (line?.kind !== 'gap' || (at > first && !isSameGap(line, lines[at - 1]))) return gaps;
    gaps.push(line.gap);
  }
}

function isSameGap(line: TimelineLine, above: TimelineLine | undefined): boolean {
  return (
    line.kind === 'gap' && above?.kind === 'gap' && above.gap.to !== null && above.gap.afterSeq === line.gap.afterSeq
  );
}

function gapItem(gaps: readonly Gap[], { openGap }: LineActions): TimelineItem {
  const [newest] = gaps;
  const id = newest?.id ?? 0;
  return { kind: 'gap', key: `gap-${id}`, content: <ClosedGap gaps={gaps} />, open: () => openGap(id) };
}

function isSameSecond(row: EventSummary, other: EventSummary | null): boolean {
  return other !== null && Math.floor(row.receivedAt / 1_000) === Math.floor(other.receivedAt / 1_000);
}

/** The line at which an event stands, or the next older one; `null` where nothing is drawn. */
export function keyNear(lines: readonly TimelineLine[], seq: number): string | null {
  const drawn = lines.filter(isDrawn);
  const line = drawn.find((candidate) => candidate.kind !== 'gap' && oldestSeq(candidate) <= seq) ?? drawn.at(-1);
  if (line === undefined) return null;
  return line.kind === 'beats' && line.unfolded?.some((row) => row.seq === seq) === true ? String(seq) : lineKey(line);
}

/** The line that shows an event: its own, or that of the heartbeats it is one of. */
export function keyOfEvent(lines: readonly TimelineLine[], seq: number): string {
  const fold = lines.find((line) => hasBeat(line, seq));
  return fold?.kind !== 'beats' || fold.unfolded?.some((row) => row.seq === seq) === true ? String(seq) : lineKey(fold);
}

function hasBeat(line: TimelineLine, seq: number | null): boolean {
  return line.kind === 'beats' && seq !== null && oldestSeq(line) <= seq && seq <= newestSeq(line);
}

/** Where in the store a line stands; `null` where it does not stand among the lines. */
export function seqOfLine(lines: readonly TimelineLine[], key: string): number | null {
  const row = Number(key);
  if (Number.isSafeInteger(row)) return row;
  const line = lines.find((candidate) => lineKey(candidate) === key);
  return line === undefined ? null : newestSeq(line);
}
