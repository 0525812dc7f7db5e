import type { Gap, GapReason } from '../domain/coverage/coverage.ts';
import { isReconnect } from '../domain/coverage/reconnect.ts';

export const gapReasonWords: Record<GapReason, string> = {
  'session-expired': 'Session ended after its 30 minutes',
  'connection-lost': 'Connection lost',
  silent: 'Stream went silent',
  unreachable: 'Service unreachable',
  refused: 'Service refused the connection',
  'not-a-stream': 'Answer was not an event stream',
  'seat-taken': 'Stream used by another client',
  'sign-in-needed': 'Sign-in needed',
  'clock-set': "This computer's clock was set",
  slept: 'This computer was asleep',
  'not-running': 'Watchfloor was paused by the system',
  'events-lost': 'Watchfloor lost events that it had received',
  'held-back': 'Watchfloor could not store events',
  stopped: 'Watchfloor was closed',
  crashed: 'Watchfloor ended unexpectedly',
  'taken-over': 'Another member took the seat over',
  'handed-over': 'Seat changed to another member',
  'no-holder': 'No member held the seat',
};

/** A session's planned end does not explain a long gap; the late start of the next session does. */
export function gapWords(gap: Pick<Gap, 'from' | 'lengthMs' | 'reason'>, now: number): string {
  const words = gapReasonWords[gap.reason];
  return gap.reason === 'session-expired' && !isReconnect(gap, now) ? `${words}; the next began late` : words;
}
