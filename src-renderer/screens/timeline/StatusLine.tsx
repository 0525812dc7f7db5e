/** Status line of the list. Its height is reserved, so a new status moves nothing. */
import { Pause } from 'lucide-react';
import { resolveTime } from '../../../src-shared/domain/filter/filter.ts';
import { filterSpan } from '../../../src-shared/domain/filter/filter-edit.ts';
import { MINUTE_MS } from '../../../src-shared/lib/durations.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { Glyph } from '../../components/Glyph.tsx';
import { Keycap } from '../../components/Keycap.tsx';
import { Time } from '../../components/Time.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useComputed } from '../../stores/use-computed.ts';
import { useNow, useSignal, useStores, useTimeline, useWatch } from '../../stores/use-stores.ts';
import { listStatus } from './list-status.ts';
import styles from './StatusLine.module.css';

/** Tolerates the difference between the clocks of page and backend. */
const AHEAD_MS = 2_000;

interface StatusLineProps {
  /** True if rows of the previous query are shown for longer than a usual response takes. */
  readonly showsPreviousFilter: boolean;
  /** Short-lived response to a key, which replaces the status; it may contain untrusted text. */
  readonly message: string | null;
  readonly goLive: () => void;
  readonly selectedCount: number;
}

export function StatusLine({ showsPreviousFilter, message, goLive, selectedCount }: StatusLineProps) {
  const { timeline } = useStores();
  const filter = useTimeline(({ query }) => query?.filter ?? null);
  const hasLines = useTimeline(({ window }) => window.lines.length > 0);
  const isHeld = useTimeline(({ hold }) => hold.kind === 'held');
  const isStoring = useWatch(({ shown }) => shown?.storage.kind === 'storing');
  const now = useNow(MINUTE_MS);
  const end = filter === null ? null : filterSpan(filter, now).until;
  const isOver = end !== null && resolveTime(end, now) < now - AHEAD_MS;
  const signal = useSignal();
  // The list changes with each arriving event, its status rarely.
  const status = useComputed(timeline.subscribe, () => listStatus(timeline.getState(), signal, isStoring, isOver));
  if (message !== null)
    return (
      <output className="ellipsis shrinks">
        <Untrusted text={message} truncate="end" />
      </output>
    );
  switch (status.kind) {
    case 'blank':
      return null;
    case 'before':
      return showsPreviousFilter && <span>Rows of the previous query · reading …</span>;
    case 'as-of':
      return (
        <>
          <Glyph shape="broken-ring" />
          <strong className="strong loud">
            As of <Time at={status.at} date="when-not-today" zoned />
          </strong>
          {selectedCount > 0 ? (
            <Chosen count={selectedCount} />
          ) : (
            hasLines && (
              <span className="ellipsis shrinks">
                {status.showsPreviousFilter
                  ? '· rows of the previous query · filters wait for Watchfloor'
                  : '· loaded rows can still be read'}
              </span>
            )
          )}
        </>
      );
    case 'trouble':
      return (
        <span className="row shrinks gap-2 loud" role="alert">
          <Untrusted className="ellipsis shrinks" text={status.words} truncate="end" />
          <Act run={() => timeline.retry()}>Try again</Act>
        </span>
      );
    case 'held':
      return (
        <>
          <Pause size={12} aria-hidden="true" />
          <strong className="strong loud">{status.words}</strong>
          {(status.pendingCount > 0 || status.isAway) && (
            <Act run={goLive}>
              {status.pendingCount > 0 ? `${numberText(status.pendingCount)} new ↑` : 'Newer rows ↑'}
            </Act>
          )}
          {selectedCount > 0 ? (
            <Chosen count={selectedCount} />
          ) : (
            isHeld && (
              <span className="inline-row gap-1 desk-only">
                <Keycap name="Esc" /> goes live
              </span>
            )
          )}
        </>
      );
    case 'catching-up':
      return <span>Catching up{status.pendingCount > 0 && ` · ${numberText(status.pendingCount)} rows`}</span>;
    case 'not-live':
      return <span>{status.words}</span>;
    case 'live':
      return (
        <>
          <span className={styles['dot']}>
            <Glyph shape="dot" />
          </span>
          <span>Live</span>
        </>
      );
    default:
      return assertNever(status);
  }
}

function Chosen({ count }: { count: number }) {
  return (
    <span className="inline-row gap-1">
      · {numberText(count)} selected · <Keycap name="Ctrl+C" /> copies · <Keycap name="Esc" /> clears
    </span>
  );
}

function Act({ run, children }: { run: () => void; children: string }) {
  return (
    <button type="button" className={styles['act']} onClick={run}>
      {children}
    </button>
  );
}
