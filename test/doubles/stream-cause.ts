import type { InterruptionCause } from '../../src-shared/api/stream/stream-status.ts';

export const cause: InterruptionCause = {
  kind: 'unreachable',
  reason: 'unreachable',
  code: 'ECONNREFUSED',
  host: null,
  error: null,
  answer: null,
};
