/**
 * The lines of the window as the grid draws them. A line that is the same as before is the same item, so that the grid
 * draws only what is new; this must stay so, or a live list draws every line ten times a second.
 */
import type { EventSummary } from '../../../src-shared/domain/event.ts';
import type { GridItem } from '../../components/grid/grid-model.ts';
import { isDrawn, lineKey, newestSeq, oldestSeq, type TimelineLine } from '../../stores/timeline-lines.ts';
import { isPulse } from '../../words/summarize.ts';
import { BeatsLine, ClosedGap } from './lines.tsx';

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
export function itemMaker(actions: LineActions): (lines: readonly TimelineLine[]) => readonly TimelineItem[] {
  const alone = new WeakMap<EventSummary, TimelineItem>();
  const sharing = new WeakMap<EventSummary, TimelineItem>();
  const others = new WeakMap<TimelineLine, TimelineItem>();

  function rowItem(event: EventSummary, sharesSecond: boolean): TimelineItem {
    const made = sharesSecond ? sharing : alone;
    const item = made.get(event) ?? {
      kind: 'row',
      key: String(event.seq),
      row: { event, sharesSecond },
      isQuiet: isPulse(event.kind),
    };
    made.set(event, item);
    return item;
  }
  function lineItem(line: Exclude<TimelineLine, { kind: 'event' }>): TimelineItem {
    const item = others.get(line) ?? madeOf(line, actions);
    others.set(line, item);
    return item;
  }

  return (lines) => {
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
      if (!isDrawn(line)) return;
      items.push(lineItem(line));
      if (line.kind === 'beats') for (const row of line.unfolded ?? []) items.push(rowItem(row, false));
    });
    return items;
  };
}

function madeOf(line: Exclude<TimelineLine, { kind: 'event' }>, actions: LineActions): TimelineItem {
  const key = lineKey(line);
  return line.kind === 'beats'
    ? { kind: 'fold', key, content: <BeatsLine line={line} />, open: () => actions.toggle(key) }
    : { kind: 'gap', key, content: <ClosedGap gap={line.gap} />, open: () => actions.openGap(line.gap.id) };
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

/** Where in the store a line stands; `null` where it does not stand among the lines. */
export function placeOf(lines: readonly TimelineLine[], key: string): number | null {
  const row = Number(key);
  if (Number.isSafeInteger(row)) return row;
  const line = lines.find((candidate) => lineKey(candidate) === key);
  return line === undefined ? null : newestSeq(line);
}
