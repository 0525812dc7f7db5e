/** Watch at a desk: verdict or storm, figures, the last 24 hours, and what needs attention; or, where nothing does, what ended well. */
import { useEffect, useRef, useState } from 'react';
import { goTo, hrefOf } from '../../address/use-address.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { Button } from '../../components/Button.tsx';
import { Glyph } from '../../components/Glyph.tsx';
import { ownedGroup } from '../../components/owning/owned.ts';
import { useOwning } from '../../components/owning/use-owning.tsx';
import { Age, Since } from '../../frame/Moments.tsx';
import { isLoud } from '../../signal.ts';
import { useBoard, useNow, useSignal, useStores } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { useMediaQuery } from '../../theme/use-media-query.ts';
import { troubleWords } from '../../words/error-words.ts';
import { DayHistogram } from './DayHistogram.tsx';
import { Figures } from './Figures.tsx';
import { groupHref } from './group-words.ts';
import { type GroupRow, leadOf } from './held-groups.ts';
import { Lately } from './Lately.tsx';
import { NeedsAttention } from './NeedsAttention.tsx';
import { TopCauses, WatchedPanel, WhoIsOnWhat } from './SidePanels.tsx';
import { SinceLeft } from './SinceLeft.tsx';
import { StormLead } from './StormLead.tsx';
import { useDayCoverage } from './use-day-coverage.ts';
import { useHeldGroups } from './use-held-groups.ts';
import { useSinceLeft } from './use-since-left.ts';
import { useVerdict } from './use-verdict.ts';
import { isUnmuted } from './verdict.ts';
import { VerdictLine, wallHref } from './VerdictLine.tsx';
import styles from './WatchDesk.module.css';

const LOW = '(max-height: 640px)';
const NARROW = '(max-width: 1100px)';
const NONE: readonly never[] = [];

export function WatchDesk() {
  const { day, board: boardStore } = useStores();
  const board = useBoard((state) => state.board);
  const trouble = useBoard((state) => state.trouble);
  const signal = useSignal();
  const verdict = useVerdict();
  const coverage = useDayCoverage();
  const since = useSinceLeft();
  const now = useNow(60_000);
  const [isLow, isNarrow] = [useMediaQuery(LOW), useMediaQuery(NARROW)];
  const list = useRef<HTMLElement>(null);
  const screen = useRef<HTMLElement>(null);
  const groups = board?.groups ?? NONE;
  const { rows, changes, why, onFocus, onBlur } = useHeldGroups(list, groups);
  const needs = rows.length > 0;
  const lead = signal.kind === 'watching' ? leadOf(rows) : null;
  const below = rows.filter(({ group }) => group.key !== lead?.key);
  const [chosenKey, choose] = useState<string | null>(null);
  const chosen = rows.find(({ group }) => group.key === chosenKey)?.group ?? lead;
  // The keys act on what is chosen. The buttons of the storm act on the storm, whatever is chosen.
  const isLeadChosen = lead !== null && chosen?.key === lead.key;
  const owningLead = useOwning(lead === null ? null : ownedGroup(lead), isLeadChosen);
  const owningRow = useOwning(chosen === null || isLeadChosen ? null : ownedGroup(chosen), !isLeadChosen);
  useEffect(() => {
    day.show({ lately: !needs });
  }, [day, needs]);
  useEffect(() => () => day.show(null), [day]);

  const ordered = [...(lead === null ? [] : rows.filter(({ group }) => group.key === lead.key)), ...below];
  useWatchCommands(ordered, chosenKey, screen);
  const isBlind = isLoud(signal) && 'since' in signal;
  const cutOff = trouble === null ? null : <CutOff trouble={trouble} again={() => boardStore.followAgain()} />;

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without focus, arrow keys could not scroll it
    <section ref={screen} className={styles['scroll']} tabIndex={0} aria-label="Watch">
      <div className={styles['watch']} data-needs={needs}>
        {lead === null ? (
          <VerdictLine verdict={verdict} coverage={coverage} />
        ) : (
          <StormLead of={lead} owning={owningLead} isChosen={chosenKey === lead.key} choose={() => choose(lead.key)} />
        )}
        <Figures board={board} coverage={coverage} />
        {!(isLow && needs) && <DayHistogram coverage={coverage} />}
        {needs ? (
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only hears where the focus is
          <div className={styles['list']} onFocus={onFocus} onBlur={onBlur}>
            {cutOff}
            {(lead === null || below.length > 0) && (
              <NeedsAttention
                list={list}
                rows={below}
                more={board?.moreGroups ?? 0}
                changes={changes}
                why={why}
                isBelowLead={lead !== null}
                chosen={chosenKey}
                choose={choose}
                isLive={!isBlind && trouble === null}
                gap={isBlind && <GapRow since={signal.since} isCutOff={signal.kind === 'wire-lost'} />}
              />
            )}
          </div>
        ) : board === null ? (
          <div className={styles['list']}>{cutOff}</div>
        ) : (
          <div className={styles['list']}>
            {cutOff}
            <Lately />
          </div>
        )}
        {(since !== null || !isNarrow) && (
          <aside className={styles['side']} aria-label="Beside it">
            {since !== null && <SinceLeft read={since} />}
            {!isNarrow && needs && <TopCauses groups={groups.filter(isUnmuted)} />}
            {!isNarrow && needs && <WhoIsOnWhat groups={groups} now={now} />}
            {!isNarrow && !needs && coverage !== null && <WatchedPanel coverage={coverage} />}
          </aside>
        )}
      </div>
      {owningRow.questions}
    </section>
  );
}

