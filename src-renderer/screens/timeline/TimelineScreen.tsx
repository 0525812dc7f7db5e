/** Every stored event, newest first, with the open one beside it. How the list stands is `timeline-hold.ts`'s to say. */
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { Filter } from '../../../src-shared/domain/filter.ts';
import { isWall } from '../../address/is-wall.ts';
import { timelineAddress } from '../../address/screen-addresses.ts';
import { goTo, hrefOf, useAddress } from '../../address/use-address.ts';
import { Grid } from '../../components/grid/Grid.tsx';
import { firstInView } from '../../components/grid/grid-focus.ts';
import type { GridAttention, GridLanding } from '../../components/grid/grid-model.ts';
import { ScreenLayout } from '../../frame/ScreenLayout.tsx';
import { useAppearance, useNow, useSignal, useStores, useTimeline } from '../../stores/use-stores.ts';
import { useTokens } from '../../theme/use-tokens.ts';
import { zoneText } from '../../time/time-text.ts';
import { useColumns } from './columns.tsx';
import { EventPane } from './detail/EventPane.tsx';
import { NoLines } from './NoLines.tsx';
import { QueryLine } from './QueryLine.tsx';
import { belowLasting, lastingGap, withOpenGap } from './open-gap.tsx';
import { StandingLine } from './StandingLine.tsx';
import { itemMaker, keyNear, keyOfEvent, type TimelineItem } from './timeline-items.tsx';
import { positionOf, stepped } from './timeline-steps.ts';
import { useReadingPlace } from './use-reading-place.ts';
import { useSaid } from './use-said.ts';
import { useTimelineCommands } from './use-timeline-commands.ts';

const NAME = 'events';
const QUARTER_HOUR_MS = 900_000;
const NONE: ReadonlySet<string> = new Set();
const AWAY: GridAttention = { isPointing: false, isScrolled: false, isFocused: false };

export function TimelineScreen() {
  const { timeline } = useStores();
  const shown = useAddress(timelineAddress);
  const { value: address, wrong } = shown;
  const { filter, event } = address;
  const { onAnchor, onNear } = useReadingPlace(address);
  const window = useTimeline((state) => state.window);
  const holds = useTimeline((state) => state.hold.kind === 'held');
  const landing = useLanding();
  const items = useItems(event);
  const [chosen, setChosen] = useState(NONE);
  const [attention, setAttention] = useState(AWAY);

  const opened = event === null ? null : String(event);
  const openedLine = event === null ? null : keyOfEvent(window.lines, event);
  /** The line that keys act on; an event that was opened, from wherever, is it. */
  const [cursor, setCursor] = useState(opened);
  const [openedBefore, setOpenedBefore] = useState(opened);
  if (opened !== openedBefore) {
    setOpenedBefore(opened);
    if (opened !== null) setCursor(opened);
  }

  const isReading =
    attention.isScrolled || (attention.isFocused && cursor !== null) || chosen.size > 0 || opened !== null;
  const { isPointing } = attention;
  useLayoutEffect(() => timeline.attend({ isPointing, isReading }), [timeline, isPointing, isReading]);
  // Elsewhere nobody reads the list, so that it is live again on return.
  useEffect(() => () => timeline.attend({ isPointing: false, isReading: false }), [timeline]);

  const open = (key: string) => {
    setCursor(key);
    shown.change({ event: Number(key) }, { replace: opened !== null });
  };
  const close = () => shown.change({ event: null });
  const step = (by: number) => {
    const next = stepped(items, cursor, by, opened !== null, cursor === null ? firstInView(NAME) : null);
    if (next === null) return;
    if (next.kind === 'row' && opened !== null) open(next.key);
    else setCursor(next.key);
  };
  const goLive = () => {
    setCursor(null);
    setChosen(NONE);
    shown.change({ around: null }, { replace: true });
    timeline.showNewest();
  };
  const changeFilter = (next: Filter) => shown.change({ filter: next, around: null });
  const { said, say } = useSaid();
  const selection = { keys: chosen, set: setChosen };
  useTimelineCommands({
    name: NAME,
    items,
    cursor,
    setCursor,
    opened,
    open,
    filter,
    selection,
    step,
    say,
    goLive,
    goTo: (seq) => {
      if (opened !== null) shown.change({ event: seq }, { replace: true });
      else if (!items.some(({ key }) => key === String(seq))) timeline.showAround(seq, null);
      setCursor(String(seq));
    },
  });

  const columns = useColumns(useLook(opened !== null));
  const isWhole = !window.hasOlder && !window.hasNewer;
  return (
    <ScreenLayout
      title="Timeline"
      query={
        filter.terms.length + wrong.length > 0 ? (
          <QueryLine filter={filter} wrong={wrong} change={changeFilter} dropWrong={(name) => shown.dropWrong(name)} />
        ) : undefined
      }
      detail={
        event === null
          ? null
          : {
              key: String(event),
              label: `Event ${event}`,
              close,
              content: (
                <EventPane
                  seq={event}
                  row={rowOf(items, event)}
                  position={window.hasNewer ? null : positionOf(items, event, !window.hasOlder)}
                  step={step}
                />
              ),
            }
      }
    >
      <Grid
        label="Events, newest first"
        name={NAME}
        columns={columns}
        items={items}
        total={isWhole ? items.length : null}
        cursor={cursor === opened ? openedLine : cursor}
        setCursor={setCursor}
        opened={openedLine}
        open={open}
        selection={selection}
        standing={<StandingLine said={said} goLive={goLive} chosen={chosenAmong(items, chosen)} />}
        instead={<NoLines filter={filter} change={changeFilter} />}
        end={window.hasOlder ? undefined : endWords(items, filter)}
        landing={landing}
        onAttention={setAttention}
        onPointerMove={() => timeline.pointerMoved()}
        onNear={onNear}
        onAnchor={onAnchor}
        holds={holds}
      />
    </ScreenLayout>
  );
}

