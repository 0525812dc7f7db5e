/** Depends on the signal, so that it never promises events that cannot arrive. */
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import type { Signal } from '../signal.ts';

export interface EmptyWords {
  readonly title: string;
  readonly detail: string | null;
  readonly action: 'remove-filter' | 'see-coverage' | null;
}

/** `reading`: still loading; `nothing`: no event found; `failed`: reading failed. */
export type EmptyReason = 'reading' | 'nothing' | 'failed';

export function emptyWords(emptiness: EmptyReason, isFiltered: boolean, signal: Signal): EmptyWords {
  if (signal.kind === 'wire-lost')
    return {
      title: 'Nothing was read before the connection to Watchfloor was lost.',
      detail: 'It is read when Watchfloor answers again.',
      action: null,
    };
  if (emptiness === 'reading' || signal.kind === 'connecting')
    return { title: 'Reading the stored events …', detail: null, action: null };
  if (emptiness === 'failed') return { title: 'The stored events could not be read.', detail: null, action: null };
  if (isFiltered)
    return {
      title: 'Nothing stored matches this filter.',
      detail: 'New matches appear here automatically.',
      action: 'remove-filter',
    };
  return { ...nothingWords(signal), action: 'see-coverage' };
}

function nothingWords(signal: Exclude<Signal, { kind: 'connecting' | 'wire-lost' }>): Omit<EmptyWords, 'action'> {
  switch (signal.kind) {
    case 'watching':
    case 'no-profile':
      return {
        title: 'Nothing received yet.',
        detail: 'The first event appears here by itself: a session start, then the events of the service.',
      };
    case 'reconnecting':
      return {
        title: 'Nothing received yet.',
        detail: 'The stream is being connected; its session start is the first event.',
      };
    case 'blind':
      return {
        title: 'Nothing received yet, and the stream is not watched.',
        detail: 'The first event appears here when the stream is open again.',
      };
    case 'catching-up':
      return { title: 'Reading what the team stored.', detail: 'The events appear here in their order.' };
    case 'not-following':
      return {
        title: 'Nothing received yet: the log of the team cannot be followed.',
        detail: 'The events of the team appear here when it answers again.',
      };
    case 'seat-taken':
      return {
        title: 'Nothing received yet: another client is using the stream.',
        detail: 'The first event appears here when the stream is free.',
      };
    case 'sign-in-needed':
      return { title: 'Nothing received yet. Sign-in is needed first.', detail: null };
    case 'stopped':
      return { title: 'Nothing is stored, and watching has stopped.', detail: null };
    default:
      return assertNever(signal);
  }
}
