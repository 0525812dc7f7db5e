import type { GapReason } from '../domain/coverage.ts';

export const gapReasonWords: Record<GapReason, string> = {
  'session-expired': 'Session ended after its 30 minutes',
  'connection-lost': 'Connection lost',
  silent: 'Stream went silent',
  unreachable: 'Service unreachable',
  refused: 'Service refused the connection',
  'not-a-stream': 'Answer was no event stream',
  'seat-taken': 'Seat taken by another subscriber',
  'sign-in-needed': 'Sign-in needed',
  'clock-set': "This computer's clock was set",
  slept: 'This computer slept',
  'not-running': 'Watchfloor did not run',
  'held-back': 'Watchfloor could not store events',
  stopped: 'Watchfloor was closed',
  crashed: 'Watchfloor ended unexpectedly',
};
