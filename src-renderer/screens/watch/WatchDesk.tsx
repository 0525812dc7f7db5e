/** Summary or storm, figures, the last 24 hours, and the groups that need attention, or else recent successes. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FailureGroup } from '../../../src-shared/api/cases.ts';
import { goTo, hrefOf } from '../../address/use-address.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Glyph } from '../../components/Glyph.tsx';
import { groupTarget } from '../../components/case-actions/action-target.ts';
import { useCaseActions } from '../../components/case-actions/use-case-actions.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { ShiftStrip } from '../../components/shift/ShiftStrip.tsx';
import { Age, Since } from '../../components/LiveTimes.tsx';
import { useHeldRows, useHold } from '../../grid/use-held-rows.ts';
import { isOutage } from '../../signal.ts';
import { useBoard, useSignal, useStores, useWatch } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { useMediaQuery } from '../../theme/use-media-query.ts';
import { isOverdue, overdueCount } from '../../time/deadline-clock.ts';
import { failureWords } from '../../words/error-words.ts';
import { DayHistogram } from './DayHistogram.tsx';
import { Figures } from './Figures.tsx';
import { groupHref } from './group-words.ts';
import { OnShiftPanel } from './OnShiftPanel.tsx';
import { RecentSuccesses } from './RecentSuccesses.tsx';
import { NeedsAttention } from './NeedsAttention.tsx';
import { WatchedPanel, OwnersPanel } from './SidePanels.tsx';
import { SinceLeft } from './SinceLeft.tsx';
import { stormOf } from './storm.ts';
import { StormPanel } from './StormPanel.tsx';
import { useDayCoverage } from './use-day-coverage.ts';
import { useSinceLeft } from './use-since-left.ts';
import { useWatchSummary } from './use-watch-summary.ts';
import { SummaryLine, wallHref } from './SummaryLine.tsx';
import styles from './WatchDesk.module.css';

const SHORT_WINDOW = '(max-height: 40rem)';
const NARROW_WINDOW = '(max-width: 68.75rem)';
const NO_GROUPS: readonly never[] = [];
/** A pointer that rests this long no longer holds the list. Otherwise a storm could wait for days. */
const MAX_REST_MS = 30_000;
/** The first screen belongs to the storm. */
const MAX_BELOW_STORM = 3;

export function WatchDesk({ where }: { where: ReactNode }) {
  const { day, board: boardStore } = useStores();
  const board = useBoard((state) => state.board);
  const trouble = useBoard((state) => state.feedError);
  const signal = useSignal();
  const summary = useWatchSummary();
  const coverage = useDayCoverage();
  const since = useSinceLeft();
  const [isLow, isNarrow] = [useMediaQuery(SHORT_WINDOW), useMediaQuery(NARROW_WINDOW)];
  const list = useRef<HTMLElement>(null);
  const screen = useRef<HTMLElement>(null);
  const groups = board?.groups ?? NO_GROUPS;
  const [isReading, setReading] = useState(false);
  const hold = useHold(list, { isReading, maxRestMs: MAX_REST_MS });
  const watch = useWatch(({ shown }) => shown?.watch);
  // The groups of another watch are shown as soon as they arrive.
  const held = useHeldRows(groups, hold, JSON.stringify([watch, board !== null]));
  const { rows, gone } = held;
  const needsAttention = rows.length > 0;
  const isCalm = board !== null && !needsAttention;
  const storm = signal.kind === 'watching' ? stormOf(rows, gone) : null;
  const otherRows = rows.filter(({ key }) => key !== storm?.key);
  const [isUnfolded, setUnfolded] = useState(false);
  const shownRows = storm === null || isUnfolded ? otherRows : otherRows.slice(0, MAX_BELOW_STORM);
  const [chosenKey, choose] = useState<string | null>(null);
  const chosen = rows.find(({ key }) => key === chosenKey) ?? storm;
  // Keys act on the selected group. The buttons of the storm panel act on the storm, whatever is selected.
  const isLeadChosen = storm !== null && chosen?.key === storm.key;
  const leadActions = useCaseActions(storm === null ? null : groupTarget(storm), isLeadChosen);
  const owningRow = useCaseActions(chosen === null || isLeadChosen ? null : groupTarget(chosen), !isLeadChosen);
  useEffect(() => {
    // Not before the board: its failures are shown instead, if there are any.
    day.show({ recentSuccesses: isCalm });
  }, [day, isCalm]);
  useEffect(() => () => day.show(null), [day]);

  const ordered = [...(storm === null ? [] : rows.filter(({ key }) => key === storm.key)), ...otherRows];
  const showOverdue = useWatchCommands(ordered, chosenKey, screen, () => setUnfolded(true));
  const isBlind = isOutage(signal) && 'since' in signal;
  const boardError = trouble === null ? null : <BoardError trouble={trouble} retry={() => boardStore.resubscribe()} />;

  return (
    <ScrollRegion ref={screen} className={styles['scroll']} label="Watch">
      <ShiftStrip />
      <div className={styles['watch']} data-needs={needsAttention}>
        {storm === null ? (
          <SummaryLine summary={summary} coverage={coverage} showOverdue={showOverdue} />
        ) : (
          <StormPanel
            group={storm}
            actions={leadActions}
            isChosen={chosenKey === storm.key}
            choose={() => choose(storm.key)}
          />
        )}
        <Figures board={board} coverage={coverage} hasParts={storm === null} />
        {!(isLow && needsAttention) && <DayHistogram coverage={coverage} />}
        {needsAttention ? (
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only reacts to focus events
          <div
            className={styles['list']}
            onFocus={({ target }) => target.matches(':focus-visible') && setReading(true)}
            onBlur={() => setReading(false)}
          >
            {boardError}
            {(storm === null || otherRows.length > 0) && (
              <NeedsAttention
                list={list}
                groups={{ ...held, rows: shownRows }}
                more={board?.moreGroups ?? 0}
                folded={otherRows.length - shownRows.length}
                unfold={() => setUnfolded(true)}
                hold={hold}
                isBelowStorm={storm !== null}
                chosen={chosenKey}
                choose={choose}
                overdue={overdueCount(rows)}
                showOverdue={showOverdue}
                isLive={!isBlind && trouble === null}
                gap={isBlind && <GapRow since={signal.since} isConnectionLost={signal.kind === 'wire-lost'} />}
              />
            )}
          </div>
        ) : (
          <div className={styles['list']}>
            {boardError}
            {board !== null && <RecentSuccesses />}
          </div>
        )}
        {(since !== null || !isNarrow) && (
          <aside className={styles['side']} aria-label="Summary panels">
            {since !== null && <SinceLeft state={since} />}
            {!isNarrow && <OnShiftPanel />}
            {!isNarrow && needsAttention && where}
            {!isNarrow && needsAttention && board !== null && <OwnersPanel board={board} />}
            {!isNarrow && !needsAttention && coverage !== null && <WatchedPanel coverage={coverage} />}
          </aside>
        )}
      </div>
      {owningRow.failure}
    </ScrollRegion>
  );
}

