/**
 * The rows of the window, drawn as far as they can be seen. What is under the reader's eyes stays there when rows are
 * added or let go above.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { movedBy } from '../../stores/timeline-window.ts';
import { useAppearance, useSignal, useStores, useTimeline } from '../../stores/use-stores.ts';
import { EventRow } from './EventRow.tsx';
import styles from './EventList.module.css';

/** `ui.md`, Manner. */
const ROW_PX = { compact: 30, comfortable: 38 };
const HEAD_PX = 30;
/** Rows left before the end of the window when the next page is asked for: two screens of a fast wheel. */
const AHEAD_ROWS = 60;

const columns = [
  ['outcome', 'Outcome'],
  ['received', 'Received'],
  ['provider', 'Provider'],
  ['kind', 'Kind'],
  ['operation', 'Operation'],
  ['about', 'About'],
  ['country', 'Ctry'],
  ['code', 'Error code'],
  ['summary', 'Summary'],
] as const;

export function EventList(props: {
  cursor: number | null;
  selected: number | null;
  open: (seq: number) => void;
  setScrolled: (scrolled: boolean) => void;
}) {
  const { cursor, selected, open, setScrolled } = props;
  const { timeline } = useStores();
  const window = useTimeline((state) => state.window);
  const { rows } = window;
  const frozen = useTimeline((state) => state.frozen);
  const landing = useTimeline((state) => state.landing);
  const zone = useAppearance((state) => state.zone);
  const rowPx = ROW_PX[useAppearance((state) => state.density)];
  const { now } = useSignal();
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises what this hook returns
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index]?.seq ?? index,
    paddingStart: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;

  const before = useRef(rows);
  useLayoutEffect(() => {
    const moved = movedBy(before.current, rows);
    before.current = rows;
    const element = scroller.current;
    // A list that is followed live shows its newest row instead.
    if (element !== null && moved !== 0 && frozen) element.scrollTop += moved * rowPx;
  }, [rows, rowPx, frozen]);

  useEffect(() => virtual.measure(), [virtual, rowPx]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    // Where the reader really is: `first` and `last` follow a scroll by a frame, and a page may have come before that.
    const top = element.scrollTop / rowPx;
    const bottom = (element.scrollTop + element.clientHeight) / rowPx;
    if (bottom >= rows.length - AHEAD_ROWS) timeline.loadOlder();
    if (top <= AHEAD_ROWS && window.hasNewer) timeline.loadNewer();
  }, [timeline, first, last, rows, rowPx, window.hasNewer]);

  const cursorAt = cursor === null ? -1 : rows.findIndex((row) => row.seq === cursor);
  const cursorIndex = useRef(cursorAt);
  cursorIndex.current = cursorAt;
  useEffect(() => {
    if (cursor !== null && cursorIndex.current !== -1) virtual.scrollToIndex(cursorIndex.current);
  }, [virtual, cursor]);
  // What was landed at before this list was drawn is over.
  const landed = useRef(landing);
  useEffect(() => {
    const element = scroller.current;
    if (landing === landed.current || element === null) return;
    landed.current = landing;
    if (landing !== null) element.scrollTop = landing.at === 'newest' ? 0 : element.scrollHeight;
  }, [landing]);

  return (
    <div
      ref={scroller}
      className={styles['scroller']}
      data-testid="events"
      onScroll={(event) => setScrolled(event.currentTarget.scrollTop > rowPx / 2)}
    >
      <table
        className={styles['grid']}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table with a cursor is a grid
        role="grid"
        aria-label="Events, newest first"
        aria-rowcount={rows.length + 1}
        aria-activedescendant={cursorAt >= first && cursorAt <= last ? `event-${cursor}` : undefined}
        tabIndex={0}
        style={{ height: virtual.getTotalSize() }}
      >
        <thead className={styles['head']}>
          <tr className={styles['columns']} aria-rowindex={1}>
            {columns.map(([name, title]) => (
              <th key={name} scope="col" className={styles[name]} title={name === 'country' ? 'Country' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const event = rows[item.index];
            return event === undefined ? null : (
              <EventRow
                key={event.seq}
                event={event}
                position={item.index + 2}
                top={item.start}
                height={rowPx}
                zone={zone}
                today={Math.floor(now / 60_000) * 60_000}
                marked={event.seq === cursor}
                open={event.seq === selected}
                onOpen={open}
              />
            );
          })}
        </tbody>
      </table>
      {!window.hasOlder && rows.length * rowPx > 600 && <p className={styles['end']}>The oldest stored event</p>}
    </div>
  );
}
