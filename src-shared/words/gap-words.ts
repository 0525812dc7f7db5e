import type { GapReason } from '../domain/coverage/coverage.ts';

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
  'not-running': 'Watchfloor was not running',
  'held-back': 'Watchfloor could not store events',
  stopped: 'Watchfloor was closed',
  crashed: 'Watchfloor ended unexpectedly',
};