/** The lines of the window, below the gap that lasts. */
function useItems(opened: number | null): readonly TimelineItem[] {
  const { timeline } = useStores();
  const lines = useTimeline((state) => state.window.lines);
  const isNewest = useTimeline((state) => !state.window.hasNewer);
  const signal = useSignal();
  const make = useMemo(
    () =>
      itemMaker({
        toggle: (key) => timeline.toggle(key),
        openGap: (gap) => goTo(hrefOf('coverage', { gap })),
      }),
    [timeline],
  );
  return useMemo(() => {
    const gap = isNewest ? lastingGap(lines, signal) : null;
    return withOpenGap(make(belowLasting(lines, gap), opened), gap);
  }, [make, lines, opened, isNewest, signal]);
}

/** Where the reader asked to be, by the key of a line that is there. */
function useLanding(): GridLanding | null {
  const { timeline } = useStores();
  const landing = useTimeline((state) => state.landing);
  return useMemo(() => {
    if (landing === null) return null;
    if (landing.at !== 'seq') return { at: landing.at === 'newest' ? 'start' : 'end' };
    const key = keyNear(timeline.getState().window.lines, landing.seq);
    return key === null ? null : { at: 'key', key, offset: landing.offset };
  }, [timeline, landing]);
}

const BEFORE_IT_IS_SHOWN = { getInitialValueInEffect: false };

function useLook(hasDetail: boolean) {
  const zone = useAppearance((state) => state.zone);
  const now = useNow(QUARTER_HOUR_MS);
  // The wall has the columns for which its larger letters leave room.
  const scale = useTokens().unit / 13;
  const isWide = useMediaQuery(`(min-width: ${(hasDetail ? 1900 : 1360) * scale}px)`, false, BEFORE_IT_IS_SHOWN);
  const isNarrow = useMediaQuery(`(max-width: ${520 * scale}px)`, false, BEFORE_IT_IS_SHOWN);
  return { zone: zoneText(now, zone), isWide, isNarrow, hasIds: !isWall() };
}

/** Gaps are listed whatever is asked for: they are no events that match. */
function endWords(items: readonly TimelineItem[], { terms }: Filter): string {
  const hasEvents = items.some(({ kind }) => kind !== 'gap');
  if (terms.length > 0) return hasEvents ? 'The oldest event that matches' : 'Nothing stored matches this filter.';
  return hasEvents ? 'The oldest stored event' : 'No event is stored.';
}

/** Only what is listed is copied. */
function chosenAmong(items: readonly TimelineItem[], keys: ReadonlySet<string>): number {
  return keys.size === 0 ? 0 : items.filter(({ kind, key }) => kind === 'row' && keys.has(key)).length;
}

function rowOf(items: readonly TimelineItem[], seq: number) {
  const item = items.find(({ key }) => key === String(seq));
  return item?.kind === 'row' ? item.row.event : null;
}
