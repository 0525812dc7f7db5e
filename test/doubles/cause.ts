/** Why nobody listens, in tests of what is shown then. */
import type { Cause } from '../../src-shared/domain/stream-status.ts';

export const cause: Cause = {
  kind: 'unreachable',
  reason: 'unreachable',
  code: 'ECONNREFUSED',
  host: null,
  error: null,
  answer: null,
};
