import type { AttemptEnd } from '../ports/stream-client.ts';
import type { TokenRefusal } from '../ports/token-issuer.ts';

export type AttemptOutcome =
  | Exclude<AttemptEnd, { kind: 'aborted' }>
  /** No answer arrived in time; the host may or may not have been reached. */
  | { readonly kind: 'no-answer' }
  | { readonly kind: 'no-token'; readonly refusal: TokenRefusal }
  /** Watchfloor closed the connection after the computer slept, because it is most likely dead. */
  | { readonly kind: 'slept' };
