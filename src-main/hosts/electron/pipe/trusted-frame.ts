/**
 * Allows only the main frame of this app's own page to request a port to the backend. Stricter than the pattern it
 * follows (Visual Studio Code's validated IPC), which accepts an empty address and about:blank: a page of another
 * origin can reach both.
 */
import { APP_ORIGIN, appAddress } from '../app-address.ts';

export interface SenderFrame {
  readonly url: string;
  /** RFC 6454; "null" for an opaque origin. */
  readonly origin: string;
  /** Null for a main frame. */
  readonly parent: unknown;
  readonly detached: boolean;
}

export function isTrustedFrame(frame: SenderFrame | null): boolean {
  return (
    frame !== null &&
    frame.parent === null &&
    !frame.detached &&
    frame.origin === APP_ORIGIN &&
    appAddress(frame.url) !== null
  );
}