function BoardError({ trouble, retry: again }: { trouble: Error; retry: () => void }) {
  return (
    <p className={styles['trouble']} role="alert">
      This list is no longer updated. {visibleText(failureWords(trouble))}{' '}
      <Button size="compact-xs" onClick={again}>
        Try again
      </Button>
    </p>
  );
}

/** @param isConnectionLost only this page lost its connection; the backend may still receive events */
function GapRow({ since, isConnectionLost }: { since: number; isConnectionLost: boolean }) {
  return (
    <p className={styles['gap']}>
      <span>
        <Glyph shape="hatched" /> <b>{isConnectionLost ? 'No newer data on this page' : 'Not watching'}</b>
      </span>
      <span>
        <Since at={since} /> · <Age since={since} /> and counting
      </span>
      <span className="quiet">rows below are older</span>
    </p>
  );
}

function useWatchCommands(
  groups: readonly FailureGroup[],
  chosen: string | null,
  screen: { readonly current: HTMLElement | null },
  unfold: () => void,
): () => void {
  const [worst] = groups;
  function move(by: number): void {
    const at = groups.findIndex(({ key }) => key === chosen);
    focus(groups[at === -1 ? 0 : Math.min(groups.length - 1, Math.max(0, at + by))]);
  }
  function focus(group: FailureGroup | undefined): void {
    if (group === undefined) return;
    const row = () => screen.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(group.key)}"]`);
    if (row() === null) flushSync(unfold);
    row()?.focus();
  }
  function showOverdue(): void {
    const at = groups.findIndex(({ key }) => key === chosen);
    focus(groups.find((group, index) => index > at && isOverdue(group)) ?? groups.find(isOverdue));
  }
  const isInList = () => document.activeElement?.closest('[data-key]') !== null;
  const none = groups.length === 0 ? 'Nothing needs attention' : null;
  const inList = {
    group: 'List',
    keysOnly: true,
    unavailable: none,
    isKeyActive: (keys: string) => !keys.startsWith('Arrow') || isInList(),
  } as const;
  useCommands([
    {
      id: 'watch.worst',
      title: 'Open the worst failure',
      group: 'List',
      keys: ['E'],
      unavailable: none,
      run: () => worst !== undefined && goTo(groupHref(worst)),
    },
    {
      ...inList,
      id: 'watch.next',
      title: 'Next that needs attention',
      keys: ['J', 'ArrowDown'],
      run: () => move(1),
    },
    {
      ...inList,
      id: 'watch.previous',
      title: 'Previous that needs attention',
      keys: ['K', 'ArrowUp'],
      run: () => move(-1),
    },
    {
      id: 'watch.overdue',
      title: 'Next overdue group',
      group: 'List',
      keys: ['O'],
      unavailable: groups.some(isOverdue) ? null : 'No group is overdue',
      run: showOverdue,
    },
    {
      id: 'watch.wall',
      title: 'Open the wall view',
      group: 'View',
      run: () => window.location.assign(wallHref()),
    },
    {
      id: 'watch.report',
      title: 'Write the shift report',
      group: 'Go to',
      run: () => goTo(hrefOf('report')),
    },
  ]);
  return showOverdue;
}
