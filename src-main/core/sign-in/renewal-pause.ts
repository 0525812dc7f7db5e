/** No caller waits for a renewal in the background: its pause doubles with each failure and respects Retry-After. */
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { TokenRefusal } from '../ports/token-issuer.ts';
import { isMissing } from './sign-in-status.ts';

/** Limits requests to an issuer whose tokens live only a few seconds. */
const MIN_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;
/** While the current token is valid, an issuer that refuses is asked rarely. */
const REFUSED_PAUSE_MS = 300_000;

/** `failures`: number in a row; 0 after a success. `refusal`: null if there was none or a bug caused the failure. */
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
