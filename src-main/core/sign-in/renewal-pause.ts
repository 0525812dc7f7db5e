/**
 * How long to leave the issuer alone before a renewal in the background. Nobody waits for it, so it is patient: it
 * doubles from failure to failure and keeps to what the issuer asks for.
 */
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { TokenRefusal } from '../ports/token-issuer.ts';
import { isMissing } from './sign-in-status.ts';

/** An issuer whose tokens live for a moment is not asked without end. */
const MIN_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;
/** While the token at hand is still good, an issuer that refuses is asked seldom. */
const REFUSED_PAUSE_MS = 300_000;

/** `failures`: in a row; 0 after a success. `refusal`: null where none, or where a bug of ours failed. */
export function renewalPauseMs(failures: number, refusal: TokenRefusal | null): number {
  const doubledMs = Math.min(MIN_PAUSE_MS * 2 ** Math.max(0, failures - 1), MAX_PAUSE_MS);
  if (refusal === null) return failures === 0 ? MIN_PAUSE_MS : doubledMs;
  switch (refusal.kind) {
    case 'refused':
      return REFUSED_PAUSE_MS;
    case 'no-grant':
      return isMissing(refusal.why) ? REFUSED_PAUSE_MS : doubledMs;
    case 'unavailable':
      return Math.max(doubledMs, refusal.retryAfterMs ?? 0);
    case 'not-oauth':
      return doubledMs;
    default:
      return assertNever(refusal);
  }
}
