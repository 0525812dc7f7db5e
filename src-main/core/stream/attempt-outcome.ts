/** How one attempt to watch has ended, as the policy judges it. */
import type { AttemptEnd } from '../ports/stream-client.ts';
import type { TokenRefusal } from '../ports/token-issuer.ts';

export type AttemptOutcome =
  | Exclude<AttemptEnd, { kind: 'aborted' }>
  /** The address was reached or not, but there was no answer in time. */
  | { readonly kind: 'no-answer' }
  /** No attempt was made: there is no access token. */
  | { readonly kind: 'no-token'; readonly refusal: TokenRefusal }
  /** The computer slept, so we hung up on a connection that nobody may be at the other end of. */
  | { readonly kind: 'slept' };
