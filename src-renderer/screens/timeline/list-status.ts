/** Derives the status of the list. Never says "Live" while the stream is down or nothing new can match. Pure. */
import { numberText } from '../../../src-shared/words/store-words.ts';
import { isOutage, type Signal } from '../../signal.ts';
import type { Hold } from '../../lists/hold.ts';
import { showsPreviousFilter, type TimelineState } from '../../stores/timeline/timeline-window.ts';
import { failureWords } from '../../words/error-words.ts';

/** Signals for which the backend reports that the stream is down. Excludes a lost connection of the page itself. */
export type UnwatchedSignal = Exclude<Signal, { kind: 'connecting' | 'no-profile' | 'watching' | 'wire-lost' }>;

export function unwatchedSignal(signal: Signal): UnwatchedSignal | null {
  const isConnected = signal.kind === 'watching' || signal.kind === 'connecting' || signal.kind === 'no-profile';
  return isConnected || signal.kind === 'wire-lost' || !isOutage(signal) ? null : signal;
}

export type ListStatus =
  | { readonly kind: 'blank' }
  /** Rows of the previous query, until the first of this one arrive. */
  | { readonly kind: 'before' }
  /** `isOfBefore`: true if the rows are those of the previous query. */
  | { readonly kind: 'as-of'; readonly at: number; readonly showsPreviousFilter: boolean }
  /** `words` may contain untrusted text. */
  | { readonly kind: 'trouble'; readonly words: string }
  | { readonly kind: 'held'; readonly words: string; readonly pendingCount: number; readonly isAway: boolean }
  | { readonly kind: 'catching-up'; readonly pendingCount: number }
  | { readonly kind: 'not-live'; readonly words: string }
  | { readonly kind: 'live' };

/** @param isOver true if the span ends before now, so that no new event can match */
export function listStatus(
  state: Pick<
    TimelineState,
    'query' | 'phase' | 'hold' | 'pendingCount' | 'hasPending' | 'window' | 'linesOf' | 'pageError' | 'feedLag'
  >,
  signal: Signal,
  isStoring: boolean,
  isOver = false,
): ListStatus {
  const { phase, hold, pendingCount, hasPending, window, pageError, feedLag } = state;
  const hasBefore = window.lines.length > 0 && showsPreviousFilter(state);
  if (signal.kind === 'wire-lost') return { kind: 'as-of', at: signal.since, showsPreviousFilter: hasBefore };
  if (phase.kind === 'failed')
    return {
      kind: 'trouble',
      words: `${hasBefore ? 'Rows of the previous query.' : 'Live rows have stopped.'} ${failureWords(phase.error)}`,
    };
  if (phase.kind !== 'ready') return { kind: hasBefore ? 'before' : 'blank' };
  if (pageError !== null)
    return { kind: 'trouble', words: `Some rows could not be read. ${failureWords(pageError.error)}` };
  if (hold.kind === 'fast' || (hold.kind === 'held' && (window.lines.length > 0 || pendingCount > 0)))
    return {
      kind: 'held',
      words: holdWords(hold),
      pendingCount: hold.kind === 'fast' ? 0 : pendingCount,
      isAway: window.hasBefore,
    };
  if (isOver) return { kind: 'not-live', words: 'Not live: the shown time span has ended' };
  if ((hasPending && pendingCount > 0) || feedLag?.isLate === true) return { kind: 'catching-up', pendingCount };
  if (unwatchedSignal(signal) !== null) return { kind: 'not-live', words: 'Not live: not watching' };
  // Rows come from the store, so events that are only in memory are missing.
  if (!isStoring) return { kind: 'not-live', words: 'Not live: events are not being stored' };
  return signal.kind === 'watching' ? { kind: 'live' } : { kind: 'not-live', words: 'Waiting for the stream' };
}

function holdWords(hold: Exclude<Hold, { kind: 'live' }>): string {
  if (hold.kind === 'fast') return `${numberText(hold.perSecond)} rows a second · refreshed every 2 s`;
  return hold.why === 'pointing' ? 'Held while you point' : 'Held while you read';
}
