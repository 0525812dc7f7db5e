/** Every stored event, newest first. `lists/hold.ts` decides when the list is paused. */
import { useCallback, useMemo, useState } from 'react';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { isWall } from '../../address/is-wall.ts';
import { timelineAddress } from '../../address/screen-addresses.ts';
import { useAddress } from '../../address/use-address.ts';
import { Grid } from '../../grid/Grid.tsx';
import { firstVisibleKey } from '../../grid/grid-focus.ts';
import { Differences } from '../../components/differences/Differences.tsx';
import { ScreenLayout } from '../../components/layout/ScreenLayout.tsx';
import { useListCursor } from '../../grid/use-list-cursor.ts';
import { gapKey } from '../../stores/timeline/timeline-lines.ts';
import { useStores, useTimeline } from '../../stores/use-stores.ts';
import { EventPane } from './detail/EventPane.tsx';
import { useGapPane } from './detail/use-gap-pane.tsx';
import { Facets } from './facets/Facets.tsx';
import { Histogram } from './histogram/Histogram.tsx';
import { ListFoot } from './ListFoot.tsx';
import { NoLines } from './NoLines.tsx';
import { QueryBar } from './query/QueryBar.tsx';
import { RowMenu, type RowMenuTarget } from './RowMenu.tsx';
import { StatusLine } from './StatusLine.tsx';
import { keyOfEvent, keyOfGap } from './timeline-items.tsx';
import { adjacentLine } from './timeline-steps.ts';
import { useEventPosition } from './use-event-position.ts';
import { useGoToTime } from './use-go-to-time.ts';
import { useCloseOnProfileChange } from './use-close-on-profile-change.ts';
import { useReadingPosition } from './use-reading-position.ts';
import { useRowMenu } from './use-row-menu.ts';
import { useMessage } from './use-message.ts';
import { useTimelineCommands } from './use-timeline-commands.ts';
import {
  countSelected,
  endWords,
  rowOf,
  useShowsPreviousFilter,
  useTimelineItems,
  useLanding,
  useColumns,
} from './use-timeline-list.ts';
import { TimelineActions } from './views/TimelineActions.tsx';

const NAME = 'events';

