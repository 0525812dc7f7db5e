/** Every stored event, newest first, with the open one beside it. Reading freezes the list; see `timeline-state.ts`. */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { useKeys } from '../../keyboard.ts';
import { routePath, useRoute } from '../../route.ts';
import { useStores, useTimeline } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { troubleWords } from '../../words/error-words.ts';
import { DetailPane } from './DetailPane.tsx';
import { EventList } from './EventList.tsx';
import styles from './TimelineScreen.module.css';

export function TimelineScreen({ selected }: { selected: number | null }) {
  const { timeline } = useStores();
  const { go } = useRoute();
  const phase = useTimeline((state) => state.phase);
  const rows = useTimeline((state) => state.window.rows);
  const waiting = useTimeline((state) => (state.frozen ? state.waiting : 0));
  const pageError = useTimeline((state) => state.pageError);
  /** The row that keys act on; an open event is always it. */
  const [marked, setMarked] = useState<number | null>(null);
  const [scrolled, setScrolled] = useState(false);
  const cursor = selected ?? marked;
  // Rows that were let go above must be read again before the top is the present.
  const detached = useTimeline((state) => state.window.hasNewer);

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
    timeline.showNewest();
  }

  useKeys({
    j: () => step(1),
    ArrowDown: () => step(1),
    k: () => step(-1),
    ArrowUp: () => step(-1),
    Enter: () => open(cursor ?? rows[0]?.seq ?? null),
    Escape: () => (selected === null ? setMarked(null) : open(null)),
    Home: showNewest,
    End: () => timeline.showOldest(),
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
        {phase.kind === 'failed' && <Trouble what="Live rows have stopped." error={phase.error} />}
        {phase.kind === 'ready' && pageError !== null && (
          <Trouble what="Some rows could not be read." error={pageError.error} />
        )}
        {rows.length > 0 ? (
          <EventList cursor={cursor} selected={selected} open={open} setScrolled={setScrolled} />
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
  const searching = useTimeline((state) => state.window.hasOlder || state.window.hasNewer);
  if (phase === 'ready' && !searching)
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

function Trouble({ what, error }: { what: string; error: Error }) {
  const { timeline } = useStores();
  return (
    <div className={styles['trouble']} role="alert">
      <p>
        {what} {visibleText(troubleWords(error))}
      </p>
      <Button variant="default" size="compact-xs" onClick={() => timeline.retry()}>
        Try again
      </Button>
    </div>
  );
}
