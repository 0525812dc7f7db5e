/**
 * An unchanged line must be the same object; otherwise a live list renders every line ten times per second.
 * In a filtered list, many gaps between two events are one line that expands: they would hide the few events.
 */
import type { Gap } from '../../../src-shared/domain/coverage/coverage.ts';
import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import type { GridItem } from '../../grid/grid-model.ts';
import {
  gapKey,
  type HeartbeatsLine as Beats,
  isDrawn,
  lineKey,
  newestSeq,
  oldestSeq,
  type TimelineLine,
} from '../../stores/timeline/timeline-lines.ts';
import { isSessionEvent } from '../../../src-shared/words/events/summarize.ts';
import { ClosedGap, GapsRow, HeartbeatsRow } from './non-event-rows.tsx';

export interface TimelineRow {
  readonly event: EventSummary;
  /** True if a neighbour was received in the same second, so the fraction is shown. */
  readonly sharesSecond: boolean;
}
export type TimelineItem = GridItem<TimelineRow>;

export interface LineActions {
  readonly toggle: (key: string) => void;
  readonly openGap: (id: number) => void;
  readonly foldGaps: (key: string, isFolded: boolean) => void;
}

export interface ShownLines {
  /** `seq` of the open event. */
  readonly opened: number | null;
  readonly openedGap: number | null;
  readonly isFiltered: boolean;
  /** By key of the line, what the user chose; other gaps are folded unless one of them is open. */
  readonly chosenFolds: ReadonlyMap<string, boolean>;
}

/** Fewer gaps are listed one by one. */
const MIN_FOLDED_GAPS = 3;

export function itemMaker(
  actions: LineActions,
): (lines: readonly TimelineLine[], shown: ShownLines) => readonly TimelineItem[] {
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

  return (lines, shown) => {
    const items: TimelineItem[] = [];
    let before: EventSummary | null = null;
    let gaps: (readonly Gap[])[] = [];
    const endGaps = () => {
      items.push(...gapItems(gaps, shown, actions));
      gaps = [];
    };
    lines.forEach((line, at) => {
      if (line.kind === 'event') {
        endGaps();
        const after = lines[at + 1];
        const shares = isSameSecond(line.row, before) || (after?.kind === 'event' && isSameSecond(line.row, after.row));
        items.push(rowItem(line.row, shares));
        before = line.row;
        return;
      }
      before = null;
      if (!isDrawn(line) && !hasBeat(line, shown.opened)) return;
      if (line.kind === 'gap') {
        if (!isSameGap(line, lines[at - 1])) gaps.push(gapsFrom(lines, at));
        return;
      }
      endGaps();
      items.push(beatsItem(line));
      for (const row of line.unfolded ?? []) items.push(rowItem(row, false));
    });
    endGaps();
    return items;
  };
}

/** Joins consecutive gaps with different reasons, because no event came in between. */
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

/** @param gaps gaps without an event between them, newest first, each with its parts */
function gapItems(gaps: readonly (readonly Gap[])[], shown: ShownLines, actions: LineActions): readonly TimelineItem[] {
  const { isFiltered, chosenFolds, openedGap } = shown;
  const items = gaps.map((parts): TimelineItem => {
    const id = parts[0]?.id ?? 0;
    return { kind: 'gap', key: gapKey(id), content: <ClosedGap gaps={parts} />, open: () => actions.openGap(id) };
  });
  if (!isFiltered || gaps.length < MIN_FOLDED_GAPS) return items;
  const key = `${FOLDED}${items[0]?.key}`;
  const isFolded = chosenFolds.get(key) ?? !gaps.flat().some(({ id }) => id === openedGap);
  const content = <GapsRow gaps={gaps.flat()} count={gaps.length} isUnfolded={!isFolded} />;
  return [{ kind: 'gap', key, content, open: () => actions.foldGaps(key, !isFolded) }, ...(isFolded ? [] : items)];
}

/** Before the key of its newest gap. */
const FOLDED = 'folded-';

function isSameSecond(row: EventSummary, other: EventSummary | null): boolean {
  return other !== null && Math.floor(row.receivedAt / 1_000) === Math.floor(other.receivedAt / 1_000);
}

/** Returns the key of the line with the event, or of the next older one; null if the list is empty. */
export function keyNear(lines: readonly TimelineLine[], seq: number): string | null {
  const drawn = lines.filter(isDrawn);
  const line =
    drawn.find((candidate) => candidate.kind !== 'gap' && oldestSeq(candidate) <= seq) ??
    drawn.findLast(({ kind }) => kind !== 'gap') ??
    drawn.at(-1);
  if (line === undefined) return null;
  return line.kind === 'beats' && line.unfolded?.some((row) => row.seq === seq) === true ? String(seq) : lineKey(line);
}

/** Returns the key of the event's own line, or of the folded heartbeats that contain it. */
export function keyOfEvent(lines: readonly TimelineLine[], seq: number): string {
  const fold = lines.find((line) => hasBeat(line, seq));
  return fold?.kind !== 'beats' || fold.unfolded?.some((row) => row.seq === seq) === true ? String(seq) : lineKey(fold);
}

/** Returns the key of the gap's own line, or of the folded gaps that contain it. */
export function keyOfGap(items: readonly TimelineItem[], lines: readonly TimelineLine[], id: number): string {
  const own = gapKey(id);
  if (items.some(({ key }) => key === own)) return own;
  const above = lines
    .slice(0, lines.findIndex((line) => lineKey(line) === own) + 1)
    .map((line) => FOLDED + lineKey(line));
  return above.findLast((fold) => items.some(({ key }) => key === fold)) ?? own;
}

function hasBeat(line: TimelineLine, seq: number | null): boolean {
  return line.kind === 'beats' && seq !== null && oldestSeq(line) <= seq && seq <= newestSeq(line);
}

export function seqOfLine(lines: readonly TimelineLine[], key: string): number | null {
  const row = Number(key);
  if (Number.isSafeInteger(row)) return row;
  const line = lines.find((candidate) => lineKey(candidate) === key.replace(FOLDED, ''));
  return line === undefined ? null : newestSeq(line);
}