function CutOff({ trouble, again }: { trouble: Error; again: () => void }) {
  return (
    <p className={styles['trouble']} role="alert">
      What needs you is not told any more. {visibleText(troubleWords(trouble))}{' '}
      <Button variant="default" size="compact-xs" onClick={again}>
        Try again
      </Button>
    </p>
  );
}

/** What this page does not hear may well be heard by the backend. */
function GapRow({ since, isCutOff }: { since: number; isCutOff: boolean }) {
  return (
    <p className={styles['gap']}>
      <span>
        <Glyph shape="hatched" /> <b>{isCutOff ? 'Nothing newer is known here' : 'Nobody is listening'}</b>
      </span>
      <span>
        <Since at={since} /> · <Age since={since} /> and counting
      </span>
      <span className={styles['older']}>rows below are older</span>
    </p>
  );
}

function useWatchCommands(
  rows: readonly GroupRow[],
  chosen: string | null,
  screen: { readonly current: HTMLElement | null },
): void {
  const [worst] = rows;
  function move(by: number): void {
    const at = rows.findIndex(({ group }) => group.key === chosen);
    const next = rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))];
    if (next === undefined) return;
    screen.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(next.group.key)}"]`)?.focus();
  }
  const isInList = () => document.activeElement?.closest('[data-key]') !== null;
  const none = rows.length === 0 ? 'Nothing needs attention' : null;
  useCommands([
    {
      id: 'watch.worst',
      title: 'Open the worst failure',
      group: 'List',
      keys: ['E'],
      unavailable: none,
      run: () => worst !== undefined && goTo(groupHref(worst.group)),
    },
    {
      id: 'watch.next',
      title: 'Next that needs attention',
      group: 'List',
      keys: ['J', 'ArrowDown'],
      answers: (key) => key === 'J' || isInList(),
      keysOnly: true,
      unavailable: none,
      run: () => move(1),
    },
    {
      id: 'watch.previous',
      title: 'Previous that needs attention',
      group: 'List',
      keys: ['K', 'ArrowUp'],
      answers: (key) => key === 'K' || isInList(),
      keysOnly: true,
      unavailable: none,
      run: () => move(-1),
    },
    {
      id: 'watch.wall',
      title: 'Open the wall view',
      group: 'View',
      keys: [],
      run: () => window.location.assign(wallHref()),
    },
    {
      id: 'watch.report',
      title: 'Write the shift report',
      group: 'Go to',
      keys: [],
      run: () => goTo(hrefOf('report')),
    },
  ]);
}
