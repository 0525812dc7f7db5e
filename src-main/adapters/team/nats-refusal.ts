/** Distinguishes what NATS refuses until an administrator acts from what it may store after a retry. */
import { JetStreamApiError } from '@nats-io/jetstream';
import { InvalidArgumentError, PermissionViolationError } from '@nats-io/transport-node';
import type { RefusalReason } from '../../../src-shared/domain/team.ts';

/** JetStream's `err_code` (nats-server, `server/errors.json`). */
const STORE_FAILED = 10_077;
const REASONS: ReadonlyMap<number, RefusalReason> = new Map([
  [10_054, 'too-large'],
  // Storage of the account, of the server, and of the server for this stream.
  [10_002, 'no-space'],
  [10_023, 'no-space'],
  [10_047, 'no-space'],
]);
/** Another status may end by itself: 503 after the election of a leader, 409 after the entry before. */
const BAD_REQUEST = 400;

/** Returns null if the servers may store the same after a retry. */
export function natsRefusal(error: unknown): RefusalReason | null {
  if (isRightMissing(error)) return 'no-right';
  // The client knows the largest message that the server takes (`max_payload`).
  if (error instanceof InvalidArgumentError) return 'too-large';
  if (!(error instanceof JetStreamApiError)) return null;
  if (error.code === STORE_FAILED) return storeFailure(error.message);
  return REASONS.get(error.code) ?? (error.status === BAD_REQUEST ? 'not-stored' : null);
}

/** @param text `maximum bytes exceeded`, or the error of the operating system */
function storeFailure(text: string): RefusalReason | null {
  if (/^maximum (bytes|messages)/.test(text)) return 'full';
  return /no space|not enough space|quota/i.test(text) ? 'no-space' : null;
}

/** The server refuses a publish without an answer; the client ends the requests with this subject. */
export const isRightMissing = (error: unknown): boolean =>
  error instanceof PermissionViolationError ||
  (error instanceof Error && error.cause instanceof PermissionViolationError);
