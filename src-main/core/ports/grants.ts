/**
 * What a watch may ask the token issuer with. Secrets are bound to issuer, realm and client: a source answers `none`
 * rather than give one that was meant for another (`SecretBinding`).
 */
import type { AppErrorData } from '../../../src-shared/api/errors.ts';

export type Grant =
  | { readonly kind: 'client-credentials'; readonly clientSecret: string }
  /** Of the authorization code flow. `clientSecret`: null for a public client. */
  | { readonly kind: 'refresh'; readonly refreshToken: string; readonly clientSecret: string | null }
  /** Nothing to ask with until a person acts. */
  | { readonly kind: 'none'; readonly why: AppErrorData };

export interface GrantSource {
  /** Rejects with the signal's reason at once when aborted, however long the place of the secret takes. */
  read(signal: AbortSignal): Promise<Grant>;
  /** The issuer gave a token for what was read last: from now on that is for this issuer, realm and client alone. */
  accepted(): Promise<void>;
}