export function TimelineScreen() {
  const { timeline } = useStores();
  const shown = useAddress(timelineAddress);
  const { value: address, invalidParameters } = shown;
  const { filter, event } = address;
  const { onAnchor, onNear } = useReadingPosition(address);
  const window = useTimeline((state) => state.window);
  const isPaused = useTimeline((state) => state.hold.kind === 'held');
  const landing = useLanding();
  const isBefore = useShowsPreviousFilter();
  const items = useTimelineItems(address);
  const [menu, setMenu] = useState<RowMenuTarget | null>(null);

  const opened = event === null ? null : String(event);
  const openedGap = event === null && address.gap !== null ? gapKey(address.gap) : null;
  const openedLine =
    event !== null
      ? keyOfEvent(window.lines, event)
      : address.gap !== null
        ? keyOfGap(items, window.lines, address.gap)
        : null;
  const hasPane = opened !== null || openedGap !== null;
  const openItem = opened ?? openedGap;
  const { cursor, setCursor, chosen, setChosen, attend } = useListCursor(timeline, items, openItem, menu !== null);
  const row = rowOf(items, event);
  const position = useEventPosition(row?.seq ?? null, filter);

  const open = (key: string) => {
    setCursor(key);
    shown.change({ event: Number(key), gap: null }, { replace: hasPane });
  };
  const close = () => shown.change({ event: null, gap: null });
  useCloseOnProfileChange(() => shown.change({ event: null, gap: null, around: null }, { replace: true }));
  const step = (by: number) => {
    const next = adjacentLine(items, cursor, by, hasPane, cursor === null ? firstVisibleKey(NAME) : null);
    if (next === null) return;
    if (next.kind === 'row' && hasPane) open(next.key);
    else setCursor(next.key);
  };
  const gapDetail = useGapPane({ id: event === null ? address.gap : null, close, step });
  const goLive = () => {
    setCursor(null);
    setChosen(new Set());
    shown.change({ around: null }, { replace: true });
    timeline.show('start');
  };
  const change = useCallback((next: Filter) => shown.change({ filter: next, around: null }), [shown]);
  const { message, showMessage } = useMessage();
  const selection = { keys: chosen, set: setChosen };
  const goTo = (seq: number) => {
    if (hasPane) shown.change({ event: seq, gap: null }, { replace: true });
    else if (!items.some(({ key }) => key === String(seq))) timeline.showAround(seq, null);
    setCursor(String(seq));
  };
  const showAt = useCallback(
    (next: Filter, seq: number) => {
      shown.change({ filter: next, around: seq, ...(shown.value.event === null ? {} : { event: seq }), gap: null });
      timeline.showAround(seq, null);
      setCursor(String(seq));
    },
    [shown, timeline, setCursor],
  );
  const goToTime = useGoToTime({ showMessage, show: showAt });
  useTimelineCommands({
    name: NAME,
    items,
    cursor,
    setCursor,
    opened,
    open,
    filter,
    change,
    selection,
    step,
    showMessage,
    goLive,
    goTo,
  });

  const openMenu = useRowMenu({ name: NAME, items, cursor, setCursor, showMessage, open: setMenu });
  const columns = useColumns(opened !== null);
  const isComplete = !window.hasAfter && !window.hasBefore;
  // The list renders ten times a second while events arrive. The parts around it must not render with it.
  const facets = useMemo(() => (isWall() ? undefined : <Facets filter={filter} change={change} />), [filter, change]);
  const query = useMemo(
    () => (
      <QueryBar
        filter={filter}
        wrong={invalidParameters}
        change={change}
        dropWrong={(name) => shown.removeInvalid(name)}
        goToTime={(at) => goToTime(at, filter)}
        facets={facets}
        actions={<TimelineActions filter={filter} />}
      />
    ),
    [filter, invalidParameters, change, shown, goToTime, facets],
  );
  const chart = useMemo(
    () => (
      <>
        <Histogram filter={filter} change={change} />
        {filter.terms.length > 0 && <Differences filter={filter} form="fold" />}
      </>
    ),
    [filter, change],
  );
  return (
    <ScreenLayout
      title="Timeline"
      query={query}
      chart={chart}
      facets={facets}
      detail={
        event === null
          ? gapDetail
          : {
              key: String(event),
              label: `Event ${event}`,
              close,
              content: <EventPane seq={event} row={row} position={position} step={step} />,
            }
      }
    >
      <div className="stack full-height">
        {/* Only for the pointer; for the keyboard the menu is a command. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div className="shrinks-down grows" data-stale={isBefore} onContextMenu={openMenu}>
          <Grid
            label="Events, newest first"
            name={NAME}
            columns={columns}
            items={items}
            total={isComplete ? items.length : null}
            cursor={cursor === openItem ? openedLine : cursor}
            setCursor={setCursor}
            opened={openedLine}
            open={open}
            selection={selection}
            statusLine={
              <StatusLine
                showsPreviousFilter={isBefore}
                message={message}
                goLive={goLive}
                selectedCount={countSelected(items, chosen)}
              />
            }
            placeholder={<NoLines filter={filter} change={change} />}
            footer={window.hasAfter || isBefore ? undefined : endWords(items, filter)}
            landing={landing}
            onInteraction={attend}
            onPointerMove={() => timeline.pointerMoved()}
            onNear={onNear}
            onAnchor={onAnchor}
            isPaused={isPaused}
          />
        </div>
        <ListFoot filter={filter} />
      </div>
      {menu !== null && (
        <RowMenu
          target={menu}
          filter={filter}
          close={() => setMenu(null)}
          change={change}
          showAt={(next, seq) => shown.change({ filter: next, around: seq })}
        />
      )}
    </ScreenLayout>
  );
}
