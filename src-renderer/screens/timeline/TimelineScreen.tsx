/** Every stored event, newest first, with the open one beside it. Reading freezes the list; see `timeline-store.ts`. */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { useKeys } from '../../keyboard.ts';
import { routePath, useRoute } from '../../route.ts';
import { waitingRows } from '../../stores/timeline-store.ts';
import { useStores, useTimeline } from '../../stores/use-stores.ts';
import { DetailPane } from './DetailPane.tsx';
import { EventList } from './EventList.tsx';
import styles from './TimelineScreen.module.css';

export function TimelineScreen({ selected }: { selected: number | null }) {
  const { timeline } = useStores();
  const { go } = useRoute();
  const phase = useTimeline((state) => state.phase);
  const rows = useTimeline((state) => state.window.rows);
  const waiting = useTimeline((state) => (state.frozen ? waitingRows(state) : 0));
  const pageError = useTimeline((state) => state.pageError);
  /** The row that keys act on; an open event is always it. */
  const [marked, setMarked] = useState<number | null>(null);
  const [scrolled, setScrolled] = useState(false);
  /** Where the list is asked to go: a new object for each wish. */
  const [wish, setWish] = useState<{ to: 'start' | 'end' } | null>(null);
  const cursor = selected ?? marked;
  // Rows that were let go above must be read again before the top is the present.
  const detached = useTimeline((state) => !state.window.reachesNewest);

  useEffect(() => timeline.setFrozen(scrolled || detached || cursor !== null), [timeline, scrolled, detached, cursor]);
  // Elsewhere nobody reads the list, so that it is live again on return.
  useEffect(() => () => timeline.setFrozen(false), [timeline]);

  const open = (seq: number | null) => {
    setMarked(seq ?? selected);
    go({ screen: 'timeline', selected: seq }, { replace: selected !== null && seq !== null });
  };
  function step(by: number): void {
    const at = rows.findIndex((row) => row.seq === cursor);
    const next = rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))];
    if (next === undefined) return;
    if (selected === null) setMarked(next.seq);
    else open(next.seq);
  }
  function showNewest(): void {
    setMarked(null);
    timeline.showNewest().then(
      () => setWish({ to: 'start' }),
      () => undefined,
    );
  }
  function showOldest(): void {
    timeline.showOldest().then(
      () => setWish({ to: 'end' }),
      () => undefined,
    );
  }

  useKeys({
    j: () => step(1),
    ArrowDown: () => step(1),
    k: () => step(-1),
    ArrowUp: () => step(-1),
    Enter: () => open(cursor ?? rows[0]?.seq ?? null),
    Escape: () => (selected === null ? setMarked(null) : open(null)),
    Home: showNewest,
    End: showOldest,
  });

  return (
    <div className={styles['timeline']}>
      <section className={styles['list']} aria-label="Timeline">
        <h1 className="visually-hidden">Timeline</h1>
        {waiting > 0 && (
          <button type="button" className={styles['waiting']} onClick={showNewest}>
            {waiting.toLocaleString('en-GB')} new ↑
          </button>
        )}
        {phase.kind === 'failed' && (
          <Trouble message={`Live rows have stopped. ${phase.message}`} act={() => timeline.open()} />
        )}
        {phase.kind === 'ready' && pageError !== null && (
          <Trouble message={`Some rows could not be read. ${pageError}`} act={() => void timeline.showNewest()} />
        )}
        {rows.length > 0 ? (
          <EventList cursor={cursor} selected={selected} wish={wish} open={open} setScrolled={setScrolled} />
        ) : (
          <NoRows />
        )}
      </section>
      {selected !== null && <DetailPane seq={selected} close={() => open(null)} />}
    </div>
  );
}

function NoRows() {
  const phase = useTimeline((state) => state.phase.kind);
  if (phase === 'ready')
    return (
      <EmptyState
        title="Nothing was received yet."
        detail="The first event appears here by itself: a session start as soon as the stream is open, then a heartbeat every interval."
        action={
          <Button variant="default" component="a" href={`#${routePath({ screen: 'coverage' })}`}>
            See when we watched
          </Button>
        }
      />
    );
  return phase === 'failed' ? null : <EmptyState title="Reading the stored events …" />;
}

function Trouble({ message, act }: { message: string; act: () => void }) {
  return (
    <div className={styles['trouble']} role="alert">
      <p>{message}</p>
      <Button variant="default" size="compact-xs" onClick={act}>
        Try again
      </Button>
    </div>
  );
}
